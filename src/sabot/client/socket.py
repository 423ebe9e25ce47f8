"""One socket: opens, sends, hears, closes. What it carries and when to open the next is not its."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

import msgspec
from picows import (
    WSError,
    WSFrame,
    WSHandshakeError,
    WSListener,
    WSMsgType,
    WSTransport,
    ws_connect,
)
from typing_extensions import override

from sabot.errors import Malformed, Refused, Unavailable

PATH = "/ws"
HANDSHAKE_SECONDS = 10.0
IDLE_SECONDS = 20.0
"""After this long without a frame the server is asked whether it is there."""

FRAME_MAX = 4 * 1024 * 1024
"""Bytes of one message; a snapshot with long roads has some ten thousand."""

FINAL = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND})
"""Answers to a handshake that will not be another one in a second."""


def socket_url(base: str) -> str:
    """The address of the socket of a house.

    >>> socket_url("https://casino.example/")
    'wss://casino.example/ws'
    """
    parts = urlsplit(base)
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in schemes or not parts.netloc:
        raise Malformed("client/url", url=base)
    return f"{schemes[parts.scheme]}://{parts.netloc}{parts.path.rstrip('/')}{PATH}"


class Socket(WSListener):
    """An open socket; `closed` is done when it is not any more."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._transport: WSTransport | None = None
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @override
    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    @override
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._heard(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()

    @override
    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        if not self.closed.done():
            self.closed.set_result(None)

    def send(self, message: bytes) -> None:
        """One message; lost when the socket is not open any more."""
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, message)

    def close(self) -> None:
        """Say goodbye."""
        if self._transport is not None:
            self._transport.send_close()
            self._transport.disconnect()

    def abort(self) -> None:
        """Drop the line without a word, as a broken network does."""
        if self._transport is not None:
            self._transport.underlying_transport.abort()


async def connect(socket: Socket, base: str, *, token: str) -> None:
    """Open a socket; `Refused` is final, `Unavailable` may be tried again."""
    try:
        await ws_connect(
            lambda: socket,
            socket_url(base),
            extra_headers={"Authorization": f"Bearer {token}"},
            websocket_handshake_timeout=HANDSHAKE_SECONDS,
            enable_auto_ping=True,
            auto_ping_idle_timeout=IDLE_SECONDS,
            auto_ping_reply_timeout=IDLE_SECONDS,
            max_frame_size=FRAME_MAX,
            max_redirects=0,
        )
    except WSHandshakeError as error:
        raise _why(error) from None
    except (OSError, WSError, TimeoutError, asyncio.InvalidStateError) as error:
        raise Unavailable("client/unreachable", reason=str(error)) from None


def _why(error: WSHandshakeError) -> Refused | Unavailable:
    """The server's code for a handshake that it did not want."""
    status = HTTPStatus.BAD_GATEWAY if error.response is None else error.response.status
    try:
        code = msgspec.json.decode(error.raw_body or b"{}", type=dict[str, object]).get("code")
    except msgspec.MsgspecError:
        code = None
    kind = Refused if status in FINAL else Unavailable
    return kind.heard(code if isinstance(code, str) else "client/handshake", status=int(status))
