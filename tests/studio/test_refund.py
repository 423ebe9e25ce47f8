"""What a cancel would give back: by kind and operator, golden chips apart, and whether it may."""

from __future__ import annotations

from tests.studio.watching import Watched
from tests.table.driver import BOSS, DEALER, blackjack_config, speed, speed_config

from sabot.service.players.directory import Player
from sabot.studio.refund import refund_preview
from sabot.table import commands as c


def theirs(player: str) -> Player:
    """Bob is an operator's player."""
    operator = "acme" if player == "bob" else None
    return Player(player_id=player, nickname=player.title(), operator=operator)


def test_F244_every_stake_comes_back() -> None:
    table = speed(live=True)
    table.players.fund("cleo", golden=500)
    table.players.place("ada", "player", 1000)
    table.players.place("ada", "tie", 200)
    table.players.place("bob", "player", 700)
    table.players.place("cleo", "banker", 500, golden=True)
    table.close()
    found = refund_preview(table.state, theirs)
    stakes = list(table.round.bets.values())
    assert {bet.player for bet in stakes} == {"ada", "bob", "cleo"}
    assert found.bets == len(stakes)
    assert found.cents == sum(bet.stake for bet in stakes if not bet.golden)
    assert found.golden == sum(bet.golden for bet in stakes)
    assert found.golden_cents == sum(bet.stake for bet in stakes if bet.golden)
    assert sum(line.cents for line in found.by_kind) == found.cents
    assert sum(found.by_operator.values()) == found.cents
    assert found.by_operator["acme"] == sum(b.stake for b in stakes if b.player == "bob")
    assert (found.can_cancel, found.why_not, found.needs_two) == (True, None, True)
    assert found.currency == "EUR"
    before = {player: table.players.balance(player) for player in ("ada", "bob")}
    table.does(BOSS, c.CancelRound(reason="mixed up"))
    back = sum(table.players.balance(player) - before[player] for player in ("ada", "bob"))
    assert back == found.cents


def test_F244_stakes_taken_by_decisions_come_back_too() -> None:
    table = Watched(blackjack_config(live=True))
    table.players.sit("ada", 2)
    table.players.place("ada", "main", 1000, seat=2)
    table.close()
    table.cards.deal("5S 6H 4D KC")
    table.players.choose("double")
    found = refund_preview(table.state, table.people.player)
    assert {line.kind: line.cents for line in found.by_kind} == {"main": 1000, "double": 1000}


def test_R17_a_known_result_and_a_table_without_a_round_cannot_be_cancelled() -> None:
    table = Watched(blackjack_config(live=True))
    found = refund_preview(table.state, table.people.player)
    assert (found.can_cancel, found.why_not, found.needs_two) == (False, "round/none", False)
    assert table.refusal(BOSS, c.CancelRound(reason="no")) in ("round/none", "table/not_now")
    table = Watched(speed_config(live=True))
    table.close()
    table.cards.deal("4S 2H 4D 7H")
    assert refund_preview(table.state, table.people.player).why_not == "round/none"


def test_a_round_without_bets_needs_one_person() -> None:
    table = speed(live=True)
    found = refund_preview(table.state, table.people.player)
    assert (found.bets, found.can_cancel, found.needs_two) == (0, True, False)
    table.does(DEALER, c.ProposeCancel(reason="no players"))
