"""The casino on its port, as a process of its own: `python -m bench.casino ORDER`.

The casino that `sabot serve` opens, with tables and players for measuring. It prints on standard
output where it listens and which tokens let players in, and serves until its standard input ends.

A request `ping` with a number above zero asks for that many updates to all clients of the first
table: the same update of a real table, encoded again each time, on the path of every update.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import uvloop
from typing_extensions import override

from sabot.bootstrap import Casino
from sabot.bootstrap.collector import look_less_often
from sabot.gamekit import Limits
from sabot.gateway.assembly import Gateway
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.money import Cents
from sabot.runtime import pipeline
from sabot.service.catalogue import default_tables, live_table
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import Origin
from sabot.service.players.registry import of_house
from sabot.service.storage import committer
from sabot.settings import Environment, NetworkSettings, SealingSettings, Settings
from sabot.table import events as e
from sabot.table.config import AnyConfig, Confirmation, Opening
from sabot.table.phases import Phase
from sabot.table.state import TableState
from sabot.wire import messages as m
from sabot.wire import requests

PURSE = Cents(10**12)
AN_HOUR_MS = 3_600_000
BRIEF_MS = 150
AT_WILL = 1e9  # requests a second: here the server is measured, not its patience


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What a benchmark wants to be served."""

    database: str
    players: int
    tables: int
    update: str = ""  # a file with an update of a real table
    published: str = ""  # where to write when which event was published
    live: bool = False  # the first table is dealt by a person, whose token comes with the others
    one_by_one: bool = False  # a commit for each command: what a casino without groups would do


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """Where it listens, and the tokens of its players."""

    port: int
    tokens: list[str]
    dealer: str = ""


class MeasuredCasino(Casino):
    """The casino, with a way to ask for updates."""

    def __init__(self, settings: Settings, order: Order) -> None:
        super().__init__(settings)
        self.order = order
        self.published: list[tuple[int, int, int]] = []  # table, seq, nanoseconds

    @override
    def _gateway(self) -> Gateway:
        gateway = super()._gateway()
        if self.order.update:
            update = msgspec.json.decode(Path(self.order.update).read_bytes(), type=m.Update)
            self._answer_pings(gateway, update)
        return gateway

    def _answer_pings(self, gateway: Gateway, update: m.Update) -> None:
        broadcaster, table = gateway.broadcaster, next(iter(self.house.hosts))

        def publish(_connection: Connection, request: object) -> None:
            assert isinstance(request, requests.Ping)
            for _ in range(request.n):
                broadcaster.tell_table(table, frame(update))

        gateway.reader.on(requests.Ping, publish)

    @override
    def _published(self, state: TableState, events: Sequence[e.Event]) -> None:
        if self.order.published:
            self.published.append((int(state.table_id[1:]), state.seq, time.monotonic_ns()))
        super()._published(state, events)

    def write_published(self) -> None:
        """Write what was published to a file, if the order names one."""
        if self.order.published:
            Path(self.order.published).write_bytes(msgspec.json.encode(self.published))


def tables(count: int) -> list[AnyConfig]:
    """Tables where a Confirm makes a bet, open for an hour and with wide limits."""
    (scanner,) = (each for each in default_tables() if each.table_id == "scanner-1")
    assert scanner.confirmation is Confirmation.MANUAL
    open_long = replace(scanner, timers=replace(scanner.timers, betting=AN_HOUR_MS))
    kinds = scanner.variant.bets
    roomy = replace(open_long, limits=dict.fromkeys(kinds, Limits(minimum=Cents(1), maximum=PURSE)))
    return [replace(roomy, table_id=f"t{number}") for number in range(count)]


def live(table_id: str) -> AnyConfig:
    """A table that a person deals at, with windows as short as a benchmark wants them."""
    table = live_table(
        "baccarat-1",
        table_id=table_id,
        name=table_id,
        opening=Opening.DEALER,
        burn=False,
        passports=False,
    )
    return replace(table, timers=replace(table.timers, betting=BRIEF_MS, result=BRIEF_MS))


def let_in_dealer(casino: Casino) -> str:
    """A dealer, and the token of a session."""
    password = secrets.token_urlsafe(16)
    new = NewAccount(login="dealer", password=password, role=Role.DEALER, nickname="Dora")
    opened = casino.identity.sessions.open(casino.identity.accounts.create(new))
    assert opened is not None
    return opened.token


def let_in(casino: Casino, count: int) -> list[str]:
    """Players with purses that no benchmark empties, and the tokens of their sessions."""
    house, opened = casino.house, []
    for number in range(count):
        record = of_house(f"p{number}", nickname=f"Player {number}", at_ms=0)
        account = casino.identity.accounts.of_player(record, Origin.DEMO)
        opened.append(casino.identity.sessions.open(account))
        give_play_money(house.store.ledger, house.players.player(f"p{number}"), PURSE, at_ms=0)
    return [one.token for one in opened if one is not None]


def _open(state: TableState) -> bool:
    """Whether bets are taken; a live table waits for its dealer, once it is set up."""
    live = state.config is not None and state.settings.live
    return live or state.phase is Phase.BETTING


async def serve(order: Order) -> None:
    """Serve until the standard input ends."""
    with TemporaryDirectory(prefix="sabot-bench-") as beside:
        await _serve(order, Path(beside))


async def _serve(order: Order, beside: Path) -> None:
    settings = Settings(
        environment=Environment.TEST,
        database=order.database,
        bots=0,
        # Each measured house is new. Seals of an earlier run would say that its database was lost.
        sealing=SealingSettings(seals_file=str(beside / "house.seals")),
        network=NetworkSettings(port=0, requests_per_second=AT_WILL),
    )
    if order.one_by_one:
        pipeline.BATCH_MAX = committer.UNITS_MAX = 1
    casino = MeasuredCasino(settings, order)
    ordinary = tables(order.tables)
    casino.open_tables([live("t0"), *ordinary[1:]] if order.live else ordinary)
    dealer = let_in_dealer(casino) if order.live else ""
    tokens = let_in(casino, order.players)
    listener = casino.listen()
    running = asyncio.create_task(casino.run(listener))
    await casino.house.ready.wait()
    for table in casino.house.hosts.values():
        while not _open(table.state):
            await table.changed()  # a shoe is shuffled first
    look_less_often()
    ready = Ready(port=listener.getsockname()[1], tokens=tokens, dealer=dealer)
    os.write(1, msgspec.json.encode(ready) + b"\n")
    await asyncio.to_thread(sys.stdin.read)
    casino.write_published()
    running.cancel()
    await asyncio.wait({running})
    casino.close()


if __name__ == "__main__":
    uvloop.run(serve(msgspec.json.decode(sys.argv[1], type=Order)))
