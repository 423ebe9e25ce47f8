"""Basic strategy, as a player reads it off the table."""

import pytest

from sabot.gamekit import HandView
from sabot.gamekit.advising import AskedOf
from sabot.games.blackjack import advice

ALL = ("hit", "stand", "double", "split")


@pytest.mark.parametrize(
    ("hand", "total", "dealer", "wanted"),
    [
        ("TS 6D", "16", "TH", "hit"),
        ("TS 6D", "16", "6H", "stand"),
        ("TS 2D", "12", "2H", "hit"),
        ("TS 2D", "12", "4H", "stand"),
        ("6S 5D", "11", "TH", "double"),
        ("6S 5D", "11", "AH", "hit"),
        ("AS 6D", "7/17", "3H", "double"),
        ("AS 7D", "8/18", "9H", "hit"),
        ("AS 7D", "8/18", "7H", "stand"),
        ("8S 8D", "16", "AH", "split"),
        ("5S 5D", "10", "9H", "double"),
        ("TS KD", "20", "6H", "stand"),
        ("9S 9D", "18", "7H", "stand"),
    ],
)
def test_basic_strategy(hand: str, total: str, dealer: str, wanted: str) -> None:
    assert advice.decided(hand.split(), total, dealer, ALL) == wanted


def test_where_doubling_is_not_offered_the_next_best_is_done() -> None:
    assert advice.decided(["6S", "3D", "2H"], "11", "6H", ("hit", "stand")) == "hit"
    assert advice.decided(["AS", "4D", "3H"], "8/18", "4H", ("hit", "stand")) == "stand"


def asked(seat: int | None, *cards: str | None) -> AskedOf:
    hands = (
        HandView(name="seat:2:0", cards=("TS", "6D"), total="16"),
        HandView(name="dealer", cards=cards, total=""),
    )
    return AskedOf(hands=hands, options=("hit", "stand"), seat=seat, hand=0)


def test_advice_is_for_a_hand_that_can_be_seen_and_never_for_insurance() -> None:
    assert advice.advise(asked(2, "7H", None)) == "hit"
    assert advice.advise(asked(2, "6H", None)) == "stand"
    assert advice.advise(asked(2)) is None
    assert advice.advise(asked(3, "7H", None)) is None
    assert advice.advise(asked(None, "AH", None)) is None
