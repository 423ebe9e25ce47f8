"""Takes a WebSocket over from the HTTP server, on the same port.

The HTTP server reads the handshake, sees that it asks for a WebSocket, and hands over the bare
transport. From there picows owns the connection; the web framework never sees a frame.
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
from sabot.service.refusals import ServerFault

HANDSHAKE_SECONDS = 5
IDLE_SECONDS = 25
"""A socket that is silent this long gets a ping; silent for as long again, it is closed."""

READ_BUFFER = 2048
"""Bytes. The buffer grows for a larger message; thousands of idle sockets keep it small."""

THEIR_FAULT = "WS parser error"
"""How picows reports bytes that are not frames. The log leaves these lines out: a client could fill
it with them."""

log = logging.getLogger("sabot.gateway")

Admit = Callable[[WSUpgradeRequest], WSListener | Answered]


def refused(status: HTTPStatus, code: str) -> Answered:
    """Answer a handshake with a plain HTTP error."""
    body = f'{{"code":"{code}"}}'.encode()
    response = WSUpgradeResponse.create_error_response(
        status, body, {"Content-Type": "application/json", **bare.HEADERS}
    )
    return Answered(response, None)


def refusal(status: HTTPStatus, code: str) -> bytes:
    """The same as bytes, for a handshake that waited."""
    return bytes(refused(status, code).response.to_bytes())


class _Quiet:
    """Replaces the logger of picows, which would log every one of thousands of sockets."""

    def isEnabledFor(self, _level: int) -> bool:  # noqa: N802  the name that loggers have
        return False

    def debug(self, *_args: object, **_more: object) -> None:
        """Log nothing."""

    info = warning = log = debug

    def error(self, message: str, *_args: object, **_more: object) -> None:
        if not message.startswith(THEIR_FAULT):
            log.error("%s at %s", message.replace("%s", "…"), place_of_error())

    exception = error


_QUIET = _Quiet()


def upgrader(admit: Admit) -> type[asyncio.Protocol]:
    """Make the class that the HTTP server creates for each handshake and gives the transport to."""

    def checked(request: WSUpgradeRequest) -> WSListener | Answered:
        """Hide the text of an exception, which picows would send to the client."""
        try:
            return admit(request)
        except Exception:  # noqa: BLE001  the client must not see the text of any error
            log.error("handshake failed at %s", place_of_error())  # noqa: TRY400  never its words
            return refused(HTTPStatus.INTERNAL_SERVER_ERROR, ServerFault.ERROR)

    class Upgraded(WSProtocol):  # type: ignore[misc]
        """A socket, from its handshake on."""

        __slots__ = ()

        def __init__(self, **_of_the_server: object) -> None:
            super().__init__(
                None,  # host and port, path: for clients only
                None,
                False,  # noqa: FBT003  the server side; the constructor takes no keywords
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
            """Feed in the handshake, which the HTTP server has already read."""
            rest = memoryview(data)
            while rest:
                buffer = self.get_buffer(len(rest))
                size = min(len(buffer), len(rest))
                buffer[:size] = rest[:size]
                self.buffer_updated(size)
                rest = rest[size:]

    # A BufferedProtocol that also has `data_received`, for bytes that the HTTP server has read.
    return cast(type[asyncio.Protocol], Upgraded)
