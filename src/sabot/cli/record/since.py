"""What `sabot verify` checks beside the audit: noted seals, and the signatures of the house log.

It watches the lines of an export go by, so that an export is read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sabot.adapters.keyring import Keyring
from sabot.errors import Malformed
from sabot.lab.audit import Report
from sabot.lab.audit.findings import Check, Findings, with_more
from sabot.lab.audit.lines import HouseLogLine, decode
from sabot.service.proof.log import place_of
from sabot.service.proof.seals import HouseSeal, noted

_EVENT = b'{"type":"event",'
_RECORD = b'{"type":"house_log",'


def seal_in(text: str, seals: Keyring | None) -> HouseSeal:
    """The seal that was named: a line, or a file of lines."""
    lines = [text.encode()]
    if not text.lstrip().startswith("{"):
        try:
            lines = Path(text).read_bytes().splitlines()
        except OSError as error:
            raise Malformed("seal/no_file", file=text, why=error.strerror) from None
    found = noted(lines, seals)
    if found is None:
        raise Malformed("seal/none", given=text)
    return found


class Watched:
    """Lines on their way to the auditor, and what is noticed about them."""

    def __init__(self, seal: HouseSeal | None, seals: Keyring | None) -> None:
        self._seal = seal
        self._seals = seals
        self._house = ""
        self._records: dict[int, str] = {}
        self._unsigned: list[int] = []
        tables = {} if seal is None else seal.tables
        self._wanted = {
            _beginning(table_id, at): (table_id, at) for table_id, (at, _) in tables.items() if at
        }
        self._found: dict[str, str] = {}

    def through(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The same lines."""
        wanted = self._wanted
        for raw in lines:
            if raw.startswith(_EVENT):
                if wanted and (key := wanted.get(raw[: raw.find(b',"epoch"')])) is not None:
                    self._found[key[0]] = msgspec.json.decode(raw)["hash"]
            elif raw.startswith(_RECORD):
                self._record(raw)
            yield raw

    def _record(self, raw: bytes) -> None:
        try:
            line = decode(raw)
            chain = bytes.fromhex(line.hash) if isinstance(line, HouseLogLine) else b""
        except (msgspec.DecodeError, ValueError):
            return  # the auditor says so
        if not isinstance(line, HouseLogLine):
            return
        self._records[line.seq] = line.hash
        if line.seq == 1:
            self._house = line.subject
        if self._seals is not None and not self._seals.is_mac(
            line.mac, chain, place=place_of(line.seq)
        ):
            self._unsigned.append(line.seq)

    def added_to(self, report: Report) -> Report:
        """The report with what was noticed."""
        findings = Findings()
        for seq in self._unsigned:
            where = f"record {seq} of the house log"
            findings.report(Check.HOUSE, where, expected="signed by this house", found="not")
        if self._seal is not None:
            self._compare(self._seal, findings)
        return with_more(report, findings)

    def _compare(self, seal: HouseSeal, findings: Findings) -> None:
        def differs(where: str, expected: object, found: object) -> None:
            if expected != found:
                findings.report(Check.HOUSE, where, expected=expected, found=found or "none")

        differs("the house of the seal", seal.house, self._house)
        differs(f"record {seal.log[0]} of the seal", seal.log[1], self._records.get(seal.log[0]))
        for table_id, at in self._wanted.values():
            where = f"event {at} of {table_id} in the seal"
            differs(where, seal.tables[table_id][1], self._found.get(table_id))


def _beginning(table_id: str, seq: int) -> bytes:
    """How the line of an event begins."""
    name = msgspec.json.encode(table_id)
    return b'{"type":"event","table_id":%b,"seq":%d' % (name, seq)
