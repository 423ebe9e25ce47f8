"""One auditor and its share of the lines: whole tables with all their money.

A share can be audited in its own process. What concerns several tables (balances, floors) is handed
out at the end and combined in `run.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice, pairwise
from operator import attrgetter, lt

import msgspec

from sabot.lab.audit import betting, dealing, floor, playing, studio
from sabot.lab.audit.annulled import Annulled
from sabot.lab.audit.due import Due
from sabot.lab.audit.eyes import Pair, RoleGiven
from sabot.lab.audit.findings import Check, Findings, Found
from sabot.lab.audit.floors import Course
from sabot.lab.audit.house_log import HouseLog
from sabot.lab.audit.ledger import Ledger, Row
from sabot.lab.audit.lines import (
    FORMAT,
    VERSION,
    AccountLine,
    ActLine,
    AnyLine,
    BetLine,
    CommandLine,
    ControlLine,
    EventLine,
    Header,
    HeadLine,
    HouseLogLine,
    Line,
    OutcomeLine,
    TransferLine,
    WalletOpLine,
    decode,
)
from sabot.lab.audit.office import GivenUp
from sabot.lab.audit.shoes import Shoe
from sabot.lab.audit.tables import TableAudit, looked_at
from sabot.table.record.codec import GENESIS

# Each part registers the events it judges when it is imported.
PARTS = (betting, dealing, floor, playing, studio)

ESCROW = "escrow:"

Key = str | int | tuple[str, str]


class _Reply(msgspec.Struct, forbid_unknown_fields=True):
    """The stored answer to a command."""

    cmd_id: str
    accepted: bool
    code: str = ""
    data: dict[str, str | int | float | bool | None] = {}


_reply = msgspec.json.Decoder(_Reply).decode


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


class Share:
    """Reads lines, one after the other.

    The first share has the acts; others are shown only those about annulled rounds.
    """

    def __init__(self, *, first: bool = True) -> None:
        self._first = first
        self.findings = Findings()
        self._due = Due()
        self._tables: list[str] = []
        self._audits: dict[str, TableAudit] = {}
        self._heads: dict[str, HeadLine] = {}
        self._ledger = Ledger(self._due, self.findings, self._tables)
        self._keys: dict[type[Line], Key] = {}
        self._log = HouseLog(self._odd_record)
        self._commands = 0
        self._lines = 0
        self._readers: dict[type[Line], Callable[..., None]] = {
            Header: self._header,
            HeadLine: self._head,
            EventLine: self._event,
            AccountLine: self._account,
            TransferLine: self._transfer,
            BetLine: self._bet,
            OutcomeLine: self._outcome,
            CommandLine: self._command,
            WalletOpLine: self._wallet_op,
            ActLine: self._act,
            ControlLine: self._control,
            HouseLogLine: self._house_log,
        }

    def feed(self, lines: Sequence[bytes]) -> None:
        """Read more lines of the export; adjacent lines of one type are read together."""
        try:
            read = [decode(raw) for raw in lines]
        except (msgspec.DecodeError, UnicodeDecodeError):
            read = list(self._carefully(lines))
        for kind, run in groupby(read, type):
            self._readers[kind](list(run))
        self._lines += len(lines)

    def _carefully(self, lines: Sequence[bytes]) -> Iterator[AnyLine]:
        """What can be read, and a finding for what cannot."""
        for raw in lines:
            try:
                yield decode(raw)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                where = raw[:80].decode(errors="replace").rstrip("\n")
                self._whole(where, expected="a line of the format", found=error)

    # --- one reader for each type of line ---------------------------------------------------------

    def _header(self, run: Sequence[Header]) -> None:
        if run != [Header(format=FORMAT, version=VERSION)] or self._lines:
            self._whole("header", expected=f"{FORMAT} {VERSION}, once and first", found=run)

    def _head(self, run: Sequence[HeadLine]) -> None:
        self._in_order(HeadLine, [line.table_id for line in run])
        self._heads.update({line.table_id: line for line in run})

    def _event(self, run: Sequence[EventLine]) -> None:
        for table_id, lines in groupby(run, attrgetter("table_id")):
            self._audit_of(table_id).feed(list(lines))

    def _account(self, run: Sequence[AccountLine]) -> None:
        self._in_order(AccountLine, [line.id for line in run])
        self._ledger.rows.update({line.id: (line.balance, line.floor) for line in run})

    def _transfer(self, run: Sequence[TransferLine]) -> None:
        self._in_order(TransferLine, [line.id for line in run])
        for line in run:
            self._ledger.transfer(line)

    def _bet(self, run: Sequence[BetLine]) -> None:
        self._in_order(BetLine, [line.id for line in run])
        for line in run:
            self._ledger.bet(line)

    def _outcome(self, run: Sequence[OutcomeLine]) -> None:
        self._in_order(OutcomeLine, [line.bet for line in run])
        for line in run:
            self._ledger.outcome(line)

    def _command(self, run: Sequence[CommandLine]) -> None:
        self._in_order(CommandLine, [(line.actor, line.cmd_id) for line in run])
        self._commands += len(run)
        for line in run:
            self._answer(line)

    def _wallet_op(self, run: Sequence[WalletOpLine]) -> None:
        self._in_order(WalletOpLine, [line.id for line in run])
        for line in run:
            self._ledger.wallets.operation(line)

    def _act(self, run: Sequence[ActLine]) -> None:
        self._in_order(ActLine, [line.id for line in run])
        for line in run:
            self._due.annulments.act(line)
        for line in run if self._first else ():
            self._ledger.office.act(line)
            self._log.act(line)

    def _control(self, run: Sequence[ControlLine]) -> None:
        self._in_order(ControlLine, [line.player_id for line in run])
        for line in run:
            self._log.control(line)

    def _house_log(self, run: Sequence[HouseLogLine]) -> None:
        self._in_order(HouseLogLine, [line.seq for line in run])
        for line in run:
            self._log.row(line)

    def _odd_record(self, where: str, expected: object, found: object) -> None:
        self.findings.report(Check.HOUSE, where, expected=expected, found=found)

    def _whole(self, where: str, *, expected: object, found: object) -> None:
        self.findings.report(Check.WHOLE, where, expected=expected, found=found)

    def _in_order(self, kind: type[Line], keys: Sequence[Key]) -> None:
        """Facts of one kind stand in the order of their keys: none twice, none moved."""
        last = self._keys.get(kind)
        keys = keys if last is None else [last, *keys]
        self._keys[kind] = keys[-1]
        if not all(map(lt, keys, islice(keys, 1, None))):
            for one, other in pairwise(keys):
                if not lt(one, other):
                    where = f"order of {kind.__name__}"
                    self._whole(where, expected=f"a key over {one}", found=other)

    def _audit_of(self, table_id: str) -> TableAudit:
        audit = self._audits.get(table_id)
        if audit is None:
            audit = TableAudit(table_id, len(self._tables), self._due, self.findings)
            self._tables.append(table_id)
            self._audits[table_id] = audit
        return audit

    def _answer(self, line: CommandLine) -> None:
        """I4: the answer belongs to its command, and a refusal says why."""
        try:
            reply = _reply(line.reply)
        except msgspec.DecodeError as error:
            self.findings.report(
                Check.I4, line.cmd_id, expected="a stored answer", found=f"{error}: {line.reply}"
            )
            return
        says_why = reply.accepted is not bool(reply.code)
        if reply.cmd_id != line.cmd_id or not says_why or not _DIGEST(line.digest):
            self.findings.report(
                Check.I4, f"{line.actor} {line.cmd_id}", expected="its own answer", found=line
            )

    def shoes(self) -> Iterator[tuple[str, Shoe]]:
        """Every set of cards that was ever on a table."""
        for audit in self._audits.values():
            for shoe in audit.loads:
                yield audit.table_id, shoe

    # --- the end ----------------------------------------------------------------------------------

    def finish(self) -> Audited:
        """Everything has been read."""
        self._ledger.finish()
        self._log.finish()
        self._check_heads()
        self._check_escrows()
        self._name_what_is_open()
        self._count()
        ledger = self._ledger
        return Audited(
            findings=self.findings.told(),
            events=sum(audit.counts.events for audit in self._audits.values()),
            net={name: net for name, net in ledger.net.items() if not name.startswith(ESCROW)},
            rows={name: row for name, row in ledger.rows.items() if not name.startswith(ESCROW)},
            courses=ledger.courses(),
            expired=ledger.wallets.expired,
            given_up=dict(ledger.office.given_up()),
            expired_rounds=sorted(self._due.expired),
            void_rounds=sorted(ledger.office.rounds()),
            pairs=[pair for audit in self._audits.values() for pair in audit.pairs],
            roles=list(ledger.office.roles()),
            annulled=self._annulled(),
            heads={name: head.epoch for name, head in self._heads.items()},
            claims=self._log.claims,
            records=self._log.count,
        )

    def _annulled(self) -> Annulled:
        found = self._due.annulments.found
        return found if self._first else Annulled(plays=found.plays)

    def _check_heads(self) -> None:
        """I9: the head of a table is its last event, and every table has one."""
        for table_id in sorted(self._audits.keys() | self._heads.keys()):
            audit, head = self._audits.get(table_id), self._heads.get(table_id)
            seq, made, epoch = (audit.seq, audit.hash, audit.epoch) if audit else (0, GENESIS, 1)
            if head is None or (head.seq, head.hash) != (seq, made.hex()) or head.epoch < epoch:
                found = "no head" if head is None else f"{head.seq} {head.hash} {head.epoch}"
                self.findings.report(
                    Check.I9,
                    "the head",
                    expected=f"{seq} {made.hex()} {epoch}",
                    found=found,
                    table=table_id,
                    seq=seq,
                )

    def _check_escrows(self) -> None:
        """I5: nothing is left in the escrow of a round that is over."""
        held = {name: net for name, net in self._ledger.net.items() if name.startswith(ESCROW)}
        for name, net in held.items():
            round_id = name[len(ESCROW) :].rpartition(":")[0]
            if net and round_id not in self._due.open:
                self.findings.report(Check.I5, name, expected=0, found=net)
        for name, (balance, lowest) in self._ledger.rows.items():
            if name.startswith(ESCROW) and (balance, lowest) != (held.get(name, 0), 0):
                self.findings.report(
                    Check.I2, name, expected=(held.get(name, 0), 0), found=(balance, lowest)
                )
            if name.startswith(ESCROW) and name not in held:
                self.findings.report(Check.I2, name, expected="some transfer", found="none")
        missing = (name for name, net in held.items() if net and name not in self._ledger.rows)
        for name in missing:
            self.findings.report(Check.I2, name, expected=held[name], found="no account")

    def _name_what_is_open(self) -> None:
        self.findings.notes += [f"accepted by {one}" for one in self._log.accepted]
        for round_id in sorted(self._due.open):
            self.findings.notes.append(f"round {round_id} is open: its bets have no outcome yet")
        for audit in self._audits.values():
            current = audit.round
            if current is not None and current.sealed and current.round_id in self._due.open:
                self.findings.notes.append(
                    f"round {current.round_id}: {len(current.sealed)} face-down cards are sealed"
                    " until they are turned"
                )
        for table_id, shoe in self.shoes():
            if shoe.sealed:
                until = "for good" if shoe.live else "until the shoe is disclosed"
                self.findings.notes.append(
                    f"shoe {shoe.shoe_id} at {table_id}: {len(shoe.sealed)} face-down cards of"
                    f" cancelled rounds are sealed {until}"
                )
            if shoe.retired and not shoe.live and not shoe.disclosed:
                self.findings.notes.append(
                    f"virtual shoe {shoe.shoe_id} at {table_id} is not disclosed yet"
                )

    def _count(self) -> None:
        looked = self.findings.looked
        for audit in self._audits.values():
            looked.update(looked_at(audit.counts))
        counts = self._ledger.counts
        looked.update(
            {
                Check.WHOLE: self._lines,
                Check.I1: counts["transfer"],
                Check.I3: counts["outcome"],
                Check.I4: self._commands,
                Check.I5: len(self._due.closed),
                Check.I7: counts["transfer"] + counts["bet"] + counts["outcome"],
                Check.I10: self._ledger.wallets.count,
                Check.I14: self._ledger.office.count,
                Check.HOUSE: self._log.count,
            }
        )


_DIGEST = re.compile("[0-9a-f]{64}").fullmatch
