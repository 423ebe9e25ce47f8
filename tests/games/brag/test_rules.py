"""What three cards are worth in brag (F171 to F174, R14)."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.brag.driver import counts

from sabot.cards import Card, Rank, Suit, cards, full_deck
from sabot.games.brag.rules import BragHand, Comparison, compare, qualifies, ranks, value

# Best first; hands on one line are worth the same.
LADDER = """
3S 3H 3D
AS AH AD
KS KH KD
4S 4H 4D
2S 2H 2D
AS 2S 3S | AC 2C 3C
QS KS AS
JD QD KD
2H 3H 4H
AS 2H 3S | 3D AC 2D
QS KH AS
JS QH KS
9S TH JD | 9C TD JH
2S 3H 4D
AS KS JS | AD KD JD
AS KS 9S
AS 2S 4S
KS QS TS
5S 3S 2S
AS AH KD | AC AD KH
AS AH 2D
KS KH AD
3S 3H 2D
2S 2H AD
2S 2H 3D
AS KH JD
AS KH TD
AS QH JD
AS 4H 2D
KS QH TD
QS 6H 4D | 4S 6D QH
QS 6H 3D
QS 3H 2D
JS TH 8D
5S 3H 2D | 5C 3D 2H
"""
RUNGS = [[value(cards(hand)) for hand in line.split("|")] for line in LADDER.strip().splitlines()]

three = st.lists(st.sampled_from(full_deck()), min_size=3, max_size=3, unique=True)


def test_F173_R14_the_ladder_of_hands_goes_down() -> None:
    assert all(better[0] > worse[0] for better, worse in pairwise(RUNGS))


def test_F174_suits_never_matter() -> None:
    shared = [rung for rung in RUNGS if len(rung) > 1]
    assert len(shared) == 7
    assert all(first == second for first, second in shared)


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("3S 3H 3D", BragHand.PRIAL),
        ("AS 2S 3S", BragHand.STRAIGHT_FLUSH),
        ("KS AS QS", BragHand.STRAIGHT_FLUSH),
        ("AS 2S 3D", BragHand.RUN),
        ("TS QS JD", BragHand.RUN),
        ("KS AS 2S", BragHand.FLUSH),
        ("9S 2S 4S", BragHand.FLUSH),
        ("KS AH 2S", BragHand.HIGH_CARD),
        ("2S 4H 2D", BragHand.PAIR),
        ("QS 6H 4D", BragHand.HIGH_CARD),
    ],
)
def test_F173_kinds_of_hands(hand: str, kind: BragHand) -> None:
    assert value(cards(hand)).hand is kind


def test_F173_prials_from_threes_and_aces_down_to_twos() -> None:
    prials = {rank: value([Card(rank, suit) for suit in list(Suit)[:3]]) for rank in Rank}
    best_first = sorted(prials, key=lambda rank: prials[rank], reverse=True)
    assert "".join(best_first) == "3AKQJT9876542"


def test_F173_runs_from_A23_and_QKA_down_to_234() -> None:
    runs = {value(hand): hand for hand in combinations(full_deck(), 3)}
    names = [
        "".join(sorted(card.rank for card in hand))
        for worth, hand in sorted(runs.items(), key=lambda pair: pair[0], reverse=True)
        if worth.hand is BragHand.RUN
    ]
    expected = "A23 QKA JQK TJQ 9TJ 89T 789 678 567 456 345 234"
    assert names == ["".join(sorted(run)) for run in expected.split()]


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("QS 3H 2D", True),
        ("KS 3H 2D", True),
        ("AS 4H 2D", True),
        ("2S 2H 3D", True),
        ("2S 3S 5S", True),
        ("2S 3H 4D", True),
        ("2S 2H 2D", True),
        ("JS TH 8D", False),
        ("5S 3H 2D", False),
    ],
)
def test_F171_R14_the_dealer_qualifies_with_queen_high_or_better(hand: str, plays: bool) -> None:
    assert qualifies(value(cards(hand))) is plays


@pytest.mark.parametrize(
    ("player", "dealer", "better"),
    [
        ("AS QH 9D", "AC QD 9C", Comparison.TIE),
        ("AS QH 9D", "AC QD 8H", Comparison.PLAYER),
        ("AS QH 9D", "AC KD 2H", Comparison.DEALER),
        ("2S 3H 4D", "AC KC JC", Comparison.PLAYER),
        ("9S 9H 2D", "9C 9D 3H", Comparison.DEALER),
    ],
)
def test_F172_F174_the_next_card_decides(player: str, dealer: str, better: Comparison) -> None:
    assert compare(player=value(cards(player)), dealer=value(cards(dealer))) is better


def test_F173_every_hand_of_the_deck_is_counted() -> None:
    kinds = Counter(value(hand).hand.value for hand in combinations(full_deck(), 3))
    assert kinds == counts("hands.counts")[0]


@given(hand=three, order=st.permutations(range(3)))
def test_F174_neither_order_nor_names_of_suits_change_a_hand(
    hand: list[Card], order: list[int]
) -> None:
    following = dict(zip(Suit, (*list(Suit)[1:], Suit.SPADES), strict=True))
    moved = [Card(hand[place].rank, following[hand[place].suit]) for place in order]
    assert value(moved) == value(hand)


@given(player=three, dealer=three)
def test_F172_exactly_one_side_is_better_or_the_ranks_are_equal(
    player: list[Card], dealer: list[Card]
) -> None:
    ours, theirs = value(player), value(dealer)
    mirrored = {
        Comparison.PLAYER: Comparison.DEALER,
        Comparison.DEALER: Comparison.PLAYER,
        Comparison.TIE: Comparison.TIE,
    }
    verdict = compare(player=ours, dealer=theirs)
    assert compare(player=theirs, dealer=ours) is mirrored[verdict]
    same = sorted(card.rank for card in player) == sorted(card.rank for card in dealer)
    assert verdict is not Comparison.TIE or same


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("7H AS KD", "AK7"),
        ("KD 7H 7S", "77K"),
        ("7H 2D 7S", "772"),
        ("QH TD JS", "QJT"),
        ("3H AD 2S", "A23"),
        ("KH AD QS", "AKQ"),
        ("3H 3D 3S", "333"),
        ("2H 9H 4H", "942"),
    ],
)
def test_F174_ranks_stand_in_the_order_in_which_they_decide(hand: str, told: str) -> None:
    assert ranks(cards(hand)) == told
