"""Storage: durable bets into both databases, beside pgbench on the same machine.

Everything is on disk before it counts: `synchronous=FULL` on SQLite, `fsync` and
`synchronous_commit` on PostgreSQL, for pgbench alike. The loads run in turns with pgbench, so that
a slow moment meets all of them; wall time, because a disk is part of what is measured.

`python -m bench.storage` measures this section alone; with `--ready` it also stores a million
events and says how soon a table has what it needs to go on. `--only-ready` does only that.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from tools.postgres import DURABLE, SUPERUSER, Postgres, postgres

from bench.bets import BETS_OF_A_UNIT, Tables, event, fund
from bench.clock import machine, wait_for_quiet
from bench.results import Line, as_fast, rate, seconds, table, within
from sabot.adapters.sql import SqlStore, open_store
from sabot.service.ports import Unit

GOAL = 12.0
TURNS = 3
PGBENCH_SECONDS = 2
BETS_OF_A_TURN = 36_000  # of each writer
CLIENTS = 8
SCALE = 10  # a million accounts, pgbench's own
TABLES = 6  # as many as there are by default
BIG_ROUND = 10_000
EVENTS = 1_000_000
EVENTS_OF_A_UNIT = 5_000
SINCE_SNAPSHOT = 200


class Writer(NamedTuple):
    """A store of its own, and the units that go into it."""

    store: SqlStore
    units: Callable[[], list[Unit]]


class Case(NamedTuple):
    """A database and a load; several writers are several servers on one database."""

    what: str
    writers: tuple[Writer, ...]
    goal: float | None


class Turn(NamedTuple):
    """What one turn of a load made, and what pgbench made right before it."""

    per_second: float
    bets_of_a_commit: int
    commits_ms: tuple[float, ...]
    tps: float


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with stores() as (sqlite, *on_postgres, server):
        prepare_pgbench(server)
        cases = [*_cases("SQLite", sqlite), *_cases("PostgreSQL", *on_postgres)]
        turns = [[run(case, pgbench(server)) for case in cases] for _ in range(TURNS)]
        for case, made in zip(cases, zip(*turns, strict=True), strict=True):
            yield _beside_pgbench(case, made)
        yield from _big_round("SQLite", sqlite)
        yield from _big_round("PostgreSQL", on_postgres[0])


def ready_lines() -> Iterator[Line]:
    """How soon a table can go on when a million events are stored and the server was killed."""
    with postgres(DURABLE) as server, tempfile.TemporaryDirectory() as folder:
        path, crashed = Path(folder, "bench.db"), Path(folder, "crashed.db")
        with open_store(f"sqlite:///{path}") as store:
            stored = filled(store)
            # What a kill leaves behind: the file, and a log that was not moved into it yet.
            shutil.copy(path, crashed)
            shutil.copy(f"{path}-wal", f"{crashed}-wal")
        yield _ready("SQLite", f"sqlite:///{crashed}", stored)
        url = server.create_database("bench")
        with open_store(url) as store:
            stored = filled(store)
        yield _ready("PostgreSQL", url, stored)


@contextmanager
def stores() -> Iterator[tuple[SqlStore, SqlStore, SqlStore, Postgres]]:
    """Both databases, fresh, side by side on the same disk; two servers use PostgreSQL."""
    with postgres(DURABLE) as server, tempfile.TemporaryDirectory() as folder:
        url = server.create_database("bench")
        with (
            open_store(f"sqlite:///{Path(folder, 'bench.db')}") as sqlite,
            open_store(url) as one,
            open_store(url) as other,
        ):
            yield sqlite, one, other, server


# --- pgbench --------------------------------------------------------------------------------------


def prepare_pgbench(server: Postgres) -> None:
    """Fill pgbench's own tables."""
    _pgbench(server, "--initialize", "--quiet", "--scale", str(SCALE))


def pgbench(server: Postgres) -> float:
    """Transactions per second of its TPC-B-like script, the default one."""
    length = ("--time", str(PGBENCH_SECONDS))
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


def _cases(database: str, *stores: SqlStore) -> Iterator[Case]:
    """The loads, from the lightest to the heaviest; all of them are held against the goal."""
    fund(stores[0])
    halls = [(store, Tables(store, f"speed-{n}", TABLES)) for n, store in enumerate(stores)]
    for load, units in (
        ("accepted at the close", Tables.closed),
        ("confirmed two by two", Tables.confirmed),
        ("confirmed one by one", Tables.confirmed_singly),
    ):
        writers = tuple(Writer(store, partial(units, tables)) for store, tables in halls)
        yield Case(f"{_named(database, writers)}: bets {load}", writers, GOAL)
        if len(writers) > 1:
            yield Case(f"{_named(database, writers[:1])}: bets {load}", writers[:1], GOAL)
    alone = Writer(stores[0], Tables(stores[0], "alone", 1).confirmed_singly)
    what = f"{database}: one table alone, confirmed one by one, {BETS_OF_A_UNIT} a commit"
    yield Case(what, (alone,), None)


