"""The chips of all players on a felt, sent to spectators a few times a second while they move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

CROWD_SECONDS = 0.5
"""How often the chips on the felt are sent to spectators while they move."""


class CrowdScreen:
    """Waits a moment after a chip has moved, and then has the felt sent once."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def soon(self, table: str) -> None:
        """Send a felt soon, unless that is under way."""
        if table not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[table] = loop.call_later(CROWD_SECONDS, self._now, table)

    def _now(self, table: str) -> None:
        del self._timers[table]
        self._tell(table)

    def drop(self, table: str) -> None:
        """Send nothing more of a table that has closed."""
        if table in self._timers:
            self._timers.pop(table).cancel()

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
