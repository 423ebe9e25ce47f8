"""How long to wait before the next attempt: twice as long each time, and never all together."""

from __future__ import annotations

from collections.abc import Callable

FIRST_SECONDS = 0.25
LONGEST_SECONDS = 15.0

Chance = Callable[[], float]
"""A number from 0 up to 1."""


class Backoff:
    """Waits that double from one failure to the next, half of each left to chance.

    >>> waits = Backoff(lambda: 1.0)
    >>> [waits.next() for _ in range(4)]
    [0.25, 0.5, 1.0, 2.0]
    """

    def __init__(
        self,
        chance: Chance,
        *,
        first: float = FIRST_SECONDS,
        longest: float = LONGEST_SECONDS,
    ) -> None:
        self._chance = chance
        self._first = first
        self._longest = longest
        self._failures = 0

    def next(self) -> float:
        """Seconds to wait now."""
        whole = min(self._longest, self._first * 2.0 ** min(self._failures, 30))
        self._failures += 1
        return whole / 2 + whole / 2 * self._chance()

    def reset(self) -> None:
        """It worked: the next failure is a first one."""
        self._failures = 0
