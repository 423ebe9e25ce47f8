"""Playing seeds: one, or a block of them, each to its end and through every check."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tests.simulation.checks import violations
from tests.simulation.faults import Fault
from tests.simulation.world import World
from typing_extensions import override

from sabot.bootstrap.collector import look_less_often


class Tally:
    """What a block of seeds has come to."""

    def __init__(self) -> None:
        self.seeds = 0
        self.rounds = 0
        self.cpu_seconds = 0.0
        self.fired: Counter[Fault] = Counter()

    def play(self, seeds: Iterable[int], *, rounds: int) -> None:
        """Play seeds; the first that fails says how to see it again."""
        with looking_as_a_house_does():
            for seed in seeds:
                began = time.process_time()
                world = played(seed, rounds=rounds)
                self.seeds += 1
                self.rounds += world.rounds
                self.fired += world.luck.fired
                world.end()
                self.cpu_seconds += time.process_time() - began

    @property
    def rounds_per_second(self) -> float:
        """Rounds played and checked in a second of one core."""
        return self.rounds / self.cpu_seconds

    @property
    def never(self) -> list[str]:
        """The faults that have not happened."""
        return sorted(set(Fault) - self.fired.keys())

    @override
    def __str__(self) -> str:
        """Everything in one line."""
        faults = ", ".join(f"{fault} {self.fired[fault]:,}" for fault in sorted(self.fired))
        return (
            f"{self.seeds:,} seeds, {self.rounds:,} rounds, "
            f"{self.rounds_per_second:,.0f} rounds/s/core; {faults}"
        )


def played(seed: int, *, rounds: int) -> World:
    """The world of a seed after it came to rest, with nothing wrong in it."""
    world = World(seed)
    with replayable(seed, rounds=rounds):
        world.run(rounds)
        found = violations(world)
        assert not found, found[:5]
    return world


@contextmanager
def looking_as_a_house_does() -> Iterator[None]:
    """Cycles of garbage are looked for as seldom as in a process that runs tables."""
    before = gc.get_threshold()
    look_less_often()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@contextmanager
def replayable(seed: int, *, rounds: int) -> Iterator[None]:
    """Whatever goes wrong here says how to see it again."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"seed {seed}: SABOT_ROUNDS={rounds} python -m tests.simulation {seed}")
        raise
