"""The proof that this house wrote a wallet operation as it stands (ADR 0043).

Owns what the signature of an operation covers: every field of the row, bound to its id. The house
signs a row when it hands it to its writer, and believes a row only if its signature is valid. Knows
no database and no wallet.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import astuple, replace

from sabot.service.ports import Seals, WalletOpRow

_encode = msgspec.json.Encoder().encode


def signed(row: WalletOpRow, seals: Seals) -> WalletOpRow:
    """The row with its signature, to be written."""
    return replace(row, mac=seals.mac(_covered(row), place=_place(row)))


def is_signed(row: WalletOpRow, seals: Seals) -> bool:
    """Say whether this house wrote the row as it stands."""
    return seals.is_mac(row.mac, _covered(row), place=_place(row))


def _covered(row: WalletOpRow) -> bytes:
    """Everything but the signature, in the order of the columns."""
    return _encode(astuple(row)[:-1])


def _place(row: WalletOpRow) -> str:
    return f"wallet_op:{row.id}"
