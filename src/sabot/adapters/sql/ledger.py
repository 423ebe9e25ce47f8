"""The ledger in the database: balances, and transfers that belong to no table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sabot.adapters.sql.database import Collided, Database
from sabot.adapters.sql.failures import Failed
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.batch import fold_post
from sabot.adapters.sql.writer.narrowing import Conflict, new_rows
from sabot.adapters.sql.writer.rows import known_transfers
from sabot.adapters.sql.writer.writing import Writer
from sabot.adapters.units import check_money
from sabot.ledger import Account, Transfer
from sabot.service.ports import ActRow, CommitFailure


class SqlLedger:
    """Balances and transfers in SQLite or PostgreSQL."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer
        self._balances = statements.balances(database.dialect)
        self.on_posted: Callable[[Sequence[Transfer]], None] = lambda _transfers: None
        """Hears of new transfers in the thread that has posted them."""

    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """Balances now; an account without a row holds 0."""
        with self._database.reading() as connection:
            rows = connection.execute(self._balances, {"ids": statements.listed(accounts)})
            held = {row[0]: row[1] for row in rows}
        return {account: held.get(account, 0) for account in accounts}

    def rounds_with_stakes(self, beginning: str) -> Sequence[str]:
        """The rounds whose id begins like this and whose escrow is not empty."""
        with self._database.reading() as connection:
            found = connection.execute(statements.escrows_with_stakes(beginning)).scalars().all()
        return sorted({Account.parse(account).owner for account in found})

    def post(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()
    ) -> CommitFailure | None:
        """Transfers that belong to no table, with their acts; idempotent by id."""
        check_money(transfers)
        return self._database.until_it_fits(lambda: self._posted(transfers, acts))

    def _posted(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow]
    ) -> CommitFailure | None:
        try:
            with self._database.writing() as connection:
                known = known_transfers(connection, transfers)
                new = new_rows(transfers, known, lambda transfer: transfer.id)
                self._writer.write(connection, fold_post(new, acts if new else ()))
        except Conflict:
            return CommitFailure.CONFLICT
        except Failed as failed:
            if failed.failure is CommitFailure.CONFLICT:
                raise Collided from None  # another writer was quicker with the same id
            return failed.failure
        self.on_posted(new)
        return None
