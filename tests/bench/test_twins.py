"""The C++ twins of the kernels: same seed, same counts, bit for bit."""

from collections.abc import Callable

import pytest
from bench import simulation, twins

ROUNDS = 67 * 54 * 11 + 5


def needs_compiler() -> None:
    try:
        twins.compiler()
    except twins.NoCompiler as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize(
    "pair", [simulation.main_bets, simulation.all_bets, simulation.blackjack_hands]
)
def test_numba_and_cpp_count_the_same(
    pair: Callable[[int], tuple[simulation.Run, simulation.Run]],
) -> None:
    needs_compiler()
    ours, theirs = pair(ROUNDS)
    for _ in range(3):
        ours()
        theirs()
    assert ours.seen == theirs.seen
    assert [sum(counts) for counts in ours.seen] == [ROUNDS] * 3
    assert ours.seen[0] != ours.seen[1]
