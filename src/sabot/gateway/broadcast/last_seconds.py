"""F69: announces the last seconds of a betting window on time, once.

Owns the timers and nothing of a table. Bets do not change the timer of their window. A window that
closes early loses its timer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from sabot.gateway.tables.feed import TableFeed, Window

Tell = Callable[[TableFeed, bytes], None]


class Timer(NamedTuple):
    """Rings when the last seconds of a window begin."""

    window: Window
    handle: asyncio.TimerHandle


class LastSeconds:
    """One timer for each table that is open for bets."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._timers: dict[str, Timer] = {}

    def arm(self, feed: TableFeed) -> None:
        """Set or drop the timer of a table that has changed."""
        window = feed.betting()
        old = self._timers.get(feed.table_id)
        if old is not None:
            if old.window == window:
                return  # the usual case: a player has bet in the same window
            self.disarm(feed.table_id)
        left = feed.left_ms()
        if window is None or left is None or left < window.last_ms:
            return
        wait = (left - window.last_ms) / 1000
        handle = asyncio.get_running_loop().call_later(wait, self._ring, feed, window.round_id)
        self._timers[feed.table_id] = Timer(window, handle)

    def disarm(self, table: str) -> None:
        """Drop the timer of a table."""
        timer = self._timers.pop(table, None)
        if timer is not None:
            timer.handle.cancel()

    def close(self) -> None:
        """Drop all timers."""
        for table in tuple(self._timers):
            self.disarm(table)

    def _ring(self, feed: TableFeed, round_id: str) -> None:
        self._timers.pop(feed.table_id, None)
        state = feed.table.state
        if not state.in_round or state.current.round_id != round_id:
            return
        one = feed.last_seconds()
        if one is not None:
            self._tell(feed, one)
