"""Fan-out: everything of a tick leaves as one write per socket.

Frames for many are encoded once and only handed on here. Within a tick a socket first gets what is
its own, then what it shares with others; the order inside each is the order they came in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.crier import CROWD, Crier
from sabot.gateway.sockets.followers import Followers

TICK_SECONDS = 0.004
"""Writing may take so long; as much as it takes longer, frames then wait for each other, and this
at most. A shorter write leaves no pause: a core that sleeps in between pays for cold caches."""


class Fanout:
    """Collects frames and writes them."""

    def __init__(self, *, before_writing: Callable[[], None] = lambda: None) -> None:
        self._before_writing = before_writing
        self._crier = Crier()
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
        """What is being said right now belongs together: the answers of a step come last."""
        self._timer = loop.call_soon(self.flush)

    def flush(self) -> None:
        """Write everything that waits; what took long lets others have the loop before the next."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        try:
            self._before_writing()
        finally:  # whatever went wrong there: what waits leaves, and the next is written again
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
        if len(shared) == 1 and not own:  # nearly all there is
            followers, frames = shared[0]
            joined = self._joined(frames, len(followers))
            self._crier.write(joined, followers.connections, followers.descriptors)
        elif shared:
            self._write_together(shared, own)
        elif own:
            self._write_own(own)

    def _write_own(self, own: dict[Connection, list[bytes]]) -> None:
        """Each its own, in one go."""
        pieces = [b"".join(frames) for frames in own.values()]
        self.frames += sum(map(len, own.values()))
        self.bytes += sum(map(len, pieces))
        self._crier.write_own(list(own), pieces)

    def _write_together(
        self,
        shared: list[tuple[Followers, list[bytes]]],
        own: dict[Connection, list[bytes]],
    ) -> None:
        """Those who get the same are written to together, the others in one go."""
        for followers, frames in shared:
            joined = b"".join(frames)
            for connection in followers:
                own.setdefault(connection, []).append(joined)
        alike: dict[tuple[bytes, ...], list[Connection]] = {}
        for connection, parts in own.items():
            alike.setdefault(tuple(parts), []).append(connection)
        to: list[Connection] = []
        pieces: list[bytes] = []
        for same, connections in alike.items():
            joined = self._joined(same, len(connections))
            if len(connections) >= CROWD:
                self._crier.write(joined, connections)
            else:
                to += connections
                pieces += [joined] * len(connections)
        self._crier.write_own(to, pieces)

    def _joined(self, frames: Sequence[bytes], readers: int = 1) -> bytes:
        """As one piece, counted for so many."""
        joined = b"".join(frames)
        self.frames += len(frames) * readers
        self.bytes += len(joined) * readers
        return joined
