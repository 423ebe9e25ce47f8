"""Sessions in the database: which are open, when they were last seen, and how they ended.

Owns their statements. It shares the store's connections and its one writer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.signing import Signing
from sabot.service.identity.rows import AccountRow, Ended, SessionRow

_ACCOUNT, _SESSION = s.IDENTITY_ACCOUNT.c, s.IDENTITY_SESSION.c
_REASONS = frozenset(map(str, Ended))

log = logging.getLogger("sabot.identity")

Believed = Callable[[Sequence[Any]], AccountRow]
"""Makes the account of a row, or refuses one that the house did not write."""


class SqlSessions:
    """Sessions in SQLite or PostgreSQL."""

    def __init__(self, database: Database, signing: Signing, believed: Believed) -> None:
        self._database = database
        self._signing = signing
        self._believed = believed

    def open(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""
        welcome = and_(
            _ACCOUNT.account_id == row.account_id,
            _ACCOUNT.version == version,
            _ACCOUNT.disabled.is_(None),
        )
        # Locked: a change of the account waits, and then ends this session with the others.
        account = select(_ACCOUNT.account_id).where(welcome).with_for_update()

        def write(connection: Connection) -> bool:
            if connection.execute(account).one_or_none() is None:
                return False
            return statements.added(connection, s.IDENTITY_SESSION, self._signing.session(row))

        return self._database.written(write)

    def get(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, also one that is over."""
        both = select(s.IDENTITY_SESSION, s.IDENTITY_ACCOUNT).join(s.IDENTITY_ACCOUNT)
        with self._database.reading() as connection:
            row = connection.execute(both.where(_SESSION.digest == digest)).one_or_none()
        if row is None:
            return None
        width = len(_SESSION)
        session = _session_of(row[:width])
        if session is None or not self._signing.is_session(session, row[width - 1]):
            log.error("session=%s was not opened by this house", row[0])
            return None
        return session, self._believed(row[width:])

    def seen(self, at_ms: Mapping[str, int]) -> None:
        """Write when sessions were last seen."""
        at = bindparam("at", type_=s.NUMBER)
        later = and_(
            _SESSION.session_id == bindparam("name"),
            _SESSION.ended.is_(None),
            _SESSION.seen_at_ms < at,
        )
        change = update(s.IDENTITY_SESSION).where(later).values(seen_at_ms=at)
        # In order, so that two processes never wait for each other.
        rows = [{"name": name, "at": seen} for name, seen in sorted(at_ms.items())]
        if rows:
            self._database.written(lambda connection: connection.execute(change, rows))

    def last_seen(self, session_ids: Sequence[str]) -> Mapping[str, int]:
        """When sessions that are open were last seen by any process."""
        with self._database.reading() as connection:
            listed = statements.among(connection.dialect, _SESSION.session_id)
            query = select(_SESSION.session_id, _SESSION.seen_at_ms)
            rows = connection.execute(
                query.where(listed, _SESSION.ended.is_(None)),
                {"ids": statements.listed(session_ids)},
            )
            return {row[0]: row[1] for row in rows}

    def ended_since(self, at_ms: int) -> Mapping[str, Ended]:
        """The sessions that ended at this date or later, and why."""
        query = select(_SESSION.session_id, _SESSION.ended).where(_SESSION.ended_at_ms >= at_ms)
        with self._database.reading() as connection:
            found = connection.execute(query).all()
        return {name: Ended(reason) for name, reason in found if reason in _REASONS}

    def end(self, session_ids: Sequence[str], *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End sessions; returns those that were open."""
        ids = {"ids": statements.listed(session_ids)}

        def write(connection: Connection) -> Sequence[str]:
            listed = statements.among(connection.dialect, _SESSION.session_id)
            return ended_ids(connection, listed, ended=ended, at_ms=at_ms, given=ids)

        return self._database.written(write)

    def end_of(self, account_id: str, *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End every session of an account; returns those that were open."""
        theirs = _SESSION.account_id == account_id
        return self._database.written(
            lambda connection: ended_ids(connection, theirs, ended=ended, at_ms=at_ms)
        )


def ended_ids(
    connection: Connection,
    which: ColumnElement[bool],
    *,
    ended: Ended,
    at_ms: int,
    given: Mapping[str, str] | None = None,
) -> Sequence[str]:
    """End the open sessions among these; returns their ids, sorted."""
    still_open = update(s.IDENTITY_SESSION).where(which, _SESSION.ended.is_(None))
    ending = still_open.values(ended=ended, ended_at_ms=at_ms).returning(_SESSION.session_id)
    return sorted(connection.execute(ending, given).scalars())


def _session_of(row: Sequence[Any]) -> SessionRow | None:
    fields = dict(zip(SessionRow.__struct_fields__, row[:-1], strict=True))
    ended = fields["ended"]
    if ended is not None and ended not in _REASONS:
        return None
    return SessionRow(**fields | {"ended": None if ended is None else Ended(ended)})
