"""Operations on operators' wallets, from the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.rows import wallet_op_of
from sabot.adapters.units import speakable
from sabot.service.ports import WalletOpRow


class SqlWalletOps:
    """Operations from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def unfinished(self, operator: str | None = None) -> Sequence[WalletOpRow]:
        """The operations that are not finished (asked, cancelling, owed), by id."""
        query = statements.unfinished_ops()
        if operator is not None:
            query = query.where(s.WALLET_OP.c.operator == operator)
        with self._database.reading() as connection:
            found = [wallet_op_of(row) for row in connection.execute(query)]
        return sorted(found, key=lambda op: op.id)

    def find(self, op_id: str) -> WalletOpRow | None:
        """One operation, finished or not."""
        if not speakable(op_id):
            return None  # it cannot have been stored
        query = select(s.WALLET_OP).where(s.WALLET_OP.c.id == op_id)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else wallet_op_of(row)

    def with_operator(self, operator: str) -> Sequence[WalletOpRow]:
        """Every operation with an operator, finished or not, by id."""
        table = s.WALLET_OP
        query = select(table).where(table.c.operator == operator).order_by(table.c.id)
        with self._database.reading() as connection:
            return [wallet_op_of(row) for row in connection.execute(query)]
