"""The line to a house: one socket, opened again whenever it breaks.

It ends when the server ends the session, when the handshake is refused for good, or when it is
closed. Those who wait for news wait here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from sabot.client import socket as sockets
from sabot.client.backoff import Backoff
from sabot.errors import SabotError, Unavailable
from sabot.wire import requests

_encode = msgspec.json.Encoder().encode


class Line:
    """The socket of one session."""

    def __init__(
        self,
        url: str,
        *,
        token: str,
        backoff: Backoff,
        received: Callable[[bytes], None],
        on_end: Callable[[SabotError], None],
    ) -> None:
        self.url = url
        self.token = token
        self.linked = False  # let in, and the line has not broken since
        self.connections = 0  # how often it was let in
        self.over: SabotError | None = None
        self._backoff = backoff
        self._received = received
        self._on_end = on_end
        self._socket: sockets.Socket | None = None
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Open the first socket, and every one after it."""
        self._task = asyncio.create_task(self._run(), name="sabot client")

    def welcomed(self) -> None:
        """The server has let this socket in."""
        self.connections += 1
        self.linked = True
        self._backoff.reset()

    async def close(self) -> None:
        """Leave for good."""
        self.end(Unavailable("client/closed"))
        if self._socket is not None:
            self._socket.close()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def heard(self) -> None:
        """Wait until something was heard."""
        await self._news.wait()

    async def _run(self) -> None:
        while self.over is None:
            # It is ours before it is open: the welcome may come with the handshake's last bytes.
            self._socket = sockets.Socket(self._received)
            try:
                await sockets.connect(self._socket, self.url, token=self.token)
                await self._socket.closed
            except Unavailable:
                pass  # try again
            except SabotError as error:
                self.end(error)
            finally:
                self._socket = None
                self.linked = False
                self.wake()
            if self.over is None:
                await asyncio.sleep(self._backoff.next())

    def end(self, why: SabotError) -> None:
        """The session is over; the first reason counts."""
        if self.over is None:
            self.over = why
        self.wake()

    async def changed(self, *, seconds: float) -> None:
        """Wait for the line to open or break, or for the end of the session, but no longer."""
        was = self.linked
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.linked == was and self.over is None:
                    await self._news.wait()

    def drop(self) -> None:
        """Let the line break, as a tunnel does; the client opens the next one by itself."""
        if self._socket is not None:
            self._socket.abort()

    def send(self, request: requests.Request) -> None:
        """Send a request."""
        self.send_raw(_encode(request))

    def send_raw(self, message: bytes) -> None:
        """Without an open socket the message is dropped: its sender repeats it after the next."""
        if self._socket is not None:
            self._socket.send(message)

    def wake(self) -> None:
        """Something was heard: those who wait for it look again."""
        self._news.set()
        self._news = asyncio.Event()
        if self.over is not None:
            self._on_end(self.over)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; raises when the session ends before."""
        while not holds():
            if self.over is not None:
                raise self.over
            await self._news.wait()
