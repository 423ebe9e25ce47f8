"""The ordinary order of five-card poker hands, for Poker Plus alone (F177, R14).

Here three threes are worth no more than any other three, A-2-3-4-5 is the lowest straight and a
flush beats a straight. It knows nothing of brag, of bets or of whose cards they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from sabot.cards import Card, Rank, Suit


class PokerHand(StrEnum):
    """The ten kinds of hand, weakest first; the ace-high straight flush has its own name."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE = "three"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR = "four"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL = "royal"


CARDS = "23456789TJQKA"
"""Single cards, weakest first."""

# Straights, weakest first, each written from its highest card down as the cards sort with ace high.
STRAIGHTS = (
    *("A5432", "65432", "76543", "87654", "98765"),
    *("T9876", "JT987", "QJT98", "KQJT9", "AKQJT"),
)

# How many cards of equal rank a hand holds, largest group first.
GROUPS = {
    (4, 1): PokerHand.FOUR,
    (3, 2): PokerHand.FULL_HOUSE,
    (3, 1, 1): PokerHand.THREE,
    (2, 2, 1): PokerHand.TWO_PAIR,
    (2, 1, 1, 1): PokerHand.PAIR,
    (1, 1, 1, 1, 1): PokerHand.HIGH_CARD,
}

_HANDS = tuple(PokerHand)
_STRENGTH = {hand: strength for strength, hand in enumerate(_HANDS)}
_PLACE = {Rank(letter): place for place, letter in enumerate(CARDS)}


class PokerValue(NamedTuple):
    """How good five cards are: the kind, then the ranks in the order in which they decide."""

    strength: int
    places: tuple[int, ...]

    @property
    def hand(self) -> PokerHand:
        """The kind of hand."""
        return _HANDS[self.strength]


def five(hand: Sequence[Card]) -> PokerValue:
    """What exactly five cards are worth.

    >>> from sabot.cards import cards
    >>> five(cards("AS KS QS JS TS")).hand, five(cards("AS 2D 3S 4S 5S")).hand
    (<PokerHand.ROYAL: 'royal'>, <PokerHand.STRAIGHT: 'straight'>)
    """
    suited = len({card.suit for card in hand}) == 1
    return _of_ranks(tuple(sorted([_PLACE[card.rank] for card in hand])), suited=suited)


@cache
def _of_ranks(ranks: tuple[int, ...], *, suited: bool) -> PokerValue:
    groups = Counter(ranks)
    # The larger group decides first, then the higher card: in a full house the three.
    places = tuple(sorted(groups, key=lambda place: (groups[place], place), reverse=True))
    shape = tuple(groups[place] for place in places)
    kind = GROUPS[shape]
    sequence = "".join(CARDS[place] for place in places)
    if kind is PokerHand.HIGH_CARD and sequence in STRAIGHTS:
        return _straight(STRAIGHTS.index(sequence), suited=suited)
    # One deck: five cards of one suit are of five ranks, so nothing better hides behind a flush.
    return PokerValue(_STRENGTH[PokerHand.FLUSH if suited else kind], places)


def _straight(place: int, *, suited: bool) -> PokerValue:
    kind = PokerHand.STRAIGHT_FLUSH if suited else PokerHand.STRAIGHT
    if suited and place == len(STRAIGHTS) - 1:
        kind = PokerHand.ROYAL
    return PokerValue(_STRENGTH[kind], (place,))


def best(hand: Sequence[Card]) -> PokerValue:
    """The best five of the cards, from whichever side of the table they come (F177).

    >>> from sabot.cards import cards
    >>> best(cards("AS AH AD 3S 3H 3D")).hand
    <PokerHand.FULL_HOUSE: 'full_house'>
    """
    suits = [card.suit for card in hand]
    if max(suits.count(suit) for suit in Suit) >= 5:
        return max(five(choice) for choice in combinations(hand, 5))
    # No five cards of one suit: their ranks say everything.
    ranks = sorted([_PLACE[card.rank] for card in hand])
    return max(_of_ranks(choice, suited=False) for choice in combinations(ranks, 5))
