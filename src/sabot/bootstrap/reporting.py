"""Adds up finished rounds while the house runs (ADR 0069)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from sabot.errors import SabotError

EVERY_SECONDS = 2.0
"""Seconds between two looks for rounds that have ended."""

REST = 4.0
"""The pause after a stretch takes this many times as long, so that tables are not held up."""

log = logging.getLogger("sabot.house")


class WritesFigures(Protocol):
    """Reads events and writes figures; synchronous, for a thread."""

    def behind(self) -> Sequence[str]: ...
    def advance(self, table_id: str) -> bool: ...


class Reporting:
    """Keeps the figures a few seconds behind the tables; trouble with them stops nothing else."""

    def __init__(
        self,
        figures: WritesFigures,
        wall_ms: Callable[[], int],
        *,
        every: float = EVERY_SECONDS,
    ) -> None:
        self._figures = figures
        self._wall_ms = wall_ms
        self._every = every
        self._odd: set[str] = set()  # tables with rows that cannot be read
        self.read_ms = 0
        """Everything that had ended by then is added up."""

    async def run(self) -> None:
        """Add up until cancelled."""
        while True:
            await self.catch_up()
            await asyncio.sleep(self._every)

    async def catch_up(self) -> None:
        """Add up everything that has ended by now."""
        try:
            begun_ms = self._wall_ms()
            for table_id in await asyncio.to_thread(self._figures.behind):
                await self._table(table_id)
            self.read_ms = begun_ms
        except SabotError as error:
            log.warning("finished rounds are not added up: %s", error)

    async def _table(self, table_id: str) -> None:
        more = True
        while more:
            begun = time.monotonic()
            try:
                more = await asyncio.to_thread(self._figures.advance, table_id)
            except SabotError:
                raise
            except Exception:  # whatever its rows hold: the other tables are added up
                if table_id not in self._odd:  # once, and not at every look
                    log.exception("table_id=%s its rounds are not added up", table_id)
                self._odd.add(table_id)
                return
            self._odd.discard(table_id)
            await asyncio.sleep((time.monotonic() - begun) * REST)
