"""The lobby's screen: whoever looks knows every table as it is."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from tests.gateway.test_hall import TABLE, socket_of

from sabot.gateway import lobby, lobby_screen
from sabot.gateway.hall import Hall
from sabot.wire.messages import Tile
from sabot.wire.table_view import Status

FREE = Tile(
    table=TABLE,
    name="Speed",
    game="baccarat",
    variant="speed_baccarat",
    status=Status.WAITING,
    round=None,
    left_ms=None,
    length_ms=None,
    minimum=100,
    maximum=500,
    players=0,
    seats_taken=0,
    seats=7,
    shared_seats=False,
    good_roads=(),
    streak=0,
    derived_streak=0,
    voice=(),
    hands=(),
    results="",
)


def test_who_comes_to_the_lobby_after_a_change_that_nobody_saw_is_told_when_it_is_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = [FREE]
    for module in (lobby_screen, lobby):
        monkeypatch.setattr(module, "tile_of", lambda _feed: shown[0])

    async def story() -> list[bytes]:
        nobody = cast(Any, None)
        hall = Hall(funds=nobody, rack=nobody, directory=nobody)
        state = SimpleNamespace(config=1)
        host = SimpleNamespace(state=state)
        hall.feeds[TABLE] = cast(Any, SimpleNamespace(table_id=TABLE, host=host))

        def becomes(tile: Tile) -> None:
            shown[0] = tile
            hall._lobby.changed(TABLE)
            hall.fanout.flush()

        first, second = socket_of(hall, "ada"), socket_of(hall, "bruno")
        ada, bruno = hall.everybody()
        hall.watch_lobby(ada)
        becomes(FREE)
        assert len(first.written) == 1
        hall.unwatch_lobby(ada)
        becomes(replace(FREE, seats_taken=1, players=1))
        hall.watch_lobby(bruno)
        hall.fanout.flush()
        becomes(FREE)
        return [data for _, data in second.written]

    seen = asyncio.run(story())
    assert b'"seats_taken":1' in seen[0]
    assert b'"seats_taken":0' in seen[-1]