def _named(database: str, writers: Sequence[Writer]) -> str:
    return f"{database}, {len(writers)} writer{'s' if len(writers) > 1 else ''}"


def run(case: Case, tps: float) -> Turn:
    """One turn of a load; the units are made before the clock starts."""
    with ThreadPoolExecutor(len(case.writers)) as threads:
        work = [(writer.store, _made(writer)) for writer in case.writers]
        begun = time.perf_counter()
        commits = [*chain(*threads.map(lambda one: _committed(*one), work))]
        took = time.perf_counter() - begun
    bets = sum(len(unit.bets) for _, batches in work for units in batches for unit in units)
    return Turn(bets / took, bets // len(commits), tuple(commits), tps)


def _made(writer: Writer) -> list[list[Unit]]:
    batches: list[list[Unit]] = []
    while sum(len(unit.bets) for units in batches for unit in units) < BETS_OF_A_TURN:
        batches.append(writer.units())
    return batches


def _committed(store: SqlStore, batches: list[list[Unit]]) -> list[float]:
    """Commit batch after batch; the milliseconds of each."""
    took = []
    for units in batches:
        begun = time.perf_counter()
        failures = store.commit(units)
        took.append(1000 * (time.perf_counter() - begun))
        assert not any(failures), failures
    return took


def _beside_pgbench(case: Case, turns: Sequence[Turn]) -> Line:
    ratio = statistics.median(turn.per_second / turn.tps for turn in turns)
    commits = sorted(commit for turn in turns for commit in turn.commits_ms)
    middle, late = commits[len(commits) // 2], commits[len(commits) * 99 // 100]
    size = sum(turn.bets_of_a_commit for turn in turns) // len(turns)
    ratios = " ".join(f"{turn.per_second / turn.tps:.1f}" for turn in turns)
    line = Line(
        what=case.what,
        ours=f"{statistics.median(turn.per_second for turn in turns):,.0f} bets/s",
        beside=f"{statistics.median(turn.tps for turn in turns):,.0f} tps",
        note=f"turns {ratios}; {size:,} bets a commit, {middle:.0f} ms, p99 {late:.0f} ms; "
        f"pgbench TPC-B, {CLIENTS} clients",
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


def _ready(database: str, url: str, stored: float) -> Line:
    """Open the database, claim a table, read its snapshot and what came after."""
    begun = time.perf_counter()
    with open_store(url) as store:
        head = store.claim("full", "heir")
        after = sum(1 for _ in store.events("full", after=head.snapshot_seq))
        took = time.perf_counter() - begun
        assert (head.seq, after) == (EVENTS, SINCE_SNAPSHOT)
        begun = time.perf_counter()
        exported = sum(1 for _ in store.export_rows())
        pace = exported / (time.perf_counter() - begun)
    note = f"stored in {seconds(stored)}, exported at {rate(pace)}"
    what = f"{database}: opened, claimed and read, {EVENTS:,} stored"
    return within(Line(what=what, note=note), took, 5)


def filled(store: SqlStore) -> float:
    """Store events of one table, the last of them after its snapshot; says how long it took."""
    begun = time.perf_counter()
    epoch, seq = store.claim("full", "bench").epoch, 0
    body = b'{"position":"player-1","card":"9h","code":"A7F3-0012"}'
    snapshot_at = EVENTS - SINCE_SNAPSHOT
    while seq < EVENTS:
        last = min(seq + EVENTS_OF_A_UNIT, snapshot_at if seq < snapshot_at else EVENTS)
        unit = Unit(
            table_id="full",
            epoch=epoch,
            after_seq=seq,
            events=tuple(event(n, f"r{n // 40}", body) for n in range(seq + 1, last + 1)),
            snapshot=b"s" * 20_000 if last == snapshot_at else None,
        )
        assert list(store.commit([unit])) == [None]
        seq = last
    return time.perf_counter() - begun


def main(arguments: Sequence[str]) -> None:
    """Measure, and draw the table."""
    wait_for_quiet()
    console = Console(width=None if sys.stdout.isatty() else 180)
    sections = [] if "--only-ready" in arguments else [("Storage", list(lines()))]
    if {"--ready", "--only-ready"} & set(arguments):
        sections.append(("Ready after a crash", list(ready_lines())))
    drawn = table("[bold]Storage, beside pgbench[/]", sections)
    drawn.caption = machine()
    console.print(drawn)


if __name__ == "__main__":
    main(sys.argv[1:])
