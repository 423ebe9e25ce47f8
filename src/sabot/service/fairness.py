"""Shoes anyone can check: a promise before the first bet, the whole order after the last.

The commitment of a virtual shoe is the SHA-256 of a salt and the cards in dealing order. It is
published before the first bet; salt and cards are published when the shoe is retired. A player who
kept the commitment can check that nothing was changed in between, with any SHA-256 tool. Until then
the order is stored sealed, so a copy of the database does not tell the cards that come.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.cards import Card
from sabot.errors import Corrupt, Malformed
from sabot.service.ports import Seals
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


def stored_secret(secret: ShoeSecret, shoe_id: str, seals: Seals) -> bytes:
    """The order of a shoe as the store keeps it: sealed, and bound to its shoe."""
    return seals.seal(msgspec.json.encode(secret), place=_place(shoe_id)).encode()


def secret_of(stored: bytes, shoe_id: str, seals: Seals) -> ShoeSecret:
    """The order of a shoe from the store.

    Shoes that older versions loaded are stored unsealed, until they are retired.
    """
    try:
        plain = stored
        if not stored.startswith(b"{"):
            plain = seals.open(stored.decode("ascii"), place=_place(shoe_id))
        return msgspec.json.decode(plain, type=ShoeSecret)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Corrupt("shoe/unreadable", shoe_id=shoe_id) from None


def _place(shoe_id: str) -> str:
    return f"shoe:{shoe_id}"
