"""All facts of one instant, streamed: a million rows take no more room than one page.

Owns the snapshot and the cursors. The names and encodings are `adapters/exports.py`'s.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import psycopg
from sqlalchemy import Connection, Engine, Table, select

from sabot.adapters.exports import SHAPES, Exported, Value, shaper
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.failures import DATABASE_ERRORS, explained

PAGE = 2_000

TABLES: Mapping[str, Table] = MappingProxyType(
    {
        "head": s.TABLE_HEAD,
        "event": s.EVENT,
        "account": s.ACCOUNT,
        "transfer": s.TRANSFER,
        "bet": s.BET,
        "outcome": s.BET_OUTCOME,
        "command": s.COMMAND,
        "wallet_op": s.WALLET_OP,
        "act": s.OFFICE_ACT,
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
                    for page in _pages(connection, TABLES[kind]):
                        for row in page:
                            yield kind, shape(row)
    except DATABASE_ERRORS as error:
        raise explained(error) from error


def _pages(connection: Connection, table: Table) -> Iterator[Sequence[Sequence[Value]]]:
    """The rows of a table as its driver has them, a page at a time, in the order of the key.

    The key is what the rows are known by, in the order of the columns, however an index has it.
    """
    columns = s.given(table)
    key = [column for column in columns if column.primary_key] or columns[:1]
    query = select(*columns).order_by(*key)
    text = str(query.compile(dialect=connection.dialect))
    driver = connection.connection.driver_connection
    if isinstance(driver, psycopg.Connection):
        with driver.cursor(name=f"export_{table.name}") as cursor:  # it stays on the server
            cursor.execute(text.encode())
            while page := cursor.fetchmany(PAGE):
                yield page
        return
    assert isinstance(driver, sqlite3.Connection)
    rows = driver.execute(text)
    while page := rows.fetchmany(PAGE):
        yield page
