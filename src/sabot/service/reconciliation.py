"""Two books side by side: what we say happened to an operator's money, and what they say (I10).

Pure: it is handed both lists. What is still open on our side is no difference yet, it is on its
way; everything else has to agree to the cent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec

from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.wallets import our_id


class Theirs(msgspec.Struct, frozen=True, kw_only=True):
    """One transaction in the operator's book, under the id we gave it.

    `refunded` says that a bet was taken back; a refund that came without its bet has no entry, or
    one with amount 0.
    """

    id: str
    player: str
    amount: int
    refunded: bool = False

    @property
    def stands(self) -> int:
        """What still counts of it."""
        return 0 if self.refunded else self.amount


class Kind(StrEnum):
    """How the books differ."""

    MISSING = "missing"  # we count it, they do not have it
    AMOUNT = "amount"  # both have it, with different amounts
    PLAYER = "player"  # both have it, for different players
    NOT_TAKEN_BACK = "not_taken_back"  # we refused or cancelled it, they still count it
    FOREIGN = "foreign"  # they have it, we never asked for it
    OPEN = "open"  # still being repeated: look again later


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One operation on which the books do not agree."""

    id: str
    kind: Kind
    ours: int
    theirs: int


_COUNTS = (WalletOpState.TAKEN, WalletOpState.PAID)
_OPEN = (WalletOpState.ASKED, WalletOpState.CANCELLING, WalletOpState.OWED)


def differences(ours: Iterable[WalletOpRow], theirs: Iterable[Theirs]) -> tuple[Difference, ...]:
    """Every disagreement, in the order of our list, then what only they have.

    >>> row = WalletOpRow(
    ...     id="r1/7",
    ...     operator="acme",
    ...     player="acme:7",
    ...     kind="bet",
    ...     amount=500,
    ...     round_id="r1",
    ...     state=WalletOpState.TAKEN,
    ... )
    >>> [found.kind.value for found in differences([row], [])]
    ['missing']
    >>> differences([row], [Theirs(id="r1/7", player="7", amount=500)])
    ()
    """
    book = {entry.id: entry for entry in theirs}
    return tuple(_differences(ours, book))


def _differences(ours: Iterable[WalletOpRow], book: Mapping[str, Theirs]) -> Iterator[Difference]:
    seen = set()
    for row in ours:
        seen.add(row.id)
        entry = book.get(row.id)
        stands = 0 if entry is None else entry.stands
        kind = _kind(row, entry)
        if kind is not None:
            counts = row.amount if row.state in _COUNTS else 0
            yield Difference(id=row.id, kind=kind, ours=counts, theirs=stands)
    for op_id, entry in book.items():
        if op_id not in seen and entry.stands:
            yield Difference(id=op_id, kind=Kind.FOREIGN, ours=0, theirs=entry.stands)


def _kind(row: WalletOpRow, entry: Theirs | None) -> Kind | None:
    if row.state in _OPEN:
        return Kind.OPEN
    if row.state not in _COUNTS:
        return Kind.NOT_TAKEN_BACK if entry is not None and entry.stands else None
    if entry is None:
        # A round without a payout is closed with a credit of nothing.
        return Kind.MISSING
    if entry.stands != row.amount:
        return Kind.AMOUNT
    return None if our_id(row.operator, entry.player) == row.player else Kind.PLAYER
