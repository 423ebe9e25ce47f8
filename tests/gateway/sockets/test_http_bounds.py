"""HTTP connections that are too many, that rest, or that do not read: each is closed in time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.gateway.http.premises import opened
from tests.siege.raw import PING, PONG, Raw, masked, play

from sabot.gateway import server
from sabot.gateway.sockets import http_bounds, upgrade

ASK = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
SOON = 5.0
"""Seconds after which a connection that should have been closed is a failure."""


async def closed(raw: Raw) -> bool:
    """Whether the other side closes a connection soon, whatever it says before."""
    try:
        async with asyncio.timeout(SOON):
            while await raw.reader.read(2**16):
                pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


async def alive(raw: Raw) -> bool:
    raw.write(ASK)
    return b"HTTP/1.1 200 " in await raw.head()  # behind what is left of an earlier answer


def test_of_too_many_connections_the_one_that_has_asked_nothing_for_longest_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with opened(tmp_path, tables=()) as here:
            port = int(here.host.rpartition(":")[2])
            monkeypatch.setattr(http_bounds, "CONNECTIONS_MAX", 3)
            first, second, third = [await Raw.connect(port) for _ in range(3)]
            assert await alive(first)  # has asked last, so it is not the one that goes
            fourth = await Raw.connect(port)
            assert await alive(fourth)
            assert await closed(second)
            assert [await alive(raw) for raw in (first, third, fourth)] == [True] * 3

    play(test())


def test_a_connection_without_a_request_rests_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "KEEP_ALIVE_SECONDS", 0.1)

    async def test() -> None:
        async with opened(tmp_path, tables=()) as here:
            raw = await Raw.connect(int(here.host.rpartition(":")[2]))
            assert await alive(raw)
            assert await closed(raw)

    play(test())


def test_an_answer_that_is_not_read_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_bounds, "READ_SECONDS", 0.1)
    lose = http_bounds.BoundedHttp.connection_lost

    async def test() -> None:
        given_up = asyncio.Event()

        def lost(self: http_bounds.BoundedHttp, exc: Exception | None) -> None:
            lose(self, exc)
            given_up.set()

        async with opened(tmp_path, tables=()) as here:
            deaf = await Raw.connect(int(here.host.rpartition(":")[2]), receive=4096)
            deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]
            monkeypatch.setattr(http_bounds.BoundedHttp, "connection_lost", lost)
            deaf.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
            async with asyncio.timeout(SOON):
                await given_up.wait()
            assert not deaf.writer.transport.is_closing()

    play(test())


@pytest.mark.parametrize("answers", [False, True])
def test_a_silent_socket_is_asked_and_closed_when_it_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, answers: bool
) -> None:
    monkeypatch.setattr(upgrade, "IDLE_SECONDS", 0.1)

    async def test() -> int:
        """How many pings came before the end, up to four."""
        async with opened(tmp_path, tables=()) as here:
            token = (await here.bearer("ann"))["Authorization"].removeprefix("Bearer ")
            raw = await Raw.open(int(here.host.rpartition(":")[2]), token)
            pings = 0
            async with asyncio.timeout(SOON):
                while pings < 4:
                    try:
                        opcode, payload = await raw.frame()
                    except (asyncio.IncompleteReadError, ConnectionError):
                        break
                    pings += opcode == PING
                    if answers and opcode == PING:
                        raw.write(masked(payload, opcode=PONG))
            return pings

    assert play(test()) == (4 if answers else 1)
