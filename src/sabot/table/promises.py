"""The promise of a virtual shoe: made before the first bet, kept when the shoe is retired.

The commitment is the SHA-256 of a salt and the cards in dealing order. Owns that formula, and what
an order has to be to keep a promise. Where order and salt come from is not known here.
"""

from __future__ import annotations

import hashlib
from collections import Counter

import msgspec

from sabot.cards import Card, full_deck

_DECK = Counter(str(card) for card in full_deck())


def commitment(*, cards: str, salt: str) -> str:
    """SHA-256 of `salt:cards`, both as printed.

    >>> commitment(cards="AS KH", salt="00")[:16]
    'becdb556a94256b8'
    """
    return hashlib.sha256(f"{salt}:{cards}".encode()).hexdigest()


def is_whole(order: str, *, cards: int) -> bool:
    """Whether an order is as many whole decks as these cards make, and nothing else.

    >>> deck = " ".join(str(card) for card in full_deck())
    >>> is_whole(deck, cards=52), is_whole(deck, cards=104)
    (True, False)
    """
    decks = cards // 52
    counted = Counter(order.split(" "))
    return counted == {card: decks * copies for card, copies in _DECK.items()}


class ShoeSecret(msgspec.Struct, frozen=True, kw_only=True):
    """The order of a shoe, known to its machine alone until it is retired."""

    cards: str
    salt: str

    @property
    def commitment(self) -> str:
        """What is published before the first bet."""
        return commitment(cards=self.cards, salt=self.salt)

    def keeps(self, promise: str | None, *, cards: int) -> bool:
        """Whether this is the promised order, and whole decks of so many cards."""
        return self.commitment == promise and is_whole(self.cards, cards=cards)

    def card(self, number: int) -> Card:
        """The card that leaves the shoe after so many others."""
        return Card.parse(self.cards[3 * number : 3 * number + 2])
