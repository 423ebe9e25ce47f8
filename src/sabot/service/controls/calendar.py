"""Days, weeks and months in UTC: a day is a number, counted from 1 January 1970.

A week begins on Monday, a month on its first. UTC for all players: one player's day has one length
and one beginning, whatever clock they look at.
"""

from __future__ import annotations

from datetime import date

from sabot.service.controls.limits import DAY_MS, Limit

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


def resets_ms(limit: Limit, now_ms: int) -> int | None:
    """When a limit that counts over a day, a week or a month counts from zero again.

    >>> resets_ms(Limit.LOSS_PER_WEEK, 3 * DAY_MS) == 4 * DAY_MS
    True
    """
    day = day_of(now_ms)
    match limit:
        case Limit.STAKE_PER_ROUND:
            return None
        case Limit.LOSS_PER_WEEK:
            return (week_start(day) + 7) * DAY_MS
        case Limit.LOSS_PER_MONTH:
            return month_start(month_start(day) + 31) * DAY_MS
        case Limit.STAKE_PER_DAY | Limit.LOSS_PER_DAY | Limit.SESSION_TIME:
            return (day + 1) * DAY_MS


def period_start(day: int) -> int:
    """The first day that anything looks at: a limit, or a session that began yesterday."""
    return min(week_start(day), month_start(day), day - 1)
