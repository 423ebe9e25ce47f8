"""Many rows at once, in the way each database takes them quickest.

SQLite lives in our process: prepared statements of many rows each. PostgreSQL is across a socket:
the statements of a batch are sent as soon as they are made and answered together, so that it works
on some rows while we make the next; few of them are one parameter of JSON, which is made in no
time, and many an array for each column, which is read in no time. Both are talked to through their
drivers, with statements compiled once. Owns only how; what is written is `batch.py`'s, whether it
may be is the schema's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol

import msgspec
import psycopg
from sqlalchemy import ARRAY, ClauseElement, Connection, Dialect, LargeBinary, Table
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from sabot.adapters.sql import schema, statements
from sabot.adapters.sql.arrays import array
from sabot.adapters.sql.batch import HeadMove, Money, Row

FEW_ROWS = 32
"""Rows that PostgreSQL is given as JSON."""

ROWS_SENT_TOGETHER_MAX = 2048
"""Rows that PostgreSQL is given at once: it begins with them while we make the next ones."""

ROWS_OF_A_STATEMENT_MAX = 128
"""Rows that SQLite is given at once; for each statement the driver lets go of Python's lock."""

ROWS_OF_ANY_NUMBER_MAX = 15
"""So few rows are one statement, however many; more are parted into powers of two."""

_encode = msgspec.json.Encoder().encode


