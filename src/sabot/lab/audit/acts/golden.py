"""Acts about golden chips: granted by one person or two, and ended (R29)."""

from __future__ import annotations

from sabot.lab.audit.acts.books import ActBody, Books, Judges
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine
from sabot.ledger import TransferKind


class GoldenActs:
    """Judges grants and their ends."""

    __slots__ = ("_books",)

    def __init__(self, books: Books) -> None:
        self._books = books

    @property
    def judges(self) -> Judges:
        """The judge of each kind."""
        return {
            "grant/proposed": self._wished,
            "grant/approved": self._given,
            "grant/declined": self._books.by_another,
            "grant/expired": self._books.void,
            "chips/granted": self._granted,
            "chips/expired": self._ended,
        }

    def _wished(self, act: ActLine) -> None:
        body = self._books.bodies[act.id]
        if act.id != f"{act.subject}:proposed" or act.amount != body.count * body.value:
            self._books.wrong(Check.I14, act.id, f"{body.count} chips of {body.value}", act)

    def _given(self, act: ActLine) -> None:
        """What two people decided was granted, in the name of the proposer."""
        proposed = self._books.by_another(act)
        if proposed is None:
            return
        granted = self._books.acts.get(f"chips:{act.subject.removeprefix('grant:')}:granted")
        wanted = (act.player, act.amount, proposed.actor, proposed.body)
        found = granted and (granted.player, granted.amount, granted.actor, granted.body)
        if found != wanted:
            self._books.wrong(Check.I14, act.id, wanted, found)

    def _granted(self, act: ActLine) -> None:
        body = self._books.bodies[act.id]
        fits = act.id == f"{act.subject}:granted" and act.amount == body.count * body.value > 0
        if not fits:
            self._books.wrong(Check.I14, act.id, f"{body.count} chips of {body.value}", act.amount)
        proposal = f"grant:{act.subject.removeprefix('chips:')}"
        decided = self._books.acts.get(f"{proposal}:decided")
        approved = decided is not None and decided.kind == "grant/approved"
        if f"{proposal}:proposed" in self._books.acts and not approved:
            self._books.wrong(Check.I14, act.id, "a grant that was approved", decided)
        moved = self._books.took(act, act.subject, TransferKind.GRANT)
        account = self._purse(act.subject, act.player, body.currency)
        if moved is not None:
            sides = (f"promotion:house:{body.currency}", account)
            self._books.check_sides(moved, sides)

    def _ended(self, act: ActLine) -> None:
        subject = act.subject.removesuffix(":end")
        granted = self._books.acts.get(f"{subject}:granted")
        body = self._books.bodies.get(f"{subject}:granted", ActBody())
        if granted is None or granted.player != act.player or act.at_ms < body.expires_at_ms:
            self._books.wrong(Check.I14, act.id, f"the end of {granted}", act)
        moved = self._books.took(act, act.id, TransferKind.EXPIRY)
        if moved is not None:
            account = self._purse(subject, act.player, body.currency)
            self._books.check_sides(moved, (account, f"promotion:house:{body.currency}"))

    @staticmethod
    def _purse(subject: str, player: str, currency: str) -> str:
        return f"golden:{player}/{subject.removeprefix('chips:')}:{currency}"
