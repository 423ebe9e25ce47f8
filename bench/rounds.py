"""A round with very many bettors, end to end: real host, engine, group commit and database.

All players have chips on the felt when betting ends. The benchmark measures the time from the end
of betting until the bets are on disk and acknowledged, and from the last card until every bet is
settled and on disk. It takes wall time, because the disk is part of it.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Iterator
from dataclasses import replace
from pathlib import Path

from tools.postgres import DURABLE, postgres

from bench.clock import Time, Times, wait_for_quiet
from bench.hall import Hall, accepted
from bench.results import Line, within
from sabot.adapters.clock import SystemClock
from sabot.adapters.sql import SqlStore, open_store
from sabot.bootstrap.collector import look_less_often
from sabot.runtime.host import TableHost
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.catalogue import default_tables
from sabot.service.tables.envelopes import Envelope, from_house
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.phases import Phase

BETTORS = 10_000
ROUNDS = 3
GOAL = 1.0
KINDS = ("player", "banker")
AN_HOUR_MS = 3_600_000


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(f"sqlite:///{Path(folder, 'bench.db')}") as store,
    ):
        yield from _measured("SQLite", store)
    with postgres(DURABLE) as server, open_store(server.create_database("bench")) as store:
        yield from _measured("PostgreSQL", store)


def _measured(database: str, store: SqlStore) -> Iterator[Line]:
    wait_for_quiet()
    look_less_often()  # as `sabot serve` does
    closes, ends = asyncio.run(_rounds(Hall(store, SystemClock())))
    for what, times in (("betting ended → acknowledged", closes), ("last card → settled", ends)):
        line = Line(
            what=f"{database}: {BETTORS:,} bettors, {what}",
            times=times,
            note=f"the median of {ROUNDS} rounds, durable",
        )
        yield within(line, times.wall, GOAL)


async def _rounds(hall: Hall) -> tuple[Times, Times]:
    """So many rounds at one table; the first, which opens every account, is not counted."""
    config = _patient_table()
    players = [f"p{number}" for number in range(BETTORS)]
    hall.fund(players)
    closes, ends = [], []
    with hall.open([config]) as (host,):
        await hall.configure(host, config)
        dealer = hall.dealer(host)
        await _deal(host, dealer)
        for number in range(ROUNDS + 1):
            await asyncio.gather(*(_stage(host, player, number) for player in players))
            closes.append(await _took(_time_up(host)))
            cards = []
            while host.state.phase is Phase.DEALING:
                cards.append(await _took(_deal(host, dealer)))
            ends.append(cards[-1])
            assert len(host.state.current.bets) == BETTORS
            await _time_up(host)
    return Times(tuple(closes[1:])), Times(tuple(ends[1:]))


def _patient_table() -> AnyConfig:
    """A baccarat table whose clock stays silent: the benchmark says when a window is over."""
    table = default_tables()[0]
    timers = replace(table.timers, betting=AN_HOUR_MS, result=AN_HOUR_MS, debits=AN_HOUR_MS)
    return replace(table, timers=timers)


async def _stage(host: TableHost, player: str, number: int) -> None:
    chip = c.PlaceChip(kind=KINDS[int(player[1:]) % 2], amount=500)
    bets_for = host.engine.bets_for(host.state)
    accepted(
        await host.submit(
            Envelope(actor=player, cmd_id=f"chip:{number}", command=chip, bets_for=bets_for)
        )
    )


async def _time_up(host: TableHost) -> None:
    timer = host.state.timer
    assert timer is not None
    accepted(await host.submit(from_house(f"time:{timer.seq}", c.TimeUp(seq=timer.seq))))


async def _deal(host: TableHost, dealer: VirtualDealer) -> None:
    command = dealer.next_command(host.state)
    assert command is not None
    accepted(await host.submit(command))


async def _took(step: Awaitable[None]) -> Time:
    wall, cpu = time.perf_counter(), time.process_time()
    await step
    return Time(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)
