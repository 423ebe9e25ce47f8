"""A player's own results over time, beside what the exact returns expect."""

from __future__ import annotations

from sabot.wire.strict import Body


class ResultsShown(Body, frozen=True):
    """Results in cents; `expected` is the net that the exact returns predict for these bets.

    About 19 of 20 such nets lie between `low` and `high`, which are null while there are too few
    rounds. Returns are decimals of the stakes, and null without stakes.
    """

    rounds: int
    staked: int
    returned: int
    net: int
    golden: int  # won with golden chips; not part of the other sums
    expected: int | None
    low: int | None
    high: int | None
    actual_return: str | None
    expected_return: str | None
    low_return: str | None
    high_return: str | None


class GameResults(Body, frozen=True):
    """One game."""

    game: str
    results: ResultsShown


class DayResults(Body, frozen=True):
    """One game on one day, which begins at midnight in the zone that was asked for."""

    day: str  # 2026-11-16
    game: str
    results: ResultsShown


class CoursePoint(Body, frozen=True):
    """The running sum after a round."""

    at_ms: int
    rounds: int
    net: int
    expected: int | None
    low: int | None
    high: int | None


class StatisticsShown(Body, frozen=True):
    """The last `days` days; `complete` is false when some of the rounds were not counted."""

    days: int
    complete: bool
    total: ResultsShown
    games: tuple[GameResults, ...]
    by_day: tuple[DayResults, ...]
    course: tuple[CoursePoint, ...]
