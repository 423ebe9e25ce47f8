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

    def move(self, connection: Connection, changes: Sequence[Change]) -> int:
        """Change balances that are there; says how many were."""


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

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        connection.exec_driver_sql(self._inserts[table.name], list(rows))

    def move(self, connection: Connection, changes: Sequence[Change]) -> int:
        """Change balances that are there; says how many were."""
        # In the order in which the statement's parameters stand.
        moves = [(change.change, change.account, change.dip) for change in changes]
        return connection.exec_driver_sql(self._move, moves).rowcount


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

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        driver = connection.connection.driver_connection
        assert isinstance(driver, psycopg.Connection)
        with driver.cursor() as cursor, cursor.copy(self._copies[table.name]) as copy:
            for row in rows:
                copy.write_row(row)

    def move(self, connection: Connection, changes: Sequence[Change]) -> int:
        """Change balances that are there; says how many were."""
        moves = [(change.account, change.change, change.dip) for change in changes]
        return connection.execute(self._move, {"changes": _encode(moves).decode()}).rowcount
