"""Tables in an outage and after a crash: no cent is lost, and no other player waits."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import cycle

import pytest
from tests.service.faulty_wallet import Fault
from tests.service.hall import Hall, table
from tests.service.operators import START, House, State
from tests.service.virtually import bets_fail, virtual

from sabot.adapters.memory.disk import Fault as StoreFault
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

pytestmark = pytest.mark.usefixtures("quiet")


# --- outages --------------------------------------------------------------------------------------


async def lateness(hall: Hall, players: list[str], rounds: int) -> list[float]:
    """How long each of some rounds waited for wallets; bob, of the house, is always in it."""
    waited = []
    for _ in range(rounds):
        await hall.until(Phase.BETTING)
        for player in ("bob", *players):
            await hall.place(player, "player", 100)
        await hall.until(Phase.DEALING)
        waited.append(hall.happened.at(e.BetsClosed) - hall.happened.at(e.BettingEnded))
        assert hall.bets("bob") == {"player": 100}
        await hall.until(Phase.RESULT)
    return waited


def test_an_outage_makes_one_round_late_and_then_no_more() -> None:
    async def play() -> None:
        acme = House("acme")
        players = [acme.join(f"p{n}") for n in range(3)]
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.deposit("bob")
            acme.network.faults = lambda _name, _id: Fault.LOST
            waited = await lateness(hall, players, 5)
            assert waited[0] == pytest.approx(3.0, abs=0.01)
            assert max(waited[1:]) < 0.1
            assert hall.rejected(players[0]) == {"wallet/unavailable"}
            acme.network.faults = lambda _name, _id: None
            await asyncio.sleep(31)  # the next time somebody asks for a balance there is one
            await lateness(hall, players, 1)  # one of them goes ahead, to see
            await lateness(hall, players, 1)
            assert hall.bets(players[0]) == {"player": 100}
            await hall.agree()

    virtual(play)


def test_a_wallet_that_hangs_only_on_bets_is_tried_less_and_less() -> None:
    async def play() -> None:
        acme = House("acme")
        players = [acme.join(f"p{n}") for n in range(3)]
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.deposit("bob")
            bets_fail(acme, Fault.LOST)
            waited = await lateness(hall, players, 24)
            assert sum(wait > 0.1 for wait in waited) <= 6
            await hall.agree()

    virtual(play)


def test_another_table_does_not_notice_an_outage() -> None:
    async def play() -> None:
        acme, bolt = House("acme"), House("bolt")
        ada, eve = acme.join("ada"), bolt.join("eve")
        async with Hall(table("speed-1"), table("speed-2"), houses=[acme, bolt]) as hall:
            bets_fail(acme, Fault.LOST)
            await hall.until(Phase.BETTING, at="speed-1")
            await hall.until(Phase.BETTING, at="speed-2")
            await hall.place(ada, "player", 100, at="speed-1")
            await hall.place(eve, "player", 100, at="speed-2")
            state = await hall.until(Phase.DEALING, at="speed-2")
            assert asyncio.get_running_loop().time() == pytest.approx(12.0, abs=0.1)
            assert [bet.player for bet in state.current.bets.values()] == [eve]
            assert hall.host("speed-1").state.phase is Phase.CLOSED
            await hall.agree()

    virtual(play)


def test_without_a_desk_nobody_is_asked_and_the_chips_are_out() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            hall.host()._steps.pending.desk = None
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 100)
            await hall.until(Phase.DEALING)
            assert hall.rejected(ada) == {"wallet/unavailable"}
            assert hall.states(ada) == [State.REFUSED]

    virtual(play)


# --- crashes --------------------------------------------------------------------------------------


def test_a_crash_while_wallets_are_asked_takes_the_debits_back_and_the_round_goes_on() -> None:
    async def play() -> None:
        acme = House("acme")
        ada, eve = acme.join("ada"), acme.join("eve")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(bob, "player", 500)
            assert (await hall.send(bob, c.ConfirmBets())).accepted
            await hall.place(eve, "player", 200)
            assert (await hall.send(eve, c.ConfirmBets())).accepted
            bets_fail(acme, Fault.ERROR_AFTER)
            await hall.place(ada, "player", 1_000)
            await hall.until(Phase.CLOSED)
            await asyncio.sleep(0.5)
            assert acme.balance(ada) == START - 1_000
            await hall.stop()  # it was taken, and nobody here knows
            bets_fail(acme, None)
            await hall.start()
            assert hall.state.phase is Phase.CLOSED
            await hall.until(Phase.DEALING)
            assert hall.bets(bob) == {"player": 500}
            assert hall.bets(eve) == {"player": 200}
            assert hall.bets(ada) == {}
            await hall.agree()
            assert acme.balance(ada) == START

    virtual(play)


@pytest.mark.parametrize("fault", [StoreFault.WRITE_LOST, StoreFault.ANSWER_LOST])
@pytest.mark.parametrize("write", range(1, 5))
def test_a_commit_of_unknown_outcome_loses_no_cent(fault: StoreFault, write: int) -> None:
    """The store breaks at each write of a round in turn: asking, closing, settling, paying."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            await hall.place(bob, "player", 1_000)
            left = [write]

            def break_once(name: str) -> StoreFault | None:
                if name != "commit":
                    return None
                left[0] -= 1
                return fault if left[0] == 0 else None

            hall.store.disk._faults = break_once
            await hall.send(ada, c.ConfirmBets())
            await hall.when(lambda: left[0] <= 0, seconds=60)
            await hall.until(Phase.RESULT, seconds=200)
            await hall.agree()

    virtual(play)


def test_nothing_is_sent_before_it_is_written_down() -> None:
    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            hall.faults = [StoreFault.WRITE_LOST]  # the next write is the end of betting
            before = acme.network.calls
            await hall.when(lambda: not hall.faults)
            await asyncio.sleep(1)
            assert acme.network.calls == before
            assert hall.ops(ada) == []
            assert hall.state.phase is Phase.BETTING  # a full new window, and an empty felt
            await hall.agree()

    virtual(play)


def test_cancelling_at_once_does_not_make_an_operator_look_silent() -> None:
    async def play() -> None:
        acme = House("acme")
        players = [acme.join(f"p{n}") for n in range(100)]
        async with Hall(table("speed-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            bets_fail(acme, Fault.SLOW)
            for player in players:
                await hall.place(player, "player", 100)
            await hall.until(Phase.CLOSED)
            await hall.send("boss", c.CancelRound(reason="fire"))
            assert not hall.desk.is_silent("acme")
            await hall.agree()
            assert {state for p in players for state in hall.states(p)} == {State.CANCELLED}

    virtual(play)


def test_a_command_stored_before_is_not_debited_twice() -> None:
    """The client repeats a Confirm after a restart, under the same id."""

    async def play() -> None:
        acme = House("acme")
        ada = acme.join("ada")
        async with Hall(table("scanner-1"), houses=[acme]) as hall:
            await hall.until(Phase.BETTING)
            await hall.place(ada, "player", 1_000)
            first = await hall.send(ada, c.ConfirmBets(), cmd_id="confirm")
            assert first.accepted
            await hall.stop()
            await hall.start()
            assert hall.state.phase is Phase.BETTING
            await hall.place(ada, "player", 700)
            again = await hall.send(ada, c.ConfirmBets(), cmd_id="confirm")
            assert again == first
            assert hall.bets(ada) == {"player": 1_000}
            assert hall.states(ada) == [State.TAKEN]
            await hall.agree()

    virtual(play)


# --- everything at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_I10_many_rounds_with_every_fault_and_crashes(seed: int) -> None:
    async def play() -> None:
        mishaps = cycle([*[None] * (2 + seed % 3), *Fault])
        for _ in range(5 * seed):
            next(mishaps)
        houses = [
            House(name, lambda name, _id: next(mishaps) if name != "authenticate" else None)
            for name in ("acme", "bolt")
        ]
        players = [house.join(f"p{n}") for house in houses for n in range(3)]
        name = ("speed-1", "scanner-1", "brag-1")[seed % 3]
        kind = "ante" if name == "brag-1" else "player"
        async with Hall(table(name), houses=houses) as hall:
            bob = hall.deposit("bob")
            for turn in range(5):
                await hall.until(Phase.BETTING, seconds=300)
                for player in (*players, bob):
                    await hall.send(player, c.PlaceChip(kind=kind, amount=100 + turn))
                if name != "speed-1":
                    confirms = [hall.send(player, c.ConfirmBets()) for player in (*players, bob)]
                    await asyncio.gather(*confirms)
                await hall.until(Phase.DEALING, Phase.DECISION, Phase.RESULT)
                assert set(hall.bets(bob)) == {kind}
                if turn == seed % 5:
                    await hall.stop()
                    await hall.start()
                await hall.until(Phase.RESULT, seconds=300)
            fired = {fault for house in houses for fault in house.network.fired}
            await hall.agree()
            assert len(fired) >= len(Fault) - 2
            assert any(State.TAKEN in hall.states(player) for player in players)
            assert any(State.CANCELLED in hall.states(player) for player in players)

    virtual(play)


def _are(hall: Hall, player: str, ends: list[State]) -> bool:
    """Whether the player's results have come this far."""
    return hall.states(player, "result") == ends


def test_an_operators_outage_does_not_slow_anothers_players() -> None:
    """Two hundred debits hang at one operator; the other's are taken and paid as without them."""

    async def seconds(*, outage: bool) -> tuple[list[float], list[float]]:
        acme, bolt = House("acme"), House("bolt")
        crowd = [acme.join(f"p{n}") for n in range(200)]
        eve = bolt.join("eve")
        waited, paid = [], []
        async with Hall(table("speed-1"), table("speed-2"), houses=[acme, bolt]) as hall:
            if outage:
                acme.network.faults = lambda _name, _id: Fault.LOST
            for number in range(1, 6):
                await hall.until(Phase.BETTING, at="speed-1")
                await hall.until(Phase.BETTING, at="speed-2")
                for player in crowd:
                    await hall.place(player, "player", 100, at="speed-1")
                await hall.place(eve, "player", 100, at="speed-2")
                await hall.until(Phase.CLOSED, Phase.DEALING, at="speed-2")
                ended = asyncio.get_running_loop().time()
                await hall.until(Phase.DEALING, at="speed-2")
                waited.append(asyncio.get_running_loop().time() - ended)
                await hall.until(Phase.RESULT, at="speed-2")
                known = asyncio.get_running_loop().time()
                ends = [State.PAID] * number
                await hall.when(partial(_are, hall, eve, ends))
                paid.append(asyncio.get_running_loop().time() - known)
                assert not hall.desk.is_silent("bolt")
            assert hall.states(eve) == [State.TAKEN] * 5
        return waited, paid

    async def play() -> None:
        calm, stormy = await seconds(outage=False), await seconds(outage=True)
        for without, beside in zip(calm, stormy, strict=True):
            assert beside == pytest.approx(without, abs=0.05)

    virtual(play)
