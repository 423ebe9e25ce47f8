"""The crier: the same bytes for many sockets, for a crowd by one loop of machine code.

That loop goes past the event loop, never past what it has queued: whoever has no descriptor, or
takes fewer bytes than all, gets the rest through its own `write`. It is loaded in a thread when the
first crowd gathers, since the compiler takes a second and 60 MB that a small house need not have;
until then, and where it cannot be loaded, everybody is written to one by one (ADR 0015).
"""

from __future__ import annotations

import asyncio
import logging
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence

from sabot.gateway.sockets.connection import NOWHERE, Connection

LINUX = sys.platform == "linux"

CROWD = 200
"""Sockets from which on the loop is worth loading."""

Send = Callable[["array[int]", bytes], Iterable[tuple[int, int]]]
"""Sends to descriptors; tells at which places fewer bytes went than all, and how many."""

log = logging.getLogger("sabot.gateway")


class Crier:
    """Says the same to many."""

    def __init__(self) -> None:
        self._send: Send | None = None
        self._loading: asyncio.Future[Send] | None = None

    def write(self, data: bytes, to: Sequence[Connection], at: array[int] | None = None) -> None:
        """The same bytes for each; `at` are their descriptors, for whoever has them at hand."""
        send = self._loop() if len(to) >= CROWD else None
        if send is None:
            for connection in tuple(to):
                connection.write(data)
            return
        if at is None:
            at = array("i", [connection.descriptor for connection in to])
        short = [(to[place], taken) for place, taken in send(at, data)]
        for connection, taken in short:
            connection.write(data[taken:])

    def _loop(self) -> Send | None:
        if self._loading is None and LINUX:
            self._loading = asyncio.get_running_loop().run_in_executor(None, _loaded)
            self._loading.add_done_callback(self._has_loaded)
        return self._send

    def _has_loaded(self, loading: asyncio.Future[Send]) -> None:
        if loading.cancelled():
            return
        error = loading.exception()
        if error is None:
            self._send = loading.result()
        else:
            log.warning("crowds are written to one by one: %s", type(error).__name__)


def _loaded() -> Send:
    from sabot.gateway.sockets.kernels import send_to_each

    send_to_each(array("i", [NOWHERE]), b"nobody hears it")  # the first call compiles
    return send_to_each
