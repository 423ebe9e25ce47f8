"""A table's sleep: nothing is done until something comes, is stored or is due.

Owns the one future that the table's task waits for, and its alarm. Knows no table and no command.
"""

from __future__ import annotations

import asyncio


class Sleep:
    """The sleep of one task."""

    def __init__(self) -> None:
        self._sleep: asyncio.Future[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None

    async def until(self, milliseconds: int) -> None:
        """Sleep until woken, or until this time has passed."""
        loop = asyncio.get_running_loop()
        self._sleep = loop.create_future()
        self._set_alarm(loop, loop.time() + milliseconds / 1000)
        await self._sleep

    async def until_woken(self) -> None:
        """Sleep until something wakes; an alarm that was set before does as well."""
        self._sleep = asyncio.get_running_loop().create_future()
        await self._sleep

    def wake(self, _stored: object = None) -> None:
        """Something is there to be done; also as what happens when a future is done."""
        sleep = self._sleep
        if sleep is not None and not sleep.done():
            sleep.set_result(None)

    def _set_alarm(self, loop: asyncio.AbstractEventLoop, when: float) -> None:
        """Wake up then at the latest; an alarm that comes earlier anyway is left as it is."""
        if self._alarm is not None:
            if self._alarm.when() <= when:
                return
            self._alarm.cancel()
        self._alarm = loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.wake()
