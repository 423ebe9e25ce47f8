"""A socket that ends: a client that reads gets the last words, and no other is waited for."""

from __future__ import annotations

import asyncio

import pytest
from picows import WSCloseCode
from tests.gateway.people import ADA

from sabot.gateway.sockets import connection as c
from sabot.gateway.sockets.pace import BURST_SECONDS, Pace, Paces
from sabot.gateway.sockets.turns import Turns


class Line:
    """The far end of a socket: both transports in one, and what was done to them."""

    def __init__(self) -> None:
        self.underlying_transport = self
        self.close_handshake = None
        self.done: list[str] = []
        self.waiting = 0

    def get_extra_info(self, _name: str) -> None:
        """No socket, no encryption."""

    def set_write_buffer_limits(self, *, high: int, low: int) -> None:
        assert low == high == 0  # so it says when anything waits

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def write(self, data: bytes) -> None:
        self.done.append("written")

    def send_close(self, code: WSCloseCode, reason: bytes) -> None:
        self.done.append(f"close {code.value} {reason.decode()}")

    def disconnect(self) -> None:
        self.done.append("disconnected")

    def abort(self) -> None:
        self.done.append("aborted")


class Nobody:
    """A reader that does nothing."""

    def connected(self, connection: c.Connection) -> None: ...
    def received(self, connection: c.Connection, raw: bytes) -> None: ...
    def caught_up(self, connection: c.Connection) -> None: ...
    def disconnected(self, connection: c.Connection) -> None: ...


def connected() -> tuple[c.Connection, Line]:
    connection, line = c.Connection(ADA, Nobody(), Pace(60, now=lambda: 0.0), Turns()), Line()
    connection.on_ws_connected(line)  # type: ignore[arg-type]
    return connection, line


def test_last_words_wait_half_a_second_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c, "GOODBYE_SECONDS", 0.01)

    async def test() -> list[str]:
        connection, line = connected()
        connection.end("session/signed_out")
        connection.end("session/signed_out")
        await asyncio.sleep(0.03)
        return line.done

    words = ["written", "close 1008 session/signed_out", "disconnected", "aborted"]
    assert asyncio.run(test()) == words


def test_who_is_behind_is_cut_off_at_once() -> None:
    async def test() -> list[str]:
        connection, line = connected()
        line.waiting = c.BACKLOG_MAX + 1
        connection.pause_writing()
        connection.end("session/signed_out")
        connection.on_ws_disconnected(line)  # type: ignore[arg-type]
        return line.done

    assert asyncio.run(test()) == ["aborted"]


def test_a_pace_is_saved_up_and_refilled_and_outlives_a_connection() -> None:
    now = [0.0]
    paces = Paces(10, now=lambda: now[0])
    burst = 10 * BURST_SECONDS
    assert [paces.of("ada").keeps() for _ in range(burst + 1)] == [True] * burst + [False]
    assert paces.of("bruno").keeps(10)
    now[0] = 0.5
    assert [paces.of("ada").keeps(tokens) for tokens in (6, 5, 1)] == [False, True, False]
