"""Taking a socket over from the HTTP server, on the same port.

The HTTP server reads the handshake, sees that it asks for a WebSocket and hands over the bare
transport. From there a faster protocol owns the connection; the web framework never sees a frame.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from picows import WSAutoPingStrategy, WSListener, WSUpgradeRequest, WSUpgradeResponse
from picows import WSUpgradeResponseWithListener as Answered
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from sabot.gateway.sockets import bare
from sabot.gateway.sockets.connection import MESSAGE_MAX
from sabot.gateway.sockets.mistakes import place_of_error

HANDSHAKE_SECONDS = 5
IDLE_SECONDS = 25
"""A socket that says nothing for so long is asked whether it is there; twice, and it is gone."""

READ_BUFFER = 2048
"""Grows when somebody sends more; thousands of idle sockets keep it small."""

THEIR_FAULT = "WS parser error"
"""How the protocol tells of bytes that are no frames; no log has a line for each of them."""

log = logging.getLogger("sabot.gateway")

Admit = Callable[[WSUpgradeRequest], WSListener | Answered]


def refused(status: HTTPStatus, code: str) -> Answered:
    """A handshake that is answered with a plain HTTP error."""
    body = f'{{"code":"{code}"}}'.encode()
    response = WSUpgradeResponse.create_error_response(
        status, body, {"Content-Type": "application/json", **bare.HEADERS}
    )
    return Answered(response, None)


def refusal(status: HTTPStatus, code: str) -> bytes:
    """The same as bytes, for whoever has to wait for it."""
    return bytes(refused(status, code).response.to_bytes())


class _Quiet:
    """Stands for a logger: a busy house accepts thousands of sockets, and none of them is news."""

    def isEnabledFor(self, _level: int) -> bool:  # noqa: N802  the name that loggers have
        return False

    def debug(self, *_args: object, **_more: object) -> None:
        """Said to nobody."""

    info = warning = log = debug

    def error(self, message: str, *_args: object, **_more: object) -> None:
        if not message.startswith(THEIR_FAULT):
            log.error("%s at %s", message.replace("%s", "…"), place_of_error())

    exception = error


_QUIET = _Quiet()


def upgrader(admit: Admit) -> type[asyncio.Protocol]:
    """The class that the HTTP server makes for each handshake, and hands the transport to."""

    def checked(request: WSUpgradeRequest) -> WSListener | Answered:
        """The protocol would tell the words of an exception to whoever knocks."""
        try:
            return admit(request)
        except Exception:  # noqa: BLE001  whatever it is, it stays in the house
            log.error("handshake failed at %s", place_of_error())  # noqa: TRY400  never its words
            return refused(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error")

    class Upgraded(WSProtocol):  # type: ignore[misc]
        """A socket from its handshake on."""

        __slots__ = ()

        def __init__(self, **_of_the_server: object) -> None:
            super().__init__(
                None,  # host and port, path: a client's
                None,
                False,  # noqa: FBT003  the server side; the constructor knows no names
                checked,
                _QUIET,
                True,  # noqa: FBT003  an exception in a listener closes its socket
                HANDSHAKE_SECONDS,
                True,  # noqa: FBT003  ask silent sockets whether they are there
                IDLE_SECONDS,
                IDLE_SECONDS,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                False,  # noqa: FBT003  pongs are sent by the connection, which counts them
                MESSAGE_MAX,
                None,
                READ_BUFFER,
            )

        def data_received(self, data: bytes) -> None:
            """The handshake, which the HTTP server has read already."""
            rest = memoryview(data)
            while rest:
                buffer = self.get_buffer(len(rest))
                size = min(len(buffer), len(rest))
                buffer[:size] = rest[:size]
                self.buffer_updated(size)
                rest = rest[size:]

    # It reads into buffers of its own, and also takes what somebody else has read.
    return cast(type[asyncio.Protocol], Upgraded)
