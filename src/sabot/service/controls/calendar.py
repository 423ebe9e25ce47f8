"""Days, weeks and months in UTC: a day is a number, counted from 1 January 1970.

A week begins on Monday, a month on its first. UTC for everybody: one player's day has one length
and one beginning, whatever clock they look at.
"""

from __future__ import annotations

from datetime import date

from sabot.service.controls.limits import DAY_MS

_FIRST = date(1970, 1, 1).toordinal()  # a Thursday


def day_of(at_ms: int) -> int:
    """The day of a moment.

    >>> day_of(86_400_000)
    1
    """
    return at_ms // DAY_MS


def week_start(day: int) -> int:
    """The Monday of a day's week.

    >>> week_start(4), week_start(10), week_start(11)
    (4, 4, 11)
    """
    return day - (day + 3) % 7


def month_start(day: int) -> int:
    """The first of a day's month.

    >>> month_start(30), month_start(31), month_start(40)
    (0, 31, 31)
    """
    return day - date.fromordinal(_FIRST + day).day + 1


def period_start(day: int) -> int:
    """The first day that anything looks at: a limit, or a session that began yesterday."""
    return min(week_start(day), month_start(day), day - 1)
