"""Days, weeks and months of one time zone: a day is a number, counted from 1 January 1970.

A week begins on Monday, a month on its first. A day lasts from its first moment to the first moment
of the next one: 23 or 25 hours when clocks are changed. The house has one calendar for all players,
so one player's day has one beginning, whatever clock they look at.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sabot.service.controls.limits import Limit

_FIRST = date(1970, 1, 1).toordinal()  # a Thursday


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


def written(day: int) -> str:
    """The date of a day.

    >>> written(20_000)
    '2024-10-04'
    """
    return date.fromordinal(_FIRST + day).isoformat()


@dataclass(frozen=True, slots=True)
class Calendar:
    """Which day a moment belongs to, and when days begin."""

    zone: tzinfo

    def day_of(self, at_ms: int) -> int:
        """The day of a moment. No later moment is of an earlier day.

        >>> UTC_DAYS.day_of(86_400_000)
        1
        >>> calendar_of("Europe/Rome").day_of(23 * 3_600_000)
        1
        """
        day = datetime.fromtimestamp(at_ms / 1000, self.zone).toordinal() - _FIRST
        # Where clocks are set back over midnight, the day that has begun goes on.
        return day + 1 if at_ms >= self.start_ms(day + 1) else day

    def start_ms(self, day: int) -> int:
        """The first moment of a day, also where clocks skip its midnight.

        >>> calendar_of("Europe/Rome").start_ms(1) // 3_600_000
        23
        """
        return _start_ms(self.zone, day)

    def today_ms(self, now_ms: int) -> int:
        """The first moment of the day that runs."""
        return self.start_ms(self.day_of(now_ms))

    def first_ms(self, now_ms: int) -> int:
        """The first moment that anything looks at now."""
        return self.start_ms(period_start(self.day_of(now_ms)))

    def resets_ms(self, limit: Limit, now_ms: int) -> int | None:
        """When a limit that counts over a day, a week or a month counts from zero again.

        >>> UTC_DAYS.resets_ms(Limit.LOSS_PER_WEEK, UTC_DAYS.start_ms(3)) == UTC_DAYS.start_ms(4)
        True
        """
        day = self.day_of(now_ms)
        match limit:
            case Limit.STAKE_PER_ROUND:
                return None
            case Limit.LOSS_PER_WEEK:
                return self.start_ms(week_start(day) + 7)
            case Limit.LOSS_PER_MONTH:
                return self.start_ms(month_start(month_start(day) + 31))
            case Limit.STAKE_PER_DAY | Limit.LOSS_PER_DAY | Limit.SESSION_TIME:
                return self.start_ms(day + 1)


@lru_cache(maxsize=4096)
def _start_ms(zone: tzinfo, day: int) -> int:
    midnight = datetime.fromordinal(_FIRST + day).replace(tzinfo=zone)
    return round(midnight.timestamp() * 1000)


UTC_DAYS = Calendar(UTC)


@lru_cache(maxsize=1024)
def calendar_of(time_zone: str) -> Calendar:
    """The calendar of a zone such as `Europe/Rome`.

    >>> calendar_of("Europe/Atlantis")
    Traceback (most recent call last):
    zoneinfo._common.ZoneInfoNotFoundError: 'Europe/Atlantis'
    """
    try:
        return Calendar(ZoneInfo(time_zone))
    except (KeyError, ValueError, OSError):  # its data is looked up as a file
        raise ZoneInfoNotFoundError(time_zone) from None
