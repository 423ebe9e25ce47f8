"""Turns: work that may wait is done one piece at a time, and the network is polled in between.

The event loop handles everything that came at once before it polls again, so a flood of requests
would delay every player. HTTP requests, handshakes and the messages of busy clients queue here
instead: one piece in each turn of the loop, first come, first served.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable

from sabot.gateway.sockets.mistakes import place_of_error

log = logging.getLogger("sabot.gateway")

Piece = Callable[[], None]


class Turns:
    """The queue of pieces. Each user limits how often it stands in the queue."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        self._waiting: deque[Piece] = deque()
        self._clock = now
        self._now = 0.0
        self._number = 0
        self._counting = False  # whether `_over` is scheduled

    def __len__(self) -> int:
        return len(self._waiting)

    def number(self) -> int:
        """The number of this turn of the loop."""
        if not self._counting:
            self._count()
        return self._number

    def now(self) -> float:
        """When this turn began: one reading of the clock for all callers that need no better."""
        if not self._counting:
            self._count()
        return self._now

    def _count(self) -> None:
        self._counting = True
        self._now = self._clock()
        asyncio.get_running_loop().call_soon(self._over)

    def _over(self) -> None:
        self._number += 1
        self._counting = False

    def soon(self, piece: Piece) -> None:
        """Do this after the pieces that already wait."""
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        piece = self._waiting[0]
        try:
            piece()
        except Exception:  # noqa: BLE001  one failed piece must not stop the others
            log.error("turn failed at %s", place_of_error())  # noqa: TRY400  never its words
        # It leaves the queue afterwards, so that `soon` does not schedule the next turn twice.
        self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
