"""The five-card order of Poker Plus (F177, R14)."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import Card, cards, full_deck
from sabot.games.brag.poker import PokerHand, best, five

# Best first, two of each kind: the better and the worse.
LADDER = """
AS KS QS JS TS
KS QS JS TS 9S
5S 4S 3S 2S AS
AS AH AD AC 2S
3S 3H 3D 3C AS
AS AH AD KS KH
3S 3H 3D AS AH
2S 2H 2D AS AH
AS KS QS JS 9S
7S 5S 4S 3S 2S
AS KH QS JS TS
6S 5H 4S 3S 2S
5S 4H 3S 2S AS
AS AH AD 3S 2H
3S 3H 3D AS KH
2S 2H 2D AS KH
AS AH KS KH QD
AS AH KS KH JD
3S 3H 2D 2H AS
AS AH KS QH JD
AS AH KS QH TD
2S 2H 5S 4H 3D
AS KH QS JS 9S
7S 5H 4S 3S 2S
"""
RUNGS = [five(cards(line)) for line in LADDER.strip().splitlines()]


def test_F177_R14_the_ladder_of_poker_hands_goes_down() -> None:
    assert all(better > worse for better, worse in pairwise(RUNGS))


def test_F177_the_ladder_shows_all_ten_kinds_in_order() -> None:
    seen = list(dict.fromkeys(rung.hand for rung in RUNGS))
    assert seen == list(reversed(PokerHand))


def test_R14_threes_are_not_the_best_three_of_a_kind_in_poker() -> None:
    assert five(cards("AS AH AD 9S 8H")) > five(cards("3S 3H 3D 9S 8H"))


@pytest.mark.parametrize(
    ("player", "dealer", "hand"),
    [
        ("AS AH AD", "3S 3H 3D", PokerHand.FULL_HOUSE),
        ("TS JS QS", "KS AS 9S", PokerHand.ROYAL),
        ("AS 2S 3S", "4S 5S 6S", PokerHand.STRAIGHT_FLUSH),
        ("AS 2S 3S", "4S 5S 6D", PokerHand.STRAIGHT_FLUSH),
        ("AS 2S 3S", "4S 5D 9S", PokerHand.FLUSH),
        ("QS KH AD", "2C 3D 4H", PokerHand.HIGH_CARD),
        ("9S 9H 4D", "9C 9D 4H", PokerHand.FOUR),
        ("9S 9H 4D", "4C KD KH", PokerHand.TWO_PAIR),
        ("4S 6H 8D", "5C 7D 8H", PokerHand.STRAIGHT),
    ],
)
def test_F177_the_best_five_of_six_cards(player: str, dealer: str, hand: PokerHand) -> None:
    assert best(cards(f"{player} {dealer}")).hand is hand


def test_F177_a_deck_of_ten_to_ace_is_counted_by_hand() -> None:
    # Twenty cards make few enough hands to count with pencil and paper: no flush but the royal one.
    short = [card for card in full_deck() if card.rank in "TJQKA"]
    kinds = Counter(five(hand).hand.value for hand in combinations(short, 5))
    assert kinds == {
        "royal": 4,
        "four": 5 * 16,
        "full_house": 5 * 4 * 4 * 6,
        "straight": 4**5 - 4,
        "three": 5 * 4 * 6 * 4 * 4,
        "two_pair": 10 * 6 * 6 * 3 * 4,
        "pair": 5 * 6 * 4 * 4 * 4 * 4,
    }


@given(st.lists(st.sampled_from(full_deck()), min_size=6, max_size=6, unique=True))
def test_F177_a_sixth_card_never_makes_the_hand_worse(hand: list[Card]) -> None:
    choices = [five(choice) for choice in combinations(hand, 5)]
    assert best(hand) in choices
    assert all(best(hand) >= choice for choice in choices)
