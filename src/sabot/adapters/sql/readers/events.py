"""The events of tables, read a page at a time."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.rows import event_of
from sabot.service.ports import StoredEvent

PAGE = 500
"""Events read at a time: no connection is held while the caller works on them."""


class SqlEvents:
    """Events from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._events_after = statements.events_after()
        self._seq_of_kind = statements.seq_of_kind()

    def read(self, table_id: str, *, after: int) -> Iterator[StoredEvent]:
        """The events of a table in order, a page at a time."""
        while True:
            page = {"table_id": table_id, "after": after, "page": PAGE}
            with self._database.reading() as connection:
                rows = connection.execute(self._events_after, page).all()
            yield from map(event_of, rows)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def seq_of(self, table_id: str, kind: str, *, nth_last: int) -> int:
        """The number of the nth last event of a kind; 0 when there are fewer."""
        at = {"table_id": table_id, "kind": kind, "earlier": nth_last - 1}
        with self._database.reading() as connection:
            return connection.execute(self._seq_of_kind, at).scalar() or 0
