"""Playing millions of rounds by best strategy, on every core, against the exact values.

The work is cut into blocks of fixed size, each with its own stream of random numbers, so that the
same seed gives the same figures on one core or many. The kernels release the interpreter's lock:
threads are enough.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sabot.errors import Refused
from sabot.games import part_of, variant_named
from sabot.lab.refusals import SimulationRefusal
from sabot.lab.returns import report
from sabot.maths.blocks import Block
from sabot.maths.returns import Return
from sabot.maths.tally import Tally

ROUNDS_MAX = 10**12
"""More rounds than any laboratory has asked for; a typing mistake above it."""

SEED_MAX = 2**64 - 1

WORKERS_MAX = 256

BLOCKS_AHEAD = 4
"""Blocks waiting for each worker: enough to keep it busy, few enough to be forgotten at once."""

C = TypeVar("C")
"""What a kernel counts; only the kernel knows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedBet:
    """One bet: what came back, and how far that is from the exact return."""

    tally: Tally
    exact: Return
    z: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """The result of one run."""

    variant: str
    rounds: int
    seed: int
    seconds: float
    bets: Mapping[str, SimulatedBet]


def simulate(
    variant_id: str,
    *,
    rounds: int,
    seed: int,
    workers: int | None = None,
    cache: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Simulation:
    """Play so many rounds; `progress` is told 0 at the start and the rounds of each block done."""
    hands = _cores() if workers is None else workers
    _within(SimulationRefusal.ROUNDS, rounds, minimum=1, maximum=ROUNDS_MAX)
    _within(SimulationRefusal.SEED, seed, minimum=0, maximum=SEED_MAX)
    _within(SimulationRefusal.WORKERS, hands, minimum=1, maximum=WORKERS_MAX)
    game, variant = variant_named(variant_id)
    kernel = part_of(game, "simulation")
    # The kernels are loaded, or compiled the first time, before the clock starts.
    kernel.run(variant, kernel.plan(rounds=1, seed=seed)[0])
    progress(0)
    started = time.perf_counter()
    counts = None
    plan: Iterable[Block] = kernel.plan(rounds=rounds, seed=seed)
    for block, part in _in_order(lambda block: kernel.run(variant, block), plan, workers=hands):
        counts = part if counts is None else kernel.merge(counts, part)
        progress(block.rounds)
    seconds = time.perf_counter() - started
    exact = report(variant_id, cache=cache).bets
    tallies: Mapping[str, Tally] = kernel.tallies(variant, counts)
    return Simulation(
        variant=variant_id,
        rounds=rounds,
        seed=seed,
        seconds=seconds,
        bets={
            kind: SimulatedBet(
                tally=tally,
                exact=exact[kind].returned,
                z=tally.z(exact[kind].returned.value),
            )
            for kind, tally in tallies.items()
        },
    )


def _within(code: SimulationRefusal, value: int, *, minimum: int, maximum: int) -> None:
    if not minimum <= value <= maximum:
        name = code.name.lower()
        raise Refused(code, **{name: value}, minimum=minimum, maximum=maximum)


def _cores() -> int:
    """The cores this process may use, which in a container are fewer than there are."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _in_order(
    run: Callable[[Block], C], plan: Iterable[Block], *, workers: int
) -> Iterator[tuple[Block, C]]:
    """Run blocks on so many threads, a few ahead, and give the results in the order of the plan.

    A caller that stops asking, Ctrl-C included, waits for the blocks at work and for no other.
    """
    ahead: deque[tuple[Block, Future[C]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for block in plan:
                ahead.append((block, pool.submit(run, block)))
                if len(ahead) > BLOCKS_AHEAD * workers:
                    first, future = ahead.popleft()
                    yield first, future.result()
            while ahead:
                first, future = ahead.popleft()
                yield first, future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def as_json(simulation: Simulation) -> dict[str, object]:
    """The document `sabot simulate --json` prints."""
    return {
        "game": simulation.variant,
        "rounds": simulation.rounds,
        "seed": simulation.seed,
        "seconds": round(simulation.seconds, 6),
        "rounds_per_second": round(simulation.rounds / max(simulation.seconds, 1e-9)),
        "bets": {
            kind: {
                "rtp": float(bet.tally.mean),
                "stderr": bet.tally.stderr,
                "exact": bet.exact.value,
                "z": bet.z,
            }
            for kind, bet in simulation.bets.items()
        },
    }
