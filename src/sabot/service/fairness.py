"""Shoes anyone can check: a promise before the first bet, the whole order after the last.

The commitment of a virtual shoe is the SHA-256 of a salt and the cards in dealing order. It is
published before anybody bets; salt and cards are published when the shoe is retired. Whoever kept
the commitment can check that nothing was changed in between, with any SHA-256 tool.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.cards import Card
from sabot.errors import Malformed
from sabot.table.promises import commitment

SALT_BYTES = 32


class ShoeSecret(msgspec.Struct, frozen=True, kw_only=True):
    """The order of a shoe, known to its dealer alone until it is retired."""

    cards: str
    salt: str

    @property
    def commitment(self) -> str:
        """What is published before the first bet."""
        return commitment(cards=self.cards, salt=self.salt)

    def card(self, number: int) -> Card:
        """The card that leaves the shoe after so many others."""
        return Card.parse(self.cards[3 * number : 3 * number + 2])


def sealed(order: Sequence[Card], salt: bytes) -> ShoeSecret:
    """A shoe in dealing order with its salt."""
    if len(salt) != SALT_BYTES:
        raise Malformed("shoe/salt", bytes=len(salt), needed=SALT_BYTES)
    return ShoeSecret(cards=" ".join(str(card) for card in order), salt=salt.hex())
