from fractions import Fraction
from math import isclose, sqrt
from statistics import mean, variance

from hypothesis import given
from hypothesis import strategies as st

from sabot.maths.tally import Tally

RETURNS = st.fractions(min_value=0, max_value=300, max_denominator=100)
COUNTS = st.dictionaries(RETURNS, st.integers(0, 20), max_size=6)


def rounds_of(tally: Tally) -> list[Fraction]:
    return [value for value, times in tally.counts for _ in range(times)]


@given(COUNTS)
def test_mean_and_error_are_those_of_the_single_rounds(counts: dict[Fraction, int]) -> None:
    tally = Tally.of(counts)
    rounds = rounds_of(tally)
    assert tally.rounds == len(rounds) == sum(counts.values())
    if rounds:
        assert tally.mean == mean(rounds)
    if len(rounds) > 1:
        assert isclose(tally.stderr, sqrt(variance(rounds) / len(rounds)), rel_tol=1e-12)


def test_what_never_happened_is_not_listed() -> None:
    assert Tally.of({Fraction(1): 0, Fraction(2): 3}).counts == ((Fraction(2), 3),)
    assert Tally.of({Fraction(2): 3}) == Tally.of({Fraction(2): 3, Fraction(0): 0})


def test_z_counts_standard_errors_with_its_sign() -> None:
    tally = Tally.of({Fraction(2): 50, Fraction(0): 50})
    assert tally.z(1.0) == 0.0
    above, below = tally.z(1 - 2 * tally.stderr), tally.z(1 + 2 * tally.stderr)
    assert above is not None
    assert below is not None
    assert isclose(above, 2)
    assert isclose(below, -2)


def test_no_z_without_spread() -> None:
    assert Tally.of({}).z(1.0) is None
    assert Tally.of({Fraction(2): 1}).z(1.0) is None
    assert Tally.of({Fraction(2): 9}).z(1.0) is None


def test_a_tally_holds_more_rounds_than_a_float_can_count() -> None:
    tally = Tally.of({Fraction(0): 10**17 + 1, Fraction(1): 1})
    assert (tally.rounds, tally.mean) == (10**17 + 2, Fraction(1, 10**17 + 2))
