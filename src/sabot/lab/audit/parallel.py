"""The same audit on all cores: each process gets whole tables, with all their money.

The reader computes the seal and spools each line for the process that has its table; lines without
a table go to the first process, and acts of annulled rounds to all of them. Nothing is decoded
here: the format puts the type, the table and the round at fixed places, and any process finds a
line that was tampered with.

An export has its tables one after the other. Lines are spooled through a file for each process, so
the reader never waits for a busy process while another has nothing to do.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO
from zlib import crc32

import msgspec

from sabot.errors import Unavailable
from sabot.lab.audit.closing import Audited
from sabot.lab.audit.findings import Findings, Report
from sabot.lab.audit.lines import HeadLine, Seal, decode
from sabot.lab.audit.run import audit, together, unsealed
from sabot.lab.audit.shares import Share

WORTHWHILE = 50_000
"""From this many events on, starting processes is worth it."""

CHUNK = 1_000
"""Lines laid aside at a time."""

_HEAD = b'{"type":"head","table_id":"'
_EVENT = b'{"type":"event","table_id":"'
_OUTCOME = b'{"type":"outcome","bet":"'
_ANNULLED = b'{"type":"act","id":"annulled:'
_ESCROW = b'{"type":"account","id":"escrow:'
_TYPE = slice(9, 12)  # the first letters of the type tell all of them apart but header and head
_ROUND, _ROUND_ID = b'"round":"', b'"round_id":"'

Way = Callable[[bytes], int]
"""From a line to the process it goes to."""


def audit_shared(lines: Iterable[bytes], *, processes: int) -> Report:
    """Check an export with several processes, where it is large enough and can be dealt out."""
    rest = iter(lines)
    first, heads = _beginning(rest)
    tables = _dealt_out(heads, processes)
    whole = chain(first, rest)
    if tables is None:
        return audit(whole)
    return _Crew(tables, processes).run(whole)


def _beginning(lines: Iterator[bytes]) -> tuple[list[bytes], list[HeadLine]]:
    """The header and the heads, which say how much there is of each table."""
    first: list[bytes] = []
    heads: list[HeadLine] = []
    for raw in lines:
        first.append(raw)
        if raw.startswith(_HEAD):
            try:
                line = decode(raw)
            except (msgspec.DecodeError, UnicodeDecodeError):
                break
            if isinstance(line, HeadLine):
                heads.append(line)
        elif len(first) > 1:
            break
    return first, heads


def _dealt_out(heads: Sequence[HeadLine], processes: int) -> dict[bytes, int] | None:
    """Which process gets which table, the largest first; None when one process will do."""
    names = [head.table_id for head in heads]
    plain = all(name.replace("-", "").replace(".", "").isalnum() for name in names)
    if sum(head.seq for head in heads) < WORTHWHILE or min(processes, len(heads)) < 2 or not plain:
        return None
    load = [0] * processes
    tables: dict[bytes, int] = {}
    for head in sorted(heads, key=lambda head: -head.seq):
        lightest = load.index(min(load))
        load[lightest] += head.seq
        tables[head.table_id.encode()] = lightest
    return tables


class _Crew:
    """The processes, and the way each line goes."""

    def __init__(self, tables: dict[bytes, int], processes: int) -> None:
        self._tables = tables
        self._count = processes
        self._last: tuple[bytes, int] = (b"", 0)
        self._run_of: tuple[bytes, Way] = (b"?", self._to_first)
        self._ways: dict[bytes, Way] = {
            b"hea": self._of_head,
            b"out": self._of_outcome,
            b"acc": self._of_account,
            b"com": self._of_command,
            b"tra": self._of_transfer,
            b"bet": self._of_row,
            b"wal": self._of_row,
        }

    def run(self, lines: Iterable[bytes]) -> Report:
        context = _context()
        with TemporaryDirectory(prefix="sabot-verify-") as folder:
            files = [Path(folder, str(number)) for number in range(self._count)]
            spools = [_Spool(file.open("wb"), *context.Pipe()) for file in files]
            crew = [
                context.Process(target=_work, args=(spool.theirs, file, number), daemon=True)
                for number, (spool, file) in enumerate(zip(spools, files, strict=True))
            ]
            for one, spool in zip(crew, spools, strict=True):
                one.start()
                spool.theirs.close()
            try:
                return self._run(lines, spools)
            finally:
                for one, spool in zip(crew, spools, strict=True):
                    spool.close()
                    one.join(timeout=5)
                    one.kill()

    def _run(self, lines: Iterable[bytes], spools: Sequence[_Spool]) -> Report:
        seal, findings = Seal(), Findings()
        try:
            for some in unsealed(lines, seal, findings):
                self._lay_aside(some, spools)
            for spool in spools:
                spool.finish()
            shares = [msgspec.json.decode(spool.told(), type=Audited) for spool in spools]
        except (EOFError, OSError) as error:
            raise Unavailable("audit/process_lost", reason=repr(error)) from None
        return together(shares, seal, findings)

    def _lay_aside(self, lines: Sequence[bytes], spools: Sequence[_Spool]) -> None:
        start, way = self._run_of
        for raw in lines:
            if not raw.startswith(start):
                start, way = self._way(raw)
                if raw.startswith(_ANNULLED):  # the process that has the round compares it
                    for spool in spools[1:]:
                        spool.waiting.append(raw)
            spools[way(raw)].waiting.append(raw)
        self._run_of = (start, way)
        for spool in spools:
            if len(spool.waiting) > CHUNK:
                spool.flush()

    def _way(self, raw: bytes) -> tuple[bytes, Way]:
        """How a line begins, and the way of all like it: events of a table, rows of a type."""
        if raw.startswith(_EVENT):
            start = raw[: raw.find(b'"', len(_EVENT)) + 1]
            to = self._of_table(raw, len(_EVENT))
            return start, lambda _raw: to
        way = self._ways.get(raw[_TYPE])
        return (raw, self._to_first) if way is None else (raw[: _TYPE.stop], way)

    def _to_first(self, _raw: bytes) -> int:
        return 0

    def _of_head(self, raw: bytes) -> int:
        return self._of_table(raw, len(_HEAD))

    def _of_outcome(self, raw: bytes) -> int:
        return self._of_round(raw, len(_OUTCOME), b"/")

    def _of_account(self, raw: bytes) -> int:
        return self._of_round(raw, len(_ESCROW), b":") if raw.startswith(_ESCROW) else 0

    def _of_command(self, raw: bytes) -> int:
        return crc32(raw) % self._count

    def _of_transfer(self, raw: bytes) -> int:
        found = raw.find(_ROUND)
        return 0 if found < 0 else self._of_round(raw, found + len(_ROUND), b'"')

    def _of_row(self, raw: bytes) -> int:
        found = raw.find(_ROUND_ID)
        return 0 if found < 0 else self._of_round(raw, found + len(_ROUND_ID), b'"')

    def _of_table(self, raw: bytes, start: int) -> int:
        return self._tables.get(raw[start : raw.find(b'"', start)], 0)

    def _of_round(self, raw: bytes, start: int, stop: bytes) -> int:
        """A round's id is its table's with a number after it."""
        round_id = raw[start : raw.find(stop, start)]
        known, to = self._last
        if known != round_id:
            to = self._tables.get(round_id.rpartition(b"-")[0], 0)
            self._last = (round_id, to)
        return to


class _Spool:
    """The lines of one process on their way: in a file, with word of how much more there is."""

    __slots__ = ("_file", "_ours", "theirs", "waiting")

    def __init__(self, file: BinaryIO, ours: Connection, theirs: Connection) -> None:
        self._file = file
        self._ours = ours
        self.theirs = theirs
        self.waiting: list[bytes] = []

    def flush(self) -> None:
        """Let the process have what waits for it."""
        if self.waiting:
            size = self._file.write(b"".join(self.waiting))
            self._file.flush()
            self._ours.send(size)
            self.waiting.clear()

    def finish(self) -> None:
        """Nothing more will come."""
        self.flush()
        self._ours.send(0)

    def told(self) -> bytes:
        """What the process came to."""
        return self._ours.recv_bytes()

    def close(self) -> None:
        """Let go of both ends."""
        self._file.close()
        self._ours.close()


def _context() -> ForkContext | SpawnContext:
    """Fork where possible, because it is fast; a process with several threads cannot be forked."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return get_context("fork")
    return get_context("spawn")


def _work(pipe: Connection, file: Path, number: int) -> None:
    """One process: audit the spooled lines until the last, then send the result."""
    gc.disable()  # there are no reference cycles here, and the collector takes a tenth of the time
    share = Share(first=number == 0)
    with file.open("rb") as lines:
        while size := pipe.recv():
            share.feed(lines.read(size).split(b"\n")[:-1])
    pipe.send_bytes(msgspec.json.encode(share.finish()))
