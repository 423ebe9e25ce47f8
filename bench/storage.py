"""Storage: durable bets into both databases, beside pgbench on the same machine.

Everything is on disk before it counts: `synchronous=FULL` on SQLite, `fsync` and
`synchronous_commit` on PostgreSQL, for pgbench alike. The loads run in turns with pgbench, so that
a slow moment meets all of them; wall time, because a disk is part of what is measured.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tools.postgres import DURABLE, SUPERUSER, Postgres, postgres

from bench.bets import BETS_OF_A_UNIT, Tables, fund
from bench.results import Line, as_fast, within
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


def pgbench(server: Postgres, *, clients: int = CLIENTS) -> float:
    """Transactions per second of its TPC-B-like script, the default one."""
    length = ("--time", str(PGBENCH_SECONDS))
    jobs = ("--jobs", str(min(2, clients)))
    report = _pgbench(server, "--client", str(clients), *jobs, *length)
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
    bets = sum(unit.taken for _, batches in work for units in batches for unit in units)
    return Turn(bets / took, bets // len(commits), tuple(commits), tps)


def _made(writer: Writer) -> list[list[Unit]]:
    batches: list[list[Unit]] = []
    while sum(unit.taken for units in batches for unit in units) < BETS_OF_A_TURN:
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
