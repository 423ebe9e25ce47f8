"""The rules of thumb agree with the laboratory's mathematics where they can be compared."""

import pytest

from sabot.bots import advice
from sabot.cards import cards
from sabot.games.brag.rules import BragHand, value

ALL = ("hit", "stand", "double", "split")
DECK = [rank + suit for rank in advice.RANKS for suit in "SHDC"]


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
    assert advice.blackjack(hand.split(), total, dealer, ALL) == wanted


def test_where_doubling_is_not_offered_the_next_best_is_done() -> None:
    assert advice.blackjack(["6S", "3D", "2H"], "11", "6H", ("hit", "stand")) == "hit"
    assert advice.blackjack(["AS", "4D", "3H"], "8/18", "4H", ("hit", "stand")) == "stand"


def test_R14_brag_is_played_from_queen_six_four_on() -> None:
    """Every hand of three different cards, in the brag order of the rules themselves."""
    least = value(cards("QS 6D 4H"))
    wrong = []
    for a, first in enumerate(DECK):
        for b, second in enumerate(DECK[:a]):
            for third in DECK[:b]:
                hand = value(cards(f"{first} {second} {third}"))
                worth = hand.hand is not BragHand.HIGH_CARD or hand >= least
                if (advice.brag([first, second, third]) == "play") != worth:
                    wrong.append((first, second, third))
    assert wrong == []
