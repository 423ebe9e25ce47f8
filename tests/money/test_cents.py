import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.money import Cents, format_cents


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0.00"),
        (1, "0.01"),
        (99, "0.99"),
        (100, "1.00"),
        (-1, "-0.01"),
        (-100, "-1.00"),
        (-100_050, "-1,000.50"),
        (7_500_000, "75,000.00"),
        (10**15, "10,000,000,000,000.00"),
    ],
)
def test_F65_an_amount_is_written_with_two_decimals(amount: int, text: str) -> None:
    assert format_cents(Cents(amount)) == text


@given(st.integers(-(10**18), 10**18))
def test_no_cent_is_lost_in_writing(amount: int) -> None:
    text = format_cents(amount)
    assert int(text.replace(",", "").replace(".", "")) == amount
    assert text[-3] == "."
