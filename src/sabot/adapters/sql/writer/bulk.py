"""Many rows at once, in the way that is fastest for each database.

SQLite runs in our process and gets prepared statements of many rows each. PostgreSQL is across a
socket: the statements of a batch are sent as soon as they are made and answered together, so that
it works on some rows while we make the next. A few rows are one parameter of JSON, which is cheap
to make; many rows are an array for each column, which is cheap to read. Both are used through their
drivers, with statements compiled once. Owns how rows are written: `batch.py` says what, and the
schema whether they may be.
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

from sabot.adapters.sql import schema
from sabot.adapters.sql.arrays import array
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.batch import HeadMove, Money, Row

FEW_ROWS = 32
"""Up to this many rows go to PostgreSQL as JSON; more go as arrays."""

ROWS_SENT_TOGETHER_MAX = 2048
"""Rows in one statement for PostgreSQL, which works on them while we make the next ones."""

ROWS_OF_A_STATEMENT_MAX = 128
"""Rows in one statement for SQLite; the driver releases Python's lock for each statement."""

ROWS_OF_ANY_NUMBER_MAX = 15
"""Up to this many rows are one statement of their size; more are split into powers of two, so that
few sizes are prepared."""

_encode = msgspec.json.Encoder().encode


class Moved(Protocol):
    """A statement that was sent; inside `together` its answer is known only at the end."""

    @property
    def rowcount(self) -> int:
        """How many rows it changed."""

    def fetchall(self) -> Sequence[Any]:
        """The rows it answered with."""


class Bulk(Protocol):
    """How rows get into a database."""

    def together(self, connection: Connection) -> AbstractContextManager[object]:
        """Send statements without waiting for the answers of those before them."""

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""

    def insert(self, connection: Connection, table: Table, rows: Iterable[Row]) -> None:
        """Add rows; a key that is taken fails the whole."""

    def move(self, connection: Connection, money: Money) -> Moved:
        """Change balances, except those that would fall below their floor or are not there."""

    def open_rest(self, connection: Connection, money: Money, moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""


class _Counted(NamedTuple):
    """How many rows several statements changed together."""

    rowcount: int

    def fetchall(self) -> Sequence[Any]:
        """These statements return no rows."""
        return ()


class BelowFloor(Exception):
    """A balance would fall below its floor."""


def bulk_for(dialect: Dialect) -> Bulk:
    """The fast way to write to a database."""
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
        """SQLite answers each statement at once."""
        return nullcontext()

    def advance(self, connection: Connection, heads: Sequence[HeadMove]) -> Moved:
        """Move heads; one that is not where its owner left it stays."""
        # In the order of the statement's parameters, here and below.
        moves = [
            (head.seq, head.hash and bytearray(head.hash), head.mac, *head[:3])  # see `_in_line`
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
        # One statement: the driver releases Python's lock for each execution.
        moved = driver.execute(self._move_plain, (_encode(plain).decode(),)).rowcount
        if turning:
            moved += driver.executemany(self._move, turning).rowcount
        return _Counted(moved)

    def open_rest(self, connection: Connection, money: Money, moved: Moved) -> None:
        """Open the accounts that were not there; raises `BelowFloor` for the others."""
        if moved.rowcount == len(money.totals):
            return
        # This is the only writer: an account that did not move is absent or at its floor.
        first = [
            {"id": change.account, "balance": change.change, "floor": change.floor}
            for change in money.changes()
            if change.may_create
        ]
        opened = connection.execute(self._open, first).rowcount if first else 0
        if moved.rowcount + opened != len(money.totals):
            raise BelowFloor


def _rows_of_a_statement(rows: int) -> int:
    """How many of these rows the next statement takes: few sizes, so that each is prepared once."""
    if rows <= ROWS_OF_ANY_NUMBER_MAX:
        return rows
    return min(ROWS_OF_A_STATEMENT_MAX, 1 << rows.bit_length() >> 1)


def _in_line(table: Table, rows: Sequence[Row]) -> list[Any]:
    """The values of rows one after the other, in the types that the driver takes fastest.

    For bytes the driver asks every registered adapter, which takes longer than writing them; it
    takes a bytearray directly.
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
    """One exchange for a batch."""

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
    """A statement about rows, in a form for few rows and one for many.

    The server prepares it at its first use. If the driver prepared it later, inside a pipeline that
    has failed, it would not notice that the server skipped that.
    """

    def __init__(
        self, about: Callable[[statements.Given], ClauseElement], dialect: Dialect
    ) -> None:
        self._few = str(about(statements.few).compile(dialect=dialect))
        many = about(statements.many).compile(dialect=dialect)
        assert isinstance(many, SQLCompiler)
        self._many = str(many)
        # In the order of the parameters, which is the order of the columns of a row.
        self._kinds = {name: _kind(bind.type) for name, bind in many.binds.items()}

    def ask(self, connection: Connection, rows: Sequence[Row]) -> Moved:
        """Send the statement with these rows."""
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
