"""The proof that this house wrote the head of a table, and so every event before it (ADR 0064).

The chain of events has no key: a person who writes the database can append events to it. So each
step signs where it leads to, and a head without that signature is not believed. Owns what the
signature covers. Knows no database.
"""

from __future__ import annotations

from sabot.errors import Corrupt
from sabot.service.ports import Seals
from sabot.service.wallets.log import DESK

UNSIGNED = "its last events are not as this house wrote them"


def head_mac(table_id: str, *, seq: int, chain: bytes, seals: Seals) -> str:
    """The signature of a head."""
    return seals.mac(chain, place=_place(table_id, seq))


def is_proved(table_id: str, *, seq: int, chain: bytes, mac: str, seals: Seals) -> bool:
    """Say whether this house wrote the events up to a head.

    Before the first event there is nothing to prove; the desk for wallets has no events at all.
    """
    return seq == 0 or table_id == DESK or seals.is_mac(mac, chain, place=_place(table_id, seq))


def check_proved(table_id: str, *, seq: int, chain: bytes, mac: str, seals: Seals | None) -> None:
    """Refuse to take over a table from a head that this house did not write."""
    if seals is not None and not is_proved(table_id, seq=seq, chain=chain, mac=mac, seals=seals):
        raise Corrupt("events/unsigned", table_id=table_id, seq=seq)


def _place(table_id: str, seq: int) -> str:
    return f"table_head:{table_id}:{seq}"
