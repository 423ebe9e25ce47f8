from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed
from sabot.lab.verdicts import Declared, Match, agrees, ranges_reached, verdict
from sabot.maths.returns import Return, decimal


def returning(text: str, total_stake: str | None = None) -> Return:
    return Return.of(
        Fraction(text), total_stake=None if total_stake is None else Fraction(total_stake)
    )


@pytest.mark.parametrize(
    ("computed", "printed", "fits"),
    [
        # Cut to the printed digits, or rounded: regulations do both.
        ("0.989421", "98.94", True),
        ("0.947177", "94.71", True),
        ("0.947177", "94.72", True),
        ("0.947177", "94.70", False),
        ("0.947177", "94.73", False),
        # A half is rounded up, as on paper.
        ("0.946500", "94.7", True),
        ("0.946500", "94.6", True),
        ("0.946499", "94.7", False),
        # As many digits as were printed, and no more.
        ("0.9786", "97.86", True),
        ("0.978643", "97.9", True),
        ("0.978643", "98", True),
        ("0.978643", "97", True),
        ("0.978643", "97.8643", True),
        ("0.978643", "97.8600", False),
        ("0.978643", "97.86", True),
        ("1.000000", "100", True),
        ("1.000000", "100.00", True),
        ("0.999999", "100.00", True),
        ("0.999999", "99.99", True),
        ("0.000000000000", "0.00", True),
    ],
)
def test_F262_a_printed_figure_is_the_computed_one_rounded_or_cut(
    computed: str, printed: str, fits: bool
) -> None:
    assert agrees(computed, Decimal(printed)) is fits


@given(st.fractions(min_value=0, max_value=2), st.integers(0, 6))
def test_both_ways_of_printing_agree_and_no_third(value: Fraction, digits: int) -> None:
    computed = decimal(value + Fraction(1, 10**6))
    step = Decimal(1).scaleb(-digits)
    percent = Decimal(computed) * 100
    cut = percent.quantize(step, rounding=ROUND_FLOOR)
    rounded = percent.quantize(step, rounding=ROUND_HALF_UP)
    assert agrees(computed, cut)
    assert agrees(computed, rounded)
    assert not agrees(computed, cut - step)
    assert not agrees(computed, rounded + step)


@pytest.mark.parametrize(
    ("computed", "declared", "match"),
    [
        ("0.989421", "98.94%", Match.MATCH),
        ("0.989421", "98.94", Match.MATCH),
        ("0.989421", "98.95%", Match.MISMATCH),
        ("0.989421", "85.64%", Match.MISMATCH),
        ("0.989421", None, Match.NOT_DECLARED),
        ("0.900000", "87.55%-93.61%", Match.MATCH),
        ("0.900000", "87.55% - 93.61%", Match.MATCH),
        ("0.875549", "87.55%-93.61%", Match.MATCH),
        ("0.875451", "87.55%-93.61%", Match.MATCH),  # It rounds to the lower end.
        ("0.875449", "87.55%-93.61%", Match.MISMATCH),
        ("0.936199", "87.55%-93.61%", Match.MATCH),  # Cut, it is the upper end.
        ("0.936200", "87.55%-93.61%", Match.MISMATCH),
    ],
)
def test_F262_the_verdict_on_one_bet(computed: str, declared: str | None, match: Match) -> None:
    assert verdict(returning(computed), declared) is match


def test_R9_a_bet_that_can_be_raised_may_be_declared_on_its_total_stake() -> None:
    raised = returning("0.99391", total_stake="0.994565")
    assert verdict(raised, "99.46%") is Match.MATCH
    assert verdict(raised, "99.39%") is Match.MATCH
    assert verdict(raised, "99.42%") is Match.MISMATCH


@pytest.mark.parametrize(
    "text", ["", "%", "-", "98,94%", "about 98%", "98.94%-", "-98.94%", "NaN%", "Infinity%"]
)
def test_a_figure_that_cannot_be_read_is_said_to_be_so(text: str) -> None:
    with pytest.raises(Malformed, match="declared/unreadable"):
        Declared.parse(text)


@pytest.mark.parametrize("text", ["87%-90%-93%", "93.61%-87.55%"])
def test_a_range_has_two_ends_the_lower_first(text: str) -> None:
    with pytest.raises(Malformed, match="declared/unreadable"):
        Declared.parse(text)


FAMILY = "87.55%-93.61%"


def drifts(*values: str, printed: str = FAMILY) -> list[str]:
    returns = {f"egalite_{number}": returning(value) for number, value in enumerate(values)}
    return list(ranges_reached(returns, dict.fromkeys(returns, printed)))


def test_a_range_is_reached_when_its_family_has_both_ends() -> None:
    assert drifts("0.8755", "0.90", "0.9361") == []
    assert drifts("0.9361", "0.8755") == []
    assert drifts("0.875549", "0.936099") == []


@pytest.mark.parametrize(
    "values", [("0.88", "0.9361"), ("0.8755", "0.93"), ("0.90",), ("0.87", "0.95")]
)
def test_a_range_whose_ends_nobody_reaches_is_a_drift(values: tuple[str, ...]) -> None:
    assert drifts(*values) == [FAMILY]


def test_a_single_figure_is_no_range() -> None:
    assert drifts("0.5", printed="98.94%") == []


def test_each_range_has_its_own_family() -> None:
    returns = {"a": returning("0.80"), "b": returning("0.90"), "c": returning("0.50")}
    declared = {"a": "80%-90%", "b": "80%-90%", "c": "40%-60%"}
    assert list(ranges_reached(returns, declared)) == ["40%-60%"]


def test_a_range_declared_for_a_bet_nobody_computed_is_a_drift() -> None:
    assert list(ranges_reached({}, {"ghost": FAMILY})) == [FAMILY]
