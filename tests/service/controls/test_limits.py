"""How own limits and pauses change: stricter at once, looser in a day, never a shorter pause."""

from __future__ import annotations

import pytest
from tests.service.controls.moments import DAY, NOON

from sabot.errors import Refused
from sabot.service.controls.limits import (
    FOR_EVER_MS,
    Controls,
    Limit,
    Lock,
    Pause,
    Pending,
    in_force,
    lock_at,
    pause,
    set_check,
    set_limit,
    withdraw,
)
from sabot.service.controls.refusals import ControlRefusal

DAILY = Limit.STAKE_PER_DAY


def limited(value: int) -> Controls:
    return set_limit(Controls(), DAILY, value, now_ms=NOON)


def test_a_first_limit_and_a_lower_one_act_at_once() -> None:
    controls = limited(5_000)
    assert controls == Controls(limits={DAILY: 5_000})
    assert set_limit(controls, DAILY, 1_000, now_ms=NOON) == Controls(limits={DAILY: 1_000})


@pytest.mark.parametrize("value", [9_000, None])
def test_a_higher_limit_or_none_waits_for_a_day(value: int | None) -> None:
    controls = set_limit(limited(5_000), DAILY, value, now_ms=NOON)
    assert controls.limits == {DAILY: 5_000}
    assert controls.pending == {DAILY: Pending(value=value, asked_ms=NOON, acts_ms=NOON + DAY)}
    assert in_force(controls, NOON + DAY - 1) == controls
    after = in_force(controls, NOON + DAY)
    assert after.limits == ({} if value is None else {DAILY: value})
    assert after.pending == {}


def test_what_waits_can_be_withdrawn_until_it_acts() -> None:
    waiting = set_limit(limited(5_000), DAILY, 9_000, now_ms=NOON)
    assert withdraw(waiting, DAILY, now_ms=NOON + 1) == limited(5_000)
    with pytest.raises(Refused, match="control/nothing_pending"):
        withdraw(waiting, DAILY, now_ms=NOON + DAY)


def test_the_newest_wish_replaces_the_one_that_waits() -> None:
    waiting = set_limit(limited(5_000), DAILY, 9_000, now_ms=NOON)
    again = set_limit(waiting, DAILY, 7_000, now_ms=NOON + DAY // 2)
    assert again.pending[DAILY].value == 7_000
    assert again.pending[DAILY].acts_ms == NOON + DAY // 2 + DAY
    assert set_limit(waiting, DAILY, 4_000, now_ms=NOON + 1) == Controls(limits={DAILY: 4_000})
    assert set_limit(waiting, DAILY, 5_000, now_ms=NOON + 1) == limited(5_000)


def test_a_raise_that_has_come_is_the_limit_that_the_next_change_starts_from() -> None:
    waiting = set_limit(limited(5_000), DAILY, 9_000, now_ms=NOON)
    lowered = set_limit(waiting, DAILY, 8_000, now_ms=NOON + DAY)
    assert lowered == Controls(limits={DAILY: 8_000})


def test_limits_do_not_touch_each_other() -> None:
    both = set_limit(limited(5_000), Limit.LOSS_PER_WEEK, 700, now_ms=NOON)
    looser = set_limit(both, DAILY, None, now_ms=NOON)
    assert looser.limits == {DAILY: 5_000, Limit.LOSS_PER_WEEK: 700}
    assert set(looser.pending) == {DAILY}


@pytest.mark.parametrize(
    ("limit", "value"),
    [(DAILY, 0), (DAILY, -1), (DAILY, 10**12 + 1), (Limit.SESSION_TIME, 1441)],
)
def test_a_limit_that_limits_nothing_is_refused(limit: Limit, value: int) -> None:
    with pytest.raises(Refused) as refusal:
        set_limit(Controls(), limit, value, now_ms=NOON)
    assert (refusal.value.code, refusal.value.data["lowest"]) == ("control/out_of_range", 1)


def test_the_reality_check_has_an_interval() -> None:
    assert set_check(Controls(), 30).check_minutes == 30
    assert set_check(set_check(Controls(), 30), None).check_minutes is None
    for minutes in (0, 4, 241):
        with pytest.raises(Refused, match="control/out_of_range"):
            set_check(Controls(), minutes)


@pytest.mark.parametrize(
    ("span", "days", "code"),
    [
        (Pause.DAY, 1, ControlRefusal.COOL_OFF),
        (Pause.WEEK, 7, ControlRefusal.COOL_OFF),
        (Pause.MONTH, 30, ControlRefusal.COOL_OFF),
        (Pause.HALF_YEAR, 184, ControlRefusal.EXCLUDED),
        (Pause.YEAR, 366, ControlRefusal.EXCLUDED),
    ],
)
def test_a_pause_runs_to_its_last_moment(span: Pause, days: int, code: str) -> None:
    paused = pause(Controls(), span, now_ms=NOON)
    end = NOON + days * DAY
    assert lock_at(paused, end - 1) == Lock(code=ControlRefusal(code), since_ms=NOON, until_ms=end)
    assert lock_at(paused, end) is None


def test_an_exclusion_for_ever_never_ends() -> None:
    excluded = pause(Controls(), Pause.FOR_EVER, now_ms=NOON)
    assert lock_at(excluded, FOR_EVER_MS - 1) is not None
    for span in Pause:
        with pytest.raises(Refused, match="control/not_shorter"):
            pause(excluded, span, now_ms=NOON + 1_000 * DAY)


@pytest.mark.parametrize(
    ("running", "wanted"),
    [
        (Pause.WEEK, Pause.DAY),
        (Pause.YEAR, Pause.HALF_YEAR),
        (Pause.HALF_YEAR, Pause.MONTH),
    ],
)
def test_a_pause_is_never_shortened(running: Pause, wanted: Pause) -> None:
    paused = pause(Controls(), running, now_ms=NOON)
    with pytest.raises(Refused) as refusal:
        pause(paused, wanted, now_ms=NOON + 1)
    assert refusal.value.code == "control/not_shorter"
    assert refusal.value.data["until_ms"] == running.end(NOON)


def test_the_last_day_of_an_exclusion_is_not_turned_into_a_cool_off() -> None:
    excluded = pause(Controls(), Pause.HALF_YEAR, now_ms=NOON)
    late = Pause.HALF_YEAR.end(NOON) - 1
    with pytest.raises(Refused, match="control/not_shorter"):
        pause(excluded, Pause.MONTH, now_ms=late)
    assert pause(excluded, Pause.HALF_YEAR, now_ms=late).lock is not None


def test_a_pause_can_be_made_longer_and_begun_again_when_it_is_over() -> None:
    paused = pause(Controls(), Pause.DAY, now_ms=NOON)
    longer = lock_at(pause(paused, Pause.YEAR, now_ms=NOON + 1), NOON + 2)
    assert longer is not None
    assert longer.code == ControlRefusal.EXCLUDED
    again = lock_at(pause(paused, Pause.DAY, now_ms=NOON + DAY), NOON + DAY)
    assert again == Lock(code=ControlRefusal.COOL_OFF, since_ms=NOON + DAY, until_ms=NOON + 2 * DAY)
