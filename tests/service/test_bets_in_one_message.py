"""A Confirm that brings its chips: the same bets as chips and Confirm apart, or no trace at all."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.operators import START, House, State
from tests.service.virtually import bets_fail, virtual
from tests.table.driver import Studio, scanner, seven, speed

from sabot.table import commands as c
from sabot.table.phases import Phase

KINDS = ("player", "banker", "tie", "player_pair", "banker_pair")
AMOUNTS = (50, 100, 500, 2_500, 10_000, 250_000, 900_000)


def chip(kind: str = "player", amount: int = 1_000, seat: int | None = None) -> c.NewChip:
    return c.NewChip(kind=kind, amount=amount, seat=seat)


def confirm(*chips: c.NewChip) -> c.ConfirmBets:
    return c.ConfirmBets(chips=chips)


def test_F38_a_bet_is_one_message() -> None:
    felt = scanner()
    felt.players.fund("ada")
    reply = felt.does("ada", confirm(chip(), chip("tie", 500)))
    assert reply.data == {"player": "accepted", "tie": "accepted"}
    assert felt.players.stakes("ada") == {"player": 1_000, "tie": 500}
    assert felt.players.chips("ada") == {}
    assert felt.players.balance("ada") == 1_000_000 - 1_500


def test_F38_chips_that_lay_there_become_bets_with_it() -> None:
    felt = scanner()
    felt.players.place("ada", "player", 1_000)
    felt.does("ada", confirm(chip(amount=500), chip("tie", 500)))
    assert felt.players.stakes("ada") == {"player": 1_500, "tie": 500}


def test_F125_on_a_seat_of_ones_own_only() -> None:
    felt = seven()
    felt.players.fund("ada")
    felt.players.sit("ada", 3)
    assert felt.refusal("ada", confirm(chip(seat=4))) == "seat/not_yours"
    felt.does("ada", confirm(chip(seat=3)))
    assert felt.players.stakes("ada") == {"player:3": 1_000}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (confirm(chip(), chip("nothing")), "bet/not_offered"),
        (confirm(chip(), chip("tie", 0)), "bet/no_amount"),
        (confirm(chip(), chip("tie", -5)), "bet/no_amount"),
        (confirm(chip(amount=10**13)), "bet/too_large"),
        (confirm(*[chip()] * 65), "bet/too_many_spots"),
        (confirm(chip(amount=1)), "bet/under_minimum"),
        (confirm(c.NewChip(kind="player", amount=500, golden="x")), "bet/no_golden_chip"),
    ],
)
def test_a_refusal_leaves_the_felt_as_it_was(command: c.ConfirmBets, code: str) -> None:
    felt = scanner()
    felt.players.place("ada", "banker", 700)
    before, reserved = felt.state, felt.funds.available("ada", table="elsewhere")
    if code == "bet/under_minimum":
        felt.does("ada", c.ClearBets())  # else the other chip would be a bet
        reserved = felt.funds.available("ada", table="elsewhere")
    lay = felt.players.chips("ada")
    assert felt.refusal("ada", command) == code
    assert (felt.state, felt.players.chips("ada")) == (before, lay)
    assert felt.funds.available("ada", table="elsewhere") == reserved


def test_F76_what_the_money_does_not_cover_is_no_bet() -> None:
    felt = scanner()
    felt.players.fund("ada", 900)
    assert felt.refusal("ada", confirm(chip())) == "bet/insufficient_balance"
    assert felt.players.chips("ada") == {}


def test_F38_where_there_is_no_confirm_there_is_none_with_chips() -> None:
    felt = speed()
    felt.players.fund("ada")
    assert felt.refusal("ada", confirm(chip())) == "bet/no_confirm_here"
    assert felt.players.chips("ada") == {}


def test_I8_it_is_late_when_a_chip_would_be() -> None:
    felt = scanner()
    felt.players.fund("ada")
    felt.close()
    assert felt.refusal("ada", confirm(chip())) == "bet/too_late"


def test_the_same_message_twice_is_one_bet() -> None:
    felt = scanner()
    felt.players.fund("ada")
    for _ in range(2):
        assert felt.send("ada", confirm(chip()), cmd_id="one").accepted
    assert felt.players.stakes("ada") == {"player": 1_000}
    other = felt.send("ada", confirm(chip(amount=2_000)), cmd_id="one")
    assert other.code == "command/other_body"


@pytest.mark.parametrize("seed", range(20))
def test_it_comes_to_the_same_as_chips_and_confirm_apart(seed: int) -> None:
    """Whatever is taken, cut and left out: the bets, the money and the log are the same."""
    chance = Random(seed)
    together, apart = scanner(), scanner()
    for felt in (together, apart):
        felt.players.fund("ada", 1_000_000)
    for _ in range(12):
        chips = [
            chip(chance.choice(KINDS), chance.choice(AMOUNTS)) for _ in range(chance.randint(1, 3))
        ]
        _in_pieces(apart, chips)
        together.send("ada", confirm(*chips))
        assert together.players.stakes("ada") == apart.players.stakes("ada")
        assert together.engine.head_hash == apart.engine.head_hash
        for felt in (together, apart):
            felt.send("ada", c.ClearBets())
        assert together.funds.available("ada", table="") == apart.funds.available("ada", table="")
    assert together.players.stakes("ada")


def _in_pieces(felt: Studio, chips: list[c.NewChip]) -> None:
    """Chips one by one; one that there is no money for is not put down, as the Confirm has it."""
    for one in chips:
        felt.send("ada", c.PlaceChip(kind=one.kind, amount=one.amount))
    felt.send("ada", c.ConfirmBets())


# --- players of operators -------------------------------------------------------------------------


def test_the_wallet_is_asked_before_it_counts() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            first = asyncio.create_task(hall.send(ada, confirm(chip()), cmd_id="bet"))
            copy = asyncio.create_task(hall.send(ada, confirm(chip()), cmd_id="bet"))
            await asyncio.sleep(0)
            assert (await first).accepted
            assert await copy == await first
            assert hall.bets(ada) == {"player": 1_000}
            assert hall.states(ada) == [State.TAKEN]
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


def test_a_wallet_that_says_no_leaves_only_the_chips_that_lay_there() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 300)
            acme.book.players["ada"].blocked = True
            reply = await hall.send(ada, confirm(chip(amount=700), chip("tie", 500)))
            assert (reply.accepted, reply.code) == (False, "wallet/player_blocked")
            (stage,) = hall.host().engine.felt.stages.values()
            assert [(spot.kind, spot.stake) for spot in stage.layout] == [("player", 300)]
            assert hall.host().engine.funds.available(ada, table="elsewhere") == START - 300
            acme.book.players["ada"].blocked = False
            assert (await hall.send(ada, confirm())).accepted
            assert hall.bets(ada) == {"player": 300}
            await hall.until(Phase.RESULT)
            await hall.agree()

    virtual(play)


@pytest.mark.parametrize("kinds", [("blind_play",), ("ante", "blind_play"), ("poker_plus", "ante")])
def test_F178_a_wallet_that_says_no_leaves_no_copy_of_a_chip(kinds: tuple[str, ...]) -> None:
    """Blind Play lies on the Ante too: neither of them is left, and the table stays whole."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        blind = table("brag-1", switched_on=frozenset({"blind_play"}))
        async with Hall(blind, houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "pair_plus", 300)
            acme.book.players["ada"].blocked = True
            reply = await hall.send(ada, confirm(*(chip(kind) for kind in kinds)))
            assert (reply.accepted, reply.code) == (False, "wallet/player_blocked")
            (stage,) = hall.host().engine.felt.stages.values()
            assert [(spot.kind, spot.stake) for spot in stage.layout] == [("pair_plus", 300)]
            acme.book.players["ada"].blocked = False
            assert (await hall.send(ada, c.UndoBet())).accepted  # as if nothing had been sent
            await hall.until(Phase.RESULT)
            assert hall.bets(ada) == {}
            await hall.agree()

    virtual(play)


@pytest.mark.parametrize("pays", [True, False])
def test_F128_who_leaves_while_the_wallet_is_asked_stops_no_table(pays: bool) -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("seven-1"), houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            for player, seat in ((ada, 3), (bob, 4)):
                await hall.send(player, c.TakeSeat(seat=seat))
            await hall.place(bob, "player", 500, 4)
            bets_fail(acme, Fault.ERROR_AFTER)
            bet = c.NewChip(kind="player", amount=1_000, seat=3)
            waiting = asyncio.create_task(hall.send(ada, confirm(bet)))
            await asyncio.sleep(0.05)
            assert (await hall.send(ada, c.LeaveSeat(seat=3))).accepted
            bets_fail(acme, None if pays else Fault.ERROR_AFTER)
            code = "bet/nothing_to_confirm" if pays else "wallet/undecided"
            assert (await waiting).code == code
            bets_fail(acme, None)
            await hall.until(Phase.RESULT)
            assert hall.bets(bob) == {"player": 500}
            assert hall.bets(ada) == {}
            await hall.agree()
            assert acme.balance(ada) == START

    virtual(play)
