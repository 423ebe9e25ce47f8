"""When messages are read: a few at once, many together, and none earlier than it came."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
import uvloop
from picows import WSTransport
from tests.gateway.people import ADA
from tests.gateway.test_fanout import Wire

from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.request_reader import AT_ONCE, TABLES_MAX, WAITING_MAX, RequestReader
from sabot.gateway.sockets.turns import Turns
from sabot.service.tables.envelopes import Envelope
from sabot.service.tables.link import Answer


class Ticking:
    """A clock that is another millisecond at each look."""

    def __init__(self) -> None:
        self.now = 1_000

    def monotonic_ms(self) -> int:
        self.now += 1
        return self.now

    def wall_ms(self) -> int:
        return 0


class Table:
    """Takes commands, and breaks at those that are to break it."""

    def __init__(self) -> None:
        self.table = self
        self.sent: list[Envelope] = []

    def send(self, envelope: Envelope, _answer: Answer) -> None:
        if envelope.cmd_id == "broken":
            raise ZeroDivisionError
        self.sent.append(envelope)

    @property
    def ids(self) -> list[str]:
        return [envelope.cmd_id for envelope in self.sent]


class Desk:
    """A reader with one table, and sockets that ask it."""

    def __init__(self) -> None:
        self.clock = Ticking()
        self.table = Table()
        nobody = cast(Any, SimpleNamespace())
        self.broadcaster = Broadcaster(funds=nobody, rack=nobody, directory=nobody)
        self.broadcaster.feeds["t"] = cast(Any, self.table)
        self.reader = RequestReader(self.broadcaster, clock=self.clock)

    def socket(self) -> Connection:
        connection = Connection(ADA, self.reader, Pace(60.0, now=lambda: 0.0), Turns())
        connection.open = True
        return connection

    def ask(self, *ids: str) -> list[Connection]:
        sockets = [self.socket() for _ in ids]
        for name, socket in zip(ids, sockets, strict=True):
            act = {"type": "act", "cmd_id": name, "table": "t", "command": {"type": "ConfirmBets"}}
            self.reader.received(socket, msgspec.json.encode(act))
        return sockets

    def crowd(self) -> None:
        """Others who are heard in this turn of the loop before those who come now."""
        self.ask(*(f"first-{number}" for number in range(AT_ONCE)))
        assert len(self.table.sent) == AT_ONCE
        self.table.sent.clear()


def test_a_few_are_heard_at_once_each_at_its_own_time() -> None:
    async def test() -> Desk:
        desk = Desk()
        for number in range(3):
            desk.ask(f"a{number}")
            assert desk.table.ids[-1] == f"a{number}"
            await asyncio.sleep(0)
        return desk

    times = [envelope.received_ms for envelope in uvloop.run(test()).table.sent]
    assert times == sorted(set(times))


def test_where_many_come_those_of_a_turn_are_read_together_in_their_order() -> None:
    async def test() -> tuple[Desk, int]:
        desk = Desk()
        desk.crowd()
        names = [f"b{number}" for number in range(20)]
        desk.ask(*names)
        assert desk.table.ids == []
        here = desk.clock.now  # all of them have arrived
        await asyncio.sleep(0)
        assert desk.table.ids == names
        return desk, here

    desk, here = uvloop.run(test())
    (at,) = {envelope.received_ms for envelope in desk.table.sent}
    assert at > here, "I8: nobody's message counts as earlier than it came"


def test_in_the_next_turn_the_first_are_heard_at_once_again() -> None:
    async def test() -> None:
        desk = Desk()
        desk.crowd()
        desk.ask("with-others")
        assert desk.table.ids == []
        await asyncio.sleep(0)
        assert desk.table.ids == ["with-others"]
        desk.ask("alone")
        assert desk.table.ids == ["with-others", "alone"]

    uvloop.run(test())


def test_who_leaves_before_it_is_read_has_bet_and_is_shown_nothing() -> None:
    async def test() -> None:
        desk = Desk()
        desk.crowd()
        (socket,) = desk.ask("bet")
        for request in ('{"type":"watch","table":"t"}', '{"type":"watch_lobby"}'):
            desk.reader.received(socket, request.encode())
        socket.open = False
        desk.reader.disconnected(socket)
        await asyncio.sleep(0)
        assert desk.table.ids == ["bet"]
        assert not socket.watching
        assert desk.broadcaster.open.watching("t") == 0
        assert socket not in desk.broadcaster._lobby

    uvloop.run(test())


def test_a_mistake_of_ours_closes_one_socket_and_the_others_are_heard(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> tuple[Desk, list[bool]]:
        desk = Desk()
        desk.crowd()
        sockets = desk.ask("before", "broken", "after")
        for socket in sockets:
            socket._transport = cast(WSTransport, Closing())
            socket._raw = cast(asyncio.Transport, socket._transport)
        await asyncio.sleep(0)
        return desk, [socket.open for socket in sockets]

    desk, still_open = uvloop.run(test())
    assert desk.table.ids == ["before", "after"]
    assert still_open == [True, False, True]
    assert "request failed at ZeroDivisionError" in caplog.text


class Closing:
    """The far side of a socket that is being closed."""

    def send_close(self, code: int, reason: bytes) -> None: ...
    def disconnect(self) -> None: ...
    def abort(self) -> None: ...


@pytest.mark.parametrize("name", ["", "a b", "é", "x" * 65, "line\n", "\ud800"])
@pytest.mark.parametrize(
    "request_",
    [
        '{"type":"act","cmd_id":%s,"table":"t","command":{"type":"ConfirmBets"}}',
        '{"type":"say","cmd_id":%s,"room":"table:t","text":"hello"}',
        '{"type":"moderate","cmd_id":%s,"action":"block","target":"ada","reason":"rude","code":"abuse"}',
    ],
)
def test_an_id_of_other_letters_cannot_be_read(request_: str, name: str) -> None:
    async def test() -> tuple[Desk, bytes]:
        desk, wire = Desk(), Wire()
        socket = desk.socket()
        socket.write = wire.write
        text = f'"{name}"'.replace("\n", "\\n").replace("\ud800", "\\ud800")
        desk.reader.received(socket, (request_ % text).encode())
        return desk, wire.written[0][1]

    desk, told = asyncio.run(test())
    assert desk.table.ids == []
    assert b'"message/unreadable"' in told
    assert b'"cmd_id"' not in told


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b'{"type":"act","cmd_id":"c-1","table":"t","command":{"type":"Nope"}}', "c-1"),
        (b'{"type":"act","cmd_id":"c-2","table":"t"}', "c-2"),
        (b'{"type":"say","cmd_id":"c-3","room":"r","text":1}', "c-3"),
        (b'{"type":"nothing","cmd_id":"c-4"}', "c-4"),
        (b'{"type":"act","cmd_id":5}', None),
        (b'{"type":"watch"}', None),
        (b'{"type":"act","cmd_id":"c-5"', None),
        (b'["cmd_id","c-6"]', None),
        (b"[" * 60_000, None),
        (b'{"cmd_id":"\xff"}', None),
    ],
)
def test_what_cannot_be_read_is_told_with_its_id_where_that_can(
    raw: bytes, name: str | None
) -> None:
    """Whoever waits for the answer under that id need not wait in vain, and ask again."""

    async def test() -> bytes:
        desk, wire = Desk(), Wire()
        socket = desk.socket()
        socket.write = wire.write
        desk.reader.received(socket, raw)
        return wire.written[0][1]

    told = asyncio.run(test())
    fault = msgspec.json.decode(told[told.index(b"{") :])
    assert (fault["code"], fault["data"].get("cmd_id")) == ("message/unreadable", name)


def told(wire: Wire) -> dict[str, Any]:
    """The last message that a socket was sent."""
    message: dict[str, Any] = msgspec.json.decode(
        wire.written[-1][1][wire.written[-1][1].index(b"{") :]
    )
    return message


def test_a_socket_has_so_many_commands_without_an_answer() -> None:
    async def test() -> tuple[Desk, dict[str, Any]]:
        desk, wire = Desk(), Wire()
        socket = desk.socket()
        socket.write = wire.write
        for number in range(WAITING_MAX + 1):
            command = {"type": "ConfirmBets"}
            act = {"type": "act", "cmd_id": f"c{number}", "table": "t", "command": command}
            desk.reader.received(socket, msgspec.json.encode(act))
            await asyncio.sleep(0)
        return desk, told(wire)

    desk, answer = uvloop.run(test())
    assert len(desk.table.ids) == WAITING_MAX
    assert answer["cmd_id"] == f"c{WAITING_MAX}"
    assert (answer["accepted"], answer["code"]) == (False, "rate/too_many_waiting")


def test_a_socket_looks_at_so_many_tables() -> None:
    async def test() -> tuple[Connection, dict[str, Any]]:
        desk, wire = Desk(), Wire()
        socket = desk.socket()
        socket.write = wire.write
        socket.watching = dict.fromkeys(map(str, range(TABLES_MAX)), cast(Any, None))
        desk.reader.received(socket, b'{"type":"watch","table":"t"}')
        return socket, told(wire)

    socket, fault = uvloop.run(test())
    assert (fault["type"], fault["code"]) == ("fault", "table/too_many")
    assert "t" not in socket.watching
