"""Acts about people and the clock: exclusions, roles, and confirmations of the date."""

from __future__ import annotations

from sabot.lab.audit.acts.books import HOUSE, Books, Judges
from sabot.lab.audit.findings import Check
from sabot.lab.audit.lines import ActLine

HOUR_MS = 3_600_000


class PeopleActs:
    """Judges exclusions, roles and the clock."""

    __slots__ = ("_books",)

    def __init__(self, books: Books) -> None:
        self._books = books

    @property
    def judges(self) -> Judges:
        """The judge of each kind."""
        return {
            "exclusion/begun": self._excluded,
            "exclusion/lifted": self._readmitted,
            "role/given": self._role,
            "role/taken": self._role,
            "clock/confirmed": self._confirmed,
            "clock/proposed": self._jump,
            "clock/approved": self._jumped,
            "clock/declined": self._books.by_another,
            "clock/expired": self._books.void,
        }

    def _excluded(self, act: ActLine) -> None:
        """A player is kept out by their own operator or by the house, and until later."""
        body = self._books.bodies[act.id]
        operator, colon, _ = act.player.partition(":")
        subject, _, number = act.subject.rpartition(":")
        fits = subject == f"exclusion:{body.by}:{act.player}" and number.isdecimal()
        ours = body.by in ({HOUSE, operator} if colon else {HOUSE})
        later = body.until_ms is None or body.until_ms > act.at_ms
        if act.id != f"{act.subject}:begun" or not (fits and ours and later) or act.amount:
            self._books.wrong(Check.I14, act.id, "an exclusion of a player by their own side", act)

    def _readmitted(self, act: ActLine) -> None:
        begun = self._books.acts.get(f"{act.subject}:begun")
        whose = None if begun is None else begun.player
        if act.id != f"{act.subject}:lifted" or whose != act.player or act.amount:
            self._books.wrong(Check.I14, act.id, f"the end of {begun}", act)

    def _role(self, act: ActLine) -> None:
        """No account gives itself a role, nor takes its own away."""
        subject, _, number = act.id.rpartition(":")
        fits = subject == act.subject and subject.startswith("staff:") and number.isdecimal()
        if not fits or not self._books.bodies[act.id].role or act.player or act.amount:
            self._books.wrong(Check.I14, act.id, "a role of a member of staff", act)
        if act.actor == act.subject:
            self._books.wrong(Check.I14, act.id, "another account", act.actor)

    def _confirmed(self, act: ActLine) -> None:
        """A person confirmed the wall clock's date for the house, and nothing else."""
        body = self._books.bodies[act.id]
        number = act.id.removeprefix("clock:confirmed:")
        fits = act.subject == "clock" and number.isascii() and number.isdecimal()
        if not fits or act.player or act.amount or act.actor == HOUSE or not body.after_ms:
            self._books.wrong(Check.I14, act.id, "a person who confirms the clock", act)
        alone = abs(body.after_ms - body.before_ms) <= HOUR_MS
        decided = self._books.acts.get(f"{body.proposal}:decided")
        agreed = decided is not None and decided.kind == "clock/approved"
        if not alone and not (agreed and decided is not None and decided.actor == act.actor):
            self._books.wrong(Check.I14, act.id, "two people for more than an hour", decided)

    def _jump(self, act: ActLine) -> None:
        """A person proposes to follow the wall clock over a jump."""
        fits = act.id == f"{act.subject}:proposed" and not act.player and not act.amount
        if not fits or not self._books.bodies[act.id].jump_ms:
            self._books.wrong(Check.I14, act.id, "a jump of the clock", act)

    def _jumped(self, act: ActLine) -> None:
        """Another person agreed, and the clock was confirmed in the same transaction."""
        if self._books.by_another(act) is None:
            return
        done = (
            self._books.bodies[one.id]
            for one in self._books.acts.values()
            if one.kind == "clock/confirmed"
        )
        if not any(body.proposal == act.subject for body in done):
            self._books.wrong(Check.I14, act.id, "a clock that was confirmed", None)
