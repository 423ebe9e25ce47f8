"""An update of a real table, as its players get it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence

from sabot.bootstrap import House
from sabot.gamekit import Audience
from sabot.gateway.server import feed_of
from sabot.gateway.tables.feed import TableFeed
from sabot.settings import Environment, Settings
from sabot.table import events as e
from sabot.table.state import TableState

TABLE = "speed-1"
SECONDS = 4.0
PACE = 0.05
_HEADER = 4  # of a frame between 126 and 65,535 bytes


def real_update() -> bytes:
    """The update in the middle of all that a few rounds of baccarat bring, by size."""
    frames = sorted(asyncio.run(_frames()), key=len)
    return frames[len(frames) // 2][_HEADER:]


async def _frames() -> list[bytes]:
    feeds: dict[str, TableFeed] = {}
    frames: list[bytes] = []

    def published(state: TableState, events: Sequence[e.Event]) -> None:
        if state.table_id in feeds:
            frames.append(feeds[TABLE].publish(state, events)[Audience.PLAYER])

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            environment=Environment.TEST, database=f"sqlite:///{folder}/a.db", bots=0, pace=PACE
        )
        house = House(settings, publish=published)
        house.open_tables()
        running = asyncio.create_task(house.run())
        await house.ready.wait()
        await asyncio.sleep(SECONDS / 4)
        feeds[TABLE] = feed_of(
            house.hosts[TABLE],
            events=house.store.events,
            seals=house.seals,
            clock=house.clock,
            directory=house.players,
            hides_bets=lambda _player: False,
        )
        feeds[TABLE].catch_up(Audience.PLAYER, None)
        await asyncio.sleep(SECONDS)
        running.cancel()
        await asyncio.wait({running})
        house.close()
        house.store.close()
    return [frame for frame in frames if len(frame) >= 126 + _HEADER]
