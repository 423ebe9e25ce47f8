"""Acts that move a player's money: manual credits, deposits, the round of a closed table."""

from __future__ import annotations

from sabot.lab.audit.acts.books import Books, Judges
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine
from sabot.ledger import TransferKind

OVER_THE_COUNTER = frozenset({TransferKind.DEPOSIT, TransferKind.WITHDRAWAL})
"""Kinds of transfer between a player and a cashier."""


class MoneyActs:
    """Judges credits and deposits."""

    __slots__ = ("_books",)

    def __init__(self, books: Books) -> None:
        self._books = books

    @property
    def judges(self) -> Judges:
        """The judge of each kind."""
        return {
            "credit/proposed": self._proposed,
            "credit/approved": self._approved,
            "credit/declined": self._books.by_another,
            "credit/expired": self._books.void,
            "deposit/made": self._deposited,
            "void/proposed": self._to_void,
            "void/approved": self._books.by_another,
            "void/declined": self._books.by_another,
            "void/expired": self._books.void,
        }

    def _proposed(self, act: ActLine) -> None:
        body = self._books.bodies[act.id]
        fits = act.id == f"{act.subject}:proposed" and act.amount > 0
        if not fits or not body.round.strip() or not body.currency:
            self._books.wrong(Check.I14, act.id, "an amount, a round and a currency", act)

    def _approved(self, act: ActLine) -> None:
        proposed = self._books.by_another(act)
        if proposed is None:
            return
        currency = self._books.bodies[proposed.id].currency
        operator, colon, _ = act.player.partition(":")
        theirs = f"operator:{operator}:{currency}"
        ours = f"player:{act.player}:{currency}"
        moved = self._books.took(act, act.subject, TransferKind.ADJUSTMENT)
        if moved is None:
            return
        allowed = {ours, theirs} if colon else {ours}
        if moved.debit != f"adjustment:house:{currency}" or moved.credit not in allowed:
            self._books.wrong(Check.I14, moved.id, f"a credit for {act.player}", moved)
        if moved.credit == theirs:
            self._books.check_credit(act, act.subject)

    def _deposited(self, act: ActLine) -> None:
        """Money from or to the cashier, for the player of the act."""
        moved = self._books.transfers.pop(act.subject, None)
        fits = moved is not None and moved.kind in OVER_THE_COUNTER and moved.amount == act.amount
        if act.id != f"{act.subject}:made" or moved is None or not fits:
            self._books.wrong(Check.I14, act.id, f"a deposit of {act.amount}", moved)
            return
        owners = {side.partition(":")[2].rpartition(":")[0] for side in (moved.debit, moved.credit)}
        if act.player not in owners:
            self._books.wrong(Check.I14, moved.id, f"a deposit of {act.player}", moved)

    def _to_void(self, act: ActLine) -> None:
        """A proposal about a round; what an approval did stands in the log of its table."""
        body = self._books.bodies[act.id]
        fits = act.id == f"{act.subject}:proposed" and body.round.startswith(f"{body.table}-")
        if not fits or not body.table or act.player:
            self._books.wrong(Check.I14, act.id, "a round of a table", act)
