"""Whether a socket is read at this moment.

Reading is paused while requests of the client wait for their turn, and while a client that was too
fast rests. A client that is too fast again after each rest is disconnected.
"""

from __future__ import annotations

import asyncio
from collections import deque

from sabot.gateway.sockets.pace import REST_SECONDS
from sabot.gateway.sockets.turns import Turns

RESTS_MAX = 2
"""Rests in a row before the socket is closed."""

CALM_SECONDS = 10.0
"""Rests this far apart are not in a row."""


class Reading:
    """Pauses and resumes one socket. It holds no connection: both then go without a collector."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.raw: asyncio.Transport | None = None
        self.unheard: deque[bytes] = deque()  # requests that wait for their turn
        self._listens = True
        self.resting = False
        self._rests = 0
        self._rested_at = -CALM_SECONDS

    def rest(self) -> bool:
        """Pause reading after a request too many; False when the client does it again and again."""
        loop = asyncio.get_running_loop()
        in_a_row = loop.time() - self._rested_at < CALM_SECONDS
        self._rests = self._rests + 1 if in_a_row else 1
        if self._rests > RESTS_MAX:
            return False
        self.resting = True
        self.listen(listens=False)
        loop.call_later(REST_SECONDS, self._rested)
        return True

    def _rested(self) -> None:
        """Listen again, in turn, so that clients that rested together are not all read at once."""
        self.resting = False
        self._rested_at = asyncio.get_running_loop().time()
        if not self.unheard:
            self._turns.soon(self.resume)

    def listen(self, *, listens: bool) -> None:
        """Read from the socket, or let the sender wait."""
        raw = self.raw
        if listens is self._listens or raw is None or raw.is_closing():
            return
        self._listens = listens
        if listens:
            raw.resume_reading()
        else:
            raw.pause_reading()

    def resume(self) -> None:
        """Read again, unless a request waits or the client rests."""
        if not self.unheard and not self.resting:
            self.listen(listens=True)
