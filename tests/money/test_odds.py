from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed
from sabot.money import PUSH, Cents, Odds, odds, payout, portion, winnings

STAKES = st.integers(0, 10**15).map(Cents)
ODDS = st.fractions(min_value=0, max_value=10**6)


@given(STAKES, ODDS)
def test_R3_F66_winnings_lose_less_than_a_cent_to_rounding(stake: Cents, at: Odds) -> None:
    earned = winnings(stake, at)
    assert isinstance(earned, int)
    assert 0 <= stake * at - earned < 1


@given(STAKES, ODDS)
def test_R3_a_payout_is_never_less_than_the_stake(stake: Cents, at: Odds) -> None:
    assert payout(stake, at) == stake + winnings(stake, at) >= stake


@given(STAKES, ODDS)
def test_R3_a_portion_rounds_like_winnings(stake: Cents, share: Fraction) -> None:
    assert portion(stake, of=share) == winnings(stake, share)


@given(STAKES)
def test_a_push_returns_the_stake(stake: Cents) -> None:
    assert (winnings(stake, PUSH), payout(stake, PUSH)) == (0, stake)


# F109, F111, F120, F133: stakes at which a float, or rounding to the nearest, pays another cent.
@pytest.mark.parametrize(
    ("stake", "at", "earned"),
    [
        (105, "0.95", 99),
        (110, "0.95", 104),
        (1, "0.95", 0),
        (20, "0.95", 19),
        (100, "0.54", 54),
        (50, "0.54", 27),
        (99, "0.54", 53),
        (101, "3:2", 151),
        (101, "0.5", 50),
        (1, "0.5", 0),
        (10**15 + 1, "0.95", 950_000_000_000_000),
    ],
)
def test_R3_the_cent_is_cut_off(stake: int, at: str, earned: int) -> None:
    assert winnings(Cents(stake), odds(at)) == earned


@given(st.integers(0, 10**9 - 1), st.integers(1, 10**9 - 1))
def test_R2_a_ratio_is_read_exactly(profit: int, unit: int) -> None:
    assert odds(f"{profit}:{unit}") == Fraction(profit, unit)


@given(st.decimals(min_value=0, max_value=10**6, places=4))
def test_R2_a_decimal_is_read_exactly(number: Decimal) -> None:
    assert odds(f"{number:f}") == Fraction(number)


WRITTEN_WRONG = (
    *("", " ", ":", ":1", "1:", "1:0", "0:0", "1/0", "1:2:3", "1::2", "1,5", "1-1"),
    *("one", "nan", "inf", "-1", "-1:2", "1:-2", "-3:-2"),
)


@pytest.mark.parametrize("text", WRITTEN_WRONG)
def test_what_is_not_odds_is_said_to_be_none(text: str) -> None:
    with pytest.raises(Malformed, match="odds/") as caught:
        odds(text)
    assert caught.value.data["odds"] == text


@given(st.text(alphabet="0123456789:./-_ eE", max_size=4))
def test_odds_are_read_as_no_less_than_nothing_or_not_at_all(text: str) -> None:
    try:
        value = odds(text)
    except Malformed:
        return
    assert value >= 0
