"""A dealer's console and scanner: what is sent from them, and waiting for the table to show it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sabot.client import Table
from sabot.rehearsal.cards import card_of
from sabot.rehearsal.people import People
from sabot.rehearsal.script import Chance
from sabot.table import commands as c
from sabot.wire.studio import StudioView

HEARTBEAT_SECONDS = 5.0
LOOK_SECONDS = 5.0
"""How long to wait for a change before looking again."""


class Console:
    """The console of one dealer at one table."""

    def __init__(self, people: People, table: Table, chance: Chance) -> None:
        self.table = table
        self.client = people.dealer
        self._scanner = people.scanner or people.dealer
        self._chance = chance
        self._silent = False

    def in_charge(self, studio: StudioView) -> bool:
        """Whether the table is this dealer's, at this console."""
        return studio.dealer is not None and studio.dealer.console == self.client.console

    async def act(self, command: c.AnyCommand) -> None:
        """Send a command from the console, and wait until the table shows what it did."""
        seq = self.table.mirror.seq
        await self.client.act(self.table.id, command)
        await self.shows(lambda: self.table.mirror.seq > seq)

    async def shows(self, holds: Callable[[], bool]) -> None:
        """Wait until the table shows something, but not for long."""
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                while not holds():
                    await self.table.changed()
        except TimeoutError:
            return  # look at the table again

    async def changed(self, seconds: float) -> None:
        """Wait for a change of the table, but no longer than this."""
        try:
            async with asyncio.timeout(seconds):
                await self.table.changed()
        except TimeoutError:
            return

    async def think(self, seconds: float) -> None:
        """What a person needs: sometimes a little less, sometimes a little more."""
        await asyncio.sleep(seconds * (75 + self._chance(50)) / 100)

    async def beats(self) -> None:
        """Say that console and scanner are there, until cancelled."""
        while True:
            studio = self.table.view.studio
            if studio is not None and self.in_charge(studio) and not self._silent:
                self.client.beat(self.table.id)
                if self._scanner is not self.client:
                    self._scanner.beat(self.table.id)
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def be_silent(self, seconds: float) -> None:
        """Say nothing at all, as when the line of the studio is cut."""
        self._silent = True
        await asyncio.sleep(seconds)
        self._silent = False

    async def scan(self, position: str, code: str) -> None:
        """What a scanner does with a card: it sends the code, and knows nothing."""
        scan = c.Scan(position=position, code=code, card=card_of(code))
        await self._scanner.act(self.table.id, scan)
