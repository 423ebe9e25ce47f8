"""The casino on its port, as a process of its own: `python -m bench.casino ORDER`.

The one that `sabot serve` opens, with tables and players for measuring. It says on its standard
output where it listens and which tokens let players in, and serves until its standard input ends.

A request `ping` with a number above zero asks for so many updates to everybody at the first table:
the same update of a real table, encoded anew each time, on the way that every update takes.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import uvloop
from typing_extensions import override

from sabot.bootstrap import Casino
from sabot.bootstrap.collector import look_less_often
from sabot.gamekit import Limits
from sabot.gateway.assembly import Gateway
from sabot.gateway.framing import frame
from sabot.gateway.sockets.connection import Connection
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Cents, Currency
from sabot.service import committer, host
from sabot.service.catalogue import default_tables
from sabot.service.identity.rows import Origin
from sabot.service.registry import of_house
from sabot.settings import Environment, NetworkSettings, Settings
from sabot.table import events as e
from sabot.table.config import AnyConfig, Confirmation
from sabot.table.phases import Phase
from sabot.table.state import TableState
from sabot.wire import messages as m
from sabot.wire import requests

PURSE = Cents(10**12)
AN_HOUR_MS = 3_600_000
AT_WILL = 1e9  # requests a second: here the server is measured, not its patience


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What a benchmark wants to be served."""

    database: str
    players: int
    tables: int
    update: str = ""  # a file with an update of a real table
    published: str = ""  # where to write when which event was published
    one_by_one: bool = False  # a commit for each command: what a casino without groups would do


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is, and how one comes in."""

    port: int
    tokens: list[str]


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
        hall, table = gateway.hall, next(iter(self.house.hosts))

        def publish(_connection: Connection, request: object) -> None:
            assert isinstance(request, requests.Ping)
            for _ in range(request.n):
                hall.tell_table(table, frame(update))

        gateway.reception.on(requests.Ping, publish)

    @override
    def _published(self, state: TableState, events: Sequence[e.Event]) -> None:
        if self.order.published:
            self.published.append((int(state.table_id[1:]), state.seq, time.monotonic_ns()))
        super()._published(state, events)

    def write_published(self) -> None:
        """Write down what was published, where somebody asked for it."""
        if self.order.published:
            Path(self.order.published).write_bytes(msgspec.json.encode(self.published))


def tables(count: int) -> list[AnyConfig]:
    """Tables where a Confirm makes a bet, with time and room for as long as anybody measures."""
    (scanner,) = (each for each in default_tables() if each.table_id == "scanner-1")
    assert scanner.confirmation is Confirmation.MANUAL
    open_long = replace(scanner, timers=replace(scanner.timers, betting=AN_HOUR_MS))
    kinds = scanner.variant.bets
    roomy = replace(open_long, limits=dict.fromkeys(kinds, Limits(minimum=Cents(1), maximum=PURSE)))
    return [replace(roomy, table_id=f"t{number}") for number in range(count)]


def let_in(casino: Casino, count: int) -> list[str]:
    """Players with purses that no benchmark empties, and the tokens of their sessions."""
    house, opened = casino.house, []
    for number in range(count):
        record = of_house(f"p{number}", nickname=f"Player {number}", at_ms=0)
        account = casino.accounts.of_player(record, Origin.DEMO)
        opened.append(casino.sessions.open(account))
    house.store.post(
        [
            Transfer(
                id=f"purse:p{number}",
                kind=TransferKind.DEPOSIT,
                debit=str(Account(AccountKind.CASHIER, "bench", Currency.EUR)),
                credit=house.players.player(f"p{number}").account,
                amount=PURSE,
            )
            for number in range(count)
        ]
    )
    return [one.token for one in opened if one is not None]


async def serve(order: Order) -> None:
    """Serve until the standard input ends."""
    settings = Settings(
        environment=Environment.TEST,
        database=order.database,
        bots=0,
        network=NetworkSettings(port=0, requests_per_second=AT_WILL),
    )
    if order.one_by_one:
        host.BATCH_MAX = committer.UNITS_MAX = 1
    casino = MeasuredCasino(settings, order)
    casino.open_tables(tables(order.tables))
    tokens = let_in(casino, order.players)
    listener = casino.listen()
    running = asyncio.create_task(casino.run(listener))
    await casino.house.ready.wait()
    for table in casino.house.hosts.values():
        while table.state.phase is not Phase.BETTING:
            await table.changed()  # a shoe is shuffled first
    look_less_often()
    ready = Ready(port=listener.getsockname()[1], tokens=tokens)
    os.write(1, msgspec.json.encode(ready) + b"\n")
    await asyncio.to_thread(sys.stdin.read)
    casino.write_published()
    running.cancel()
    await asyncio.wait({running})
    casino.close()


if __name__ == "__main__":
    uvloop.run(serve(msgspec.json.decode(sys.argv[1], type=Order)))
