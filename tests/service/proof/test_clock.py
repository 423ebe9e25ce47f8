"""The date the house goes by: it needs evidence, and a wall clock that jumps is not any."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.seals import SEALS
from tests.service.machine import DAY_MS, HOUR_MS, NOW_MS, Machine

from sabot.adapters.memory.house_clock import MemoryClockMarks
from sabot.service.proof.clock import (
    GAP_MS,
    LATEST_MS,
    TOLERANCE_MS,
    HouseClock,
    Mark,
    ProvenMarks,
    opened,
)

JUMPS = [100 * DAY_MS, 25 * HOUR_MS, -25 * HOUR_MS, -100 * DAY_MS]


def test_a_new_house_takes_the_date_of_its_machine() -> None:
    clock = HouseClock(Machine(), None)
    assert (clock.wall_ms(), clock.in_doubt, clock.unsure_before_ms) == (NOW_MS, False, 0)


@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_jump_while_the_house_runs_moves_no_date_and_is_in_doubt(jump_ms: int) -> None:
    machine = Machine()
    clock = HouseClock(machine, None)
    machine.passes(10_000)
    machine.wall += jump_ms
    assert clock.wall_ms() == NOW_MS + 10_000  # before anybody has looked
    clock.look()
    assert clock.in_doubt
    machine.passes(HOUR_MS)
    clock.look()
    assert clock.wall_ms() == NOW_MS + 10_000 + HOUR_MS


@pytest.mark.parametrize("jump_ms", [90 * DAY_MS, 2 * HOUR_MS, -2 * HOUR_MS, -90 * DAY_MS])
def test_a_jump_between_two_starts_of_one_boot_is_seen_by_the_counter(jump_ms: int) -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.passes(HOUR_MS)
    machine.wall += jump_ms
    clock = HouseClock(machine, mark)
    assert clock.in_doubt
    assert clock.wall_ms() == NOW_MS + HOUR_MS
    assert clock.unsure_before_ms == 0  # how long the house was closed is known


def test_a_long_time_that_the_counter_has_seen_is_no_jump() -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.sleeps(20 * DAY_MS)
    clock = HouseClock(machine, mark)
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS + 20 * DAY_MS, False)


def test_a_machine_that_slept_is_no_jump() -> None:
    machine = Machine()
    clock = HouseClock(machine, None)
    machine.sleeps(9 * HOUR_MS)
    clock.look()
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS + 9 * HOUR_MS, False)


def test_a_machine_that_started_again_is_believed_for_half_a_day() -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.reboots(GAP_MS)
    clock = HouseClock(machine, mark)
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS + GAP_MS, False)
    machine.wall += 1
    clock = HouseClock(machine, mark)
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS, True)
    assert clock.unsure_before_ms == NOW_MS


def test_a_machine_that_started_again_with_an_old_date_does_not_set_the_house_back() -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.reboots(-400 * DAY_MS)
    clock = HouseClock(machine, mark)
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS, True)


def test_small_corrections_are_followed_and_labels_stay_in_order() -> None:
    machine = Machine()
    clock = HouseClock(machine, None)
    machine.wall += 800
    clock.look()
    assert clock.wall_ms() == machine.wall
    machine.wall -= 5_000
    dates = []
    for _ in range(6):
        dates.append(clock.wall_ms())
        machine.passes(2_000)
        clock.look()
    assert dates == sorted(dates)
    assert clock.wall_ms() == machine.wall
    assert not clock.in_doubt


def test_many_small_steps_are_a_jump_in_the_end() -> None:
    machine = Machine()
    clock = HouseClock(machine, None)
    for _ in range(10):
        machine.passes(5_000)
        machine.wall += TOLERANCE_MS // 5
        clock.look()
    assert clock.in_doubt
    assert clock.wall_ms() <= NOW_MS + 50_000 + TOLERANCE_MS


def test_doubt_outlasts_the_process_and_ends_with_a_person() -> None:
    machine = Machine()
    clock = HouseClock(machine, None)
    machine.wall += 100 * DAY_MS
    clock.look()
    machine.passes(HOUR_MS)
    again = HouseClock(machine, clock.mark())
    assert again.doubted_at_ms == NOW_MS
    assert again.wall_ms() == NOW_MS + HOUR_MS
    machine.wall -= 100 * DAY_MS  # right again, and still nobody has said so
    again.look()
    assert again.in_doubt
    assert HouseClock(machine, again.mark()).in_doubt
    again.confirm()
    assert (again.in_doubt, again.wall_ms()) == (False, NOW_MS + HOUR_MS)
    assert not HouseClock(machine, again.mark()).in_doubt


@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_confirmed_date_is_the_wall_clocks(jump_ms: int) -> None:
    machine = Machine()
    clock = HouseClock(machine, None)
    machine.wall += jump_ms
    clock.look()
    clock.confirm()
    assert clock.wall_ms() == clock.confirmed_at_ms == NOW_MS + jump_ms
    machine.passes(HOUR_MS)
    clock.look()
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS + jump_ms + HOUR_MS, False)


@pytest.mark.parametrize("at_ms", [-1, 0, LATEST_MS, 2**62])
def test_a_damaged_mark_counts_as_none(at_ms: int) -> None:
    clock = HouseClock(Machine(), Mark(at_ms=at_ms), latest_ms=NOW_MS - HOUR_MS)
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS, False)


def test_a_house_older_than_marks_has_the_labels_of_its_log() -> None:
    machine = Machine(NOW_MS + 90 * DAY_MS)
    clock = opened(machine, MemoryClockMarks(latest_ms=NOW_MS))
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS, True)


def test_a_demonstration_takes_the_date_of_a_machine_that_was_off_for_days() -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.reboots(3 * DAY_MS)
    clock = HouseClock(machine, mark)
    clock.believe_after_a_restart()
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS + 3 * DAY_MS, False)
    assert clock.unsure_before_ms == NOW_MS  # cards from before are changed all the same


@pytest.mark.parametrize("days", [90, -90])
def test_a_demonstration_believes_no_jump_while_its_machine_runs(days: int) -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.passes(HOUR_MS)
    machine.wall += days * DAY_MS
    clock = HouseClock(machine, mark)
    clock.believe_after_a_restart()
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS + HOUR_MS, True)


def test_a_demonstration_does_not_go_back_in_time() -> None:
    machine = Machine()
    mark = HouseClock(machine, None).mark()
    machine.reboots(-3 * DAY_MS)
    clock = HouseClock(machine, mark)
    clock.believe_after_a_restart()
    assert (clock.wall_ms(), clock.in_doubt) == (NOW_MS, True)


def test_issue20_3_a_mark_with_its_proof_is_believed_and_another_is_not() -> None:
    machine, memory = Machine(), MemoryClockMarks(latest_ms=NOW_MS - HOUR_MS)
    marks = ProvenMarks(memory, SEALS)
    marks.save(HouseClock(machine, None).mark())
    assert not opened(machine, marks, SEALS).in_doubt
    kept = memory.load()
    assert kept is not None
    for edited in (
        replace(kept, at_ms=kept.at_ms + 1),
        replace(kept, counted_ms=kept.counted_ms - 1),
        replace(kept, doubted_at_ms=1),
        replace(kept, confirmed_at_ms=1),
        replace(kept, proof=kept.proof[:-2]),
    ):
        memory.save(edited)
        clock = opened(machine, marks, SEALS)
        assert (clock.in_doubt, clock.wall_ms()) == (True, NOW_MS - HOUR_MS)


def test_issue20_3_an_edited_mark_of_a_house_without_logs_is_in_doubt_too() -> None:
    memory = MemoryClockMarks(Mark(at_ms=NOW_MS + 100 * DAY_MS, proof="00"))
    clock = opened(Machine(), memory, SEALS)
    assert (clock.in_doubt, clock.wall_ms()) == (True, NOW_MS)
