"""The keeper of the clock: it compares, writes down, and lets a person confirm."""

from __future__ import annotations

import asyncio

import pytest
from tests.service.back_office import BackOffice
from tests.service.machine import DAY_MS, NOW_MS, Machine
from tests.service.virtually import virtual
from typing_extensions import override

from sabot.adapters.memory.house_clock import MemoryClockMarks
from sabot.errors import Refused, Unavailable
from sabot.service.office.clock_desk import (
    ALONE_MS,
    ALONE_WITHIN_MS,
    LOOK_SECONDS,
    MARK_EVERY,
    ClockDesk,
    ClockState,
)
from sabot.service.proof.clock import HouseClock, Mark

MARTA, NICO, WHY = "staff:marta", "staff:nico", "I looked at my watch"


class Desk:
    """A desk on a machine whose clocks a test turns; begin it inside an event loop."""

    def __init__(self, marks: MemoryClockMarks | None = None) -> None:
        self.machine = Machine()
        self.marks = marks or MemoryClockMarks()
        self.clock = HouseClock(self.machine, None)
        self.office = BackOffice()
        self.office.office.clock = self.clock
        self.desk = ClockDesk(self.clock, self.marks, self.office.office, self.office.four_eyes)

    async def confirm(self, *people: str) -> ClockState:
        """These people confirm the wall clock, one after the other."""
        at_ms = self.machine.wall
        states = [await self.desk.confirm(actor=actor, at_ms=at_ms, reason=WHY) for actor in people]
        return states[-1]

    async def seen(self) -> None:
        """Long enough that the keeper has looked."""
        await asyncio.sleep(LOOK_SECONDS + 1)


def test_a_jump_is_noticed_within_seconds_and_written_down_within_a_minute() -> None:
    async def play() -> None:
        desk = Desk()
        running = asyncio.create_task(desk.desk.run())
        await asyncio.sleep(1)
        assert desk.marks.load() == desk.clock.mark()
        desk.machine.wall += 100 * DAY_MS
        await desk.seen()
        assert desk.clock.in_doubt
        await asyncio.sleep(LOOK_SECONDS * MARK_EVERY)
        written = desk.marks.load()
        assert written is not None
        assert written.doubted_at_ms == NOW_MS
        running.cancel()

    virtual(play)


def test_a_person_confirms_with_their_own_watch_and_it_is_on_record() -> None:
    async def play() -> None:
        desk = Desk()
        with pytest.raises(Refused, match="clock/not_in_doubt"):
            await desk.desk.confirm(actor=MARTA, at_ms=NOW_MS, reason=WHY)
        desk.machine.wall += 100 * DAY_MS
        with pytest.raises(Refused, match="clock/disagrees"):
            await desk.desk.confirm(actor=MARTA, at_ms=NOW_MS, reason=WHY)
        with pytest.raises(Refused, match="office/words"):
            await desk.desk.confirm(actor=MARTA, at_ms=desk.machine.wall, reason=" ")
        assert desk.clock.in_doubt
        state = await desk.confirm(MARTA, NICO)
        assert state.house_ms == state.machine_ms == state.confirmed_at_ms == desk.machine.wall
        assert state.doubted_at_ms is None
        assert desk.marks.load() == desk.clock.mark()
        [act] = desk.office.store.acts.about("clock")
        assert (act.kind, act.actor, act.reason) == ("clock/confirmed", NICO, WHY)
        assert desk.office.audited().ok

    virtual(play)


def test_a_second_jump_needs_a_second_confirmation() -> None:
    async def play() -> None:
        desk = Desk()
        for jump_ms in (100 * DAY_MS, -100 * DAY_MS):
            desk.machine.wall += jump_ms
            await desk.confirm(MARTA, NICO)
        assert desk.clock.wall_ms() == NOW_MS
        assert len(desk.office.store.acts.about("clock")) == 2
        assert desk.office.audited().ok

    virtual(play)


def test_the_audit_finds_a_clock_that_nobody_confirmed() -> None:
    def by_the_house(_kind: str, fact: dict[str, object]) -> bool:
        if fact.get("kind") == "clock/confirmed":
            fact["actor"] = "house"
        return True

    async def play() -> None:
        desk = Desk()
        desk.machine.wall += 100 * DAY_MS
        await desk.confirm(MARTA, NICO)
        found = desk.office.audited(by_the_house).violations
        assert {one.check for one in found} == {"I14", "house"}

    virtual(play)


