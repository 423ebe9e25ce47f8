"""Turns: what may wait a little is done piece by piece, with a look at the network in between.

The event loop works off everything that came at once before it looks again, so one who plays waits
for all who flooded the house in the same moment. Requests of HTTP, handshakes and whoever asks much
queue here instead: a piece in each turn of the loop, first come, first served.
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
    """Who waits for a turn; each bounds by itself how often it stands in the queue."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        self._waiting: deque[Piece] = deque()
        self._clock = now
        self._now = 0.0
        self._number = 0
        self._counting = False  # whether the loop says when it comes round

    def __len__(self) -> int:
        return len(self._waiting)

    def number(self) -> int:
        """Which turn of the loop this is: another one each time it comes round."""
        if not self._counting:
            self._count()
        return self._number

    def now(self) -> float:
        """When this turn began, for those who need not know it better: one look at the clock."""
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
        """Do this when everybody before had their turn."""
        self._waiting.append(piece)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        piece = self._waiting[0]
        try:
            piece()
        except Exception:  # noqa: BLE001  whatever it is, the others have their turn
            log.error("turn failed at %s", place_of_error())  # noqa: TRY400  never its words
        # It leaves the queue afterwards, so that the next turn is asked for only once.
        self._waiting.popleft()
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
