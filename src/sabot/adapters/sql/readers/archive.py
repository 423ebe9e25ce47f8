"""The log around one round, from the database; each query finds its few rows by an index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Select, func, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.engines import open_engines
from sabot.adapters.sql.writer.rows import event_of
from sabot.adapters.units import speakable
from sabot.service.ports import StoredEvent
from sabot.service.storage.archive import LASTING, OfTable, RoundPlace

CLOSINGS_MAX = 5_000
"""Closed incidents that are read beside a page of incidents."""

TAIL = 50
"""Events after the result among which the last one of a round is."""

_E = s.EVENT.c
_EVENT = select(_E.seq, _E.round_id, _E.kind, _E.version, _E.body, _E.hash, _E.at_ms)
_EVENT_OF_TABLE = select(
    _E.table_id, _E.seq, _E.round_id, _E.kind, _E.version, _E.body, _E.hash, _E.at_ms
)


class SqlArchive:
    """The log of SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def place_of(self, round_id: str) -> RoundPlace | None:
        """Where a round is in the log; None when there is no such round."""
        if not speakable(round_id):
            return None
        ended = select(_E.table_id, _E.seq).where(_E.round_id == round_id, s.ROUND_ENDS)
        with self._database.reading() as connection:
            found = connection.execute(ended).first()
            table_id = round_id.rpartition("-")[0] if found is None else found[0]
            opened = _last(table_id, _E.kind == "RoundOpened")
            if found is not None:
                opened = opened.where(_E.seq <= found[1])
            first, name = connection.execute(opened).first() or (0, "")
            if not first or name != round_id:
                return None
            near = first if found is None else found[1]
            last = select(func.max(_E.seq)).where(
                _E.table_id == table_id, _E.round_id == round_id, _E.seq >= near
            )
            if found is not None:
                last = last.where(_E.seq <= near + TAIL)
            return RoundPlace(table_id, first, connection.execute(last).scalar_one())

    def shoe_before(self, table_id: str, seq: int) -> int:
        """Where the shoe that was in use at a place had been loaded; 0 without one."""
        query = _landmarks(table_id, ("ShoeLoaded",)).where(_E.seq <= seq)
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(_E.seq.desc()).limit(1)).scalar()
        return found or 0

    def lasting(self, table_id: str, *, before: int) -> Sequence[StoredEvent]:
        """The events before a place that still have an effect there."""
        return self._at(table_id, _landmarks(table_id, LASTING).where(_E.seq < before))

    def next_landmark(self, table_id: str, kind: str, *, after: int) -> StoredEvent | None:
        """The first of its kind after a place."""
        if not speakable(table_id):
            return None
        place = _landmarks(table_id, (kind,)).where(_E.seq > after).order_by(_E.seq).limit(1)
        return next(iter(self._at(table_id, place)), None)

    def _at(self, table_id: str, places: Select[int]) -> Sequence[StoredEvent]:
        """Events by their places, which are read from the index alone."""
        query = _EVENT.where(_E.table_id == table_id, _E.seq.in_(places))
        return self._events(query.order_by(_E.seq))

    def events_between(self, table_id: str, *, first: int, last: int) -> Sequence[StoredEvent]:
        """The events from one place to another, both included."""
        query = _EVENT.where(_E.table_id == table_id, _E.seq >= first, _E.seq <= last)
        return self._events(query.order_by(_E.seq))

    def incidents(
        self, *, since_ms: int, until_ms: int, table_id: str | None, limit: int
    ) -> Sequence[OfTable]:
        """Incidents as they were recorded, newest first; of one table or of all."""
        query = _incidents("IncidentRecorded", table_id).where(
            _E.at_ms >= since_ms, _E.at_ms < until_ms
        )
        return self._of_tables(query.order_by(_E.at_ms.desc(), _E.seq.desc()).limit(limit))

    def closings(self, *, since_ms: int, table_id: str | None) -> Sequence[OfTable]:
        """How incidents ended, oldest first; of one table or of all."""
        query = _incidents("IncidentClosed", table_id).where(_E.at_ms >= since_ms)
        return self._of_tables(query.order_by(_E.at_ms, _E.seq).limit(CLOSINGS_MAX))

    def _of_tables(self, query: Select[*tuple[Any, ...]]) -> Sequence[OfTable]:
        with self._database.reading() as connection:
            return [OfTable(row[0], event_of(row[1:])) for row in connection.execute(query)]

    def _events(self, query: Select[*tuple[Any, ...]]) -> Sequence[StoredEvent]:
        with self._database.reading() as connection:
            return [event_of(row) for row in connection.execute(query)]


def _last(table_id: str, condition: ColumnElement[bool]) -> Select[int, str]:
    of_table = select(_E.seq, _E.round_id).where(_E.table_id == table_id, condition)
    return of_table.order_by(_E.seq.desc()).limit(1)


def _incidents(kind: str, table_id: str | None) -> Select[*tuple[Any, ...]]:
    """Incidents of all tables; the condition is that of the index."""
    query = _EVENT_OF_TABLE.where(s.INCIDENTS, _E.kind == kind)
    return query if table_id is None else query.where(_E.table_id == table_id)


def _landmarks(table_id: str, kinds: Sequence[str]) -> Select[int]:
    """Places of some landmarks; the condition is that of the index."""
    return select(_E.seq).where(_E.table_id == table_id, s.LANDMARKS, _E.kind.in_(kinds))


def has_sealed_shoes(url: str) -> bool:
    """Whether a database holds the order of a shoe, which a key has sealed; it stays as it is.

    A database that cannot be read is for the start to report.
    """
    parsed, table = make_url(url), s.SHOE_SECRET
    if parsed.get_backend_name() == "sqlite" and not Path(parsed.database or "").exists():
        return False
    sealed = select(table.c.shoe_id).limit(1)
    engines = open_engines(url)
    try:
        with engines.reader.connect() as connection:
            there = inspect(connection).has_table(table.name)
            return there and connection.execute(sealed).first() is not None
    except DatabaseError:
        return False
    finally:
        engines.dispose()
