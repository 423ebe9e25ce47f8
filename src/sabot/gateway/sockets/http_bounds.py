"""The bounds of a connection before it is a socket: bytes of a head, and time for every step.

Whoever connects has so many seconds to say what they want, to send all of it, and to take the
answer. When more are connected than there is room for, the one that has waited longest without
asking anything goes. What they say is read when it is their turn, so those who play do not wait for
all of them.
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

from sabot.gateway.origins import Doorplate
from sabot.gateway.sockets import bare
from sabot.gateway.sockets.mistakes import place_of_error
from sabot.gateway.sockets.turns import Turns

log = logging.getLogger("sabot.gateway")

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

TOO_BIG = "The head of the request is too big."

PROBES = frozenset({b"/healthz", b"/readyz"})
"""What supervisors ask under whatever name they know, and what tells nobody anything."""

FORWARDED = b"x-forwarded-for"


class Handshake(NamedTuple):
    """What somebody asks for who wants a socket, and from where."""

    path: bytes
    headers: Mapping[str, str]  # by names With-Capitals
    address: str


class Door(Protocol):
    """Whoever decides about handshakes."""

    turns: Turns

    def knock(self, asked: Handshake) -> asyncio.Future[bytes] | None:
        """Whether a handshake has to wait; then for its refusal, or for nothing."""


class BoundedHttp(HttpToolsProtocol):
    """One connection of HTTP."""

    _idle: ClassVar[dict[BoundedHttp, None]]  # those that ask nothing, the longest first
    _door: ClassVar[Door]
    _doorplate: ClassVar[Doorplate]

    @override
    def connection_made(  # type: ignore[override]
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        self._head_bytes = 0
        self._in_head = True
        self._knocking = False  # or taken over
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
        """Read a piece of what has come; when all is read, let more come."""
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
            self.flow.resume_reading()  # which the server has not asked by itself to wait with

    def _body_waiting(self) -> int:
        return len(getattr(self.cycle, "body", b""))  # there is no cycle before the first request

    def _read(self, data: bytes) -> None:
        """Read what has come; of a head never more than it may have, however much came at once."""
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
        """The server's own answer, with what every answer carries; the first one counts."""
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
        if self._head_size() > HEAD_MAX:  # of one that began behind another request
            self.send_400_response(TOO_BIG)
            raise ValueError(TOO_BIG)  # which the parser takes for the end of all it reads
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
        """Why the name that was asked for is not ours: with its status, or None."""
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) != 1 or not self.url.startswith(b"/"):
            return "400 Bad Request", "host/missing" if not hosts else "host/unclear"
        if self.url in PROBES or self._doorplate.knows(hosts[0].decode("latin-1")):
            return None
        return "421 Misdirected Request", "host/unknown"

    def _refuse_host(self, status: str, code: str) -> None:
        body = f'{{"code":"{code}","data":{{}}}}'
        head = {**bare.HEADERS, "Content-Type": "application/json", "Connection": "close"}
        head["Content-Length"] = str(len(body))
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {head[name]}" for name in head), "", body]
        self.transport.write("\r\n".join(lines).encode("ascii"))
        self.transport.close()

    def _head_size(self) -> int:
        """Bytes of an address and headers, without spaces, which are not kept."""
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
        except Exception:  # noqa: BLE001  whoever takes over answers, and may fail as well
            log.error("knock failed at %s", place_of_error())  # noqa: TRY400  never its words
            wait = None
        if wait is None:
            self._hand_over()
            return
        self.flow.pause_reading()
        self._idle[self] = None  # those who wait go first when room is needed
        wait.add_done_callback(self._waited)

    def _handshake(self) -> Handshake:
        headers = {
            name.decode("latin-1").title(): value.decode("latin-1")
            for name, value in reversed(self.headers)  # the first of a name is the one that counts
        }
        return Handshake(self.url, headers, self._address())

    def _address(self) -> str:
        """Where somebody comes from, as over HTTP: the peer, or what a proxy of ours forwards."""
        peer = "" if self.client is None else self.client[0]
        proxies: Any = getattr(self.app, "trusted_hosts", ())  # of the server's own middleware
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
        """Another protocol has the connection from now on.

        Nothing of this one may stay behind in a circle: to look for circles stops the whole house.
        """
        self._stop()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as the server does at the end
        while self._unread:  # it came before its time
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


def bounded_http(door: Door, doorplate: Doorplate) -> type[asyncio.Protocol]:
    """The class of the connections of one port, which share their room."""

    class PortHttp(BoundedHttp):
        """A connection of this port."""

        _idle: ClassVar[dict[BoundedHttp, None]] = {}
        _door: ClassVar[Door] = door
        _doorplate: ClassVar[Doorplate] = doorplate

    return PortHttp
