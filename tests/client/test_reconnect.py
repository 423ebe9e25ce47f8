"""When a client comes back by itself, and when it must not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.client.floor import Floor, play, quick

from sabot.client import Client, Refused, Unavailable
from sabot.client.backoff import Backoff
from sabot.errors import SabotError

TABLES = ["speed-1", "blackjack-1"]


def floor_in(folder: Path) -> Floor:
    floor = Floor(folder, [quick(name) for name in TABLES])
    floor.enrol("ada")
    return floor


def test_a_session_that_is_over_ends_the_client_and_whoever_waits(tmp_path: Path) -> None:
    async def test() -> tuple[SabotError, int]:
        floor = floor_in(tmp_path)
        async with floor.open(), floor.client("ada/1") as ada:
            table = await ada.watch("blackjack-1")
            waiting = asyncio.create_task(table.until(lambda _view: False))
            await asyncio.sleep(0)
            floor.broadcaster.open.end_session("ada/1", "session/signed_out")
            with pytest.raises(Refused) as caught:
                await waiting
            with pytest.raises(Refused):
                await table.place("main", 500, seat=1)
            await asyncio.sleep(0.1)
            return caught.value, ada.line.connections

    over, connections = play(test())
    assert over.code == "session/signed_out"
    assert connections == 1


def test_a_handshake_that_is_refused_for_good_is_not_repeated(tmp_path: Path) -> None:
    async def test() -> SabotError:
        floor = floor_in(tmp_path)
        floor.ended["ada"] = "expired"
        async with floor.open():
            with pytest.raises(Refused) as caught:
                async with floor.client("ada"):
                    pass
        return caught.value

    assert play(test()).code == "session/ended"


def test_a_server_that_restarts_is_waited_for(tmp_path: Path) -> None:
    async def test() -> int:
        floor = floor_in(tmp_path)
        async with floor.open(), floor.client("ada") as ada:
            table = await ada.watch("speed-1")
            for connection in floor.broadcaster.open.everybody():
                connection.end("server/stopping")
            await floor.came_back(ada, before=1)
            await table.changed()
            return ada.line.connections

    assert play(test()) == 2


def test_nobody_there_is_tried_again_until_the_client_is_closed() -> None:
    async def test() -> int:
        waits: list[float] = []

        def chance() -> float:
            waits.append(0.5)
            return 0.5

        backoff = Backoff(chance, first=0.001, longest=0.004)
        client = Client("http://127.0.0.1:1", token="ada", backoff=backoff)  # noqa: S106 -- no secret
        entering = asyncio.create_task(client.__aenter__())
        await asyncio.sleep(0.1)
        await client.close()
        with pytest.raises(Unavailable):
            await entering
        return len(waits)

    assert play(test()) > 3


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        floor = floor_in(tmp_path)
        async with floor.open(), floor.client("ada") as ada:
            with pytest.raises(Refused, match="table/unknown"):
                await ada.watch("nowhere")
            assert (await ada.watch("speed-1")).view.game == "baccarat"

    play(test())


def test_waits_double_up_to_the_longest_and_half_of_each_is_chance() -> None:
    low, high = Backoff(lambda: 0.0, first=1, longest=8), Backoff(lambda: 1.0, first=1, longest=8)
    assert [low.next() for _ in range(6)] == [0.5, 1, 2, 4, 4, 4]
    assert [high.next() for _ in range(6)] == [1, 2, 4, 8, 8, 8]
    low.reset()
    assert low.next() == 0.5
