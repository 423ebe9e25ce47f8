"""The same audit on all cores: whole tables are dealt out to processes, with all their money.

The reader follows the seal and sends each line to the process that has its table; what belongs to
no table goes to the first. Nothing is decoded here: the type, the table and the round stand where
the format puts them, and a line that was tampered with is found wherever it arrives.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from multiprocessing import get_context
from multiprocessing.connection import Connection
from zlib import crc32

import msgspec

from sabot.errors import Unavailable
from sabot.lab.audit.findings import Findings, Report
from sabot.lab.audit.lines import HeadLine, Seal, decode
from sabot.lab.audit.run import audit, together, unsealed
from sabot.lab.audit.shares import Audited, Share

WORTHWHILE = 50_000
"""Events from which on starting processes pays."""

CHUNK = 1_000
"""Lines sent at a time."""

_HEAD = b'{"type":"head","table_id":"'
_EVENT = b'{"type":"event","table_id":"'
_OUTCOME = b'{"type":"outcome","bet":"'
_ESCROW = b'{"type":"account","id":"escrow:'
_TYPE = slice(9, 12)  # the first letters of the type tell all of them apart but header and head
_ROUND, _ROUND_ID = b'"round":"', b'"round_id":"'


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
            except msgspec.DecodeError:
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
        self._ways: dict[bytes, Callable[[bytes], int]] = {
            b"eve": self._of_event,
            b"hea": self._of_head,
            b"out": self._of_outcome,
            b"acc": self._of_account,
            b"com": self._of_command,
            b"tra": self._of_transfer,
            b"bet": self._of_row,
            b"wal": self._of_row,
        }

    def run(self, lines: Iterable[bytes]) -> Report:
        context = get_context("spawn")
        pipes = [context.Pipe() for _ in range(self._count)]
        crew = [context.Process(target=_work, args=(theirs,)) for _, theirs in pipes]
        for one, (_, theirs) in zip(crew, pipes, strict=True):
            one.start()
            theirs.close()
        try:
            return self._run(lines, [ours for ours, _ in pipes])
        finally:
            for one in crew:
                one.join(timeout=5)
                one.kill()

    def _run(self, lines: Iterable[bytes], pipes: Sequence[Connection]) -> Report:
        seal, findings = Seal(), Findings()
        waiting: list[list[bytes]] = [[] for _ in pipes]
        try:
            for some in unsealed(lines, seal, findings):
                for raw in some:
                    waiting[self._way(raw)].append(raw)
                for pipe, chunk in zip(pipes, waiting, strict=True):
                    if len(chunk) > CHUNK:
                        pipe.send_bytes(b"".join(chunk))
                        chunk.clear()
            for pipe, chunk in zip(pipes, waiting, strict=True):
                pipe.send_bytes(b"".join(chunk))
                pipe.send_bytes(b"")
            shares = [msgspec.json.decode(pipe.recv_bytes(), type=Audited) for pipe in pipes]
        except (EOFError, OSError) as error:
            raise Unavailable("audit/process_lost", reason=repr(error)) from None
        return together(shares, seal, findings)

    def _way(self, raw: bytes) -> int:
        """The process of a line: that of its table, however its type names it."""
        way = self._ways.get(raw[_TYPE])
        return 0 if way is None else way(raw)

    def _of_event(self, raw: bytes) -> int:
        return self._of_table(raw, len(_EVENT))

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


def _work(pipe: Connection) -> None:
    """One process: audit what is sent until nothing more comes, then tell."""
    gc.disable()  # nothing here is a cycle, and looking for some takes a tenth of the time
    share = Share()
    while chunk := pipe.recv_bytes():
        share.feed(chunk.split(b"\n")[:-1])
    pipe.send_bytes(msgspec.json.encode(share.finish()))
