"""Acts of annulled rounds, compared with their decision and the money that moved (P9, ADR 0065).

Here each act must follow from an approval and its transfer must be the one it names. That the
amounts are those of the round is judged where the round was read (`audit/annulled.py`).
"""

from __future__ import annotations

from sabot.lab.audit.acts.books import Books, Judges
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine, TransferLine
from sabot.ledger import TransferKind

ANNULLED, RETURNED = "round/annulled", "chips/returned"


class AnnulmentActs:
    """Judges proposals to annul a round, and what the approvals did."""

    __slots__ = ("_books",)

    def __init__(self, books: Books) -> None:
        self._books = books

    @property
    def judges(self) -> Judges:
        """The judge of each kind."""
        return {
            "annul/proposed": self._proposed,
            "annul/approved": self._approved,
            "annul/declined": self._books.by_another,
            "annul/expired": self._books.void,
            ANNULLED: self._annulled,
            RETURNED: self._returned,
        }

    def _proposed(self, act: ActLine) -> None:
        named = self._books.bodies[act.id].round.strip()
        if act.id != f"{act.subject}:proposed" or not named or act.player:
            self._books.wrong(Check.I14, act.id, "a round", act)

    def _approved(self, act: ActLine) -> None:
        """An approval has annulled its round, in the name of the decider."""
        books = self._books
        proposed = books.by_another(act)
        if proposed is None:
            return
        subject = f"annulled:{books.bodies[proposed.id].round}"
        found = [
            one
            for one in books.acts.values()
            if one.kind == ANNULLED
            and one.subject == subject
            and books.bodies[one.id].proposal == act.subject
        ]
        if not found:
            books.wrong(Check.I14, act.id, f"acts about {subject}", "none")

    def _annulled(self, act: ActLine) -> None:
        """The act of one player: two people decided, and the money moved as it says."""
        books, body = self._books, self._books.bodies[act.id]
        wanted = (f"annulled:{body.round}", f"annulled:{body.round}/{act.player}")
        if (act.subject, act.id) != wanted:
            books.wrong(Check.I14, act.id, wanted, (act.subject, act.id))
        self._check_two_people(act)
        if not act.amount:
            return
        moved = books.took(act, act.id, TransferKind.ANNULMENT)
        if moved is None:
            return
        if moved.reverses != body.round:
            books.wrong(Check.I14, moved.id, f"it reverses {body.round}", moved.reverses)
        self._check_accounts(act, moved)

    def _check_two_people(self, act: ActLine) -> None:
        """An approved proposal about this round, by the actor of the act."""
        books, body = self._books, self._books.bodies[act.id]
        decided = books.acts.get(f"{body.proposal}:decided")
        proposed = books.bodies.get(f"{body.proposal}:proposed")
        agreed = decided is not None and (decided.kind, decided.actor) == (
            "annul/approved",
            act.actor,
        )
        if not agreed or proposed is None or proposed.round != body.round:
            books.wrong(Check.I14, act.id, "a proposal and the approval of another", decided)

    def _check_accounts(self, act: ActLine, moved: TransferLine) -> None:
        """The house gives back what the round cost, or takes what it brought."""
        books, body = self._books, self._books.bodies[act.id]
        operator, colon, _ = act.player.partition(":")
        house = f"house:house:{body.currency}"
        ours = f"player:{act.player}:{body.currency}"
        theirs = f"operator:{operator}:{body.currency}"
        if body.paid > body.staked:  # an operator's wallet is never debited for this
            books.check_sides(moved, (ours, house))
        elif colon and moved.credit == theirs:
            books.check_sides(moved, (house, theirs))
            books.check_credit(act, act.id)
        else:
            books.check_sides(moved, (house, ours))

    def _returned(self, act: ActLine) -> None:
        """A golden chip that the round had used up is back."""
        books, body = self._books, self._books.bodies[act.id]
        whole = books.acts.get(f"annulled:{body.round}/{act.player}")
        fits = act.id == f"annulled:{body.round}/{act.player}:{body.bet}"
        if whole is None or not fits or whole.actor != act.actor:
            books.wrong(Check.I14, act.id, "a chip of an annulled round", act)
        moved = books.took(act, act.id, TransferKind.ANNULMENT)
        if moved is None:
            return
        currency = moved.credit.rpartition(":")[2]
        of_player = moved.credit.startswith((f"golden:{act.player}/", f"golden:{act.player}:"))
        named = moved.reverses == f"{body.bet}:chip"
        if moved.debit != f"promotion:house:{currency}" or not of_player or not named:
            books.wrong(Check.I14, moved.id, f"the chip of {body.bet}", moved)
