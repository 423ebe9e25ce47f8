"""Many rows at once, in the way each database takes them quickest.

SQLite lives in our process: prepared statements of many rows each. PostgreSQL is across a socket:
the statements of a batch are sent together and answered together, rows as one parameter of JSON;
only a great many rows go by COPY, which it writes page by page. Both are talked to through their
drivers, with statements compiled once. Owns only how; what is written is `batch.py`'s, whether it
may be is the schema's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from types import MappingProxyType
from typing import Any, Protocol

import msgspec
import psycopg
from psycopg import sql
from sqlalchemy import BigInteger, Connection, Dialect, Integer, LargeBinary, Table, Text

from sabot.adapters.sql import schema, statements
from sabot.adapters.sql.batch import Change, HeadMove, Row

ROWS_TOGETHER_MAX = 200
"""Rows of one table that PostgreSQL is given as JSON; more are worth the round trips of COPY."""

ROWS_OF_A_STATEMENT_MAX = 128
"""Rows that SQLite is given at once; for each statement the driver lets go of Python's lock."""

_encode = msgspec.json.Encoder().encode

Inserts = Sequence[tuple[Table, Sequence[Row]]]


class Moved(Protocol):
    """A statement that was sent; within `together` its answer is known only afterwards."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchall(self) -> Sequence[Any]:
        """The rows it answered with."""


class Bulk(Protocol):
    """How rows get into a database."""

    def together(self, connection: Connection, inserts: Inserts) -> AbstractContextManager[object]:
        """Statements that need not wait for the answers of those before them."""

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""

    def move(self, connection: Connection, changes: Sequence[Change]) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""

    def open_rest(self, connection: Connection, changes: Sequence[Change], moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""


class BelowFloor(Exception):
    """A balance would fall below its floor."""


def bulk_for(dialect: Dialect) -> Bulk:
    """The quick way into a database."""
    return SqliteBulk(dialect) if dialect.name == "sqlite" else PostgresBulk(dialect)


class SqliteBulk:
    """Statements run by the driver's own loop."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._inserts: dict[tuple[str, int], str] = {}
        self._advance = str(statements.advance().compile(dialect=dialect))
        self._move = str(statements.move_one().compile(dialect=dialect))
        self._open = statements.open_if_absent()

    def together(self, connection: Connection, inserts: Inserts) -> AbstractContextManager[object]:
        """Every answer is there at once."""
        return nullcontext()

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""
        # In the order in which the statement's parameters stand, here and below.
        moves = [(head.seq, head.hash, head.table_id, head.epoch, head.after_seq) for head in heads]
        return _sqlite(connection).executemany(self._advance, moves)

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        driver = _sqlite(connection)
        start = 0
        while some := rows[start : start + _power_of_two(len(rows) - start)]:
            driver.execute(self._insert_text(table, len(some)), [*chain.from_iterable(some)])
            start += len(some)

    def _insert_text(self, table: Table, rows: int) -> str:
        key = (table.name, rows)
        if key not in self._inserts:
            statement = statements.insert_rows(table, rows)
            self._inserts[key] = str(statement.compile(dialect=self._dialect))
        return self._inserts[key]

    def move(self, connection: Connection, changes: Sequence[Change]) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""
        moves = [(change.change, change.account, change.dip) for change in changes]
        return _sqlite(connection).executemany(self._move, moves)

    def open_rest(self, connection: Connection, changes: Sequence[Change], moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""
        if moved.rowcount == len(changes):
            return
        # Nobody else writes meanwhile: what did not move is absent, or the floor held it.
        first = [_first(change) for change in changes if change.may_create]
        opened = connection.execute(self._open, first).rowcount if first else 0
        if moved.rowcount + opened != len(changes):
            raise BelowFloor


def _power_of_two(rows: int) -> int:
    """As many of so many rows as one statement takes: few sizes, so that each is prepared once."""
    return min(ROWS_OF_A_STATEMENT_MAX, 1 << rows.bit_length() >> 1)


def _sqlite(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


class PostgresBulk:
    """One conversation for a batch; COPY for a great many rows."""

    def __init__(self, dialect: Dialect) -> None:
        tables = schema.METADATA.tables.values()
        self._inserts = {
            table.name: str(statements.insert_many(table).compile(dialect=dialect))
            for table in tables
        }
        self._copies = {
            table.name: sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(
                sql.Identifier(table.name),
                sql.SQL(", ").join(sql.Identifier(column.name) for column in schema.given(table)),
            )
            for table in tables
        }
        self._advance = str(statements.advance_many().compile(dialect=dialect))
        self._move = str(statements.move_many().compile(dialect=dialect))
        self._open = statements.open_or_add()

    def together(self, connection: Connection, inserts: Inserts) -> AbstractContextManager[object]:
        """One round trip for all statements, unless rows go by COPY."""
        if any(len(rows) > ROWS_TOGETHER_MAX for _, rows in inserts):
            return nullcontext()
        return _postgres(connection).pipeline()

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""
        return _asked(connection, self._advance, heads)

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        if len(rows) <= ROWS_TOGETHER_MAX:
            _asked(connection, self._inserts[table.name], rows)
            return
        cursor = _postgres(connection).cursor()
        with cursor, cursor.copy(self._copies[table.name]) as copy:
            copy.set_types([_BINARY[type(column.type)] for column in schema.given(table)])
            for row in rows:
                copy.write_row(row)

    def move(self, connection: Connection, changes: Sequence[Change]) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""
        moves = [(change.account, change.change, change.dip) for change in changes]
        return _asked(connection, self._move, moves)

    def open_rest(self, connection: Connection, changes: Sequence[Change], moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""
        unmoved = {account for (account,) in moved.fetchall()}
        if not unmoved:
            return
        first = [change for change in changes if change.account in unmoved]
        if not all(change.may_create for change in first):
            raise BelowFloor
        connection.execute(self._open, [_first(change) for change in first])


_BINARY: Mapping[type, str] = MappingProxyType(
    {Text: "text", BigInteger: "int8", Integer: "int4", LargeBinary: "bytea"}
)
"""The types of our columns, by the names PostgreSQL has for how they are sent."""


def _postgres(connection: Connection) -> psycopg.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver


def _asked(connection: Connection, statement: str, rows: Sequence[Row]) -> Moved:
    """Send a statement about rows, which are the parameter of `statements.given`.

    It is prepared at its first use: of one that is prepared later the driver would not notice that
    a failure before it kept the server from preparing it.
    """
    driver = _postgres(connection)
    return driver.execute(statement, {"given": _encode(rows).decode()}, prepare=True)


def _first(change: Change) -> dict[str, str | int | None]:
    return {"id": change.account, "balance": change.change, "floor": change.floor}
