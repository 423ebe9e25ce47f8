"""Two books side by side: what we say happened to an operator's money, and what they say (I10).

Pure: it is handed both lists. What is still open on our side is no difference yet, it is on its
way; everything else has to agree to the cent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.wallets.calls import our_id


class Theirs(msgspec.Struct, frozen=True, kw_only=True):
    """One transaction in the operator's book, under the id we gave it.

    `refunded` says that a bet was taken back; a refund that came without its bet has no entry, or
    one with amount 0. `at_ms` is the operator's own date, where its statement has one.
    """

    id: str
    player: str
    amount: int
    refunded: bool = False
    at_ms: int | None = None

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


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """Dates of the wall clock: from the first on, up to the second and without it; None is open."""

    from_ms: int | None = None
    to_ms: int | None = None

    def holds(self, at_ms: int) -> bool:
        """Whether a date is in the period.

        >>> day = Period(from_ms=1_000, to_ms=2_000)
        >>> [day.holds(at_ms) for at_ms in (999, 1_000, 1_999, 2_000)]
        [False, True, True, False]
        """
        early = self.from_ms is not None and at_ms < self.from_ms
        return not (early or (self.to_ms is not None and at_ms >= self.to_ms))


def within(
    period: Period, ours: Iterable[WalletOpRow], theirs: Iterable[Theirs]
) -> tuple[Sequence[WalletOpRow], Sequence[Theirs]]:
    """Both books, limited to a period so that each operation is judged in one period only.

    An operation is of the period in which our table decided it, whatever date the operator has for
    it. What the operator alone has is of the period of the operator's date, or of every period
    where its statement has no dates.
    """
    known = {row.id: row for row in ours}
    rows = [row for row in known.values() if period.holds(row.at_ms)]
    return rows, [entry for entry in theirs if _judged(entry, known.get(entry.id), period)]


def _judged(entry: Theirs, row: WalletOpRow | None, period: Period) -> bool:
    if row is not None:
        return period.holds(row.at_ms)
    return entry.at_ms is None or period.holds(entry.at_ms)


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
