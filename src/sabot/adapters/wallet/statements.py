"""An operator's statement: its book as JSON Lines, one transaction a line, under the ids we gave.

Owns the format that `sabot reconcile` reads. How a statement comes to us is between operator and
house; the demo operator offers its own under the name `statement`, signed like every call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sabot.errors import Malformed
from sabot.service.wallets.reconciliation import Theirs

STATEMENT = "statement"
CENTS = 2

_encode = msgspec.json.Encoder().encode


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bet or result that the operator has applied, in units of its own scale."""

    id: str
    player: str
    amount: int
    refunded: bool = False
    at_ms: int | None = None  # when the operator applied it, by its own clock


_decode = msgspec.json.Decoder(_Line).decode


def written(entries: Iterable[Theirs]) -> bytes:
    """A book as a statement."""
    return b"".join(_encode(entry) + b"\n" for entry in entries)


def read_statement(lines: Iterable[bytes], *, scale: int = CENTS) -> Iterator[Theirs]:
    """The transactions of a statement, in cents; a line that cannot be read is named."""
    unit = 10 ** (scale - CENTS)
    seen: set[str] = set()
    for number, raw in enumerate(lines, start=1):
        if not raw.strip():
            continue
        try:
            line = _decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Malformed("statement/line", line=number, reason=str(error)) from None
        if line.id in seen:
            raise Malformed("statement/twice", line=number, id=line.id)
        seen.add(line.id)
        if line.amount < 0 or line.amount % unit:
            raise Malformed("statement/amount", line=number, amount=line.amount)
        yield Theirs(
            id=line.id,
            player=line.player,
            amount=line.amount // unit,
            refunded=line.refunded,
            at_ms=line.at_ms,
        )
