"""Pending handshakes: looking up a session does not block the loop, and strangers are limited."""

from __future__ import annotations

import asyncio
import threading

import pytest
from tests.gateway.people import ADA

from sabot.errors import Refused, Unavailable
from sabot.gateway.sockets import pending_handshakes as d
from sabot.gateway.sockets.pace import BURST_SECONDS
from sabot.service.identity.refusals import SessionRefusal

HERE = "192.0.2.1"
KNOWN, BROKEN, AWAY = {"ada"}, {"broken"}, {"away"}


class Disk:
    """Knows one token."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.threads: set[str] = set()

    def session_of(self, token: str) -> object:
        self.asked.append(token)
        self.threads.add(threading.current_thread().name)
        if token in BROKEN:
            raise RuntimeError("a secret")
        if token in AWAY:
            raise Unavailable("store/unreachable")
        if token not in KNOWN:
            raise Refused(SessionRefusal.UNKNOWN)
        return ADA


@pytest.fixture
def disk() -> Disk:
    return Disk()


def step(disk: Disk) -> d.PendingHandshakes:
    return d.PendingHandshakes(disk.session_of, now=lambda: 0.0)


def test_a_token_is_looked_up_in_a_thread(disk: Disk) -> None:
    async def test() -> list[bytes]:
        waits = step(disk)
        return [await waits.look_up(token, address=HERE) for token in ("ada", "bob", "broken")]

    known, unknown, broken = asyncio.run(test())
    assert known == d.WELCOME
    assert unknown.startswith(b"HTTP/1.1 401")
    assert unknown.endswith(b'{"code":"session/unknown"}')
    assert broken == d.FAILED
    assert disk.threads == {"sabot-handshakes_0"}


def test_strangers_are_looked_up_only_so_often_from_one_address(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(d, "REST_SECONDS", 0.01)
    often = int(d.STRANGERS_PER_SECOND * BURST_SECONDS)

    async def test() -> tuple[bytes, bytes]:
        waits = step(disk)
        for number in range(often):
            await waits.look_up(f"stranger {number}", address=HERE)
        turned_away = await waits.look_up("one more", address=HERE)
        return turned_away, await waits.look_up("ada", address="192.0.2.2")

    turned_away, elsewhere = asyncio.run(test())
    assert turned_away == d.TOO_FAST
    assert elsewhere == d.WELCOME
    assert len(disk.asked) == often + 1


def test_a_whole_house_that_was_away_may_come_back_from_one_address(disk: Disk) -> None:
    async def test() -> set[bytes]:
        waits = step(disk)
        return {await waits.look_up("ada", address=HERE) for _ in range(500)}

    assert asyncio.run(test()) == {d.WELCOME}


def test_only_so_many_wait_to_be_looked_up(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(d, "REST_SECONDS", 0.01)

    async def test() -> list[bytes]:
        waits = step(disk)
        waiting = [waits.look_up("ada", address=HERE) for _ in range(d.LOOKED_UP_MAX + 1)]
        return await asyncio.gather(*waiting)

    told = asyncio.run(test())
    assert told == [d.WELCOME] * d.LOOKED_UP_MAX + [d.FULL]


def test_a_disk_that_is_away_says_nothing_about_a_session(disk: Disk) -> None:
    """Who hears 401 does not come back."""
    answer = asyncio.run(_looked_up(step(disk), "away"))
    assert answer.startswith(b"HTTP/1.1 503")
    assert answer.endswith(b'{"code":"store/unreachable"}')


async def _looked_up(waits: d.PendingHandshakes, token: str) -> bytes:
    return await waits.look_up(token, address=HERE)
