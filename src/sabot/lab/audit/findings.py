"""What an audit found: how much was checked, what is wrong, and where it is wrong first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

KEPT_MAX = 50
"""Violations kept with their details, for each check; all of them are counted."""

SHOWN_MAX = 300
"""Characters of a found value that are kept."""


class Check(StrEnum):
    """What is checked; I1 to I15 are the invariants of the reliability design."""

    WHOLE = "export"
    I1 = "I1"
    I2 = "I2"
    I3 = "I3"
    I4 = "I4"
    I5 = "I5"
    I6 = "I6"
    I7 = "I7"
    I8 = "I8"
    I9 = "I9"
    I10 = "I10"
    I11 = "I11"
    I12 = "I12"
    I13 = "I13"
    I14 = "I14"
    I15 = "I15"
    P15 = "P15"
    FAIR = "fair"
    HOUSE = "house"

    @property
    def promise(self) -> str:
        """The promise in words."""
        return _PROMISES[self]


_PROMISES: Mapping[Check, str] = {
    Check.WHOLE: "the export is whole, sealed, in order and readable",
    Check.I1: "every transfer and the whole ledger sum to zero per currency",
    Check.I2: "no account was ever below its floor; balances are sums of transfers",
    Check.I3: "every accepted bet has exactly one outcome",
    Check.I4: "stored answers belong to their commands",
    Check.I5: "the escrow of every closed round is empty",
    Check.I6: "payouts are the rules on the logged cards, cut to the cent",
    Check.I7: "event log, bets, outcomes and transfers say the same",
    Check.I8: "no bet after the close, no card before it",
    Check.I9: "numbers without gaps, epochs that never fall, an unbroken hash chain",
    Check.I10: "wallet operations agree with the ledger",
    Check.I11: "cards turned and questions answered in the order of play",
    Check.I12: "each card code once a shoe, no card more often than there are decks",
    Check.I13: "limits, cut-offs, opposite bets, seats, one golden chip",
    Check.I14: "every staff action has an actor and a reason, corrections four eyes",
    Check.I15: "a cancelled round gives every stake back exactly once",
    Check.P15: "no round on retired cards, none after the last hand",
    Check.FAIR: "virtual shoes keep their promise, card by card",
    Check.HOUSE: "the house log is unbroken, and every claim, control and act is on it",
}


class Violation(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is not as it must be; `where` names the row or the event."""

    check: Check
    where: str
    expected: str
    found: str
    table: str = ""
    seq: int = 0


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Findings on their way from one process to another."""

    looked: dict[Check, int]
    wrong: dict[Check, int]
    first: list[Violation]
    notes: list[str]


class Findings:
    """The findings of one auditor, or of several together."""

    __slots__ = ("first", "looked", "notes", "wrong")

    def __init__(self) -> None:
        self.looked: Counter[Check] = Counter()
        self.wrong: Counter[Check] = Counter()
        self.first: list[Violation] = []
        self.notes: list[str] = []

    def report(
        self,
        check: Check,
        where: str,
        *,
        expected: object,
        found: object,
        table: str = "",
        seq: int = 0,
    ) -> None:
        """Count a violation, and keep the first ones whole."""
        self.wrong[check] += 1
        if self.wrong[check] <= KEPT_MAX:
            self.first.append(
                Violation(
                    check=check,
                    where=where[:SHOWN_MAX],
                    expected=str(expected)[:SHOWN_MAX],
                    found=str(found)[:SHOWN_MAX],
                    table=table,
                    seq=seq,
                )
            )

    def told(self) -> Found:
        """These findings as they are handed on."""
        return Found(
            looked=dict(self.looked), wrong=dict(self.wrong), first=self.first, notes=self.notes
        )

    def add(self, other: Found) -> None:
        """Put another auditor's findings to these."""
        self.looked.update(other.looked)
        self.wrong.update(other.wrong)
        self.first += other.first
        self.notes += other.notes


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One check in the table: how many facts were looked at, how many are wrong."""

    check: Check
    promise: str
    looked_at: int
    violations: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict: `checks` in order, the first violations, and what is open on purpose."""

    ok: bool
    events: int
    lines: int
    digest: str
    checks: tuple[Line, ...]
    violations: tuple[Violation, ...]
    notes: tuple[str, ...]


def summed_up(findings: Findings, *, events: int, lines: int, digest: str) -> Report:
    """The findings as a report."""
    return Report(
        ok=not findings.wrong.total(),
        events=events,
        lines=lines,
        digest=digest,
        checks=tuple(_checks(findings)),
        violations=tuple(findings.first),
        notes=tuple(findings.notes),
    )


def held_against(report: Report, *, seal: str) -> Report:
    """Compare the report with the digest that was noted when the export was made."""
    if report.digest == seal.strip().lower():
        return report
    findings = Findings()
    findings.report(Check.WHOLE, "the noted seal", expected=seal, found=report.digest)
    return with_more(report, findings)


def with_more(report: Report, findings: Findings) -> Report:
    """The report with further findings."""
    if not findings.wrong.total():
        return report
    checks = tuple(
        msgspec.structs.replace(line, violations=line.violations + findings.wrong[line.check])
        for line in report.checks
    )
    violations = (*findings.first, *report.violations)
    return msgspec.structs.replace(report, ok=False, checks=checks, violations=violations)


def _checks(findings: Findings) -> Iterable[Line]:
    for check in Check:
        yield Line(
            check=check,
            promise=check.promise,
            looked_at=findings.looked[check],
            violations=findings.wrong[check],
        )
