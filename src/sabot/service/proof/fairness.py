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
from sabot.errors import Corrupt, Malformed, Refused
from sabot.service.ports import Seals, ShoeStore
from sabot.service.proof.refusals import ProofRefusal
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.promises import ShoeSecret
from sabot.table.state import Shoe

SALT_BYTES = 32


def sealed(order: Sequence[Card], salt: bytes) -> ShoeSecret:
    """A shoe in dealing order with its salt."""
    if len(salt) != SALT_BYTES:
        raise Malformed("shoe/salt", bytes=len(salt), needed=SALT_BYTES)
    return ShoeSecret(cards=" ".join(str(card) for card in order), salt=salt.hex())


def stored_secret(secret: ShoeSecret, shoe_id: str, seals: Seals) -> bytes:
    """The order of a shoe as the store keeps it: sealed, and bound to its shoe."""
    return seals.seal(msgspec.json.encode(secret), place=_place(shoe_id)).encode()


def read_secret(shoes: ShoeStore, shoe: Shoe, seals: Seals) -> ShoeSecret:
    """The order of a shoe from the store, if it is the promised one; the only place that reads it.

    `Corrupt` with its code says why it cannot be had.
    """
    stored = shoes.secret(shoe.shoe_id)
    if stored is None:
        raise Corrupt("shoe/secret_missing", shoe_id=shoe.shoe_id)
    secret = secret_of(stored, shoe.shoe_id, seals)
    if not secret.keeps(shoe.commitment, cards=shoe.cards):
        raise Corrupt("shoe/secret_changed", shoe_id=shoe.shoe_id)
    return secret


def secret_of(stored: bytes, shoe_id: str, seals: Seals) -> ShoeSecret:
    """The order of a shoe from what the store keeps."""
    try:
        plain = seals.open(stored.decode("ascii"), place=_place(shoe_id))
        return msgspec.json.decode(plain, type=ShoeSecret)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Corrupt("shoe/unreadable", shoe_id=shoe_id) from None


def _place(shoe_id: str) -> str:
    return f"shoe:{shoe_id}"


class Proofs:
    """Checks every card of a virtual shoe against its promise, as the card is dealt.

    The machine shows the order with every card; the table believes only the commitment in its log.
    """

    def __init__(self) -> None:
        self._kept: tuple[str, ShoeSecret] | None = None  # a commitment and the order that keeps it

    def check_loaded(self, envelope: Envelope, command: c.LoadShoe) -> None:
        """Refuse a virtual shoe that comes without the order its promise was made of."""
        if envelope.shown is None or envelope.secret is None:
            raise Refused(ProofRefusal.NO_SECRET, shoe_id=command.shoe_id)
        whole = envelope.shown.keeps(command.commitment, cards=52 * command.decks)
        if not whole or envelope.secret[0] != command.shoe_id:
            raise Refused(ProofRefusal.NOT_AS_PROMISED, shoe_id=command.shoe_id)

    def promised(self, envelope: Envelope, shoe: Shoe, number: int) -> str:
        """The card that was promised in this place; refused where the machine shows no order."""
        shown, kept = envelope.shown, self._kept
        if shown is None or shoe.commitment is None:
            raise Refused(ProofRefusal.NO_SECRET, shoe_id=shoe.shoe_id)
        if kept is None or kept[0] != shoe.commitment or kept[1] is not shown:
            if not shown.keeps(shoe.commitment, cards=shoe.cards):
                raise Refused(ProofRefusal.NOT_AS_PROMISED, shoe_id=shoe.shoe_id)
            self._kept = (shoe.commitment, shown)
        if number >= shoe.cards:
            raise Refused(ProofRefusal.EMPTY, shoe_id=shoe.shoe_id)
        return str(shown.card(number))
