"""Ready after a crash: a million events are stored, the server was killed, a table is taken over.

The last events and the snapshot before them are those of a table that has really played, so what
is measured is what a starting server does: open the database, claim the table, restore the
snapshot, play the rest again, and compare what it reads with the house log. The history before them
is as long as it says and never read.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from tests.virtual_time import VirtualClock, run_in_virtual_time
from tools.postgres import DURABLE, postgres

from bench.bets import event
from bench.clock import Time, Times
from bench.hall import Guests, Hall
from bench.results import Line, rate, seconds, within
from sabot.adapters.keyring import Keyring
from sabot.adapters.memory import MemoryStore
from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.evidence import SqlEvidence
from sabot.gamekit import AnyGame
from sabot.games import registry
from sabot.runtime.recovery import recover
from sabot.service.catalogue import default_tables
from sabot.service.money.funds import FundsBook
from sabot.service.ports import StoredEvent, Unit
from sabot.service.proof.checks import examined
from sabot.service.storage.sealing import believed_snapshot, stored_snapshot
from sabot.table.record import codec
from sabot.table.state import TableState

EVENTS = 1_000_000
EVENTS_OF_A_UNIT = 5_000
PLAYED = 500
BOTS = 4
GOAL = 5.0
KEYS = Keyring([bytes(32)])
TABLE = default_tables()[0]


class Ending(NamedTuple):
    """The table at its last snapshot, and the events after it."""

    state: TableState
    events: tuple[StoredEvent, ...]


def lines() -> Iterator[Line]:
    """All lines of this section."""
    ending = _played()
    with postgres(DURABLE) as server, tempfile.TemporaryDirectory() as folder:
        path, crashed = Path(folder, "bench.db"), Path(folder, "crashed.db")
        with open_store(f"sqlite:///{path}") as store:
            stored = filled(store, ending)
            # What a kill leaves behind: the file, and a log that was not moved into it yet.
            shutil.copy(path, crashed)
            shutil.copy(f"{path}-wal", f"{crashed}-wal")
        yield _ready("SQLite", f"sqlite:///{crashed}", stored)
        url = server.create_database("bench")
        with open_store(url) as store:
            stored = filled(store, ending)
        yield _ready("PostgreSQL", url, stored)


def _played() -> Ending:
    """Let a table play, and leave it in the middle of a round."""
    store = MemoryStore()
    run_in_virtual_time(_play(Hall(store, VirtualClock())))
    head = store.claim(TABLE.table_id, "heir")
    assert head.snapshot is not None
    state, _ = believed_snapshot(head.snapshot, _game(), KEYS, table_id=TABLE.table_id)
    return Ending(state, tuple(store.events.read(TABLE.table_id, after=state.seq)))


def _game() -> AnyGame:
    return next(game for game in registry().values() if TABLE.variant.id in game.variants)


async def _play(hall: Hall) -> None:
    with hall.open([TABLE]) as (host,):
        await hall.configure(host, TABLE)
        people = [hall.dealer(host).run(), *(bot.run() for bot in hall.bots(BOTS))]
        playing = [asyncio.ensure_future(person) for person in people]
        while hall.events < PLAYED or not (host.state.round and host.state.current.cards_dealt):
            await host.changed()
        for task in playing:
            task.cancel()


def filled(store: SqlStore, ending: Ending) -> float:
    """Store so many events of one table, the real ones last; says how long it took."""
    begun = time.perf_counter()
    epoch, seq = store.claim(TABLE.table_id, "bench").epoch, 0
    body = b'{"position":"player-1","card":"9h","code":"A7F3-0012"}'
    rest_at = EVENTS - len(ending.events)
    state = msgspec.structs.replace(ending.state, seq=rest_at)
    chain = event(rest_at, "", body).hash
    snapshot = stored_snapshot(state, KEYS, head_hash=chain)
    while seq < rest_at:
        last = min(seq + EVENTS_OF_A_UNIT, rest_at)
        numbers = range(seq + 1, last + 1)
        told = tuple(event(number, f"r{number // 40}", body) for number in numbers)
        kept = snapshot if last == rest_at else None
        _store(store, Unit(table_id=TABLE.table_id, epoch=epoch, after_seq=seq, events=told), kept)
        seq = last
    told = tuple(_chained(ending.events, seq, chain))
    _store(store, Unit(table_id=TABLE.table_id, epoch=epoch, after_seq=seq, events=told))
    return time.perf_counter() - begun


def _chained(events: Sequence[StoredEvent], seq: int, chain: bytes) -> Iterator[StoredEvent]:
    """Events under other numbers, after another chain."""
    for real in events:
        seq += 1
        chain = codec.chained(chain, seq=seq, kind=real.kind, version=real.version, body=real.body)
        yield msgspec.structs.replace(real, seq=seq, hash=chain)


def _store(store: SqlStore, unit: Unit, snapshot: bytes | None = None) -> None:
    assert list(store.commit([msgspec.structs.replace(unit, snapshot=snapshot)])) == [None]


def _ready(database: str, url: str, stored: float) -> Line:
    """Open the database and take the table over, as a starting server does."""
    wall, cpu = time.perf_counter(), time.process_time()
    with open_store(url) as store:
        funds = FundsBook(Guests(), store.ledger.balances)
        examined(SqlEvidence(store.database), KEYS)
        engine = recover(
            TABLE.table_id,
            _game(),
            store=store,
            owner="heir",
            directory=Guests(),
            funds=funds,
            seals=KEYS,
        )
        took = Time(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)
        assert engine.state.seq == EVENTS
        assert engine.state.in_round
        begun = time.perf_counter()
        exported = sum(1 for _ in store.export_rows())
        pace = exported / (time.perf_counter() - begun)
    note = f"stored in {seconds(stored)}, exported at {rate(pace)}"
    what = f"{database}: a table taken over, {EVENTS:,} events stored"
    return within(Line(what=what, times=Times((took,)), note=note), took.wall, GOAL)
