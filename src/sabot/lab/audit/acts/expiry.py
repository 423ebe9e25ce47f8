"""Acts about what is ninety days old: notices, proposals, and what two people gave up (P8)."""

from __future__ import annotations

from sabot.lab.audit.acts.books import ActBody, Books, Judges
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine
from sabot.ledger import TransferKind

SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000


class ExpiryActs:
    """Judges wallet operations and rounds that expired."""

    __slots__ = ("_books",)

    def __init__(self, books: Books) -> None:
        self._books = books

    @property
    def judges(self) -> Judges:
        """The judge of each kind."""
        return {
            "wallet/expired": self._expired,
            "wallet/restored": self._restored,
            "round/expired": self._round,
            "expiry/announced": self._announced,
            "expiry/proposed": self._to_expire,
            "expiry/approved": self._agreed,
            "expiry/declined": self._books.by_another,
            "expiry/expired": self._books.void,
        }

    def _expired(self, act: ActLine) -> None:
        """P8: two people gave an operation up, after ninety days and a notice."""
        if act.id != f"{act.subject}:expired":
            self._books.wrong(Check.I14, act.id, f"{act.subject}:expired", act.id)
        self._check_two_people(act, "expire")
        self._books.check_age(act, since_ms=self._books.bodies[act.id].since_ms)
        self._check_notice(act)
        if self._moves_nothing(act):
            return
        moved = self._books.took(act, act.id, TransferKind.EXPIRY)
        if moved is not None:
            self._books.check_sides(moved, self._clearing(act, moved.credit))

    def _restored(self, act: ActLine) -> None:
        """Two people put it back, with a transfer that names the one it reverses."""
        given_up = f"{act.subject}:expired"
        if act.id != f"{act.subject}:restored" or given_up not in self._books.acts:
            self._books.wrong(Check.I14, act.id, f"the reversal of {given_up}", act)
        self._check_two_people(act, "restore")
        if self._moves_nothing(act):
            return
        moved = self._books.took(act, act.id, TransferKind.EXPIRY)
        if moved is not None:
            operator, expired = self._clearing(act, moved.credit)
            self._books.check_sides(moved, (expired, operator))
            if moved.reverses != given_up:
                self._books.wrong(Check.I14, moved.id, f"it reverses {given_up}", moved.reverses)

    @staticmethod
    def _moves_nothing(act: ActLine) -> bool:
        """Say whether an act needs no transfer: a bet taken back, or an amount of zero."""
        return "@" in act.subject or not act.amount

    @staticmethod
    def _clearing(act: ActLine, account: str) -> tuple[str, str]:
        """The two accounts that an expired credit moves between."""
        currency = account.rpartition(":")[2]
        operator = act.player.partition(":")[0]
        return f"operator:{operator}:{currency}", f"expired:house:{currency}"

    def _round(self, act: ActLine) -> None:
        if act.id != f"{act.subject}:expired":
            self._books.wrong(Check.I14, act.id, f"{act.subject}:expired", act.id)
        self._books.check_age(act, since_ms=self._books.bodies[act.id].since_ms)
        self._books.check_house(act)
        self._check_notice(act)

    def _announced(self, act: ActLine) -> None:
        self._books.check_house(act)
        if act.id != f"{act.subject}:announced" or not act.subject.startswith("notice:"):
            self._books.wrong(Check.I14, act.id, "a notice", act)

    def _to_expire(self, act: ActLine) -> None:
        """A proposal about a wallet operation."""
        body = self._books.bodies[act.id]
        fits = act.id == f"{act.subject}:proposed" and body.step in ("expire", "restore")
        if not fits or not body.operation:
            self._books.wrong(Check.I14, act.id, "an operation and a step", act)

    def _agreed(self, act: ActLine) -> None:
        """An approval is carried out by the act that names it."""
        proposed = self._books.by_another(act)
        if proposed is None:
            return
        body = self._books.bodies[proposed.id]
        done = f"{body.operation}:{'expired' if body.step == 'expire' else 'restored'}"
        if done not in self._books.acts or self._books.bodies[done].proposal != act.subject:
            self._books.wrong(
                Check.I14, act.id, f"{done} by {act.subject}", self._books.acts.get(done)
            )

    def _check_two_people(self, act: ActLine, step: str) -> None:
        """The act follows from an approved proposal about just this."""
        proposal = self._books.bodies[act.id].proposal
        proposed = self._books.bodies.get(f"{proposal}:proposed", ActBody())
        decided = self._books.acts.get(f"{proposal}:decided")
        agreed = decided is not None and (decided.kind, decided.actor) == (
            "expiry/approved",
            act.actor,
        )
        if not agreed or (proposed.operation, proposed.step) != (act.subject, step):
            self._books.wrong(Check.I14, act.id, "a proposal and the approval of another", decided)

    def _check_notice(self, act: ActLine) -> None:
        """P8: seven days since staff were told, and since a person confirmed the clock."""
        notice = self._books.acts.get(f"notice:{act.subject}:announced")
        latest = act.at_ms - SEVEN_DAYS_MS
        if notice is None or notice.at_ms > latest:
            self._books.wrong(Check.I14, act.id, "a notice of seven days", notice)
        confirmed = [moment for moment in self._confirmations() if moment <= act.at_ms]
        if confirmed and confirmed[-1] > latest:
            self._books.wrong(Check.I14, act.id, "a clock confirmed for seven days", confirmed[-1])

    def _confirmations(self) -> list[int]:
        """Dates that people confirmed, ascending; one set back later no longer counts."""
        acts = [act for act in self._books.acts.values() if act.kind == "clock/confirmed"]
        dates: list[int] = []
        for act in sorted(acts, key=lambda act: (len(act.id), act.id)):
            after_ms = self._books.bodies[act.id].after_ms
            dates = [*(date for date in dates if date < after_ms), after_ms]
        return dates
