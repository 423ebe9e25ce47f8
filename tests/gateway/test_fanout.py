"""What leaves together: one write per socket and tick, and no wait after a pause."""

import asyncio
import time
from typing import cast

from picows import WSTransport
from tests.gateway.people import ADA

from sabot.gateway.sockets.connection import BACKLOG_MAX, Connection
from sabot.gateway.sockets.fanout import TICK_SECONDS, Fanout
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.turns import Turns


class Wire:
    """The edge of the process: remembers what was written, and when."""

    def __init__(self, *, takes_seconds: float = 0.0) -> None:
        self._takes_seconds = takes_seconds
        self.waiting = 0  # bytes that nobody has read
        self.written: list[tuple[float, bytes]] = []
        self.next: asyncio.Queue[None] = asyncio.Queue()

    @property
    def underlying_transport(self) -> "Wire":
        return self

    def get_extra_info(self, _name: str) -> None:
        """No socket, no encryption."""

    def set_write_buffer_limits(self, *, high: int, low: int) -> None:
        """A test says itself when somebody is slow."""

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: bytes) -> None:
        time.sleep(self._takes_seconds)
        self.written.append((asyncio.get_running_loop().time(), data))
        self.next.put_nowait(None)


class Nobody:
    """Reads nothing."""

    def connected(self, connection: Connection) -> None: ...
    def received(self, connection: Connection, raw: bytes) -> None: ...
    def caught_up(self, connection: Connection) -> None: ...
    def disconnected(self, connection: Connection) -> None: ...


def connected(wire: Wire) -> Connection:
    connection = Connection(ADA, Nobody(), Pace(60.0, now=lambda: 0.0), Turns())
    connection.on_ws_connected(cast(WSTransport, wire))
    return connection


def following(*connections: Connection) -> dict[Connection, None]:
    return dict.fromkeys(connections)


def framed(text: bytes) -> bytes:
    return bytes((0x81, len(text))) + text


async def _written(wire: Wire, count: int) -> None:
    for _ in range(count - len(wire.written)):
        await wire.next.get()


def test_everything_of_a_tick_is_one_write() -> None:
    async def eight_updates() -> Wire:
        wire = Wire()
        fanout, followers = Fanout(), following(connected(wire))
        for number in range(8):
            fanout.to_all(followers, framed(b"%d" % number))
        await _written(wire, 1)
        return wire

    wire = asyncio.run(asyncio.wait_for(eight_updates(), 5))
    assert [data for _, data in wire.written] == [
        b"".join(framed(b"%d" % number) for number in range(8))
    ]


def test_after_a_pause_the_first_write_goes_at_once_and_the_next_keeps_its_distance() -> None:
    async def two_writes() -> Wire:
        wire = Wire(takes_seconds=2 * TICK_SECONDS)
        fanout, followers = Fanout(), following(connected(wire))
        fanout.to_all(followers, framed(b"first"))
        await _written(wire, 1)
        fanout.to_all(followers, framed(b"second"))
        await asyncio.sleep(TICK_SECONDS / 4)
        fanout.to_all(followers, framed(b"third"))
        await _written(wire, 2)
        return wire

    wire = asyncio.run(asyncio.wait_for(two_writes(), 5))
    (first, one), (second, two) = wire.written
    assert (one, two) == (framed(b"first"), framed(b"second") + framed(b"third"))
    assert second - first >= TICK_SECONDS * 0.9


def test_the_answers_of_a_step_leave_with_what_the_step_published() -> None:
    async def published_and_answered() -> Wire:
        wire = Wire()
        connection = connected(wire)
        fanout = Fanout()
        fanout.to_all(following(connection), b"update")
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: fanout.to_one(connection, done.result()))
        answer.set_result(b"answer ")
        await _written(wire, 1)
        return wire

    wire = asyncio.run(asyncio.wait_for(published_and_answered(), 5))
    assert [data for _, data in wire.written] == [b"answer update"]


def test_who_is_behind_is_passed_over() -> None:
    async def one_is_behind() -> tuple[Wire, Wire]:
        slow, quick = Wire(), Wire()
        connection = connected(slow)
        fanout, followers = Fanout(), following(connection, connected(quick))
        slow.waiting = BACKLOG_MAX + 1
        connection.pause_writing()
        fanout.to_all(followers, framed(b"one"))
        await _written(quick, 1)
        slow.waiting = 0
        connection.resume_writing()
        fanout.to_all(followers, framed(b"two"))
        await _written(slow, 1)
        return slow, quick

    slow, quick = asyncio.run(asyncio.wait_for(one_is_behind(), 5))
    assert [data for _, data in slow.written] == [framed(b"two")]
    assert [data for _, data in quick.written] == [framed(b"one"), framed(b"two")]


def test_what_nobody_shares_is_one_write_each_in_its_order() -> None:
    async def three_answers() -> list[list[bytes]]:
        wires = [Wire(), Wire()]
        fanout, (one, other) = Fanout(), [connected(wire) for wire in wires]
        for connection, text in ((one, b"a"), (other, b"b"), (one, b"cd")):
            fanout.to_one(connection, framed(text))
        for wire in wires:
            await _written(wire, 1)
        assert (fanout.frames, fanout.bytes) == (3, 3 + 3 + 4)
        return [[data for _, data in wire.written] for wire in wires]

    written = asyncio.run(asyncio.wait_for(three_answers(), 5))
    assert written == [[framed(b"a") + framed(b"cd")], [framed(b"b")]]


def test_what_is_alike_is_put_together_once_with_what_is_own_before_what_is_shared() -> None:
    async def three_kinds() -> list[list[bytes]]:
        wires = [Wire() for _ in range(4)]
        fanout, here = Fanout(), [connected(wire) for wire in wires]
        fanout.to_all(following(*here[:3]), framed(b"table"))
        fanout.to_all(following(*here[1:]), framed(b"lobby"))
        for connection in here[1:3]:
            fanout.to_one(connection, framed(b"own"))
        for wire in wires:
            await _written(wire, 1)
        assert (fanout.frames, fanout.bytes) == (8, 3 * 7 + 3 * 7 + 2 * 5)
        return [[data for _, data in wire.written] for wire in wires]

    table, lobby = framed(b"table"), framed(b"lobby")
    both = framed(b"own") + table + lobby
    written = asyncio.run(asyncio.wait_for(three_kinds(), 5))
    assert written == [[table], [both], [both], [lobby]]


def test_a_mistake_before_writing_holds_back_nothing_that_waits_and_nothing_that_comes() -> None:
    mistakes = ["a store that does not answer"]

    def prepare() -> None:
        if mistakes:
            raise RuntimeError(mistakes.pop())

    async def two_ticks() -> tuple[Wire, list[dict[str, object]]]:
        heard: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, told: heard.append(told))
        wire = Wire()
        fanout, followers = Fanout(before_writing=prepare), following(connected(wire))
        fanout.to_all(followers, framed(b"one"))
        await _written(wire, 1)
        fanout.to_all(followers, framed(b"two"))
        await _written(wire, 2)
        return wire, heard

    wire, heard = asyncio.run(asyncio.wait_for(two_ticks(), 5))
    assert [data for _, data in wire.written] == [framed(b"one"), framed(b"two")]
    assert len(heard) == 1
