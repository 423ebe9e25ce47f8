"""The rules of brag: what three cards are worth, who has the better hand, when the dealer counts.

Functions over hands of three cards, in brag order (R14). This module knows no bet, no money and no
order of play; the five-card order of Poker Plus has its own module, `poker.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from sabot.cards import Card, Rank


class BragHand(StrEnum):
    """The six kinds of hand, weakest first (F173)."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    FLUSH = "flush"
    RUN = "run"
    STRAIGHT_FLUSH = "straight_flush"
    PRIAL = "prial"


class Comparison(StrEnum):
    """Whose three cards are better."""

    PLAYER = "player"
    DEALER = "dealer"
    TIE = "tie"


# F173, R14: single cards go ace, king, queen … two. Weakest first, so that a place is a strength.
CARDS = "23456789TJQKA"

# F173, R14: three threes are the best prial, then aces, kings … twos; weakest first.
PRIALS = "2456789TJQKA3"

# F173, R14: A-2-3 is the best run, then Q-K-A, J-Q-K … 2-3-4. Weakest first, each run written from
# its highest card down. An ace ends a run or begins one, so K-A-2 is not a run.
RUNS = (
    *("432", "543", "654", "765", "876", "987"),
    *("T98", "JT9", "QJT", "KQJ", "AKQ", "A32"),
)

QUALIFYING_CARD = Rank.QUEEN
"""The least card that lets the dealer's hand play (F171)."""

_HANDS = tuple(BragHand)
_STRENGTH = {hand: strength for strength, hand in enumerate(_HANDS)}
_PLACE = {Rank(letter): place for place, letter in enumerate(CARDS)}


class BragValue(NamedTuple):
    """How good a hand is: its kind, then its place within the kind; suits never matter (F174)."""

    strength: int
    places: tuple[int, ...]

    @property
    def hand(self) -> BragHand:
        """The kind of hand."""
        return _HANDS[self.strength]


def value(hand: Sequence[Card]) -> BragValue:
    """What three cards are worth.

    >>> from sabot.cards import cards
    >>> value(cards("3S 3H 3D")) > value(cards("AS AH AD")) > value(cards("AC 2C 3C"))
    True
    >>> value(cards("AC 2C 3C")) > value(cards("QC KC AC")) > value(cards("AC 2D 3C"))
    True
    >>> value(cards("QS 6D 4H")).hand
    <BragHand.HIGH_CARD: 'high_card'>
    """
    ranks = sorted((card.rank for card in hand), key=_PLACE.__getitem__, reverse=True)
    suited = len({card.suit for card in hand}) == 1
    high, middle, low = ranks
    if high == middle == low:
        return _of(BragHand.PRIAL, PRIALS.index(high))
    sequence = "".join(ranks)
    if sequence in RUNS:
        kind = BragHand.STRAIGHT_FLUSH if suited else BragHand.RUN
        return _of(kind, RUNS.index(sequence))
    # F174: what is equal so far is decided by the next card.
    if suited:
        return _of(BragHand.FLUSH, *(_PLACE[rank] for rank in ranks))
    # The middle card of a pair belongs to it; the odd card lies above or below.
    if high == middle:
        return _of(BragHand.PAIR, _PLACE[middle], _PLACE[low])
    if middle == low:
        return _of(BragHand.PAIR, _PLACE[middle], _PLACE[high])
    return _of(BragHand.HIGH_CARD, *(_PLACE[rank] for rank in ranks))


def ranks(hand: Sequence[Card]) -> str:
    """The ranks of three cards in the order in which they decide: what an explanation compares.

    >>> from sabot.cards import cards
    >>> ranks(cards("7H AS KD")), ranks(cards("KD 7H 7S")), ranks(cards("2C AD 3H"))
    ('AK7', '77K', 'A23')
    """
    high, middle, low = sorted((card.rank for card in hand), key=_PLACE.__getitem__, reverse=True)
    if middle == low:
        return f"{middle}{low}{high}"  # a pair comes before its odd card
    if (high, middle, low) == (Rank.ACE, Rank.THREE, Rank.TWO):
        return f"{high}{low}{middle}"  # the ace begins this run
    return f"{high}{middle}{low}"


def _of(hand: BragHand, *places: int) -> BragValue:
    return BragValue(_STRENGTH[hand], places)


def qualifies(dealer: BragValue) -> bool:
    """Whether the dealer's hand plays: queen high or anything better (F171).

    >>> from sabot.cards import cards
    >>> qualifies(value(cards("QS 3D 2H"))), qualifies(value(cards("JS TD 8H")))
    (True, False)
    """
    least = _of(BragHand.HIGH_CARD, _PLACE[QUALIFYING_CARD])
    return dealer >= least


def compare(*, player: BragValue, dealer: BragValue) -> Comparison:
    """The better hand, whether or not the dealer qualifies (F172).

    >>> from sabot.cards import cards
    >>> compare(player=value(cards("7S 7H 4D")), dealer=value(cards("7C 7D 4H")))
    <Comparison.TIE: 'tie'>
    """
    if player == dealer:
        return Comparison.TIE
    return Comparison.PLAYER if player > dealer else Comparison.DEALER
