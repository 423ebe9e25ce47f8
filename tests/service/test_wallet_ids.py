"""A Confirm that waits for a wallet, and an id that is taken in between: no table stands still."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.operators import House, State
from tests.service.virtually import bets_fail, virtual
from tests.table.cast import named_by

from sabot.service.tables.envelopes import Envelope, Reply
from sabot.service.wallets.calls import Heard
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.phases import Phase

pytestmark = pytest.mark.usefixtures("quiet")

BEFORE_THE_END = 11.0
"""Seconds into betting at the scanner's table: a wallet that hesitates answers after its end."""


def confirm(amount: int = 1_000) -> c.ConfirmBets:
    return c.ConfirmBets(chips=(c.NewChip(kind="player", amount=amount),))


def sent(hall: Hall, player: str, command: c.Command) -> Envelope:
    """A command under the id that all of these tests are about."""
    bets_for = named_by(hall.host().engine, command)
    return Envelope(actor=player, cmd_id="one", command=command, bets_for=bets_for)


def hesitates(house: House, *, answers: int = 4) -> None:
    """The next bets are taken, and nobody is told so for a while."""
    left = [Fault.ERROR_AFTER] * answers
    house.network.faults = lambda name, _id: left.pop() if name == "bet" and left else None


def test_I4_a_confirm_repeated_after_a_crash_is_no_second_bet_at_the_close() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            first = await hall.send(ada, confirm(), cmd_id="one")
            await hall.stop()
            await hall.start()
            await asyncio.sleep(BEFORE_THE_END)
            hesitates(acme)
            assert await hall.send(ada, confirm(), cmd_id="one") == first
            await hall.until(Phase.DEALING, seconds=60)
            assert [bet.stake for bet in hall.state.current.bets.values()] == [1_000]
            assert hall.rejected(ada) == set()
            await hall.agree()
            assert hall.states(ada)[0] is State.TAKEN

    virtual(play)


def test_P16_an_id_that_is_used_elsewhere_meanwhile_keeps_no_table_from_closing() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        tables = (table("scanner-1"), table("blackjack-1"))
        async with Hall(*tables, houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            assert (await hall.send(bob, confirm())).accepted
            await asyncio.sleep(BEFORE_THE_END)
            hesitates(acme)
            waiting = asyncio.create_task(hall.send(ada, confirm(), cmd_id="one"))
            await asyncio.sleep(0.1)
            assert (
                await hall.send(ada, c.TakeSeat(seat=1), at="blackjack-1", cmd_id="one")
            ).accepted
            await hall.until(Phase.DEALING, seconds=60)
            assert (await waiting).code == "command/other_body"
            assert (hall.bets(ada), hall.bets(bob)) == ({}, {"player": 1_000})
            assert hall.rejected(ada) == {"wallet/not_taken"}
            await hall.agree()
            assert hall.states(ada) == [State.CANCELLED]

    virtual(play)


def test_what_came_with_a_confirm_that_is_given_up_is_no_bet_either() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        tables = (table("scanner-1"), table("blackjack-1"))
        async with Hall(*tables, houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.SLOW)
            waiting = asyncio.create_task(hall.send(ada, confirm(), cmd_id="one"))
            await asyncio.sleep(0.1)
            await hall.send(ada, c.TakeSeat(seat=1), at="blackjack-1", cmd_id="one")
            again = hall.send(ada, confirm(500), cmd_id="one")  # the disk is asked about this one
            assert (await again).code == "command/other_body"
            assert (await waiting).code == "command/other_body"
            await hall.when(lambda: hall.states(ada)[0] is State.CANCELLED, seconds=2)
            await hall.until(Phase.DEALING)
            assert hall.bets(ada) == {}
            await hall.agree()

    virtual(play)


def test_I10_a_confirm_of_a_cancelled_round_pays_for_no_bet_of_the_next() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        config = table("scanner-1")
        timers = replace(config.timers, betting=1_000, cancelled=100)
        async with Hall(replace(config, timers=timers), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            hesitates(acme)
            waiting = asyncio.create_task(hall.send(ada, confirm()))
            await asyncio.sleep(0.1)
            assert (await hall.send("boss", c.CancelRound(reason="a test"))).accepted
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.DEALING)
            assert (await waiting).code == "round/over"
            await hall.agree()

    virtual(play)


def test_I4_who_waits_is_answered_for_their_own_command_and_not_for_another_body() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            host, others = hall.host(), list[Reply]()
            heard = host._steps.pending._hear

            def with_another(op_id: str, answer: Heard) -> None:
                """Both are decided together, and the other one comes first."""
                other = sent(hall, ada, confirm(500))
                host.send(other, others.append)
                heard(op_id, answer)

            host._steps.pending._hear = with_another
            assert (await hall.send(ada, confirm(), cmd_id="one")).accepted
            assert [other.code for other in others] == ["command/other_body"]
            assert hall.bets(ada) == {"player": 1_000}
            await hall.agree()

    virtual(play)


def test_nobody_is_told_that_a_command_is_on_hold() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            due = hall.host().engine.due(10**9)
            assert due is not None
            told: list[Reply] = []
            cancel = Envelope(
                actor="boss",
                actor_kind=ActorKind.MANAGER,
                cmd_id="two",
                command=c.CancelRound(reason="a test", round_id="scanner-1-1"),
            )
            for one in (sent(hall, ada, confirm()), due, cancel):
                hall.host().send(one, told.append)
            await hall.until(Phase.CANCELLED)
            await asyncio.sleep(0.1)
            assert [reply.code for reply in told] == ["", "", "wallet/not_taken"]
            await hall.agree()

    virtual(play)
