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
from contextlib import contextmanager
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
SECONDS_OF_A_TURN = 2.0
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
def stores() -> Iterator[tuple[SqlStore, SqlStore, Postgres]]:
    """Both databases, fresh, side by side on the same disk."""
    with (
        postgres(DURABLE) as server,
        tempfile.TemporaryDirectory() as folder,
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
    many, single = Tables(store, "speed", TABLES), Tables(store, "alone", 1)
    size = f"{TABLES * BETS_OF_A_UNIT:,} a commit"
    yield Case(f"{database}: bets accepted at the close, {size}", store, many.closed, GOAL)
    yield Case(f"{database}: bets confirmed two by two, {size}", store, many.confirmed, GOAL)
    alone = f"{database}: one table alone, {BETS_OF_A_UNIT} confirmed a commit"
    yield Case(alone, store, single.confirmed, None)


def run(case: Case) -> Turn:
    """One turn of a load; making the units is not part of the time."""
    made, commits = 0, list[float]()
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