# --- two people -----------------------------------------------------------------------------------


def test_issue20_3_one_person_moves_the_date_by_an_hour_at_most() -> None:
    async def play() -> None:
        desk = Desk()
        desk.machine.wall += ALONE_MS
        assert not (await desk.confirm(MARTA)).needs_two
        assert desk.clock.wall_ms() == NOW_MS + ALONE_MS
        for jump_ms in (ALONE_MS + 1_000, -ALONE_MS - 1_000):
            before = desk.clock.wall_ms()
            desk.machine.wall += jump_ms
            state = await desk.confirm(MARTA)
            assert (state.needs_two, state.proposed_by) == (True, MARTA)
            assert desk.clock.in_doubt
            assert desk.clock.wall_ms() == before  # no limit and no exclusion has moved
            with pytest.raises(Refused, match="proposal/own"):
                await desk.confirm(MARTA)
            assert (await desk.confirm(NICO)).doubted_at_ms is None
            assert desk.clock.wall_ms() == desk.machine.wall
        assert desk.office.audited().ok

    virtual(play)


def test_20_3_one_person_does_not_move_the_date_step_by_step() -> None:
    """Found by an attack: six steps of 50 minutes in seven seconds, each by one person."""

    async def play() -> None:
        desk = Desk()
        for step_ms in (ALONE_MS // 2, -ALONE_MS // 4):
            desk.machine.wall += step_ms
            assert (await desk.confirm(MARTA)).doubted_at_ms is None
        desk.machine.wall += ALONE_MS // 2
        assert (await desk.confirm(MARTA)).needs_two
        assert (await desk.confirm(NICO)).doubted_at_ms is None
        desk.machine.passes(ALONE_WITHIN_MS)
        desk.machine.wall += ALONE_MS
        assert (await desk.confirm(MARTA)).doubted_at_ms is None
        assert desk.office.audited().ok

    virtual(play)


def test_issue20_3_the_second_person_confirms_the_same_jump() -> None:
    async def play() -> None:
        desk = Desk()
        desk.machine.wall += 100 * DAY_MS
        await desk.confirm(MARTA)
        desk.machine.wall += DAY_MS  # set once more before the colleague comes
        assert desk.desk.with_proposal().proposed_by is None
        state = await desk.confirm(NICO)
        assert state.proposed_by == NICO  # he is the first one about this jump
        assert desk.clock.wall_ms() == NOW_MS
        assert (await desk.confirm(MARTA)).doubted_at_ms is None
        assert desk.office.audited().ok

    virtual(play)


def test_issue20_3_a_proposal_of_an_earlier_doubt_is_worth_nothing() -> None:
    async def play() -> None:
        desk = Desk()
        desk.machine.wall += 100 * DAY_MS
        await desk.confirm(MARTA)
        await desk.desk.confirm(actor=NICO, at_ms=desk.machine.wall, reason=WHY)
        desk.machine.passes(DAY_MS)
        desk.machine.wall += 100 * DAY_MS
        assert (await desk.confirm(NICO)).proposed_by == NICO
        assert desk.clock.in_doubt

    virtual(play)


def test_issue20_3_the_audit_finds_a_long_jump_that_one_person_confirmed() -> None:
    def alone(_kind: str, fact: dict[str, object]) -> bool:
        if fact.get("kind") == "clock/confirmed":
            fact["body"] = str(fact["body"]).replace('"clock:', '"no:')
        return fact.get("kind") not in {"clock/approved", "clock/proposed"}

    async def play() -> None:
        desk = Desk()
        desk.machine.wall += 100 * DAY_MS
        await desk.confirm(MARTA, NICO)
        found = desk.office.audited(alone).violations
        assert {one.check for one in found} == {"I14", "house"}
        assert any("two people" in str(one.expected) for one in found)

    virtual(play)


class FullDisk(MemoryClockMarks):
    """Nothing can be written."""

    @override
    def save(self, mark: Mark) -> None:
        raise Unavailable("store/full")


def test_a_disk_that_is_full_does_not_end_the_keeper() -> None:
    async def play() -> None:
        desk = Desk(FullDisk())
        running = asyncio.create_task(desk.desk.run())
        desk.machine.wall += 100 * DAY_MS
        await desk.seen()
        assert desk.clock.in_doubt
        assert not running.done()
        running.cancel()

    virtual(play)
