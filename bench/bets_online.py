"""Durable bets end to end: WebSocket, decision, synchronised commit, answer; beside pgbench.

The casino of `sabot serve` with six tables where a Confirm makes a bet. Every connection is a
different player. It sends a Confirm that brings its chips, waits for the answer, which comes when
the bet is on disk, and goes on at the next table. Bets whose Confirm was accepted count. Betting
stays open, so no round is settled during a run, and no client watches a table. pgbench runs right
before each load, on the same disk and as durable. One connection also runs beside a casino that
commits each command by itself and forms no groups.
"""

from __future__ import annotations

import itertools
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import reduce
from typing import NamedTuple

import msgspec
from tools.postgres import DURABLE, Postgres, postgres

from bench import load
from bench.casino import Order
from bench.results import Line, as_fast, seconds
from bench.storage import CLIENTS, pgbench, prepare_pgbench

TURNS = 3
TABLES = 6
PLAYERS = 512
SECONDS = 4.0
ALTERNATIONS = 5  # of two casinos beside each other
WARM_SHARE = 0.2  # of the seconds, not counted
ONE_CHIP = ("player",)
FOUR_CHIPS = ("player", "tie", "player_pair", "banker_pair")


class Case(NamedTuple):
    """A number of connections, the spots of each Confirm, and pgbench's number of clients.

    With no clients, the load runs beside the casino that commits each bet by itself.
    """

    connections: int
    spots: Sequence[str]
    clients: int
    goal: float | None


CASES = (
    Case(1, ONE_CHIP, 0, 1.0),
    Case(1, ONE_CHIP, 1, None),
    Case(64, ONE_CHIP, 0, None),
    Case(64, ONE_CHIP, CLIENTS, 6.0),
    Case(512, ONE_CHIP, CLIENTS, 8.0),
    Case(512, FOUR_CHIPS, CLIENTS, None),
)


_numbers = itertools.count()  # of loads: no id comes twice


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What a load made, as its clients saw it."""

    bets: int
    seconds: float
    refused: int
    p50_ms: float
    p99_ms: float


class Turn(NamedTuple):
    """One turn of a load, its CPU seconds a bet, and what stood beside it a second."""

    taken: Taken
    cpu: float
    beside: float = 0.0

    @property
    def per_second(self) -> float:
        """Bets in a second."""
        return self.taken.bets / self.taken.seconds

    def and_again(self, other: Turn) -> Turn:
        """Two parts of a turn as one; answers are as late as in the worse one."""
        mine, theirs = self.taken, other.taken
        both = Taken(
            bets=mine.bets + theirs.bets,
            seconds=mine.seconds + theirs.seconds,
            refused=mine.refused + theirs.refused,
            p50_ms=max(mine.p50_ms, theirs.p50_ms),
            p99_ms=max(mine.p99_ms, theirs.p99_ms),
        )
        return Turn(both, (self.cpu * mine.bets + other.cpu * theirs.bets) / both.bets)


class Door(NamedTuple):
    """A casino, and how its players come in."""

    casino: load.Process
    port: int
    doors: load.Doors


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with postgres(DURABLE) as server:
        prepare_pgbench(server)
        turns = {
            database: [_turn(database, number, server) for number in range(TURNS)]
            for database in ("SQLite", "PostgreSQL")
        }
    for database, made in turns.items():
        for case, of_case in zip(CASES, zip(*made, strict=True), strict=True):
            yield _line(database, case, of_case)


def _turn(database: str, number: int, server: Postgres) -> list[Turn]:
    """All loads once, on a casino of their own."""
    with ExitStack() as stack:

        def open_door(name: str, *, one_by_one: bool) -> Door:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            url = f"sqlite:///{folder}/bench.db"
            if database == "PostgreSQL":
                url = server.create_database(f"{name}{number}")
            order = Order(database=url, players=PLAYERS, tables=TABLES, one_by_one=one_by_one)
            casino, ready = stack.enter_context(load.casino(order))
            doors = load.Doors(folder, (("/ws", token) for token in ready.tokens))
            return Door(casino, ready.port, doors)

        casino = open_door("online", one_by_one=False)
        other = open_door("alone", one_by_one=True)
        return [_beside(case, casino, other, server) for case in CASES]


def _beside(case: Case, casino: Door, other: Door, server: Postgres) -> Turn:
    if case.clients:
        beside = pgbench(server, clients=case.clients)
        return _loaded(case, casino)._replace(beside=beside)
    # Two casinos that differ little: neither may have the better part of the machine's mood.
    span = SECONDS / 2 / ALTERNATIONS
    ours: list[Turn] = []
    theirs: list[Turn] = []
    for _ in range(ALTERNATIONS):
        theirs.append(_loaded(case, other, span=span))
        ours += [_loaded(case, casino, span=span), _loaded(case, casino, span=span)]
        theirs.append(_loaded(case, other, span=span))
    a_second = reduce(Turn.and_again, theirs).per_second
    return reduce(Turn.and_again, ours)._replace(beside=a_second)


def _loaded(case: Case, door: Door, *, span: float = SECONDS) -> Turn:
    number = next(_numbers)
    words = (door.port, case.connections, door.doors.file, TABLES, span, number, *case.spots)
    clients = load.Process([str(load.program("bettors")), *map(str, words)])
    clients.line()  # all of them are in
    before = door.casino.cpu()
    clients.tell("go")
    taken = msgspec.json.decode(clients.line(), type=Taken)
    cpu = door.casino.cpu() - before
    clients.stop()
    return Turn(taken, cpu * (1 - WARM_SHARE) / taken.bets)


def _line(database: str, case: Case, turns: Sequence[Turn]) -> Line:
    spots = "" if len(case.spots) == 1 else f", {len(case.spots)} chips a Confirm"
    ratios = [turn.per_second / turn.beside for turn in turns]
    beside, unit = "a casino with a commit for each command", "bets/s"
    if case.clients:
        beside, unit = (
            f"pgbench TPC-B, {case.clients} client{'s' if case.clients > 1 else ''}",
            "tps",
        )
    late = statistics.median(turn.taken.p99_ms for turn in turns)
    middle = statistics.median(turn.taken.p50_ms for turn in turns)
    line = Line(
        what=f"{database}: {case.connections} connections{spots}",
        ours=f"{statistics.median(turn.per_second for turn in turns):,.0f} bets/s",
        beside=f"{statistics.median(turn.beside for turn in turns):,.0f} {unit}",
        note=f"turns {' '.join(f'{ratio:.2f}' for ratio in ratios)}; CPU "
        f"{seconds(statistics.median(turn.cpu for turn in turns))} a bet, answer after "
        f"{middle:.0f} ms, p99 {late:.0f} ms; refused {sum(turn.taken.refused for turn in turns)}; "
        f"beside it {beside}",
    )
    return as_fast(line, statistics.median(ratios), case.goal)
