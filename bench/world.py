"""The simulated world: how many rounds with accidents one core plays and checks in a second."""

from __future__ import annotations

from collections.abc import Iterator

from tests.simulation.seeds import Tally

from bench.clock import Time, Times, timed
from bench.results import Line, at_least

GOAL = 300.0
SEEDS = 32
ROUNDS = 50
REPEATS = 7


def lines() -> Iterator[Line]:
    """The only line of this section."""
    Tally().play(range(2), rounds=ROUNDS)  # what is loaded and compiled once is no part of it
    runs = [_run() for _ in range(REPEATS)]
    best = max(tally.rounds_per_second for tally, _ in runs)
    times = Times(tuple(time for _, time in runs))
    note = f"by CPU time, the best of {REPEATS}: {SEEDS} seeds of {ROUNDS} rounds, every check done"
    yield at_least(Line(what="rounds in the simulated world", times=times, note=note), best, GOAL)


def _run() -> tuple[Tally, Time]:
    tally = Tally()
    return tally, timed(lambda: tally.play(range(SEEDS), rounds=ROUNDS))
