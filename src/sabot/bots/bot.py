"""One bot at one table, for as long as its session lasts."""

from __future__ import annotations

import asyncio

from sabot.bots.mind import Mind, Pick
from sabot.bots.temperament import Temperament
from sabot.bots.words import LINES
from sabot.client import Client, Refused, Table, Unavailable, table_info, top_up
from sabot.table.phases import Phase
from sabot.wire.table_view import YourStatus

LOOK_SECONDS = 10
"""How long a bot waits for a change before it looks at the table again."""

CASHIER_SECONDS = 3_600
"""Seconds between two visits to the cashier, which gives money only a few times a day."""


class Bot:
    """A client with a temperament."""

    def __init__(self, temperament: Temperament, *, pick: Pick) -> None:
        self._temperament = temperament
        self._pick = pick
        self._spoken_in: str | None = None
        self._paid_at = -float(CASHIER_SECONDS)  # when it last asked for money

    async def play(self, casino: Client, table_id: str) -> None:
        """Play until the session ends, which raises."""
        info = await table_info(casino.line.url, table_id, token=casino.line.token)
        table = await casino.watch(table_id)
        mind = Mind(self._temperament, info, pick=self._pick)
        while True:
            seq = table.mirror.seq
            await self._act(casino, table, mind)
            await self._fetch_money(casino, table)
            await self._talk(casino, table)
            if table.mirror.seq == seq:
                await self._wait(table)

    async def _act(self, casino: Client, table: Table, mind: Mind) -> None:
        for wish in mind.wants(table.view, table.you):
            await asyncio.sleep(mind.pause_ms(wish) / 1000)
            try:
                await table.act(wish)
            except Refused:
                if casino.over is not None:
                    raise
                return  # too late, or another player was quicker: think again next time

    async def _fetch_money(self, casino: Client, table: Table) -> None:
        """Play money for a bot that has lost its own, now and then."""
        now = asyncio.get_running_loop().time()
        poor = table.you.status is YourStatus.INSUFFICIENT_BALANCE
        if poor and now - self._paid_at >= CASHIER_SECONDS:
            self._paid_at = now
            try:
                await top_up(casino.line.url, token=casino.line.token)
            except (Refused, Unavailable):
                return  # try again later

    async def _talk(self, casino: Client, table: Table) -> None:
        """Say something now and then after a round."""
        if table.view.phase != Phase.RESULT or self._spoken_in == table.view.round:
            return
        self._spoken_in = table.view.round
        if self._pick(100) >= self._temperament.talks_in_hundred:
            return
        try:
            await casino.chat.say(f"table:{table.id}", LINES[self._pick(len(LINES))])
        except (Refused, Unavailable):
            if casino.over is not None:
                raise

    async def _wait(self, table: Table) -> None:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await table.changed()
        except TimeoutError:
            return
