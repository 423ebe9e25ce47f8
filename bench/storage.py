"""Storage: durable bets into both databases, beside pgbench on the same machine.

Everything is on disk before it counts: `synchronous=FULL` on SQLite, `fsync` and
`synchronous_commit` on PostgreSQL, for pgbench alike. The loads run in turns with pgbench, so that
a slow moment meets all of them; wall time, because a disk is part of what is measured.

`python -m bench.storage` measures this section alone; with `--ready` it also stores a million
events and says how soon a table has what it needs to go on.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from bench.bets import BETS_OF_A_UNIT, Tables, event, fund
from bench.clock import machine, wait_for_quiet
from bench.results import Line, as_fast, rate, seconds, table, unmeasured, within
from sabot.adapters.sql import SqlStore, open_store
from sabot.service.ports import Unit
from tools.postgres import DURABLE, SUPERUSER, Postgres, postgres

GOAL = 12.0
TURNS = 3
SECONDS_OF_A_TURN = 3.0
CLIENTS = 8
SCALE = 10  # a million accounts, pgbench's own
TABLES = 6  # as many as there are by default
BIG_ROUND = 10_000
EVENTS = 1_000_000
EVENTS_OF_A_UNIT = 5_000
SINCE_SNAPSHOT = 200


class Case(NamedTuple):
    """A database and a load."""

    what: str
    store: SqlStore
    units: Callable[[], list[Unit]]
    goal: float | None


class Turn(NamedTuple):
    """What one turn of a load made."""

    per_second: float
    commits_ms: tuple[float, ...]


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with stores() as (sqlite, on_postgres, server):
        prepare_pgbench(server)
        cases = [*_cases("SQLite", sqlite), *_cases("PostgreSQL", on_postgres)]
        turns = [(pgbench(server), [run(case) for case in cases]) for _ in range(TURNS)]
        for number, case in enumerate(cases):
            yield _beside_pgbench(case, [(tps, made[number]) for tps, made in turns])
        yield from _big_round("SQLite", sqlite)
        yield from _big_round("PostgreSQL", on_postgres)


def ready_lines() -> Iterator[Line]:
    """How soon a table can go on when a million events are stored."""
    with stores() as (sqlite, on_postgres, _):
        yield _ready("SQLite", sqlite)
        yield _ready("PostgreSQL", on_postgres)


@contextmanager
def stores() -> Iterator[tuple[SqlStore, SqlStore, Postgres]]:
    """Both databases, fresh, side by side on the same disk."""
    with postgres(DURABLE) as server, tempfile.TemporaryDirectory() as folder:
        with (
            open_store(f"sqlite:///{Path(folder, 'bench.db')}") as sqlite,
            open_store(server.create_database("bench")) as on_postgres,
        ):
            yield sqlite, on_postgres, server


# --- pgbench --------------------------------------------------------------------------------------


def prepare_pgbench(server: Postgres) -> None:
    """Fill pgbench's own tables."""
    _pgbench(server, "--initialize", "--quiet", "--scale", str(SCALE))


def pgbench(server: Postgres) -> float:
    """Transactions per second of its TPC-B-like script, the default one."""
    length = ("--time", str(round(SECONDS_OF_A_TURN)))
    report = _pgbench(server, "--client", str(CLIENTS), "--jobs", "2", *length)
    found = re.search(r"^tps = ([\d.]+)", report, re.MULTILINE)
    assert found is not None, report
    return float(found[1])


def _pgbench(server: Postgres, *arguments: str) -> str:
    # It ships with the server's binaries, so both are of one version.
    where = ("--host", str(server.folder), "--username", SUPERUSER, SUPERUSER)
    command = (str(server.binaries / "pgbench"), *arguments, *where)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# --- loads ----------------------------------------------------------------------------------------


def _cases(database: str, store: SqlStore) -> Iterator[Case]:
    fund(store)
    tables = Tables(store, "speed", TABLES)
    bets = TABLES * BETS_OF_A_UNIT
    yield Case(
        f"{database}: bets accepted at the close, {bets} a commit", store, tables.closed, GOAL
    )
    yield Case(
        f"{database}: bets confirmed one by one, {bets} a commit", store, tables.confirmed, GOAL
    )


def run(case: Case) -> Turn:
    """One turn of a load; making the units is not part of the time."""
    made, commits = 0, []
    while sum(commits) < SECONDS_OF_A_TURN:
        units = case.units()
        begun = time.perf_counter()
        failures = case.store.commit(units)
        commits.append(time.perf_counter() - begun)
        assert not any(failures), failures
        made += sum(len(unit.bets) for unit in units)
    return Turn(made / sum(commits), tuple(1000 * commit for commit in commits))


def _beside_pgbench(case: Case, turns: Sequence[tuple[float, Turn]]) -> Line:
    ratio = statistics.median(turn.per_second / tps for tps, turn in turns)
    commits = sorted(commit for _, turn in turns for commit in turn.commits_ms)
    line = Line(
        what=case.what,
        ours=f"{statistics.median(turn.per_second for _, turn in turns):,.0f} bets/s",
        beside=f"{statistics.median(tps for tps, _ in turns):,.0f} tps",
        note=f"a commit takes {commits[len(commits) // 2]:.1f} ms, "
        f"p99 {commits[len(commits) * 99 // 100]:.1f} ms; beside it pgbench, {CLIENTS} clients",
    )
    return as_fast(line, ratio, case.goal)


def _big_round(database: str, store: SqlStore) -> Iterator[Line]:
    """The storage part of a round with very many bettors."""
    tables = Tables(store, "big", 1)
    (closed,) = tables.closed(BIG_ROUND)
    for what, unit in (("closed", closed), ("settled", tables.settled(closed))):
        begun = time.perf_counter()
        assert list(store.commit([unit])) == [None]
        took = time.perf_counter() - begun
        yield within(Line(what=f"{database}: {BIG_ROUND:,} bets {what}, storage alone"), took, 1.0)


def _ready(database: str, store: SqlStore) -> Line:
    """Claim a table and read its snapshot and what came after."""
    stored = time.perf_counter()
    seq, epoch = 0, store.claim("table", "bench").epoch
    body = b'{"position":"player-1","card":"9h","code":"A7F3-0012"}'
    while seq < EVENTS:
        numbers = range(seq + 1, seq + EVENTS_OF_A_UNIT + 1)
        events = tuple(event(number, f"r{number // 40}", body) for number in numbers)
        last = seq + EVENTS_OF_A_UNIT == EVENTS
        snapshot = b"s" * 20_000 if last else None
        if last:
            events, rest = events[:-SINCE_SNAPSHOT], events[-SINCE_SNAPSHOT:]
        unit = Unit(table_id="table", epoch=epoch, after_seq=seq, events=events, snapshot=snapshot)
        assert list(store.commit([unit])) == [None]
        seq += len(events)
        if last:
            unit = Unit(table_id="table", epoch=epoch, after_seq=seq, events=rest)
            assert list(store.commit([unit])) == [None]
            seq += len(rest)
    stored = time.perf_counter() - stored
    begun = time.perf_counter()
    head = store.claim("table", "heir")
    after = sum(1 for _ in store.events("table", after=head.snapshot_seq))
    took = time.perf_counter() - begun
    assert (head.seq, after) == (EVENTS, SINCE_SNAPSHOT)
    note = f"stored in {seconds(stored)}"
    return within(Line(what=f"{database}: claimed and read, {EVENTS:,} stored", note=note), took, 5)
