"""Many rows at once, in the way each database takes them quickest.

SQLite lives in our process: one prepared statement, bound and stepped in a loop of C. PostgreSQL
is across a socket: rows go by COPY, which it writes page by page, and balances in one statement.
Owns only how; what is written is `batch.py`'s, whether it may be is the schema's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
import psycopg
from psycopg import sql
from sqlalchemy import Connection, Dialect, Table, insert

from sabot.adapters.sql import schema, statements
from sabot.adapters.sql.batch import Change, Row

_encode = msgspec.json.Encoder().encode


class Bulk(Protocol):
    """How rows get into a database."""

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""

    def move(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Change balances, opening accounts that are new; raises `BelowFloor`."""


class BelowFloor(Exception):
    """A balance would fall below its floor."""


def bulk_for(dialect: Dialect) -> Bulk:
    """The quick way into a database."""
    return SqliteBulk(dialect) if dialect.name == "sqlite" else PostgresBulk()


class SqliteBulk:
    """Statements compiled once and run by the driver's own loop."""

    def __init__(self, dialect: Dialect) -> None:
        self._inserts = {
            table.name: str(insert(table).compile(dialect=dialect))
            for table in schema.METADATA.tables.values()
        }
        self._move = str(statements.move_one().compile(dialect=dialect))
        self._open = statements.open_if_absent()

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        connection.exec_driver_sql(self._inserts[table.name], list(rows))

    def move(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Change balances, opening accounts that are new; raises `BelowFloor`."""
        # In the order in which the statement's parameters stand.
        moves = [(change.change, change.account, change.dip) for change in changes]
        moved = connection.exec_driver_sql(self._move, moves).rowcount
        if moved == len(changes):
            return
        # Nobody else writes meanwhile: what did not move is absent, or the floor held it.
        first = [_first(change) for change in changes if change.may_create]
        opened = connection.execute(self._open, first).rowcount if first else 0
        if moved + opened != len(changes):
            raise BelowFloor


class PostgresBulk:
    """COPY for rows, one update for all balances."""

    def __init__(self) -> None:
        self._copies = {
            table.name: sql.SQL("COPY {} ({}) FROM STDIN").format(
                sql.Identifier(table.name),
                sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns),
            )
            for table in schema.METADATA.tables.values()
        }
        self._move = statements.move_many()
        self._open = statements.open_or_add()

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        with driver.cursor() as cursor, cursor.copy(self._copies[table.name]) as copy:
            for row in rows:
                copy.write_row(row)

    def move(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Change balances, opening accounts that are new; raises `BelowFloor`."""
        moves = [(change.account, change.change, change.dip) for change in changes]
        listed = {"changes": _encode(moves).decode()}
        unmoved = set(connection.execute(self._move, listed).scalars())
        if not unmoved:
            return
        first = [change for change in changes if change.account in unmoved]
        if not all(change.may_create for change in first):
            raise BelowFloor
        connection.execute(self._open, [_first(change) for change in first])


def _first(change: Change) -> dict[str, str | int | None]:
    return {"id": change.account, "balance": change.change, "floor": change.floor}
