"""The lobby's screen: every client that watches knows every table as it is."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from tests.gateway.broadcast.test_broadcaster import TABLE, socket_of

from sabot.gateway.broadcast import lobby, lobby_screen
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.wire.messages import Tile
from sabot.wire.table_view import Status

FREE = Tile(
    rehearsal=False,
    table=TABLE,
    name="Speed",
    game="baccarat",
    variant="speed_baccarat",
    live=False,
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
    module=None,
)


def test_who_comes_to_the_lobby_after_a_change_that_nobody_saw_is_told_when_it_is_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = [FREE]
    for module in (lobby_screen, lobby):
        monkeypatch.setattr(module, "tile_of", lambda _feed: shown[0])

    async def story() -> list[bytes]:
        nobody = cast(Any, None)
        broadcaster = Broadcaster(funds=nobody, rack=nobody, directory=nobody)
        state = SimpleNamespace(config=1)
        host = SimpleNamespace(state=state)
        broadcaster.feeds[TABLE] = cast(Any, SimpleNamespace(table_id=TABLE, table=host))

        def becomes(tile: Tile) -> None:
            shown[0] = tile
            broadcaster._lobby.changed(TABLE)
            broadcaster.fanout.flush()

        first, second = socket_of(broadcaster, "ada"), socket_of(broadcaster, "bruno")
        ada, bruno = broadcaster.open.everybody()
        broadcaster.watch_lobby(ada)
        becomes(FREE)
        assert len(first.written) == 1
        broadcaster.unwatch_lobby(ada)
        becomes(replace(FREE, seats_taken=1, players=1))
        broadcaster.watch_lobby(bruno)
        broadcaster.fanout.flush()
        becomes(FREE)
        return [data for _, data in second.written]

    seen = asyncio.run(story())
    assert b'"seats_taken":1' in seen[0]
    assert b'"seats_taken":0' in seen[-1]
