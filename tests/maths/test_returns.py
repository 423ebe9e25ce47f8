import re
from decimal import localcontext
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sabot.maths.returns import DIGITS, Return, decimal, expected

FRACTIONS = st.fractions(min_value=0, max_value=1000)


@example(Fraction(0))
@example(Fraction(1, 10**9))
@example(Fraction(1))
@example(Fraction(999_999_999_999_9, 10**13))
@given(FRACTIONS)
def test_a_return_has_twelve_decimals_and_no_exponent(value: Fraction) -> None:
    assert re.fullmatch(r"\d+\.\d{12}", decimal(value))


@given(FRACTIONS)
def test_a_return_is_rounded_to_the_nearest(value: Fraction) -> None:
    assert abs(Fraction(decimal(value)) - value) <= Fraction(1, 2 * 10**DIGITS)


@pytest.mark.parametrize(
    ("half", "text"), [(Fraction(1, 2), "0"), (Fraction(3, 2), "2"), (Fraction(5, 2), "2")]
)
def test_a_half_is_rounded_to_even(half: Fraction, text: str) -> None:
    assert decimal(half, 0) == text
    assert Fraction(decimal(half / 10**DIGITS)) == Fraction(int(text), 10**DIGITS)


def test_more_digits_may_be_asked_for() -> None:
    assert decimal(Fraction(1, 3), 40) == "0." + "3" * 40


def test_the_callers_decimal_settings_change_no_figure() -> None:
    with localcontext() as context:
        context.prec = 4
        assert decimal(Fraction(2, 3)) == "0.666666666667"


def test_the_fraction_goes_before_the_float() -> None:
    # A float cannot hold this: the twelfth decimal would be another.
    exact = 100_000 + Fraction(1, 10**12)
    assert Return.of(exact).decimal == "100000.000000000001"
    coarse = Return(value=0.5, exact=Fraction(1, 3), total_stake=0.5)
    assert (coarse.decimal, coarse.total_stake_decimal) == ("0.333333333333", "0.500000000000")


def test_R9_R13_a_return_on_the_total_stake_is_kept_beside_the_first() -> None:
    plain = Return.of(Fraction(99, 100))
    assert (plain.total_stake, plain.total_stake_decimal) == (None, None)
    raised = Return.of(Fraction(96, 100), total_stake=Fraction(98, 100))
    assert raised.total_stake_exact == Fraction(49, 50)
    assert raised.total_stake_decimal == "0.980000000000"


@given(st.dictionaries(FRACTIONS, st.integers(1, 10**20), min_size=1))
def test_an_expectation_lies_between_the_smallest_and_the_largest(
    weights: dict[Fraction, int],
) -> None:
    mean = expected(weights)
    assert min(weights) <= mean <= max(weights)
    assert sum((value - mean) * ways for value, ways in weights.items()) == 0


@given(st.dictionaries(FRACTIONS, st.integers(1, 1000), min_size=1), st.integers(1, 50))
def test_an_expectation_knows_only_proportions(weights: dict[Fraction, int], times: int) -> None:
    assert expected(weights) == expected({value: n * times for value, n in weights.items()})
