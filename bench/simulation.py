"""Simulation: numba beside tuned C++, and two workers beside one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bench import twins
from bench.clock import (
    QUIET_SHARE,
    Neighbours,
    Times,
    cpu_ratio,
    in_turns,
    wait_for_quiet,
    wall_ratio,
)
from bench.results import Line, as_fast, rate, unmeasured
from sabot.games.baccarat import kernels as baccarat_kernels
from sabot.games.baccarat import simulation as baccarat
from sabot.games.baccarat.variants import SPEED_BACCARAT
from sabot.games.blackjack import simulation as blackjack
from sabot.games.blackjack import simulation_kernels as blackjack_kernels
from sabot.games.blackjack.simulation_tables import Strategy
from sabot.games.blackjack.variants import BLACKJACK
from sabot.maths.rng import Shoe, Words, stream

SEED = 20_240_601
ROUNDS = 4_000_000
REPEATS = 9

Counts = NDArray[np.uint32]


@dataclass(slots=True)
class Run:
    """One way to count rounds; each call takes the next stream of random numbers."""

    play: Callable[[int, Shoe, Words, Counts], None]
    shoe: Callable[[], Shoe]
    classes: int
    rounds: int = ROUNDS
    seen: list[list[int]] = field(default_factory=list)

    def __call__(self) -> None:
        counts = np.zeros(self.classes, np.uint32)
        self.play(self.rounds, self.shoe(), stream(seed=SEED, index=len(self.seen)), counts)
        self.seen.append(counts.tolist())


def baccarat_shoe() -> Shoe:
    """Eight decks for the baccarat kernels."""
    return baccarat.ordered_shoe(8)


def blackjack_shoe() -> Shoe:
    """Eight decks for the blackjack kernels."""
    return blackjack.ordered_shoe(8)


COUPS = baccarat_kernels.COUP_CLASSES
COUPS_AND_PAIRS = COUPS * baccarat_kernels.PAIR_CLASSES
HANDS = blackjack_kernels.PLAYER_CLASSES * blackjack_kernels.DEALER_CLASSES


def numba_main(rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    """Baccarat, totals and number of cards."""
    baccarat_kernels.count_coups(rounds, shoe, baccarat.dealing(416), state, counts)


def cpp_main(rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    """The same in C++."""
    _cpp_baccarat("count_coups", rounds, shoe, state, counts)


def numba_all(rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    """Baccarat, and what every side bet looks at."""
    baccarat_kernels.count_coups_and_pairs(rounds, shoe, baccarat.dealing(416), state, counts)


def cpp_all(rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    """The same in C++."""
    _cpp_baccarat("count_coups_and_pairs", rounds, shoe, state, counts)


def _cpp_baccarat(function: str, rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    rounds_per_shoe, limits, refused_under = baccarat.dealing(416)
    arguments = (shoe, len(shoe), rounds_per_shoe, limits, refused_under, state, counts)
    twins.call("baccarat", function, rounds, arguments)


def numba_blackjack(rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    """Blackjack by the best total-dependent strategy."""
    table = blackjack.game_table(BLACKJACK, Strategy.TOTAL_DEPENDENT)
    blackjack_kernels.count_rounds(rounds, shoe, blackjack.dealing(416), table, state, counts, None)


def cpp_blackjack(rounds: int, shoe: Shoe, state: Words, counts: Counts) -> None:
    """The same in C++."""
    rounds_per_shoe, first_cards, refused_under = blackjack.dealing(416)
    table = blackjack.game_table(BLACKJACK, Strategy.TOTAL_DEPENDENT)
    numbers = (shoe, len(shoe), rounds_per_shoe, first_cards, refused_under, table, state, counts)
    twins.call("blackjack", "count_rounds", rounds, numbers)


def main_bets(rounds: int = ROUNDS) -> tuple[Run, Run]:
    """Baccarat without pairs, in numba and in C++."""
    return (
        Run(numba_main, baccarat_shoe, COUPS, rounds),
        Run(cpp_main, baccarat_shoe, COUPS, rounds),
    )


def all_bets(rounds: int = ROUNDS) -> tuple[Run, Run]:
    """Baccarat with everything its bets look at, in numba and in C++."""
    return (
        Run(numba_all, baccarat_shoe, COUPS_AND_PAIRS, rounds),
        Run(cpp_all, baccarat_shoe, COUPS_AND_PAIRS, rounds),
    )


def blackjack_hands(rounds: int = ROUNDS) -> tuple[Run, Run]:
    """Blackjack by totals, in numba and in C++."""
    return (
        Run(numba_blackjack, blackjack_shoe, HANDS, rounds),
        Run(cpp_blackjack, blackjack_shoe, HANDS, rounds),
    )


def lines() -> Iterator[Line]:
    """All lines of this section."""
    try:
        twins.compiler()
    except twins.NoCompiler as reason:
        yield unmeasured("numba beside C++", str(reason))
    else:
        yield from _beside_cpp()
    yield _two_workers()


def _beside_cpp() -> Iterator[Line]:
    ours, theirs = main_bets()
    everything, everything_theirs = all_bets()
    times = _compared(ours, theirs, everything, everything_theirs)
    assert_same(ours, theirs)
    assert_same(everything, everything_theirs)
    yield _line("baccarat, main bets", times[0], times[1], goal=0.9)
    yield _line("baccarat, all side bets, beside C++ main bets", times[2], times[1], goal=0.4)
    yield _line("baccarat, all side bets, beside C++ the same", times[2], times[3])
    hands, hands_theirs = blackjack_hands()
    times = _compared(hands, hands_theirs)
    assert_same(hands, hands_theirs)
    yield _line("blackjack, total-dependent strategy", times[0], times[1], goal=0.9)


def _compared(*runs: Run) -> tuple[Times, ...]:
    for run in runs:
        run()  # Compiled, loaded and warm before the clock starts; the counts are compared too.
    return in_turns(*runs, repeats=REPEATS)


def assert_same(ours: Run, theirs: Run) -> None:
    """Speed is compared only between programs that give the same counts, bit for bit."""
    if ours.seen != theirs.seen:
        raise AssertionError("numba and C++ counted differently")


def _line(what: str, ours: Times, theirs: Times, goal: float | None = None) -> Line:
    line = Line(
        what=what,
        ours=rate(ROUNDS / ours.cpu),
        beside=f"C++ {rate(ROUNDS / theirs.cpu)}",
        times=ours,
        note=f"same counts, bit for bit; {ROUNDS:,} rounds",
    )
    return as_fast(line, cpu_ratio(ours, theirs), goal)


WORKED_BLOCKS = 24


def _two_workers() -> Line:
    blocks = baccarat.plan(rounds=WORKED_BLOCKS * 1_005_000, seed=SEED)

    def work(workers: int) -> list[int]:
        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(lambda block: baccarat.run(SPEED_BACCARAT, block), blocks))
        return [int(count) for part in parts for count in part.sum(axis=0)]

    if work(1) != work(2):
        raise AssertionError("two workers counted differently")
    wait_for_quiet()
    neighbours = Neighbours()
    one, two = in_turns(lambda: work(1), lambda: work(2), repeats=5)
    busy = neighbours.share() or 0.0
    rounds = sum(block.rounds for block in blocks)
    line = Line(
        what="baccarat, all side bets, two workers beside one",
        ours=rate(rounds / two.wall),
        beside=f"one {rate(rounds / one.wall)}",
        times=two,
        note=f"by wall time; by CPU time {2 * one.cpu / two.cpu:.2f}× on two free cores",
    )
    if busy > QUIET_SHARE:
        # Two workers cannot be twice as fast while another program uses one of the cores.
        why = f"not judged, others used {busy:.0%} of the machine; {line.note}"
        return as_fast(replace(line, note=why), wall_ratio(two, one))
    return as_fast(line, wall_ratio(two, one), goal=1.8)
