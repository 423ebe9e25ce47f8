"""A real house with live tables on a port: SQLite, sockets, accounts, and short windows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.client import Client, sign_in
from sabot.client.backoff import Backoff
from sabot.client.shoe_desk import ShoeDesk
from sabot.lab.audit import Report, audit, sealed
from sabot.service.catalogue import live_table
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.settings import NetworkSettings, Settings
from sabot.table import events as e
from sabot.table.config import AnyConfig, Opening, Timers
from sabot.table.record import codec
from sabot.table.state import TableState

TABLE = "live-1"
QUICK = Timers(
    betting=150,
    last_seconds=50,
    insurance=120,
    decision=120,
    card=5,
    result=60,
    cancelled=40,
    shuffle=10,
)
GAMES = ("speed-1", "seven-1", "scanner-1", "blackjack-1", "brag-1")


def live(
    like: str = "speed-1",
    *,
    table_id: str = TABLE,
    opening: Opening = Opening.DEALER,
    burn: bool = False,
    passports: bool = False,
    timers: Timers = QUICK,
) -> AnyConfig:
    """A live table with short windows; without passports it is a rehearsal's."""
    config = live_table(
        like, table_id=table_id, name="Aurora", opening=opening, burn=burn, passports=passports
    )
    return replace(config, timers=timers)


class LiveHouse:
    """An open house."""

    def __init__(self, casino: Casino, address: str) -> None:
        self.casino = casino
        self.address = address

    def state(self, table: str = TABLE) -> TableState:
        """A table as the house has it."""
        return self.casino.house.hosts[table].state

    def events(self, table: str = TABLE) -> list[e.Event]:
        """What is on record of a table."""
        rows = self.casino.house.store.events.read(table, after=0)
        return [codec.decode(row.kind, row.version, row.body) for row in rows]

    async def until_event(self, kind: type[e.Event], count: int = 1, table: str = TABLE) -> None:
        """Wait until so many of these are on record."""
        while sum(isinstance(one, kind) for one in self.events(table)) < count:
            await self.casino.house.hosts[table].changed()

    async def token(self, login: str) -> str:
        """A session of a demo account."""
        return await sign_in(self.address, login=login, password=DEMO_PASSWORD)

    @contextlib.asynccontextmanager
    async def client(self, login: str, *, console: str = "") -> AsyncIterator[Client]:
        """A signed-in person with a short patience between two attempts."""
        token = await self.token(login)
        async with self.client_of(token, console=console) as one:
            yield one

    def client_of(self, token: str, *, console: str = "", answer_seconds: float = 10.0) -> Client:
        """A client of a session."""
        backoff = Backoff(lambda: 0.5, first=0.005, longest=0.05)
        return Client(
            self.address,
            token=token,
            backoff=backoff,
            console=console,
            answer_seconds=answer_seconds,
        )

    async def desk(self, login: str) -> ShoeDesk:
        """The shoe desk as this person uses it."""
        return ShoeDesk(self.address, token=await self.token(login))

    def verified(self) -> Report:
        """What `sabot verify` says of an export of this house."""
        return audit(sealed(self.casino.house.store.export_rows()))


@contextlib.asynccontextmanager
async def opened(
    folder: Path, tables: Sequence[AnyConfig] = (), *, seconds: float = 60, bots: int = 0
) -> AsyncIterator[LiveHouse]:
    """A house that is ready; stopped at the end, and its record verified."""
    settings = Settings(
        database=f"sqlite:///{folder / 'live.db'}",
        bots=bots,
        network=NetworkSettings(port=0, requests_per_second=100_000),
    )
    casino = Casino(settings, environment={})
    casino.open_tables(tables or (live(),))
    listener = casino.listen()
    house = LiveHouse(casino, address_of(listener))
    running = asyncio.create_task(casino.run(listener))
    try:
        await casino.house.ready.wait()
        async with asyncio.timeout(seconds):
            for host in casino.house.hosts.values():
                while host.state.config is None:
                    await host.changed()
            yield house
        report = house.verified()
        assert report.ok, report.violations
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        casino.close()
        casino.house.store.close()
