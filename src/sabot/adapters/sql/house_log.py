"""The house log in the database: a record is added in the transaction of the fact it is about.

Owns the order of the rows. Writers of one database take turns: SQLite has one writer anyway, and in
PostgreSQL a lock is held until the transaction has ended.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from secrets import token_hex

from msgspec.structs import asdict
from sqlalchemy import Connection, bindparam, func, select

from sabot.adapters.sql import schema as s
from sabot.errors import Unavailable
from sabot.service.ports import LogRow, Seals
from sabot.service.proof.log import SEQ_MAX, Kind, Record, facts_of, opened, rows_after
from sabot.service.proof.notebook import Notebook

LOG_LOCK = 5_080_118
"""Any number that nothing else in the same database locks."""

HOUSE_ID_BYTES = 16

LOST = "record/lost"
"""The kind of a row that stands where a record was lost; no record of the house has it."""

log = logging.getLogger("sabot.house")

_LOG = s.HOUSE_LOG.c
_LAST = select(_LOG.seq, _LOG.hash).where(_LOG.seq < SEQ_MAX).order_by(_LOG.seq.desc()).limit(1)
_AFTER = select(s.HOUSE_LOG).where(_LOG.seq > bindparam("after")).order_by(_LOG.seq)


def new_house_id() -> str:
    """A name that no other house has."""
    return token_hex(HOUSE_ID_BYTES)


class SqlHouseLog:
    """Adds records. `seals` signs them once the house has set its keys, and `notebook` notes them
    once the house has set one.
    """

    def __init__(
        self, seals: Seals | None = None, *, house: Callable[[], str] = new_house_id
    ) -> None:
        self.seals = seals
        self.notebook: Notebook | None = None
        self._house = house

    def add(self, connection: Connection, records: Sequence[Record]) -> Sequence[LogRow]:
        """Write records after the last one and return them; the first of all opens the house."""
        if not records:
            return ()
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(LOG_LOCK)))
        last = last_of(connection)
        if last is None and records[0].kind is not Kind.OPENED:
            records = [opened(self._house(), at_ms=records[0].at_ms), *records]
        rows = rows_after(last, records, self.seals)
        connection.execute(s.HOUSE_LOG.insert(), [asdict(one) for one in rows])
        return rows

    def note(self, rows: Sequence[LogRow]) -> None:
        """Note records that are on disk; if that fails, the next start catches up."""
        if self.notebook is None:
            return
        try:
            self.notebook.note(facts_of(rows))
        except Unavailable as error:
            log.error("not noted: %s", error)  # noqa: TRY400

    def mark_lost(self, connection: Connection, seq: int, chain: str, *, at_ms: int) -> None:
        """Put an unsigned row where a record was that a seal names, so that its loss stays seen."""
        lost = LogRow(
            seq=seq,
            kind=LOST,
            subject="",
            body=b"{}",
            at_ms=at_ms,
            hash=bytes.fromhex(chain),
            mac="",
        )
        connection.execute(s.HOUSE_LOG.insert(), [asdict(lost)])

    def open_house(self, connection: Connection) -> None:
        """Begin the log of a new house."""
        self.add(connection, [opened(self._house(), at_ms=time.time_ns() // 1_000_000)])


def last_of(connection: Connection) -> tuple[int, bytes] | None:
    """The number and the hash of the last record."""
    row = connection.execute(_LAST).one_or_none()
    return None if row is None else (row[0], row[1])


def log_rows(connection: Connection, *, after: int = 0, until: int | None = None) -> list[LogRow]:
    """The records after one, in order."""
    query = _AFTER if until is None else _AFTER.where(_LOG.seq <= until)
    return [
        LogRow(seq=seq, kind=kind, subject=subject, body=body, at_ms=at_ms, hash=chain, mac=mac)
        for seq, kind, subject, body, at_ms, chain, mac in connection.execute(
            query,
            {"after": after or -SEQ_MAX},  # also rows before the first one, written by hand
        )
    ]
