"""The live table of `sabot play`: dealt by a script, and free for any dealer to take."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.bootstrap.test_casino import opened, settings_at

from sabot.bootstrap.rehearsing import rehearse_all
from sabot.client import Client, sign_in
from sabot.errors import Malformed
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.settings import REHEARSED, Environment, LiveTable
from sabot.wire.messages import Tile


def test_F265_the_table_in_rehearsal_deals_rounds_and_says_what_it_is(tmp_path: Path) -> None:
    async def story() -> tuple[Tile, Tile]:
        settings = settings_at(tmp_path, live_tables=(REHEARSED,), bots=8)
        async with asyncio.timeout(60), opened(settings) as (casino, address):
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            async with Client(address, token=token) as ada:
                table = await ada.watch("live-1")
                for _ in range(2):
                    await table.until(lambda view: view.phase == "result")
                    await table.until(lambda view: view.phase != "result")
                assert table.view.studio is None  # staff alone
                lobby = await ada.watch_lobby()
            assert casino.house.out_of_order == {}
            return lobby["live-1"], lobby["speed-1"]

    live, virtual = asyncio.run(story())
    assert (live.live, live.rehearsal, live.name) == (True, True, "Aurora")
    assert (virtual.live, virtual.rehearsal) == (False, False)


def test_a_rehearsal_that_cannot_begin_hinders_nothing(tmp_path: Path) -> None:
    """Its table is missing: the house plays on without it."""

    async def story() -> bool:
        settings = settings_at(tmp_path)
        async with asyncio.timeout(30), opened(settings) as (_, address):
            asked = replace(settings, live_tables=(REHEARSED,))
            running = asyncio.create_task(rehearse_all(address, asked))
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            async with Client(address, token=token) as ada:
                table = await ada.watch("speed-1")
                await table.until(lambda view: view.phase == "result")
            alive = not running.done()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            return alive

    assert asyncio.run(story())


def test_there_is_none_outside_of_a_demonstration(tmp_path: Path) -> None:
    tests = settings_at(tmp_path, live_tables=(REHEARSED,), environment=Environment.TEST)
    asyncio.run(rehearse_all("http://127.0.0.1:1", tests))  # ends at once, and asks no server
    with pytest.raises(Malformed, match="settings/live_table"):
        LiveTable(id="live-2", name="Real", like="speed-1", scripted=True)
