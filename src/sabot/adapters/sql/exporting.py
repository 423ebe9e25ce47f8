"""All facts of one instant, streamed: a million rows take no more room than one page.

Owns the snapshot and the cursors. The names and encodings are `adapters/exports.py`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sqlalchemy import Engine, Table, select

from sabot.adapters.exports import SHAPES, Exported, shaper
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
                    table, shape = TABLES[kind], shaper(kind)
                    query = select(table).order_by(*table.primary_key.columns)
                    for page in connection.execute(
                        query, execution_options={"yield_per": PAGE}
                    ).partitions():
                        for row in page:
                            yield kind, shape(row)
    except DATABASE_ERRORS as error:
        raise explained(error) from error
