"""What is checked once a share has been read: heads, escrows, and what is still open.

Owns what an auditor collects while it reads, and what it hands out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from sabot.lab.audit.annulled import Annulled
from sabot.lab.audit.due import Due
from sabot.lab.audit.eyes import Pair, RoleGiven
from sabot.lab.audit.findings import Check, Findings, Found
from sabot.lab.audit.floors import Course
from sabot.lab.audit.house_log import HouseLog
from sabot.lab.audit.ledger import Ledger, Row
from sabot.lab.audit.lines import HeadLine
from sabot.lab.audit.office import GivenUp
from sabot.lab.audit.shoes import Shoe
from sabot.lab.audit.tables import TableAudit, looked_at
from sabot.table.record.codec import GENESIS

ESCROW = "escrow:"


class Audited(msgspec.Struct, kw_only=True):
    """The findings of one share, and the facts that are compared with other shares."""

    findings: Found
    events: int
    net: dict[str, int]
    rows: dict[str, Row]
    courses: dict[str, list[Course]]
    expired: dict[str, GivenUp]  # wallet operations that are in this state
    given_up: dict[str, GivenUp]  # and those an act says so of
    expired_rounds: list[str]  # rounds that were cancelled because they stood still (P8)
    void_rounds: list[str]  # and those an act says so of
    pairs: list[Pair]  # proposer and decider of events at the tables
    roles: list[RoleGiven]  # roles that one account gave another
    annulled: Annulled  # what acts say of annulled rounds, and what those rounds were
    heads: dict[str, int]  # the epoch of each table
    claims: dict[str, int]  # and that of its last claim on record
    records: int  # of the house log


@dataclass(kw_only=True)
class Collected:
    """What an auditor has read of its share."""

    first: bool
    findings: Findings
    due: Due
    ledger: Ledger
    log: HouseLog
    tables: list[str]
    audits: dict[str, TableAudit] = field(default_factory=dict)
    heads: dict[str, HeadLine] = field(default_factory=dict)
    commands: int = 0
    lines: int = 0

    def shoes(self) -> Iterator[tuple[str, Shoe]]:
        """Every set of cards that was ever on a table."""
        for audit in self.audits.values():
            for shoe in audit.loads:
                yield audit.table_id, shoe


def audited(read: Collected) -> Audited:
    """Check what only shows at the end, and hand the facts of this share out."""
    read.ledger.finish()
    read.log.finish()
    _check_heads(read)
    _check_escrows(read)
    _name_what_is_open(read)
    _count(read)
    ledger = read.ledger
    return Audited(
        findings=read.findings.told(),
        events=sum(audit.counts.events for audit in read.audits.values()),
        net={name: net for name, net in ledger.net.items() if not name.startswith(ESCROW)},
        rows={name: row for name, row in ledger.rows.items() if not name.startswith(ESCROW)},
        courses=ledger.courses(),
        expired=ledger.wallets.expired,
        given_up=dict(ledger.office.given_up()),
        expired_rounds=sorted(read.due.expired),
        void_rounds=sorted(ledger.office.rounds()),
        pairs=[pair for audit in read.audits.values() for pair in audit.pairs],
        roles=list(ledger.office.roles()),
        annulled=_annulled(read),
        heads={name: head.epoch for name, head in read.heads.items()},
        claims=read.log.claims,
        records=read.log.count,
    )


def _annulled(read: Collected) -> Annulled:
    found = read.due.annulments.found
    return found if read.first else Annulled(plays=found.plays)


def _check_heads(read: Collected) -> None:
    """I9: the head of a table is its last event, and every table has one."""
    for table_id in sorted(read.audits.keys() | read.heads.keys()):
        audit, head = read.audits.get(table_id), read.heads.get(table_id)
        seq, made, epoch = (audit.seq, audit.hash, audit.epoch) if audit else (0, GENESIS, 1)
        if head is None or (head.seq, head.hash) != (seq, made.hex()) or head.epoch < epoch:
            found = "no head" if head is None else f"{head.seq} {head.hash} {head.epoch}"
            read.findings.report(
                Check.I9,
                "the head",
                expected=f"{seq} {made.hex()} {epoch}",
                found=found,
                table=table_id,
                seq=seq,
            )


def _check_escrows(read: Collected) -> None:
    """I5: nothing is left in the escrow of a round that is over."""
    held = {name: net for name, net in read.ledger.net.items() if name.startswith(ESCROW)}
    for name, net in held.items():
        round_id = name[len(ESCROW) :].rpartition(":")[0]
        if net and round_id not in read.due.open:
            read.findings.report(Check.I5, name, expected=0, found=net)
    for name, (balance, lowest) in read.ledger.rows.items():
        if name.startswith(ESCROW) and (balance, lowest) != (held.get(name, 0), 0):
            read.findings.report(
                Check.I2, name, expected=(held.get(name, 0), 0), found=(balance, lowest)
            )
        if name.startswith(ESCROW) and name not in held:
            read.findings.report(Check.I2, name, expected="some transfer", found="none")
    missing = (name for name, net in held.items() if net and name not in read.ledger.rows)
    for name in missing:
        read.findings.report(Check.I2, name, expected=held[name], found="no account")


def _name_what_is_open(read: Collected) -> None:
    read.findings.notes += [f"accepted by {one}" for one in read.log.accepted]
    for round_id in sorted(read.due.open):
        read.findings.notes.append(f"round {round_id} is open: its bets have no outcome yet")
    for audit in read.audits.values():
        current = audit.round
        if current is not None and current.sealed and current.round_id in read.due.open:
            read.findings.notes.append(
                f"round {current.round_id}: {len(current.sealed)} face-down cards are sealed"
                " until they are turned"
            )
    for table_id, shoe in read.shoes():
        if shoe.sealed:
            until = "for good" if shoe.live else "until the shoe is disclosed"
            read.findings.notes.append(
                f"shoe {shoe.shoe_id} at {table_id}: {len(shoe.sealed)} face-down cards of"
                f" cancelled rounds are sealed {until}"
            )
        if shoe.retired and not shoe.live and not shoe.disclosed:
            read.findings.notes.append(
                f"virtual shoe {shoe.shoe_id} at {table_id} is not disclosed yet"
            )


def _count(read: Collected) -> None:
    looked = read.findings.looked
    for audit in read.audits.values():
        looked.update(looked_at(audit.counts))
    counts = read.ledger.counts
    looked.update(
        {
            Check.WHOLE: read.lines,
            Check.I1: counts["transfer"],
            Check.I3: counts["outcome"],
            Check.I4: read.commands,
            Check.I5: len(read.due.closed),
            Check.I7: counts["transfer"] + counts["bet"] + counts["outcome"],
            Check.I10: read.ledger.wallets.count,
            Check.I14: read.ledger.office.count,
            Check.HOUSE: read.log.count,
        }
    )
