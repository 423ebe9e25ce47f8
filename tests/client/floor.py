"""A house on a port: real tables, dealers, broadcaster and server, with short windows, on SQLite.

Only the sessions are the test's own: a token is a person's name, and its prefix is the role.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import uvloop
from tests.units import posted

from sabot.bootstrap import House
from sabot.client import Client
from sabot.client.backoff import Backoff
from sabot.errors import Refused
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.server import Server, feed_of, listen
from sabot.gateway.sockets.admission import Admission
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.catalogue import default_tables
from sabot.service.identity.refusals import SessionRefusal
from sabot.service.identity.roles import Principal, Role
from sabot.service.players.registry import of_house
from sabot.settings import Settings
from sabot.table.config import AnyConfig, Timers

BALANCE = 10_000_000
T = TypeVar("T")

QUICK = Timers(
    betting=250,
    last_seconds=100,
    insurance=150,
    decision=150,
    card=8,
    result=120,
    cancelled=50,
    shuffle=20,
)


def quick(name: str, timers: Timers = QUICK) -> AnyConfig:
    """One of the default tables, in a hurry."""
    found = next(config for config in default_tables() if config.table_id == name)
    return replace(found, timers=timers)


def play(job: Coroutine[Any, Any, T], *, seconds: float = 120) -> T:
    """Run a test in the loop that the server runs in."""

    async def limited() -> T:
        async with asyncio.timeout(seconds):
            return await job

    return uvloop.run(limited())


class Floor:
    """A running house, its port, and clients of it."""

    def __init__(self, folder: Path, configs: Sequence[AnyConfig]) -> None:
        settings = Settings(database=f"sqlite:///{folder / 'floor.db'}", bots=0)
        self.house = House(settings, publish=self._published)
        self.house.open_tables(configs)
        self.ended: dict[str, str] = {}  # tokens that are not let in any more, and why
        self._configs = configs
        self.broadcaster = Broadcaster(
            funds=self.house.funds, rack=self.house.rack, directory=self.house.players
        )
        self.url = ""

    def _published(self, *args: Any) -> None:
        self.broadcaster.published(*args)

    def enrol(self, player: str) -> str:
        """A player with money."""
        self.house.players.enrol(of_house(player, nickname=player.title(), at_ms=0))
        gift = Transfer(
            id=f"gift:{player}",
            kind=TransferKind.DEPOSIT,
            debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
            credit=self.house.players.player(player).account,
            amount=BALANCE,
        )
        assert posted(self.house.store, [gift]) is None
        return player

    def recall(self, token: str) -> Principal | None:
        """Who is not gone is in memory."""
        return None if token in self.ended else self.session_of(token)

    def session_of(self, token: str) -> Principal:
        """`role:name`, or just a player's name; a second part after `/` is another session."""
        if token in self.ended:
            raise Refused(SessionRefusal.ENDED, reason=self.ended[token])
        name = token.partition("/")[0]
        role, _, person = name.rpartition(":")
        found = Role(role or "player")
        return Principal(
            session_id=token,
            account_id=person,
            role=found,
            nickname=person,
            currency=Currency.EUR,
            signed_in_at_ms=0,
            player_id=person if found is Role.PLAYER else None,
        )

    @contextlib.asynccontextmanager
    async def open(self, *, per_second: float = 100_000) -> AsyncIterator[Floor]:
        """Open until the block ends."""
        for table, host in self.house.hosts.items():
            self.broadcaster.feeds[table] = feed_of(
                host,
                events=self.house.store.events,
                seals=self.house.seals,
                clock=self.house.clock,
                directory=self.house.players,
                hides_bets=lambda _player: False,
            )
        reader = RequestReader(self.broadcaster, clock=self.house.clock)
        admission = Admission(
            recall=self.recall,
            session_of=self.session_of,
            reader=reader,
            crowd=self.broadcaster.open,
            now=time.monotonic,
            cookie="sabot",
            per_second=per_second,
        )
        self.server = Server(self.app, admission, self.broadcaster, reader)
        listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        tasks = [
            asyncio.create_task(self.house.run()),
            asyncio.create_task(self.server.serve(listener)),
        ]
        try:
            await self.house.ready.wait()
            yield self
        finally:
            for task in reversed(tasks):
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            self.house.close()

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """No HTTP here: these tests are about the socket."""
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b'{"code":"route/unknown"}'})

    async def came_back(self, client: Client, *, before: int) -> None:
        """Wait until a client has opened another socket."""
        while client.line.connections == before:  # noqa: ASYNC110 -- a client tells this to nobody
            await asyncio.sleep(0.002)

    def client(self, token: str, *, seed: int = 1, answer_seconds: float = 10.0) -> Client:
        """Somebody with a short patience between two attempts."""
        backoff = Backoff(Random(seed).random, first=0.002, longest=0.05)
        return Client(self.url, token=token, backoff=backoff, answer_seconds=answer_seconds)


@contextlib.asynccontextmanager
async def two_at_the_door(folder: Path, table: str) -> AsyncIterator[tuple[Floor, Client, Client]]:
    """A house whose one table takes bets for a minute, and two players with money."""
    floor = Floor(folder, [quick(table, replace(QUICK, betting=60_000))])
    async with (
        floor.open(),
        floor.client(floor.enrol("ada")) as ada,
        floor.client(floor.enrol("bruno")) as bruno,
    ):
        yield floor, ada, bruno
