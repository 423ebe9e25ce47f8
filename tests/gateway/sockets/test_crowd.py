"""A crowd on real sockets: every client gets all its bytes in order, and no other client's."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from typing import TypeVar

import uvloop
from picows import WSUpgradeRequest
from tests.gateway.people import ADA
from typing_extensions import override

from sabot.gateway.sockets.connection import BACKLOG_MAX, NOWHERE, Connection, _descriptor
from sabot.gateway.sockets.fanout import Fanout
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.turns import Turns
from sabot.gateway.sockets.upgrade import upgrader
from sabot.wire.messages import Ended, Fault

T = TypeVar("T")
BUFFER = 4096  # bytes that the kernel keeps for either side of a slow line, or a few times as many
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n\r\n"
)
WHOLE = frame(Fault(code="whole"))

CROWD = 24


def numbered(number: int, *, size: int = 0) -> bytes:
    return frame(Fault(code="update", data={"number": number, "more": "x" * size}))


def run(test: Coroutine[object, object, T]) -> T:
    """On the event loop that the casino runs on."""
    return uvloop.run(asyncio.wait_for(test, 20))


class House:
    """Sockets that follow the same, and those who read at their far ends."""

    def __init__(self) -> None:
        self.fanout = Fanout()
        self.followers: dict[Connection, None] = {}
        self.connections: list[Connection] = []
        self.ends: list[asyncio.StreamReader] = []
        self.writers: list[asyncio.StreamWriter] = []
        self.port = 0
        self.gone: asyncio.Queue[Connection] = asyncio.Queue()

    def admit(self, _request: WSUpgradeRequest) -> Connection:
        return Connection(ADA, self, Pace(60.0, now=lambda: 0.0), Turns())

    def connected(self, connection: Connection) -> None:
        self.connections.append(connection)
        self.followers[connection] = None

    def received(self, connection: Connection, raw: bytes) -> None: ...

    def caught_up(self, connection: Connection) -> None:
        self.fanout.to_one(connection, WHOLE)

    def disconnected(self, connection: Connection) -> None:
        self.followers.pop(connection, None)
        self.gone.put_nowait(connection)

    async def enter(self, *, reads_ahead: int | None = None) -> None:
        near = socket.socket()
        if reads_ahead is not None:
            near.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads_ahead)
        near.setblocking(False)
        await asyncio.get_running_loop().sock_connect(near, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=near, limit=reads_ahead or 2**16)
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        self.ends.append(reader)
        self.writers.append(writer)

    def say(self, *frames: bytes) -> None:
        for one in frames:
            self.fanout.to_all(self.followers, one)
        self.fanout.flush()

    async def each_its_own(self, number: int) -> None:
        """Tell everybody something else, and have it heard."""
        pairs = list(zip(self.connections, self.ends, strict=True))
        for connection, _ in pairs:
            self.fanout.to_one(connection, numbered(number))
            self.fanout.to_one(connection, numbered(connection.number))
        self.fanout.flush()
        for connection, end in pairs:
            mine = numbered(number) + numbered(connection.number)
            assert await end.readexactly(len(mine)) == mine

    async def heard(self, data: bytes) -> None:
        assert all([await end.readexactly(len(data)) == data for end in self.ends])


@contextlib.asynccontextmanager
async def house(size: int) -> AsyncIterator[House]:
    opened = House()
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
    opened.port = listener.getsockname()[1]
    server = await asyncio.get_running_loop().create_server(upgrader(opened.admit), sock=listener)
    for _ in range(size):
        await opened.enter()
    try:
        yield opened
    finally:
        server.close()
        for connection in opened.connections:
            connection._give_up()
        for writer in opened.writers:
            writer.close()
        while len(opened.followers):
            await opened.gone.get()


def test_a_crowd_gets_every_byte() -> None:
    async def test() -> None:
        async with house(CROWD) as here:
            here.say(numbered(1))
            await here.heard(numbered(1))
            here.say(numbered(2), numbered(3))
            await here.heard(numbered(2) + numbered(3))
            # One has something of its own; the others are a crowd all the same.
            await here.enter()
            here.fanout.to_one(here.connections[-1], WHOLE)
            here.say(numbered(4))
            assert await here.ends.pop().readexactly(len(WHOLE)) == WHOLE
            await here.heard(numbered(4))

    run(test())


def test_who_reads_late_gets_all_of_it_in_order() -> None:
    async def test() -> None:
        async with house(CROWD) as here:
            await here.enter(reads_ahead=BUFFER)
            slow, late = here.connections[-1], here.ends.pop()
            said = b""
            while slow.descriptor != NOWHERE:  # until something waits
                said += await _more(here)
            for _ in range(3):
                here.fanout.to_one(slow, numbered(-1))
                said += numbered(-1) + await _more(here)
            assert not slow.behind
            assert await late.readexactly(len(said)) == said
            here.say(numbered(7))
            await here.heard(numbered(7))
            assert await late.readexactly(len(numbered(7))) == numbered(7)
            assert slow.descriptor != NOWHERE

    run(test())


async def _more(here: House) -> bytes:
    more = numbered(len(here.connections), size=3000)
    here.say(more)
    await here.heard(more)
    return more


def test_who_falls_behind_gets_the_whole_picture_when_it_is_back() -> None:
    async def test() -> None:
        async with house(CROWD) as here:
            await here.enter(reads_ahead=BUFFER)
            slow, late = here.connections[-1], here.ends.pop()
            big, count = b"", 0
            while not slow.behind:
                count += 1
                big += (one := numbered(count, size=BACKLOG_MAX // 4))
                here.say(one)
                await here.heard(one)
            here.say(numbered(0))  # passed over
            await here.heard(numbered(0))
            assert await late.readexactly(len(big)) == big
            assert await late.readexactly(len(WHOLE)) == WHOLE
            here.say(numbered(1))
            assert await late.readexactly(len(numbered(1))) == numbered(1)

    run(test())


def test_who_closes_in_the_same_tick_gets_no_more() -> None:
    async def test() -> None:
        async with house(CROWD + 1) as here:
            here.fanout.to_all(here.followers, numbered(1))
            here.connections[3].end("session/signed_out")
            assert here.connections[3].descriptor == NOWHERE
            here.fanout.flush()
            last = await here.ends.pop(3).read()
            await here.heard(numbered(1))
            assert last.startswith(frame(Ended(code="session/signed_out")))
            assert numbered(1) not in last
            assert await here.gone.get() is here.connections[3]
            assert here.connections[3] not in here.followers

    run(test())


def test_who_has_hung_up_disturbs_nobody() -> None:
    async def test() -> None:
        async with house(CROWD + 1) as here:
            end = here.writers[5].transport
            here.ends.pop(5)
            end.abort()
            for number in range(3):
                here.say(numbered(number))
            await here.heard(numbered(0) + numbered(1) + numbered(2))
            assert await here.gone.get() is here.connections[5]
            # Whoever gets the descriptor next does not get what was for somebody else.
            await here.enter()
            here.followers.pop(here.connections[-1])
            new = here.ends.pop()
            here.say(numbered(4))
            await here.heard(numbered(4))
            here.connections[-1].write(WHOLE)
            assert await new.readexactly(len(WHOLE)) == WHOLE

    run(test())


def test_what_is_encrypted_never_goes_past_its_transport() -> None:
    class Transport(asyncio.Transport):
        @override
        def get_extra_info(self, name: str, default: object = None) -> object:
            return {"socket": near, "ssl_object": encryption}.get(name, default)

    with socket.socket() as near:
        encryption: object = None
        assert _descriptor(Transport()) == near.fileno()
        encryption = object()
        assert _descriptor(Transport()) == NOWHERE


def test_each_gets_its_own() -> None:
    async def test() -> None:
        async with house(CROWD) as here:
            for number in range(3):
                await here.each_its_own(number)
            assert here.fanout.frames == 3 * 2 * CROWD

    run(test())


def test_what_is_ones_own_comes_before_what_is_for_all() -> None:
    async def test() -> None:
        async with house(CROWD) as here:
            for connection in here.connections[1:]:
                here.fanout.to_one(connection, numbered(connection.number))
            here.say(numbered(1), numbered(2))
            both = numbered(1) + numbered(2)
            assert await here.ends[0].readexactly(len(both)) == both
            for connection, end in zip(here.connections[1:], here.ends[1:], strict=True):
                mine = numbered(connection.number) + both
                assert await end.readexactly(len(mine)) == mine

    run(test())


def test_who_reads_its_own_late_gets_all_of_it_in_order() -> None:
    async def test() -> None:
        async with house(CROWD) as here:
            await here.enter(reads_ahead=BUFFER)
            slow, late = here.connections.pop(), here.ends.pop()
            said = b""
            while slow.descriptor != NOWHERE:  # until something waits
                said += await _its_own(here, slow)
            for _ in range(3):
                said += await _its_own(here, slow)
            assert await late.readexactly(len(said)) == said
            await here.each_its_own(1)
            last = await _its_own(here, slow)
            assert await late.readexactly(len(last)) == last
            here.connections.append(slow)

    run(test())


async def _its_own(here: House, connection: Connection) -> bytes:
    own = numbered(connection.number, size=3000)
    here.fanout.to_one(connection, own)
    await here.each_its_own(2)
    return own


def test_who_closes_in_the_same_tick_does_not_get_its_own() -> None:
    async def test() -> None:
        async with house(CROWD + 1) as here:
            gone, end = here.connections[0], here.ends.pop(0)
            here.fanout.to_one(gone, numbered(1))
            gone.end("session/signed_out")
            here.connections.remove(gone)
            await here.each_its_own(2)
            last = await end.read()
            assert last.startswith(frame(Ended(code="session/signed_out")))
            assert numbered(1) not in last

    run(test())


def test_a_gateway_starts_without_the_compiler() -> None:
    program = "import sys, sabot.bootstrap; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert "sabot.gateway.sockets.direct" in loaded
    assert {"numba", "numpy"} & set(loaded) == set()
