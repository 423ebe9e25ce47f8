"""A connection that is gone: nothing of it waits to be looked for by Python's collector."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.client.floor import Floor, play, quick
from tests.siege.raw import Raw, handshake, masked

from sabot.gateway.sockets.connection import GOODBYE_SECONDS, Connection
from sabot.gateway.sockets.http_bounds import BoundedHttp

WHO = "dealer:dora"


@pytest.fixture
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def _drops(port: int) -> None:
    (await Raw.open(port, WHO)).drop()


async def _sends_garbage(port: int) -> None:
    raw = await Raw.open(port, WHO)
    raw.write(masked(b"", length=100 * 2**20))
    await raw.ended()


async def _is_refused(port: int) -> None:
    raw = await Raw.connect(port)
    raw.write(handshake("gone"))
    assert b" 401 " in await raw.head()


async def _asks_elsewhere(port: int) -> None:
    raw = await Raw.connect(port)
    raw.write(handshake(WHO).replace(b"/ws", b"/elsewhere"))
    assert b" 404 " in await raw.head()


@pytest.mark.parametrize("come", [_drops, _sends_garbage, _is_refused, _asks_elsewhere])
@pytest.mark.usefixtures("uncollected")
def test_who_came_and_went_leaves_no_circles(tmp_path: Path, come: object) -> None:
    async def test() -> list[str]:
        floor = Floor(tmp_path, [quick("speed-1")])
        floor.ended["gone"] = "idle"
        async with floor.open():
            assert callable(come)
            for _ in range(5):
                await come(int(floor.url.rpartition(":")[2]))
            for raw in Raw.alive:
                raw.drop()
            Raw.alive.clear()
            await asyncio.sleep(GOODBYE_SECONDS + 0.2)
            left = (BoundedHttp, Connection)
            return [type(one).__name__ for one in gc.get_objects() if isinstance(one, left)]

    assert play(test()) == []
