"""The bounds of a connection before it is a socket: bytes of a head, and time for every step.

Whoever connects has so many seconds to say what they want, to send all of it, and to take the
answer. When more are connected than there is room for, the one that has waited longest without
asking anything goes.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_MAX = 32 * 1024
"""Bytes of a request line and its headers."""

HEAD_SECONDS = 10.0
"""From the connection, or from the first byte after an answer, to the end of a head."""

BODY_SECONDS = 20.0
"""From the end of a head to the end of its body; bodies have 64 KiB at most."""

READ_SECONDS = 20.0
"""How long an answer may wait to be read."""

CONNECTIONS_MAX = 2048
"""Connections of HTTP at once; sockets that were taken over do not count."""


class BoundedHttp(HttpToolsProtocol):
    """One connection of HTTP."""

    _idle: ClassVar[dict[BoundedHttp, None]]  # those that ask nothing, the longest first

    @override
    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        self._head_bytes = 0
        self._in_head = True
        self._clock: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._idle[self] = None
        self._within(HEAD_SECONDS)
        if len(self.connections) > CONNECTIONS_MAX and self._idle:
            next(iter(self._idle)).transport.abort()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_head:
            if self._clock is None:
                self._within(HEAD_SECONDS)
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_MAX and not self.transport.is_closing():
            self.send_400_response("The head of the request is too big.")

    @override
    def on_headers_complete(self) -> None:
        self._in_head = False
        self._head_bytes = 0
        self._idle.pop(self, None)
        self._within(BODY_SECONDS)
        super().on_headers_complete()

    @override
    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head = True
        self._wait_no_more()

    @override
    def handle_websocket_upgrade(self) -> None:
        self._stop()
        super().handle_websocket_upgrade()

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self._idle[self] = None

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(READ_SECONDS, self.transport.abort)

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    @override
    def timeout_keep_alive_handler(self) -> None:
        # An answer that nobody has read by now will not be read.
        self.transport.abort()

    def _within(self, seconds: float) -> None:
        self._wait_no_more()
        self._clock = self.loop.call_later(seconds, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _stop(self) -> None:
        """Another protocol has the connection, or nobody."""
        self._idle.pop(self, None)
        self._wait_no_more()
        if self._reading is not None:
            self._reading.cancel()


def bounded_http() -> type[asyncio.Protocol]:
    """The class of the connections of one port, which share their room."""

    class PortHttp(BoundedHttp):
        """A connection of this port."""

        _idle: ClassVar[dict[BoundedHttp, None]] = {}

    return PortHttp