class Moved(Protocol):
    """A statement that was sent; within `together` its answer is known only afterwards."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchall(self) -> Sequence[Any]:
        """The rows it answered with."""


class Bulk(Protocol):
    """How rows get into a database."""

    def together(self, connection: Connection) -> AbstractContextManager[object]:
        """Statements that need not wait for the answers of those before them."""

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""

    def insert(self, connection: Connection, table: Table, rows: Iterable[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""

    def move(self, connection: Connection, money: Money) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""

    def open_rest(self, connection: Connection, money: Money, moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""


class _Counted(NamedTuple):
    """What several statements did together, when nobody asks which rows it was."""

    rowcount: int

    def fetchall(self) -> Sequence[Any]:
        """None of them answers."""
        return ()


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
        self._move_plain = str(statements.move_plain().compile(dialect=dialect))
        self._open = statements.open_if_absent()

    def together(self, connection: Connection) -> AbstractContextManager[object]:
        """Every answer is there at once."""
        return nullcontext()

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""
        # In the order in which the statement's parameters stand, here and below.
        moves = [
            (head.seq, head.hash and bytearray(head.hash), *head[:3])  # see `_in_line`
            for head in heads
        ]
        return _sqlite(connection).executemany(self._advance, moves)

    def insert(self, connection: Connection, table: Table, rows: Iterable[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        left = [*rows]
        if not left:
            return
        driver = _sqlite(connection)
        start = 0
        while some := left[start : start + _rows_of_a_statement(len(left) - start)]:
            driver.execute(self._insert_text(table, len(some)), _in_line(table, some))
            start += len(some)

    def _insert_text(self, table: Table, rows: int) -> str:
        key = (table.name, rows)
        if key not in self._inserts:
            statement = statements.insert_rows(table, rows)
            self._inserts[key] = str(statement.compile(dialect=self._dialect))
        return self._inserts[key]

    def move(self, connection: Connection, money: Money) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""
        driver = _sqlite(connection)
        plain = dict(money.totals)
        turning = [(plain.pop(account), account, money.dips[account]) for account in money.turning]
        # In one statement: for each account of its own the driver would let go of Python's lock.
        moved = driver.execute(self._move_plain, (_encode(plain).decode(),)).rowcount
        if turning:
            moved += driver.executemany(self._move, turning).rowcount
        return _Counted(moved)

    def open_rest(self, connection: Connection, money: Money, moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""
        if moved.rowcount == len(money.totals):
            return
        # Nobody else writes meanwhile: what did not move is absent, or the floor held it.
        first = [
            {"id": change.account, "balance": change.change, "floor": change.floor}
            for change in money.changes()
            if change.may_create
        ]
        opened = connection.execute(self._open, first).rowcount if first else 0
        if moved.rowcount + opened != len(money.totals):
            raise BelowFloor


def _rows_of_a_statement(rows: int) -> int:
    """As many of so many rows as one statement takes: few sizes, so that each is prepared once."""
    if rows <= ROWS_OF_ANY_NUMBER_MAX:
        return rows
    return min(ROWS_OF_A_STATEMENT_MAX, 1 << rows.bit_length() >> 1)


def _in_line(table: Table, rows: Sequence[Row]) -> list[Any]:
    """The values of rows one after the other, as the driver takes them quickest.

    Of bytes it would ask everybody whether they are to be adapted, longer than it takes to write
    them; a bytearray it takes as it is.
    """
    values: list[Any] = [*chain.from_iterable(rows)]
    for place in _places_of_bytes(table):
        of_column = slice(place, None, len(rows[0]))
        values[of_column] = map(bytearray, values[of_column])
    return values


@cache
def _places_of_bytes(table: Table) -> list[int]:
    columns = enumerate(schema.given(table))
    return [place for place, column in columns if isinstance(column.type, LargeBinary)]


def _sqlite(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


class PostgresBulk:
    """One conversation for a batch."""

    def __init__(self, dialect: Dialect) -> None:
        tables = schema.METADATA.tables.values()
        self._inserts = {
            table.name: _Question(partial(statements.insert_given, table=table), dialect)
            for table in tables
        }
        self._advance = _Question(statements.advance_given, dialect)
        self._move = _Question(statements.move_given, dialect)
        self._open = _Question(statements.open_or_add, dialect)

    def together(self, connection: Connection) -> AbstractContextManager[object]:
        """One round trip for all statements."""
        return _postgres(connection).pipeline()

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""
        return self._advance.ask(connection, heads)

    def insert(self, connection: Connection, table: Table, rows: Iterable[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""
        left = iter(rows)
        while some := [*islice(left, ROWS_SENT_TOGETHER_MAX)]:
            self._inserts[table.name].ask(connection, some)

    def move(self, connection: Connection, money: Money) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""
        dips = money.dips
        moves = [
            (account, change, dips.get(account, 0)) for account, change in money.totals.items()
        ]
        return self._move.ask(connection, moves)

    def open_rest(self, connection: Connection, money: Money, moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""
        if moved.rowcount == len(money.totals):
            return
        were_there = {account for (account,) in moved.fetchall()}
        first = [change for change in money.changes() if change.account not in were_there]
        if not all(change.may_create for change in first):
            raise BelowFloor
        self._open.ask(connection, [(one.account, one.change, one.floor) for one in first])


class _Question:
    """A statement about rows, for few of them and for many.

    It is prepared at its first use: of one that is prepared later the driver would not notice that
    a failure before it kept the server from preparing it.
    """

    def __init__(
        self, about: Callable[[statements.Given], ClauseElement], dialect: Dialect
    ) -> None:
        self._few = str(about(statements.few).compile(dialect=dialect))
        many = about(statements.many).compile(dialect=dialect)
        assert isinstance(many, SQLCompiler)
        self._many = str(many)
        # In the order in which they stand, which is that of the columns of a row.
        self._kinds = {name: _kind(bind.type) for name, bind in many.binds.items()}

    def ask(self, connection: Connection, rows: Sequence[Row]) -> Moved:
        """Send it."""
        driver = _postgres(connection)
        if len(rows) <= FEW_ROWS:
            return driver.execute(self._few, {"given": _encode(rows).decode()}, prepare=True)
        columns = zip(self._kinds.items(), zip(*rows, strict=True), strict=True)
        given = {name: array(kind, values) for (name, kind), values in columns}
        return driver.execute(self._many, given, prepare=True)


def _kind(column: TypeEngine[Any]) -> type:
    assert isinstance(column, ARRAY)
    return type(column.item_type)


def _postgres(connection: Connection) -> psycopg.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver
