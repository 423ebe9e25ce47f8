"""The limits of an HTTP connection: bytes of a request head, and seconds for every step.

A client has a fixed time to send a head, to send the body, and to read the answer. When there are
too many connections, the one that has been idle longest is closed. Requests are read in turn, so a
flood of them does not delay the players' sockets.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, cast

from typing_extensions import override
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sabot.gateway.refusals import HostFault
from sabot.gateway.sockets import bare
from sabot.gateway.sockets.mistakes import place_of_error
from sabot.gateway.sockets.origins import Doorplate
from sabot.gateway.sockets.turns import Turns

log = logging.getLogger("sabot.gateway")

HEAD_MAX = 32 * 1024
"""Bytes of a request line and its headers."""

HEAD_SECONDS = 10.0
"""From opening the connection, or from the first byte after an answer, to the end of a head."""

BODY_SECONDS = 20.0
"""From the end of a head to the end of its body, which has 64 KiB at most."""

READ_SECONDS = 20.0
"""How long an answer may wait to be read."""

CONNECTIONS_MAX = 2048
"""HTTP connections at once. WebSockets do not count."""

TOO_BIG = "The head of the request is too big."

PROBES = frozenset({b"/healthz", b"/readyz"})
"""Paths that answer under any host name: supervisors may know us by another one, and the answers
hold nothing secret."""

FORWARDED = b"x-forwarded-for"


class Handshake(NamedTuple):
    """A request for a WebSocket, and the address it came from."""

    path: bytes
    headers: Mapping[str, str]  # by names With-Capitals
    address: str


class Door(Protocol):
    """Decides about handshakes."""

    turns: Turns

    def knock(self, asked: Handshake) -> asyncio.Future[bytes] | None:
        """Say whether a handshake has to wait: None, or a future with a refusal or no bytes."""


class BoundedHttp(HttpToolsProtocol):
    """One HTTP connection."""

    _idle: ClassVar[dict[BoundedHttp, None]]  # connections without a request, longest first
    _door: ClassVar[Door]
    _doorplate: ClassVar[Doorplate]

    @override
    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        self._head_bytes = 0
        self._in_head = True
        self._knocking = False  # also True once the WebSocket protocol has the connection
        self._unread: deque[bytes] = deque()
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
        if self._in_head and self._clock is None:
            self._within(HEAD_SECONDS)
        self._unread.append(data)
        if len(self._unread) == 1:
            self._door.turns.soon(self._their_turn)
        else:
            self.flow.pause_reading()

    def _their_turn(self) -> None:
        """Read one received piece; after the last one, resume reading."""
        data = self._unread.popleft()
        if self.transport.is_closing():
            self._unread.clear()
            return
        self._read(data)
        if self._knocking or self.transport.is_closing():
            return
        if self._unread:
            self._door.turns.soon(self._their_turn)
        elif not self.pipeline and self._body_waiting() <= HIGH_WATER_LIMIT:
            self.flow.resume_reading()  # only if uvicorn has not paused reading for its own reasons

    def _body_waiting(self) -> int:
        return len(getattr(self.cycle, "body", b""))  # there is no cycle before the first request

    def _read(self, data: bytes) -> None:
        """Parse received bytes, but never more of a head than `HEAD_MAX`."""
        while data and not self._knocking and not self.transport.is_closing():
            size = len(data)
            if self._in_head:
                size = min(size, HEAD_MAX - self._head_bytes)
                self._head_bytes += size
            if not size:
                self.send_400_response(TOO_BIG)
                return
            super().data_received(data[:size])
            data = data[size:]

    @override
    def send_400_response(self, msg: str) -> None:
        """Send uvicorn's answer with our headers; a second call has no effect."""
        if self.transport.is_closing():
            return
        body = msg.encode("ascii")
        head = {
            **bare.HEADERS,
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        lines = ["HTTP/1.1 400 Bad Request", *(f"{name}: {head[name]}" for name in head), "", ""]
        self.transport.write("\r\n".join(lines).encode("ascii") + body)
        self.transport.close()

    @override
    def on_headers_complete(self) -> None:
        if self._head_size() > HEAD_MAX:  # a pipelined head, which `_read` did not count
            self.send_400_response(TOO_BIG)
            raise ValueError(TOO_BIG)  # makes the parser stop reading
        wrong = self._wrong_host()
        if wrong is not None:
            self._refuse_host(*wrong)
            raise ValueError(wrong[1])
        self._in_head = False
        self._head_bytes = 0
        self._idle.pop(self, None)
        self._within(BODY_SECONDS)
        super().on_headers_complete()

    def _wrong_host(self) -> tuple[str, str] | None:
        """Give status and code if the `Host` is not one of our names, otherwise None."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) != 1 or not self.url.startswith(b"/"):
            return "400 Bad Request", HostFault.MISSING if not hosts else HostFault.UNCLEAR
        if self.url in PROBES or self._doorplate.knows(hosts[0].decode("latin-1")):
            return None
        return "421 Misdirected Request", HostFault.UNKNOWN

    def _refuse_host(self, status: str, code: str) -> None:
        body = f'{{"code":"{code}","data":{{}}}}'
        head = {**bare.HEADERS, "Content-Type": "application/json", "Connection": "close"}
        head["Content-Length"] = str(len(body))
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {head[name]}" for name in head), "", body]
        self.transport.write("\r\n".join(lines).encode("ascii"))
        self.transport.close()

    def _head_size(self) -> int:
        """Bytes of the address and headers; the parser does not keep the spaces."""
        return len(self.url) + sum([len(name) + len(value) + 3 for name, value in self.headers])

    @override
    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head = True
        self._wait_no_more()

    @override
    def handle_websocket_upgrade(self) -> None:
        self._knocking = True
        try:
            wait = self._door.knock(self._handshake())
        except Exception:  # noqa: BLE001  the upgraded protocol then refuses the handshake
            log.error("knock failed at %s", place_of_error())  # noqa: TRY400  never its words
            wait = None
        if wait is None:
            self._hand_over()
            return
        self.flow.pause_reading()
        self._idle[self] = None  # a waiting handshake may be closed when room is needed
        wait.add_done_callback(self._waited)

    def _handshake(self) -> Handshake:
        headers = {
            name.decode("latin-1").title(): value.decode("latin-1")
            for name, value in reversed(self.headers)  # the first header of a name wins
        }
        return Handshake(self.url, headers, self._address())

    def _address(self) -> str:
        """The client's address: the peer's, or the one that a trusted proxy forwards."""
        peer = "" if self.client is None else self.client[0]
        proxies: Any = getattr(self.app, "trusted_hosts", ())  # from uvicorn's own middleware
        said = [value.decode("latin-1") for name, value in self.headers if name == FORWARDED]
        if not said or peer not in proxies:
            return peer
        return str(proxies.get_trusted_client_address(",".join(said))[0])

    def _waited(self, wait: asyncio.Future[bytes]) -> None:
        if self.transport.is_closing() or wait.cancelled():
            return
        refusal = wait.result()
        if refusal:
            self.transport.write(refusal)
            self.transport.close()
        else:
            self.flow.resume_reading()
            self._hand_over()

    def _hand_over(self) -> None:
        """Give the connection to the WebSocket protocol.

        This object must not stay in a reference cycle: the collector of cycles would stop every
        table while it runs.
        """
        self._stop()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection ends
        while self._unread:  # bytes that came before the handshake was answered
            heir = cast(asyncio.Protocol, self.transport.get_protocol())
            heir.data_received(self._unread.popleft())

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
        # The client has not read its answer by now, and never will.
        self.transport.abort()

    def _within(self, seconds: float) -> None:
        self._wait_no_more()
        self._clock = self.loop.call_later(seconds, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _stop(self) -> None:
        """Stop the clocks: the connection is closed or belongs to another protocol."""
        self._idle.pop(self, None)
        self._wait_no_more()
        if self._reading is not None:
            self._reading.cancel()


def bounded_http(door: Door, doorplate: Doorplate) -> type[asyncio.Protocol]:
    """Make the connection class of one port; its connections share `CONNECTIONS_MAX`."""

    class PortHttp(BoundedHttp):
        """A connection of this port."""

        _idle: ClassVar[dict[BoundedHttp, None]] = {}
        _door: ClassVar[Door] = door
        _doorplate: ClassVar[Doorplate] = doorplate

    return PortHttp
