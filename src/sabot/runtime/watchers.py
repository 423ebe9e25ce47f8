"""Tasks that wait for a table to change, each until the next change of its kind or a timeout."""

from __future__ import annotations

import asyncio


class Watchers:
    """Those who wait for one table."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], bool] = {}  # in the order in which they came

    async def wait(self, within: float | None, *, beyond_bets: bool) -> None:
        """Wait for a change, on request for one beyond bets, at most for these seconds."""
        loop = asyncio.get_running_loop()
        watcher: asyncio.Future[None] = loop.create_future()
        self._waiting[watcher] = beyond_bets
        alarm = None if within is None else loop.call_later(within, _end, watcher)
        try:
            await watcher
        finally:
            self._waiting.pop(watcher, None)
            if alarm is not None:
                alarm.cancel()

    def wake(self, *, only_bets: bool = False) -> None:
        """Something happened; tasks that wait for more than bets sleep on if it was only bets."""
        for watcher, beyond_bets in [*self._waiting.items()]:
            if not (only_bets and beyond_bets):
                del self._waiting[watcher]
                _end(watcher)


def _end(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
