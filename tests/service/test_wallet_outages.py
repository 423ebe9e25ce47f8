"""Outages, crashes, and both books side by side after healing (I10)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import cycle
from time import perf_counter

import pytest
from msgspec.structs import replace
from tests.seals import SEALS
from tests.service.faulty_wallet import Fault
from tests.service.floor import Floor
from tests.service.operators import (
    START,
    House,
    InlineCommitter,
    State,
)
from tests.service.virtually import virtual
from tests.virtual_time import run_in_virtual_time

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.disk import Fault as StoreFault
from sabot.errors import Corrupt
from sabot.service.ports import WalletOpRow
from sabot.service.wallets.calls import (
    Refusal,
    RefusedBy,
    Taken,
)
from sabot.service.wallets.lanes import Backoff, Breaker
from sabot.service.wallets.log import DESK, WalletLog
from sabot.service.wallets.reconciliation import Kind, differences

pytestmark = pytest.mark.usefixtures("quiet")


# --- outages --------------------------------------------------------------------------------------


def test_an_outage_costs_some_silences_and_then_nobody_is_asked_until_it_heals() -> None:
    async def play() -> None:
        down = True
        house = House("acme", lambda _name, _id: Fault.LOST if down else None)
        floor = Floor(house)
        down = False
        players = [house.join(f"p{n}") for n in range(4)]
        await floor.welcome(*players)
        down = True
        await floor.decide([floor.ask(player, 100) for player in players])
        assert floor.desk.is_silent("acme")
        before = asyncio.get_running_loop().time()
        rows = [floor.ask(player, 100) for player in players]
        await floor.decide(rows)
        assert asyncio.get_running_loop().time() - before < 0.1  # refused at once
        assert {floor.heard[row.id] for row in rows} == {RefusedBy(Refusal.UNAVAILABLE)}
        down = False
        await floor.desk.quiesce()  # the refunds get through, and that is a sign of life
        row = floor.ask(players[0], 100)
        await floor.decide([row])
        assert floor.stored()[row.id].state is State.TAKEN
        assert not floor.desk.is_silent("acme")
        await floor.agree()

    virtual(play)


def test_one_operators_outage_does_not_slow_anothers_players() -> None:
    """Five hundred debits hang at one operator; the other's are decided as if it were alone."""

    async def seconds_of(others: int) -> tuple[float, float]:
        silent = House("silent", lambda name, _id: Fault.LOST if name != "authenticate" else None)
        lively = House("lively")
        floor = Floor(silent, lively)
        hanging = [silent.join(f"s{n}") for n in range(others)]
        players = [lively.join(f"l{n}") for n in range(200)]
        await floor.welcome(*hanging, *players)
        for player in hanging:
            floor.ask(player, 100)
            floor.owe(player, 100)
        began, real = asyncio.get_running_loop().time(), perf_counter()
        await floor.decide([floor.ask(player, 100) for player in players])
        took = asyncio.get_running_loop().time() - began, perf_counter() - real
        assert all(lively.book.players[f"l{n}"].balance == START - 100 for n in range(200))
        await floor.desk.stop()
        return took

    alone = run_in_virtual_time(seconds_of(0))
    beside = run_in_virtual_time(seconds_of(500))
    assert beside[0] <= alone[0] + 0.5  # in the time of the table's clock
    assert beside[1] <= alone[1] * 5 + 1  # and of this machine's


def test_debits_do_not_wait_behind_credits() -> None:
    async def play() -> None:
        house = House("acme", lambda name, _id: Fault.SLOW if name == "result" else None)
        floor = Floor(house)
        ada = house.join("ada")
        await floor.welcome(ada)
        for _ in range(100):
            floor.owe(ada, 1)
        row = floor.ask(ada, 500)
        before = asyncio.get_running_loop().time()
        await floor.decide([row])
        assert floor.heard[row.id] == Taken(floor.balances[ada])
        assert asyncio.get_running_loop().time() - before < 0.1
        house.network.faults = lambda _name, _id: None
        await floor.agree()

    virtual(play)


# --- crashes --------------------------------------------------------------------------------------


def test_after_a_crash_what_was_only_asked_is_taken_back_and_credits_go_on() -> None:
    async def play() -> None:
        house = House("acme", lambda name, _id: Fault.LOST if name == "result" else None)
        floor = Floor(house)
        ada, bob = house.join("ada"), house.join("bob")
        await floor.welcome(ada, bob)
        kept, lost = floor.ask(ada, 500), floor.ask(bob, 700)
        await asyncio.sleep(1)  # both were taken by the operator
        taken = replace(kept, state=State.TAKEN)
        floor.write([taken])
        floor.desk.take_up([taken])
        owed = floor.owe(ada, 900)
        await floor.desk.stop()  # the process ends here; bob's bet never came into a round
        assert floor.stored()[lost.id].state is State.ASKED

        house.network.faults = lambda _name, _id: None
        floor.start()
        await floor.agree()
        states = {row.id: row.state for row in floor.stored().values()}
        assert states == {kept.id: State.TAKEN, lost.id: State.CANCELLED, owed.id: State.PAID}
        assert house.book.players["bob"].balance == START

    virtual(play)


