"""The crier: bytes for many sockets, the same or each its own, by one loop of machine code.

That loop goes past the event loop, never past what it has queued: whoever has no descriptor, or
takes fewer bytes than all, gets the rest through its own `write`. It is loaded in a thread when the
first crowd gathers or many are answered, since the compiler takes a second and 60 MB that a small
house need not have; until then, and where it cannot be loaded, everybody is written to one by one
(ADR 0015).
"""

from __future__ import annotations

import asyncio
import logging
import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import Protocol

from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.spare_memory import release_code

LINUX = sys.platform == "linux"

CROWD = 200
"""Sockets from which on the loop is worth loading."""

HANDFUL = 24
"""Sockets from which on the loop, once it is there, is worth calling."""

BUSY, BUSY_SECONDS = 4_000, 4.0
"""So many pieces in so many seconds, and the loop is worth loading; not when a thousand arrive."""

COMPILER = "libllvmlite"
"""The library whose code nothing needs once the loop is there: 60 MB."""

PIECES_MAX = 4 * 1024 * 1024
"""Bytes that are laid together for the loop; beyond it, copying them is no gain."""

Short = Iterable[tuple[int, int]]
"""At which places fewer bytes went than all, and how many."""


class Loops(Protocol):
    """What is compiled; descriptors that are negative are left out."""

    def same(self, descriptors: array[int], data: bytes) -> Short:
        """The same for each."""

    def own(self, descriptors: array[int], sizes: array[int], data: bytes) -> Short:
        """Each its piece of the data, of this size; the pieces lie in order."""


log = logging.getLogger("sabot.gateway")


class Crier:
    """Says the same to many, and many things at once."""

    def __init__(self) -> None:
        self._loops: Loops | None = None
        self._loading: asyncio.Future[Loops] | None = None
        self._since = 0.0  # when pieces are counted from
        self._written = 0

    def write(self, data: bytes, to: Sequence[Connection], at: array[int] | None = None) -> None:
        """The same bytes for each; `at` are their descriptors, for whoever has them at hand."""
        loops = self._load() if len(to) >= CROWD else None
        if loops is None:
            for connection in tuple(to):
                connection.write(data)
            return
        if at is None:
            at = array("i", [connection.descriptor for connection in to])
        short = [(to[place], taken) for place, taken in loops.same(at, data)]
        for connection, taken in short:
            connection.write(data[taken:])

    def write_own(self, to: Sequence[Connection], pieces: Sequence[bytes]) -> None:
        """Each its own piece."""
        loops = self._busy(len(to)) if len(to) >= HANDFUL else None
        sizes = array("q", map(len, pieces))
        if loops is None or sum(sizes) > PIECES_MAX:
            for connection, piece in zip(to, pieces, strict=True):
                connection.write(piece)
            return
        at = array("i", [connection.descriptor for connection in to])
        for place, taken in loops.own(at, sizes, b"".join(pieces)):
            to[place].write(pieces[place][taken:])

    def _busy(self, sockets: int) -> Loops | None:
        """The loops, if they are there; they are fetched for a house that writes this much."""
        if self._loading is None:
            now = asyncio.get_running_loop().time()
            if now - self._since > BUSY_SECONDS:
                self._since, self._written = now, 0
            self._written += sockets
            if self._written > BUSY:
                self._load()
        return self._loops

    def _load(self) -> Loops | None:
        if self._loading is None and LINUX:
            self._loading = asyncio.get_running_loop().run_in_executor(None, _loaded)
            self._loading.add_done_callback(self._has_loaded)
        return self._loops

    def _has_loaded(self, loading: asyncio.Future[Loops]) -> None:
        if loading.cancelled():
            return
        error = loading.exception()
        if error is None:
            self._loops = loading.result()
        else:
            log.warning("crowds are written to one by one: %s", type(error).__name__)


def _loaded() -> Loops:
    from sabot.gateway.sockets.kernels import sender

    loops = sender()
    release_code(COMPILER)
    return loops
