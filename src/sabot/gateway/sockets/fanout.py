"""Fan-out: all frames of a tick leave as one write per socket.

A frame for many sockets is encoded once, before it comes here. Within a tick a socket first gets
its own frames, then those it shares with others, each in the order they came in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.direct import send

TICK_SECONDS = 0.004
"""A write may take this long. If it takes longer, the next write is delayed by the excess, up to
the same limit. After a shorter write there is no pause: a core that sleeps in between pays for it
with cold caches."""

Followers = Collection[Connection]
"""Connections that get the same frames. The collection is read when the frames are written."""


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
        """Queue the same frame for many connections."""
        for group, frames in self._shared:
            if group is followers:
                frames.append(frame)
                break
        else:
            self._shared.append((followers, [frame]))
        self.soon()

    def to_one(self, connection: Connection, frame: bytes) -> None:
        """Queue a frame for one connection."""
        frames = self._own.get(connection)
        if frames is None:
            self._own[connection] = [frame]
        else:
            frames.append(frame)
        if self._timer is None:
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
        """Wait one more turn of the loop, so the answers of this step leave in the same write."""
        self._timer = loop.call_soon(self.flush)

    def flush(self) -> None:
        """Write everything that waits. After a long write, other tasks get the loop first."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        try:
            self._before_writing()
        finally:  # also after an error: waiting frames leave, and later ones get a timer again
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            shared, self._shared = self._shared, []
            own, self._own = self._own, {}
            self._write(shared, own)
        ended = clock()
        self._next = ended + min(TICK_SECONDS, ended - begun - TICK_SECONDS)

    def _write(
        self,
        shared: list[tuple[Followers, list[bytes]]],
        own: dict[Connection, list[bytes]],
    ) -> None:
        if len(shared) == 1 and not own:  # by far the most frequent case
            followers, frames = shared[0]
            self._send_alike(list(followers), frames)
        elif shared:
            self._write_together(shared, own)
        elif own:
            pieces = [b"".join(frames) for frames in own.values()]
            self.frames += sum(map(len, own.values()))
            self.bytes += sum(map(len, pieces))
            send(list(own), pieces)

    def _write_together(
        self,
        shared: list[tuple[Followers, list[bytes]]],
        own: dict[Connection, list[bytes]],
    ) -> None:
        """Join the frames once for each set of connections that gets the same ones."""
        for followers, frames in shared:
            joined = b"".join(frames)
            for connection in followers:
                own.setdefault(connection, []).append(joined)
        alike: dict[tuple[bytes, ...], list[Connection]] = {}
        for connection, parts in own.items():
            alike.setdefault(tuple(parts), []).append(connection)
        for same, connections in alike.items():
            self._send_alike(connections, same)

    def _send_alike(self, to: list[Connection], frames: Collection[bytes]) -> None:
        """Send the same frames to each connection, joined into one piece."""
        joined = b"".join(frames)
        self.frames += len(frames) * len(to)
        self.bytes += len(joined) * len(to)
        send(to, [joined] * len(to))
