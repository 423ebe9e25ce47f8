"""A table that was read from disk again is shown again: chips are gone, the window is longer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.client.floor import QUICK, Floor, play, quick, two_at_the_door

from sabot.client import Refused
from sabot.errors import Unavailable
from sabot.runtime.host import TableHost
from sabot.wire.table_view import Status

SPEED = "speed-1"
LONG = replace(QUICK, betting=2_000, last_seconds=1_000)


def loses_its_store(host: TableHost, patch: pytest.MonkeyPatch) -> None:
    """The next step of the table does not reach its store."""
    engine = host.engine

    def prepare(_envelopes: Sequence[Any], **_more: Any) -> Any:
        raise Unavailable("store/unreachable")

    patch.setattr(engine, "prepare", prepare)


def test_R18_everybody_sees_at_once_that_a_table_began_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with two_at_the_door(tmp_path, SPEED) as (floor, ada, bruno):
            host = floor.house.hosts[SPEED]
            table, other = await ada.watch(SPEED), await bruno.watch(SPEED)
            await table.status(Status.PLACE_YOUR_BETS)
            await table.place("player", 500)
            await table.until(lambda _view: bool(table.you.chips))
            epoch = table.mirror.epoch
            loses_its_store(host, monkeypatch)
            with pytest.raises(Refused, match="store/unreachable"):
                await other.place("player", 500)
            async with asyncio.timeout(5):
                await table.until(lambda _view: table.mirror.epoch > epoch)
                await table.until(lambda _view: not table.you.chips)
            assert table.mirror.epoch == host.engine.epoch

    play(test(), seconds=30)


def test_F69_the_last_seconds_are_those_of_the_new_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> int:
        floor = Floor(tmp_path, [quick(SPEED, LONG)])
        host = floor.house.hosts[SPEED]
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch(SPEED)
            mine = (await table.status(Status.PLACE_YOUR_BETS)).round
            await asyncio.sleep(0.8)
            loses_its_store(host, monkeypatch)
            with pytest.raises(Refused, match="store/unreachable"):
                await table.place("player", 500)
            assert (await table.status(Status.LAST_BETS)).round == mine
            left = floor.broadcaster.feeds[SPEED].left_ms()
            assert left is not None
            return left

    assert play(test(), seconds=30) <= LONG.last_seconds
