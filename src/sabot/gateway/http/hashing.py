"""Turns for hashing passwords: few at once, and few that wait.

Each takes its own memory and a core, so strangers who try passwords must not queue without end.
Devices that have signed in before have a lane of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sabot.errors import Unavailable
from sabot.service.identity.refusals import SignInRefusal

STRANGERS_AT_ONCE = 3
KNOWN_AT_ONCE = 1
WAITING_MAX = 64
"""In each lane. At 50 ms a password the last of them waits about a second."""

RETRY_AFTER_S = 5


class Lane:
    """So many at once, and so many that wait."""

    def __init__(self, at_once: int, *, waiting_max: int = WAITING_MAX) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._waiting = 0
        self._waiting_max = waiting_max

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, or refuse with `sign_in/busy`."""
        if self._waiting >= self._waiting_max:
            raise Unavailable(SignInRefusal.BUSY, retry_after_s=RETRY_AFTER_S)
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()


class Hashing:
    """The lanes of strangers and of known devices."""

    def __init__(self) -> None:
        self.strangers = Lane(STRANGERS_AT_ONCE)
        self.known = Lane(KNOWN_AT_ONCE)
