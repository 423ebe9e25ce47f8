"""Scripted rounds with everything the regulations know, each in a house of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tests.lab.audit.house import House, Table
from tests.table.driver import (
    BOSS,
    DEALER,
    blackjack_config,
    brag_config,
    scanner_config,
    seven_config,
    speed_config,
)

from sabot.money import Currency
from sabot.table import commands as c

Scene = Callable[[], House]


def _house(*players: str, golden: int = 0) -> House:
    house = House()
    for player in players:
        house.fund(player, golden=golden)
    return house


def speed() -> House:
    """Main and side bets, commission, a tie, three cards; then a round cut off in betting."""
    house = _house("ada", "bob")
    table = house.open(speed_config())
    for number in range(4):
        table.players.place("ada", "banker", 1_055)
        table.players.place("ada", "player_pair", 500)
        table.players.place("bob", "player", 333 + number)
        table.players.place("bob", "tie", 777)
        table.play_round(_silent)
    table.players.place("ada", "player", 1_000)
    return house


def seven() -> House:
    """Shared seats, Confirm twice, and half of a cent lost on a winning 6."""
    house = _house("ada", "bob", "cleo")
    table = house.open(seven_config())
    for player in ("ada", "bob", "cleo"):
        table.does(player, c.TakeSeat())
    for _ in range(3):
        for player in ("ada", "bob"):
            seat = min(table.state.seats_of(player))
            table.players.place(player, "banker", 1_001, seat=seat)
            table.does(player, c.ConfirmBets())
            table.players.place(player, "banker", 100, seat=seat)
            table.does(player, c.ConfirmBets())
        table.play_round(_silent)
    return house


def scanner() -> House:
    """Six scanners, two currencies, side bets switched off and on again."""
    house = House()
    house.people.currencies["bob"] = Currency.GBP
    for player in ("ada", "bob"):
        house.fund(player)
    table = house.open(scanner_config())
    for _ in range(3):
        table.players.place("ada", "banker", 1_055)
        table.players.place("bob", "player", 500)
        table.does(BOSS, c.SwitchSideBets(kinds=("tie",), off=True, reason="abuse"))
        table.play_round(_silent)
        table.does(BOSS, c.SwitchSideBets(kinds=("tie",), off=False, reason="calm again"))
    return house


BLACKJACK_CARDS = "8S 9H AD 8H 2D 5C 3S KH 9D TD TS 6C"


def blackjack() -> House:
    """A split, a double, insurance, bets behind that follow and side bets, in one round."""
    house = _house("ada", "bob", "cleo", golden=5_000)
    table = house.open(blackjack_config())
    table.players.sit("ada", 1)
    table.players.sit("bob", 2)
    table.players.place("ada", "main", 1_001, seat=1)
    table.does(BOSS, c.ChangeCards(reason="worn"))
    table.does(BOSS, c.CancelRound(reason="stacked cards wanted"))
    table.rest()
    table.shuffle(stack=BLACKJACK_CARDS)
    table.players.place("ada", "main", 1_001, seat=1)
    table.players.place("ada", "21+3", 300, seat=1)
    table.players.place("bob", "main", 5_000, seat=2, golden=True)
    table.players.place("cleo", "behind", 707, seat=1)
    table.players.place("cleo", "behind", 505, seat=2)
    table.play_round(_bold)
    return house


def brag() -> House:
    """Play, Pass, Blind Play, bonuses and a golden Ante."""
    house = _house("ada", "bob", "cleo", golden=5_000)
    table = house.open(brag_config())
    for number in range(3):
        table.players.place("ada", "ante", 5_000, golden=number == 0)
        table.players.place("ada", "pair_plus", 333)
        table.players.place("bob", "ante", 501)
        table.players.place("bob", "poker_plus", 200)
        table.players.place("cleo", "blind_play", 700)
        table.play_round(_bold if number else _silent)
        table.shuffle()
    return house


def trouble() -> House:
    """An early scan, a pause, a corrected card, a cancel in mid-round, a dropped card."""
    house = _house("ada", "bob")
    table = house.open(blackjack_config(live=True))
    table.players.sit("ada", 1)
    table.players.place("ada", "main", 1_000, seat=1)
    table.players.place("bob", "behind", 300, seat=1)
    table.close()
    table.cards.deal("9S 6H")
    table.cards.scan("9S", at="seat:1:0:2", code=f"{table.shoe.shoe_id}:1:9S")  # read before
    table.does(DEALER, c.CallManager(reason="a card was read twice"))
    serial = f"{table.shoe.shoe_id}:77:4H"
    table.does(DEALER, c.ProposeCorrection(position="dealer:1", code=serial, card="4H"))
    table.does(BOSS, c.CorrectCard(position="dealer:1", code=serial, card="4H"))
    table.does(BOSS, c.Resume(reason="the six was a four"))
    table.cards.deal("2D TD")
    table.players.choose("hit")
    table.cards.deal("5S")
    table.players.choose("stand")
    table.cards.deal("turn 7C")
    table.rest()
    table.players.place("ada", "main", 1_000, seat=1)
    table.players.place("bob", "behind", 300, seat=1)
    table.close()
    table.cards.deal("8S 6D 8H TC")
    table.players.choose("split")
    table.does(DEALER, c.DropCards(count=1))
    table.does(BOSS, c.Pause(reason="a card fell"))
    table.does(BOSS, c.CancelRound(reason="nobody knows which"))
    table.rest()
    return house


def _silent(table: Table) -> None:
    """Nobody answers."""
    table.time_up()


def _bold(table: Table) -> None:
    """Everybody takes the first offer that costs something, and hits a little."""
    question = table.round.question
    assert question is not None
    options = [option.id for option in question.ask.options]
    if question.ask.seat is None:
        asked = table.game.asked(table.round.play, tuple(table.round.bets.values()))
        for bet in asked:
            answer = c.Answer(decision_id=question.decision_id, bet=bet.id, option=options[0])
            table.send(bet.player, answer)
        return
    wanted = next((o for o in ("split", "double") if o in options), "stand")
    if not table.players.choose(wanted).accepted:
        table.players.choose("stand")


SCENES: dict[str, Scene] = {
    scene.__name__: scene for scene in (speed, seven, scanner, blackjack, brag, trouble)
}


@cache
def export_of(name: str) -> tuple[bytes, ...]:
    """The export of a scene, played once."""
    return tuple(SCENES[name]().export())
