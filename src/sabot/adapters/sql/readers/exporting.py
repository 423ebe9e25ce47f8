"""All facts of one instant, streamed: a million rows take no more memory than one page.

Owns the snapshot and the cursors. `adapters/exports.py` owns the names and encodings.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import psycopg
from sqlalchemy import Connection, Dialect, Engine, SelectBase, Table, select

from sabot.adapters.exports import SHAPES, Exported, Value, shaper
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.failures import DATABASE_ERRORS, explained
from sabot.adapters.sql.writer.stakes import BET_FIELDS, all_transfers

PAGE = 2_000
"""Rows in memory at a time."""

TABLES: Mapping[str, Table] = MappingProxyType(
    {
        "head": s.TABLE_HEAD,
        "act": s.OFFICE_ACT,
        "event": s.EVENT,
        "account": s.ACCOUNT,
        "transfer": s.TRANSFER,
        "bet": s.BET,
        "outcome": s.BET_OUTCOME,
        "command": s.COMMAND,
        "wallet_op": s.WALLET_OP,
        "control": s.PLAYER_CONTROL,
        "house_log": s.HOUSE_LOG,
    }
)


def exported(engine: Engine) -> Iterator[tuple[str, Exported]]:
    """Every fact, kind by kind, in the order of its key; all of it as it was at one instant."""
    try:
        with engine.connect() as plain:
            connection = plain
            if engine.dialect.name == "postgresql":  # SQLite's read transactions are snapshots
                connection = plain.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                for kind in SHAPES:
                    shape = shaper(kind)
                    for page in _pages(connection, kind):
                        for row in page:
                            yield kind, shape(row)
    except DATABASE_ERRORS as error:
        raise explained(error) from error


def _query(kind: str, dialect: Dialect) -> SelectBase:
    """The facts of a kind in the order of the key.

    The columns of the key have the order of the table, whatever order an index has.
    """
    table = TABLES[kind]
    if table is s.TRANSFER:
        return all_transfers(dialect)
    columns = s.given(table)
    if table is s.BET:
        columns = [table.c[name] for name in BET_FIELDS]
    key = [column for column in columns if column.primary_key] or columns[:1]
    return select(*columns).order_by(*key)


def _pages(connection: Connection, kind: str) -> Iterator[Sequence[Sequence[Value]]]:
    """The rows of a kind as the driver returns them, a page at a time."""
    text = str(_query(kind, connection.dialect).compile(dialect=connection.dialect))
    driver = connection.connection.driver_connection
    if isinstance(driver, psycopg.Connection):
        with driver.cursor(name=f"export_{kind}") as cursor:  # it stays on the server
            cursor.execute(text.encode())
            while page := cursor.fetchmany(PAGE):
                yield page
        return
    assert isinstance(driver, sqlite3.Connection)
    rows = driver.execute(text)
    while page := rows.fetchmany(PAGE):
        yield page
