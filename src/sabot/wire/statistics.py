"""A player's own results over time, beside what the exact returns expect."""

from __future__ import annotations

from sabot.wire.strict import Body


class ResultsShown(Body, frozen=True):
    """Cents; `expected` is the net that the exact returns of the bets expect.

    `low` and `high` are the ends of the band in which about 19 of 20 such nets lie; none while
    there are too few rounds. Returns are decimals of the stakes; none without stakes.
    """

    rounds: int
    staked: int
    returned: int
    net: int
    golden: int  # won by golden chips, in none of the others
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
    """One game on one day, which begins at midnight UTC."""

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
    """The last so many days; `complete` is false when there were more rounds than are counted."""

    days: int
    complete: bool
    total: ResultsShown
    games: tuple[GameResults, ...]
    by_day: tuple[DayResults, ...]
    course: tuple[CoursePoint, ...]
