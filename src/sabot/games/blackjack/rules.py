"""The rules of blackjack: totals, soft hands, pairs, three-card hands and the dealer's draw.

Functions over hands of cards. This module knows no bet, no money, no seat and no order of play:
`round.py` asks it what comes next, the exact mathematics enumerates it, and the kernels are built
from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from sabot.cards import Card, Rank

TWENTY_ONE = 21
"""The best total there is; one more point is too many (F139)."""

DEALER_STANDS_ON = 17
"""F132, R9: the dealer draws to 16 and stands on every 17, soft ones too."""


class PairClass(StrEnum):
    """What the first two cards are to Perfect Pairs, best first (F146)."""

    PERFECT = "perfect"
    COLOURED = "coloured"
    MIXED = "mixed"
    NONE = "none"


class ThreeCardClass(StrEnum):
    """What the first two cards and the dealer's up card are together, best first (F147)."""

    SUITED_TRIPS = "suited_trips"
    STRAIGHT_FLUSH = "straight_flush"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FLUSH = "flush"
    NONE = "none"


# Points of each rank: an ace counts 1 here and its other ten points are added by `hand_total`.
POINTS = {rank: min(rank.ordinal + 1, 10) for rank in Rank}

# R10: three ranks in sequence. The ace stands below the two and above the king, never between.
STRAIGHTS = frozenset(
    frozenset((low, low + 1, (low + 2) % 13)) for low in range(12)
)  # A-2-3, 2-3-4 … J-Q-K, Q-K-A by `Rank.ordinal`


def value(card: Card) -> int:
    """The points of one card, the ace low.

    >>> [value(Card.parse(text)) for text in ("AS", "9D", "TC", "KH")]
    [1, 9, 10, 10]
    """
    return POINTS[card.rank]


def is_soft(hand: Sequence[Card]) -> bool:
    """Whether an ace of this hand counts eleven.

    >>> from sabot.cards import cards
    >>> is_soft(cards("AS 6D")), is_soft(cards("AS 6D 9C"))
    (True, False)
    """
    return hand_total(hand) != _hard_total(hand)


def hand_total(hand: Sequence[Card]) -> int:
    """The best total of a hand: one ace counts eleven where that does not bust it.

    >>> from sabot.cards import cards
    >>> hand_total(cards("AS 6D")), hand_total(cards("AS 6D 9C")), hand_total(cards("AS AD"))
    (17, 16, 12)
    """
    hard = _hard_total(hand)
    if hard + 10 > TWENTY_ONE:
        return hard
    return hard + 10 if Rank.ACE in [card.rank for card in hand] else hard


def _hard_total(hand: Sequence[Card]) -> int:
    """Every ace counts one."""
    return sum([POINTS[card.rank] for card in hand])


def is_bust(hand: Sequence[Card]) -> bool:
    """Whether the hand is over 21 and lost at once, whatever the dealer gets (F139).

    >>> from sabot.cards import cards
    >>> is_bust(cards("TS 6D 6C")), is_bust(cards("TS 6D 5C"))
    (True, False)
    """
    return hand_total(hand) > TWENTY_ONE


def is_blackjack(hand: Sequence[Card]) -> bool:
    """Whether these are an ace and a ten-value card and nothing else (F133).

    Cards alone cannot tell that a hand comes from a split, where it is plain 21 (F137).

    >>> from sabot.cards import cards
    >>> is_blackjack(cards("AS KD")), is_blackjack(cards("7S 7D 7C"))
    (True, False)
    """
    return len(hand) == 2 and hand_total(hand) == TWENTY_ONE


def can_split(hand: Sequence[Card]) -> bool:
    """Whether these are two cards of equal points, such as any two ten-value cards (F135, R11).

    >>> from sabot.cards import cards
    >>> can_split(cards("KS TD")), can_split(cards("9S TD"))
    (True, False)
    """
    return len(hand) == 2 and value(hand[0]) == value(hand[1])


def dealer_draws(hand: Sequence[Card]) -> bool:
    """Whether the dealer takes another card (F132, R9).

    >>> from sabot.cards import cards
    >>> dealer_draws(cards("TS 6D")), dealer_draws(cards("AS 6D"))
    (True, False)
    """
    return hand_total(hand) < DEALER_STANDS_ON


def pair_class(pair: Sequence[Card]) -> PairClass:
    """What two cards are to Perfect Pairs; a pair is of one rank, not of one value (F146, R11).

    >>> from sabot.cards import cards
    >>> [pair_class(cards(text)).value for text in ("2H 2H", "2H 2D", "2H 2S", "KS QS")]
    ['perfect', 'coloured', 'mixed', 'none']
    """
    first, second = pair
    if first.rank is not second.rank:
        return PairClass.NONE
    if first.suit is second.suit:
        return PairClass.PERFECT
    return PairClass.COLOURED if first.suit.red == second.suit.red else PairClass.MIXED


def three_card_class(three: Sequence[Card]) -> ThreeCardClass:
    """The best class of three cards in any order; the others it belongs to do not count (F147).

    >>> from sabot.cards import cards
    >>> [three_card_class(cards(text)).value for text in ("QS KS AS", "9H 9H 2H", "KS AD 2C")]
    ['straight_flush', 'flush', 'none']
    """
    one_suit = len({card.suit for card in three}) == 1
    ranks = frozenset([card.rank.ordinal for card in three])
    if len(ranks) == 1:
        # R10, R11: rank decides three of a kind, rank and suit together a suited one.
        return ThreeCardClass.SUITED_TRIPS if one_suit else ThreeCardClass.TRIPS
    if ranks in STRAIGHTS:
        return ThreeCardClass.STRAIGHT_FLUSH if one_suit else ThreeCardClass.STRAIGHT
    # R10: one suit is enough for a flush, even with two identical cards among the three.
    return ThreeCardClass.FLUSH if one_suit else ThreeCardClass.NONE
