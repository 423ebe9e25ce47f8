"""The running account, sessions and the calendar behind them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.service.controls.moments import DAY, HOUR, NOON

from sabot.service.controls.calendar import (
    UTC_DAYS,
    calendar_of,
    month_start,
    period_start,
    week_start,
)
from sabot.service.controls.limits import Limit
from sabot.service.controls.sessions import PlaySession, next_check, played_ms
from sabot.service.controls.spending import Spending, Sums
from sabot.service.money.flows import Flow


def flow(round_id: str, staked: int = 0, *, returned: int = 0, at: int | None = None) -> Flow:
    stakes = {f"{round_id}/ada": staked} if staked else {}
    return Flow(player="ada", round_id=round_id, staked=stakes, returned=returned, ended_ms=at)


def ms(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "week", "month"),
    [
        ("2026-11-15T23:59", "2026-11-09", "2026-11-01"),  # a Sunday
        ("2026-11-16T00:00", "2026-11-16", "2026-11-01"),  # a Monday
        ("2026-12-01T00:00", "2026-11-30", "2026-12-01"),
        ("2024-02-29T12:00", "2024-02-26", "2024-02-01"),
    ],
)
def test_weeks_begin_on_monday_and_months_on_the_first(moment: str, week: str, month: str) -> None:
    day = UTC_DAYS.day_of(ms(moment))
    assert week_start(day) * DAY == ms(week)
    assert month_start(day) * DAY == ms(month)
    assert period_start(day) * DAY == min(ms(week), ms(month), (day - 1) * DAY)


ROME = calendar_of("Europe/Rome")
"""Midnight comes at 23:00 UTC in winter, at 22:00 in summer."""

CHANGES = pytest.mark.parametrize(
    ("begins", "ends", "hours"),
    [
        ("2026-03-28T23:00", "2026-03-29T22:00", 23),
        ("2026-10-24T22:00", "2026-10-25T23:00", 25),
        ("2026-11-18T23:00", "2026-11-19T23:00", 24),
    ],
)


@CHANGES
def test_21_3_a_day_of_the_house_lasts_from_midnight_to_midnight_when_clocks_are_changed(
    begins: str, ends: str, hours: int
) -> None:
    day = ROME.day_of(ms(begins))
    assert (ms(ends) - ms(begins)) // HOUR == hours
    assert [ROME.day_of(ms(begins) - 1), ROME.day_of(ms(ends) - 1)] == [day - 1, day]
    assert ROME.day_of(ms(ends)) == day + 1
    assert [ROME.start_ms(day), ROME.start_ms(day + 1)] == [ms(begins), ms(ends)]
    for limit in (Limit.STAKE_PER_DAY, Limit.LOSS_PER_DAY, Limit.SESSION_TIME):
        assert ROME.resets_ms(limit, ms(ends) - 1) == ms(ends)


def test_21_3_weeks_and_months_begin_at_the_midnight_of_the_house() -> None:
    sunday = ms("2026-10-25T12:00")  # clocks were set back in the night
    assert ROME.resets_ms(Limit.LOSS_PER_WEEK, sunday) == ms("2026-10-25T23:00")
    assert ROME.resets_ms(Limit.LOSS_PER_MONTH, sunday) == ms("2026-10-31T23:00")
    assert ROME.first_ms(sunday) == ms("2026-09-30T22:00")
    assert ROME.resets_ms(Limit.STAKE_PER_ROUND, sunday) is None


@pytest.mark.parametrize(
    ("zone", "around"),
    [
        ("Africa/Cairo", "2026-04-23T22:00"),  # midnight is skipped
        ("Africa/Cairo", "2026-10-29T21:00"),  # clocks go from midnight back to 23:00
        ("America/Havana", "2026-11-01T05:00"),  # midnight comes twice
        ("America/St_Johns", "2011-11-06T02:31"),  # one minute of a day, then 59 of the day before
        ("Pacific/Apia", "2011-12-30T10:00"),  # a day that never was
    ],
)
def test_21_3_no_later_moment_is_of_an_earlier_day_in_any_zone(zone: str, around: str) -> None:
    calendar, changed = calendar_of(zone), ms(around)
    moments = range(changed - 30 * HOUR, changed + 30 * HOUR, 30_000)
    days = [calendar.day_of(moment) for moment in moments]
    assert days == sorted(days)
    for moment, day in zip(moments, days, strict=True):
        assert calendar.start_ms(day) <= moment < calendar.start_ms(day + 1)


@CHANGES
def test_21_3_what_ends_before_midnight_counts_for_the_day_that_ends(
    begins: str, ends: str, hours: int
) -> None:
    spending = Spending(
        [
            flow("t-1", 100, at=ms(begins) - 1),
            flow("t-2", 200, at=ms(begins)),
            flow("t-3", 400, at=ms(begins) + hours * HOUR - 1),
            flow("t-4", 800, at=ms(ends)),
        ],
        ROME,
    )
    spending.prune(ms(begins))
    assert spending.day(ms(ends)).staked == 800
    assert spending.day(ms(ends) - 1).staked - spending.day(ms(ends)).staked == 600


def test_stakes_are_at_risk_until_their_round_ends() -> None:
    spending = Spending()
    spending.saw(flow("speed-1-7", 500))
    spending.saw(flow("speed-2-3", 200))
    assert (spending.at_risk, spending.at_table("speed-1"), spending.at_table("speed-3")) == (
        700,
        500,
        0,
    )
    assert spending.day(NOON) == Sums()
    spending.saw(flow("speed-1-7", returned=1_000, at=NOON))
    assert (spending.at_risk, spending.at_table("speed-1")) == (200, 0)
    assert spending.day(NOON) == Sums(staked=500, returned=1_000)
    assert spending.day(NOON).net == 500


def test_a_flow_that_comes_twice_counts_once() -> None:
    """From the disk, which has it already, and from the table, which says so a moment later."""
    spending = Spending([flow("t-1", 500), flow("t-2", 300, at=NOON)])
    spending.saw(flow("t-1", 500))
    spending.saw(flow("t-2", 300))
    spending.saw(flow("t-2", at=NOON))
    assert (spending.at_risk, spending.day(NOON).staked) == (500, 300)


def test_several_bets_of_one_round_add_up() -> None:
    spending = Spending()
    spending.saw(Flow(player="ada", round_id="t-1", staked={"a": 100, "b": 50}))
    spending.saw(Flow(player="ada", round_id="t-1", staked={"a+double": 100}))
    spending.saw(flow("t-1", returned=30, at=NOON))
    assert spending.day(NOON) == Sums(staked=250, returned=30)


def test_days_weeks_and_months_hold_what_ended_in_them() -> None:
    ends = ["2026-11-01T10:00", "2026-11-08T10:00", "2026-11-09T00:00", "2026-11-15T10:00"]
    spending = Spending(flow(f"t-{n}", 10**n, at=ms(end)) for n, end in enumerate(ends))
    now = ms("2026-11-15T12:00")
    sums = [spending.day(now).staked, spending.week(now).staked, spending.month(now).staked]
    assert sums == [1000, 1100, 1111]
    tomorrow = ms("2026-11-16T00:00")
    sums = [spending.day(tomorrow).staked, spending.week(tomorrow).staked]
    assert (sums, spending.month(tomorrow).staked) == ([0, 0], 1111)
    december = ms("2026-12-01T00:00")
    spending.prune(december)
    assert (spending.month(december), spending.since(0)) == (Sums(), Sums())


def test_since_a_moment_open_rounds_count_as_staked() -> None:
    spending = Spending([flow("t-1", 100, at=NOON), flow("t-2", 40, returned=80, at=NOON + HOUR)])
    spending.saw(flow("t-3", 7))
    assert spending.since(NOON + 1) == Sums(staked=47, returned=80, running=7)


def test_a_stake_is_no_loss_while_its_round_runs() -> None:
    spending = Spending([flow("t-2", 40, returned=80, at=NOON)])
    spending.saw(flow("t-3", 7))
    assert spending.since(NOON).net == 40
    spending.saw(flow("t-3", 7, at=NOON + HOUR))
    assert spending.since(NOON).net == 33


def session(name: str, start: int, end: int) -> PlaySession:
    return PlaySession(session_id=name, player_id="ada", started_ms=start, seen_ms=end)


@pytest.mark.parametrize(
    ("spans", "minutes"),
    [
        ([(100, 200)], 100),
        ([(0, 120), (60, 180)], 180),  # two screens
        ([(0, 300), (60, 90)], 300),  # one within the other
        ([(-60, 30), (500, 600)], 130),  # since before midnight
        ([(1000, 2000)], 440),  # not over yet
    ],
)
def test_time_is_counted_once_and_only_today(spans: list[tuple[int, int]], minutes: int) -> None:
    rows = [session(f"s{n}", start * 60_000, end * 60_000) for n, (start, end) in enumerate(spans)]
    assert played_ms(rows, since_ms=0, until_ms=1440 * 60_000) == minutes * 60_000


def test_the_reality_check_comes_an_interval_after_the_last_one() -> None:
    assert next_check(NOON, None) is None
    assert next_check(NOON, 30) == NOON + 30 * 60_000