def test_what_was_paid_but_not_written_is_paid_once() -> None:
    async def play() -> None:
        trouble = iter([StoreFault.FAILED, StoreFault.WRITE_LOST, StoreFault.ANSWER_LOST])
        armed = False
        store = MemoryStore(
            faults=lambda write: next(trouble, None) if armed and write == "commit" else None
        )
        house = House("acme")
        floor = Floor(house, store=store)
        ada = house.join("ada")
        await floor.welcome(ada)
        floor.owe(ada, 900)
        armed = True
        await floor.agree()
        assert next(trouble, None) is None  # every trouble came
        assert house.book.players["ada"].balance == START + 900

    virtual(play)


def test_what_could_not_be_written_beside_somebody_elses_corruption_is_written_later() -> None:
    async def play() -> None:
        house = House("acme")
        floor = Floor(house)
        ada = house.join("ada")
        await floor.welcome(ada)
        save, troubles = floor.desk._rows._save, [Corrupt("event/unreadable")]

        async def beside_another(rows: Sequence[WalletOpRow]) -> None:
            if troubles:
                raise troubles.pop()
            await save(rows)

        floor.desk._rows._save = beside_another
        floor.owe(ada, 900)
        await floor.agree()
        assert not troubles

    virtual(play)


def test_a_second_desk_fences_the_first_off() -> None:
    async def play() -> None:
        house = House("acme")
        floor = Floor(house)
        old = WalletLog(floor.store, InlineCommitter(floor.store), owner="old", seals=SEALS)
        floor.store.claim(DESK, "new")
        row = floor.owe(house.join("ada"), 5)
        with pytest.raises(Exception, match="wallets/owner_changed"):
            await old.save([replace(row, state=State.PAID)])

    virtual(play)


# --- everything at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_I10_after_healing_both_books_agree_to_the_cent(seed: int) -> None:
    """Two operators, every fault in turn, crashes between rounds: then the books are compared."""

    async def play() -> None:
        mishaps = cycle([*[None] * (3 + seed % 4), *Fault])
        sick = True
        for _ in range(seed * 7):
            next(mishaps)

        def faults(name: str, _id: str) -> Fault | None:
            return next(mishaps) if sick and name != "authenticate" else None

        floor = Floor(House("acme", faults), House("bolt", faults))
        players = [house.join(f"p{n}") for house in floor.houses for n in range(5)]
        for turn in range(6):
            await floor.welcome(*players)
            rows = [floor.ask(player, 10 + turn) for player in players]
            await floor.decide(rows, seconds=(0.0, 0.3, 3.0, 6.0)[(turn + seed) % 4])
            for row in rows:
                if floor.rows[row.id].state is State.TAKEN:
                    floor.owe(row.player, (0, 7, 25)[turn % 3], ("result", "refund")[turn % 2])
            if turn % 3 == seed % 3:
                await floor.desk.stop()
                floor.start()
        fired = {fault for house in floor.houses for fault in house.network.fired}
        sick = False
        await floor.agree()
        assert len(fired) == len(Fault)
        assert State.TAKEN in {row.state for row in floor.stored().values()}

    virtual(play)


# --- reconciliation and the parts -----------------------------------------------------------------


def test_I10_reconciliation_names_every_kind_of_difference() -> None:
    async def play() -> None:
        floor = Floor(house := House("acme"))
        ada = house.join("ada")
        await floor.welcome(ada)
        rows = [floor.ask(ada, amount) for amount in (100, 200, 300, 400)]
        await floor.decide(rows)
        owed = floor.owe(ada, 50)
        await floor.desk.quiesce()
        ours = [*floor.stored().values()]
        book = {entry.id: entry for entry in house.book.listing()}
        assert differences(ours, book.values()) == ()

        missing, amount, refunded, foreign = (row.id for row in rows)
        del book[missing]
        book[amount] = replace(book[amount], amount=201)
        ours = [
            replace(row, state=State.CANCELLED) if row.id == refunded else row
            for row in ours
            if row.id != foreign
        ]
        ours = [replace(row, state=State.OWED) if row.id == owed.id else row for row in ours]
        found = {each.id: each.kind for each in differences(ours, book.values())}
        assert found == {
            missing: Kind.MISSING,
            amount: Kind.AMOUNT,
            refunded: Kind.NOT_TAKEN_BACK,
            foreign: Kind.FOREIGN,
            owed.id: Kind.OPEN,
        }

    virtual(play)


def test_backoff_doubles_up_to_its_cap_and_jitter_only_shortens() -> None:
    backoff = Backoff(first_ms=500, cap_ms=60_000)
    delays = [backoff.seconds(attempt, 0.999) for attempt in range(40)]
    assert delays == sorted(delays)
    assert max(delays) <= 60
    assert all(
        backoff.seconds(n, 0.0) == pytest.approx(full / 2, rel=0.01)
        for n, full in enumerate(delays)
    )


def test_a_breaker_lets_one_call_through_after_a_sign_of_life() -> None:
    breaker = Breaker(silences=2, pauses=Backoff(first_ms=1_000, cap_ms=4_000))
    breaker.silent(0)
    assert not breaker.open
    breaker.silent(10)
    assert breaker.open
    assert not breaker.lets_through(1_000_000)
    breaker.stirred()
    assert [breaker.lets_through(20), breaker.lets_through(20)] == [True, False]  # one trial
    for now, pause in ((20, 1_000), (2_000, 2_000), (5_000, 4_000), (10_000, 4_000)):
        breaker.silent(now)  # in vain, and in vain again: the pauses grow up to their cap
        breaker.stirred()
        assert not breaker.lets_through(now + pause - 1)
        assert breaker.lets_through(now + pause)
    breaker.answered()
    assert not breaker.open
    assert breaker.lets_through(10_001)
