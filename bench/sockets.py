"""Many sockets: how late updates arrive with bets going on, and what sockets cost that are idle.

Two thousand players on twenty tables; some socket stakes a chip many times a second, so tables
have something to say all the time. Fan-out is the time from the moment a table publishes until the
update has arrived, at each of its hundred sockets. Beside it stands a plain echo server of the same
WebSocket library that carries as many messages, a hundred sockets at once, in the same run.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from bench import load
from bench.casino import Order
from bench.results import Line, Verdict, seconds, times_over

SOCKETS = 2_000
TABLES = 20  # as many as the clients count
TURNS = 3
SECONDS = 6.0
BETS_PER_SECOND = 40.0
FANOUT_GOAL = 3.0

IDLE_SOCKETS = 1_000
IDLE_SECONDS = 60.0  # every socket is pinged at least twice
IDLE_BYTES_GOAL = 32 * 1024
IDLE_SHARE_GOAL = 0.02

WATCH = '{"type":"watch","table":"t%d"}'
ARRIVALS = np.dtype([("table", "u4"), ("seq", "u4"), ("at", "u8")])


class Turn(NamedTuple):
    """How late messages arrived, in seconds: ours and echoes, and how many there were."""

    fanout: np.ndarray
    echo: np.ndarray


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with tempfile.TemporaryDirectory() as folder:
        yield _late([_turn(folder, number) for number in range(TURNS)])
        yield from _idle(folder)


# --- how late -------------------------------------------------------------------------------------


def _turn(folder: str, number: int) -> Turn:
    published = Path(folder, f"published{number}")
    arrived = Path(folder, f"arrived{number}")
    order = Order(
        database=f"sqlite:///{folder}/late{number}.db",
        players=SOCKETS,
        tables=TABLES,
        published=str(published),
    )
    with load.casino(order, core=load.SERVER_CORE) as (_, ready):
        doors = load.Doors(folder, (("/ws", token) for token in ready.tokens))
        with load.listeners(ready.port, SOCKETS, doors) as sockets:
            sockets.order(f"say {WATCH}")
            sockets.order("quiet")
            sockets.order(f"bets {SECONDS} {BETS_PER_SECOND}")
            sockets.order(f"write {arrived}")
    fanout, updates = _since_published(published, arrived)
    return Turn(fanout, _echoes(folder, updates / SECONDS))


def _since_published(published: Path, arrived: Path) -> tuple[np.ndarray, int]:
    """How long each arrival took, and how many updates there were."""
    moments = msgspec.json.decode(published.read_bytes(), type=list[tuple[int, int, int]])
    when = {(table, seq): at for table, seq, at in moments}
    rows = np.fromfile(arrived, dtype=ARRIVALS)
    told = {(int(row["table"]), int(row["seq"])) for row in rows}
    took = [int(row["at"]) - when[int(row["table"]), int(row["seq"])] for row in rows]
    return np.array(took) / 1e9, len(told)


def _echoes(folder: str, bursts_per_second: float) -> np.ndarray:
    port = load.free_port()
    server = load.Process([sys.executable, "-m", "bench.echo", str(port)], core=load.SERVER_CORE)
    try:
        assert server.line() == "ready\n"
        doors = load.Doors(folder, [("/", "none")])
        with load.listeners(port, SOCKETS, doors) as sockets:
            sockets.order(f"echo {SECONDS} {bursts_per_second} {SOCKETS // TABLES}")
            file = Path(folder, "echoes")
            sockets.order(f"write {file}")
    finally:
        server.end()
    echoes: np.ndarray = np.fromfile(file, dtype=ARRIVALS)["at"] / 1e9
    return echoes


def _late(turns: list[Turn]) -> Line:
    def p99(values: np.ndarray) -> float:
        return float(np.percentile(values, 99))

    ratios = [p99(turn.fanout) / p99(turn.echo) for turn in turns]
    ratio = statistics.median(ratios)
    middles = [float(np.median(np.concatenate(column))) for column in zip(*turns, strict=True)]
    messages = sum(len(turn.fanout) for turn in turns)
    return Line(
        what=f"p99 of an update's way to {SOCKETS:,} sockets on {TABLES} tables with bets",
        ours=seconds(statistics.median(p99(turn.fanout) for turn in turns)),
        beside=seconds(statistics.median(p99(turn.echo) for turn in turns)),
        ratio=times_over(ratio),
        goal=f"≤ {FANOUT_GOAL:g}×",
        verdict=Verdict.MET if ratio <= FANOUT_GOAL else Verdict.MISSED,
        note=f"turns {' '.join(f'{each:.2f}' for each in ratios)}; beside an echo server; medians "
        f"{seconds(middles[0])} and {seconds(middles[1])}; {messages:,} updates received",
    )


# --- how much -------------------------------------------------------------------------------------


def _idle(folder: str) -> Iterator[Line]:
    order = Order(database=f"sqlite:///{folder}/idle.db", players=IDLE_SOCKETS, tables=TABLES)
    with load.casino(order, core=load.SERVER_CORE) as (server, ready):
        doors = load.Doors(folder, (("/ws", token) for token in ready.tokens))
        time.sleep(3.0)  # tables open
        empty, empty_share = server.resident(), _share(server)
        with load.listeners(ready.port, IDLE_SOCKETS, doors) as sockets:
            sockets.order(f"say {WATCH}")
            sockets.order("quiet")
            size = (server.resident() - empty) / IDLE_SOCKETS
            yield Line(
                what="memory of an idle socket, signed in and at a table",
                ours=f"{size / 1024:.1f} KiB",
                goal=f"≤ {IDLE_BYTES_GOAL // 1024} KiB",
                verdict=Verdict.MET if size <= IDLE_BYTES_GOAL else Verdict.MISSED,
                note=f"resident memory with {IDLE_SOCKETS:,} sockets less that without",
            )
            before = server.cpu()
            wall = sockets.order(f"idle {IDLE_SECONDS}")["wall"]
            share = (server.cpu() - before) / wall
    yield Line(
        what=f"{IDLE_SOCKETS:,} idle sockets, share of a core",
        ours=f"{share:.2%}",
        goal=f"≤ {IDLE_SHARE_GOAL:.0%}",
        verdict=Verdict.MET if share <= IDLE_SHARE_GOAL else Verdict.MISSED,
        note=f"{wall:.0f} s with pings and everything else the casino does; without any socket "
        f"{empty_share:.2%}",
    )


def _share(server: load.Process) -> float:
    before, begun = server.cpu(), time.monotonic()
    time.sleep(5.0)
    return (server.cpu() - before) / (time.monotonic() - begun)
