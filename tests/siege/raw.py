"""A socket without manners: whatever bytes one likes, read or left alone."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
from collections.abc import Coroutine, Sequence
from typing import Any, ClassVar, TypeVar

import msgspec

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0
SECONDS = 20.0
"""Patience with a busy machine: whatever does not come at all fails later, and no less."""

T = TypeVar("T")


def masked(
    payload: bytes,
    *,
    opcode: int = TEXT,
    fin: bool = True,
    reserved: int = 0,
    mask: bool = True,
    length: int | None = None,
) -> bytes:
    """A frame of a client; `length` is what it says, whatever is in it."""
    size = len(payload) if length is None else length
    head = bytes((fin << 7 | reserved << 4 | opcode,))
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes((bit | size,))
    elif size < 65_536:
        head += bytes((bit | 126,)) + struct.pack(">H", size)
    else:
        head += bytes((bit | 127,)) + struct.pack(">Q", size)
    # A mask of zeros is a mask.
    return head + (bytes(4) if mask else b"") + payload


def said(**message: object) -> bytes:
    """A request as a frame."""
    return masked(msgspec.json.encode(message))


def handshake(token: str, *, port: int = 8000) -> bytes:
    """A proper handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


class Raw:
    """One connection."""

    alive: ClassVar[list[Raw]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.got: list[dict[str, Any]] = []
        self.pongs = 0
        self.close_code: int | None = None
        self.close_reason = ""
        Raw.alive.append(self)

    @classmethod
    async def connect(cls, port: int, *, receive: int | None = None) -> Raw:
        """A bare connection; `receive` keeps the kernel from reading ahead."""
        sock = socket.socket()
        if receive is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        limit = 2**20 if receive is None else receive
        reader, writer = await asyncio.open_connection(sock=sock, limit=limit)
        return cls(reader, writer)

    @classmethod
    async def open(cls, port: int, token: str, *, receive: int | None = None) -> Raw:
        """A socket that is welcome."""
        raw = await cls.connect(port, receive=receive)
        raw.write(handshake(token, port=port))
        head = await raw.head()
        assert head.startswith(b"HTTP/1.1 101"), head
        return raw

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def send(self, *frames: bytes) -> None:
        """Write, at the pace of the other side."""
        self.writer.write(b"".join(frames))
        await self.writer.drain()

    async def head(self) -> bytes:
        """The answer to a handshake."""
        async with asyncio.timeout(SECONDS):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def frame(self) -> tuple[int, bytes]:
        """The next frame."""
        first, second = await self.reader.readexactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", await self.reader.readexactly(8))
        return first & 0xF, await self.reader.readexactly(size)

    async def read(self) -> dict[str, Any] | None:
        """The next message; None when the socket is closed."""
        while True:
            try:
                opcode, payload = await self.frame()
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            if opcode == TEXT:
                self.got.append(msgspec.json.decode(payload))
                return self.got[-1]
            if opcode == PONG:
                self.pongs += 1
            elif opcode == PING:
                self.write(masked(payload, opcode=PONG))
            elif opcode == CLOSE:
                self.close_code = int.from_bytes(payload[:2], "big")
                self.close_reason = payload[2:].decode()

    def bets_for(self, table: str) -> str:
        """What a chip has to name at a table, as it was last shown here."""
        shown = ""
        for message in self.got:
            if message.get("table") == table:
                changed = message.get("view") or message.get("set") or {}
                shown = changed.get("bets_for", shown) or ""
        return shown

    async def until(self, *kinds: str, seconds: float = SECONDS) -> dict[str, Any]:
        """The next message of one of these kinds."""
        async with asyncio.timeout(seconds):
            while (message := await self.read()) is not None:
                if message["type"] in kinds:
                    return message
        raise AssertionError(f"closed before {kinds}: {self.close_code} {self.got[-3:]}")

    async def ended(self, seconds: float = SECONDS) -> int | None:
        """Read until it is closed; the code of the close."""
        async with asyncio.timeout(seconds):
            while await self.read() is not None:
                pass
        return self.close_code

    async def answer(self, seconds: float = SECONDS) -> bytes:
        """Everything until the other side closes."""
        async with asyncio.timeout(seconds):
            try:
                return await self.reader.read(-1)
            except ConnectionError:
                return b""

    def drop(self) -> None:
        self.writer.transport.abort()


def play(job: Coroutine[Any, Any, T]) -> T:
    """Run a test to its end, and leave no connection behind."""

    async def whole() -> T:
        # What a test outside `play` left open ended with that test's event loop.
        Raw.alive.clear()
        try:
            return await job
        finally:
            left, Raw.alive[:] = list(Raw.alive), []
            drop_all(left)
            await asyncio.sleep(0.01)

    return asyncio.run(whole())


def drop_all(sockets: Sequence[Raw]) -> None:
    """Be gone."""
    for raw in sockets:
        raw.drop()
