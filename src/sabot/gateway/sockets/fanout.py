"""Fan-out: everything of a tick leaves as one write per socket.

Frames for many are encoded once and only handed on here. Within a tick a socket first gets what is
its own, then what it shares with others; the order inside each is the order they came in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from picows import WSMsgType

from sabot.gateway.framing import ROOM, with_room
from sabot.gateway.sockets.connection import Connection

TICK_SECONDS = 0.004
"""How long frames wait for each other at most: as long as the writing before them took."""

Followers = dict[Connection, None]
"""Sockets in the order they came."""


class Fanout:
    """Collects frames and writes them."""

    def __init__(self, *, before_writing: Callable[[], None] = lambda: None) -> None:
        self._before_writing = before_writing
        self._shared: list[tuple[Followers, list[bytes]]] = []
        self._own: dict[Connection, list[bytes]] = {}
        self._timer: asyncio.Handle | None = None
        self._next = 0.0  # when the next write may be, on the loop's clock
        self.frames = 0
        self.bytes = 0

    def to_all(self, followers: Followers, frame: bytes) -> None:
        """The same frame for many."""
        for group, frames in self._shared:
            if group is followers:
                frames.append(frame)
                break
        else:
            self._shared.append((followers, [frame]))
        self.soon()

    def to_one(self, connection: Connection, frame: bytes) -> None:
        """A frame for one."""
        self._own.setdefault(connection, []).append(frame)
        self.soon()

    def soon(self) -> None:
        """Write at the end of this tick."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = self._next - loop.time()
            if wait > 0:
                self._timer = loop.call_later(wait, self.flush)
            else:
                self._timer = loop.call_soon(self._after_answers, loop)

    def _after_answers(self, loop: asyncio.AbstractEventLoop) -> None:
        """What is being said right now belongs together: the answers of a step come last."""
        self._timer = loop.call_soon(self.flush)

    def flush(self) -> None:
        """Write everything that waits; the next time not before others had as long as this took."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        self._before_writing()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        shared, self._shared = self._shared, []
        own, self._own = self._own, {}
        self._write(shared, own)
        ended = clock()
        self._next = ended + min(TICK_SECONDS, ended - begun)

    def _write(
        self,
        shared: list[tuple[Followers, list[bytes]]],
        own: dict[Connection, list[bytes]],
    ) -> None:
        if len(shared) == 1 and not own:
            followers, frames = shared[0]
            joined = b"".join(frames)
            self._count(len(frames) * len(followers), len(joined) * len(followers))
            if len(frames) == 1:
                _pass_on(joined, tuple(followers))
                return
            for connection in tuple(followers):
                connection.write(joined)
            return
        for followers, frames in shared:
            joined = b"".join(frames)
            for connection in followers:
                own.setdefault(connection, []).append(joined)
        for connection, parts in own.items():
            joined = parts[0] if len(parts) == 1 else b"".join(parts)
            self._count(len(parts), len(joined))
            connection.write(joined)

    def _count(self, frames: int, size: int) -> None:
        self.frames += frames
        self.bytes += size


def _pass_on(frame: bytes, connections: Sequence[Connection]) -> None:
    """One frame for many, which is nearly all there is: past the queue of the event loop."""
    message = with_room(frame)
    for connection in connections:
        connection.pass_on(WSMsgType.TEXT, message, ROOM)
