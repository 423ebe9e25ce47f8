"""What is still in a shoe: how many of each of the 52 cards, in no order.

A composition is what a lab or an operator knows of a shoe without knowing its order. It is the
input of every exact return; order belongs to the dealer, no part of the core owns chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sabot.cards.card import Card
from sabot.cards.refusals import CardRefusal, CompositionRefusal
from sabot.errors import Refused

DECKS_MAX = 8
"""The largest shoe any of the regulations uses (R1)."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Counts of the 52 cards, indexed by `Card.ordinal`.

    >>> shoe = Composition.of_decks(8)
    >>> shoe.total, shoe.count(Card.parse("AS"))
    (416, 8)
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) != 52 or min(self.counts) < 0 or max(self.counts) > DECKS_MAX:
            raise Refused(
                CompositionRefusal.IMPOSSIBLE, reason="each of 52 cards stands 0 to 8 times"
            )

    @classmethod
    def of_decks(cls, decks: int) -> Composition:
        """A whole shoe."""
        return cls((decks,) * 52)

    @classmethod
    def of_cards(cls, cards: Iterable[Card]) -> Composition:
        """The composition of a pile.

        >>> Composition.of_cards([Card.parse("AS"), Card.parse("AS")]).total
        2
        """
        counts = [0] * 52
        for card in cards:
            counts[card.ordinal] += 1
        return cls(tuple(counts))

    @property
    def total(self) -> int:
        """How many cards are left."""
        return sum(self.counts)

    def count(self, card: Card) -> int:
        """How many of this very card are left."""
        return self.counts[card.ordinal]

    def by_rank(self) -> tuple[int, ...]:
        """Counts of the thirteen ranks, ace first.

        >>> Composition.of_decks(1).by_rank()
        (4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)
        """
        return tuple(sum(self.counts[4 * rank : 4 * rank + 4]) for rank in range(13))

    def without(self, dealt: Iterable[Card]) -> Composition:
        """The shoe after these cards left it; a card that is not there is refused (I12).

        >>> Composition.of_decks(1).without([Card.parse("AS")]).total
        51
        """
        counts = list(self.counts)
        for card in dealt:
            counts[card.ordinal] -= 1
            if counts[card.ordinal] < 0:
                raise Refused(CardRefusal.NOT_IN_SHOE, card=str(card))
        return Composition(tuple(counts))


def full_deck() -> tuple[Card, ...]:
    """The 52 cards in index order."""
    return tuple(Card.from_ordinal(index) for index in range(52))
