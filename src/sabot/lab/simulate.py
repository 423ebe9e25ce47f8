"""Playing millions of rounds by best strategy, on every core, against the exact values.

The work is cut into blocks of fixed size, each with its own stream of random numbers, so that the
same seed gives the same figures on one core or many. The kernels release the interpreter's lock:
threads are enough.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sabot.errors import Refused
from sabot.games import part_of, variant_named
from sabot.lab.returns import report
from sabot.maths.returns import Return
from sabot.maths.tally import Tally

ROUNDS_MAX = 10**12
"""More rounds than any laboratory has asked for; a typing mistake above it."""

SEED_MAX = 2**64 - 1


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
    """Play so many rounds; `progress` is told the rounds of each finished block."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Refused("simulation/rounds", rounds=rounds, minimum=1, maximum=ROUNDS_MAX)
    if not 0 <= seed <= SEED_MAX:
        raise Refused("simulation/seed", seed=seed, minimum=0, maximum=SEED_MAX)
    game, variant = variant_named(variant_id)
    kernel = part_of(game, "simulation")
    # The kernels are loaded, or compiled the first time, before the clock starts.
    kernel.run(variant, kernel.plan(rounds=1, seed=seed)[0])
    started = time.perf_counter()
    counts = None
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        for block, part in pool.map(
            lambda block: (block, kernel.run(variant, block)), kernel.plan(rounds=rounds, seed=seed)
        ):
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
