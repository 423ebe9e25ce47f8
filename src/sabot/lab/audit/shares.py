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
from sabot.lab.audit.closing import Audited, Collected, audited
from sabot.lab.audit.due import Due
from sabot.lab.audit.findings import Check, Findings
from sabot.lab.audit.house_log import HouseLog
from sabot.lab.audit.ledger import Ledger
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
from sabot.lab.audit.tables import TableAudit

# Each part registers the events it judges when it is imported.
PARTS = (betting, dealing, floor, playing, studio)

Key = str | int | tuple[str, str]


class _Reply(msgspec.Struct, forbid_unknown_fields=True):
    """The stored answer to a command."""

    cmd_id: str
    accepted: bool
    code: str = ""
    data: dict[str, str | int | float | bool | None] = {}


_reply = msgspec.json.Decoder(_Reply).decode


class Share:
    """Reads lines, one after the other.

    The first share has the acts; others are shown only those about annulled rounds.
    """

    def __init__(self, *, first: bool = True) -> None:
        findings, due, tables = Findings(), Due(), list[str]()
        self.read = Collected(
            first=first,
            findings=findings,
            due=due,
            tables=tables,
            ledger=Ledger(due, findings, tables),
            log=HouseLog(self._odd_record),
        )
        self._keys: dict[type[Line], Key] = {}
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
        self.read.lines += len(lines)

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
        if run != [Header(format=FORMAT, version=VERSION)] or self.read.lines:
            self._whole("header", expected=f"{FORMAT} {VERSION}, once and first", found=run)

    def _head(self, run: Sequence[HeadLine]) -> None:
        self._in_order(HeadLine, [line.table_id for line in run])
        self.read.heads.update({line.table_id: line for line in run})

    def _event(self, run: Sequence[EventLine]) -> None:
        for table_id, lines in groupby(run, attrgetter("table_id")):
            self._audit_of(table_id).feed(list(lines))

    def _account(self, run: Sequence[AccountLine]) -> None:
        self._in_order(AccountLine, [line.id for line in run])
        self.read.ledger.rows.update({line.id: (line.balance, line.floor) for line in run})

    def _transfer(self, run: Sequence[TransferLine]) -> None:
        self._in_order(TransferLine, [line.id for line in run])
        for line in run:
            self.read.ledger.transfer(line)

    def _bet(self, run: Sequence[BetLine]) -> None:
        self._in_order(BetLine, [line.id for line in run])
        for line in run:
            self.read.ledger.bet(line)

    def _outcome(self, run: Sequence[OutcomeLine]) -> None:
        self._in_order(OutcomeLine, [line.bet for line in run])
        for line in run:
            self.read.ledger.outcome(line)

    def _command(self, run: Sequence[CommandLine]) -> None:
        self._in_order(CommandLine, [(line.actor, line.cmd_id) for line in run])
        self.read.commands += len(run)
        for line in run:
            self._answer(line)

    def _wallet_op(self, run: Sequence[WalletOpLine]) -> None:
        self._in_order(WalletOpLine, [line.id for line in run])
        for line in run:
            self.read.ledger.wallets.operation(line)

    def _act(self, run: Sequence[ActLine]) -> None:
        self._in_order(ActLine, [line.id for line in run])
        for line in run:
            self.read.due.annulments.act(line)
        for line in run if self.read.first else ():
            self.read.ledger.office.act(line)
            self.read.log.act(line)

    def _control(self, run: Sequence[ControlLine]) -> None:
        self._in_order(ControlLine, [line.player_id for line in run])
        for line in run:
            self.read.log.control(line)

    def _house_log(self, run: Sequence[HouseLogLine]) -> None:
        self._in_order(HouseLogLine, [line.seq for line in run])
        for line in run:
            self.read.log.row(line)

    def _odd_record(self, where: str, expected: object, found: object) -> None:
        self.read.findings.report(Check.HOUSE, where, expected=expected, found=found)

    def _whole(self, where: str, *, expected: object, found: object) -> None:
        self.read.findings.report(Check.WHOLE, where, expected=expected, found=found)

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
        audit = self.read.audits.get(table_id)
        if audit is None:
            audit = TableAudit(table_id, len(self.read.tables), self.read.due, self.read.findings)
            self.read.tables.append(table_id)
            self.read.audits[table_id] = audit
        return audit

    def _answer(self, line: CommandLine) -> None:
        """I4: the answer belongs to its command, and a refusal says why."""
        try:
            reply = _reply(line.reply)
        except msgspec.DecodeError as error:
            self.read.findings.report(
                Check.I4, line.cmd_id, expected="a stored answer", found=f"{error}: {line.reply}"
            )
            return
        says_why = reply.accepted is not bool(reply.code)
        if reply.cmd_id != line.cmd_id or not says_why or not _DIGEST(line.digest):
            self.read.findings.report(
                Check.I4, f"{line.actor} {line.cmd_id}", expected="its own answer", found=line
            )

    def finish(self) -> Audited:
        """Everything has been read."""
        return audited(self.read)


_DIGEST = re.compile("[0-9a-f]{64}").fullmatch
