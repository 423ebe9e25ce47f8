"""Writing a folded batch inside a transaction, and checking it once it is written.

Owns the order of the statements, which is the precedence of the refusals: the owner of the table,
then ids that are taken, then missing money. `store.py` decides when to begin, commit or try again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import astuple
from sqlalchemy import Connection, Dialect, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.failures import Failed
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.batch import Batch, Row, Settled, fold_money
from sabot.adapters.sql.writer.bulk import BelowFloor, bulk_for
from sabot.adapters.units import escrows_of
from sabot.errors import Corrupt
from sabot.service.ports import CommitFailure, Unit
from sabot.service.proof.log import act_recorded


class Writer:
    """The statements of one database, ready to run."""

    def __init__(self, dialect: Dialect, log: SqlHouseLog) -> None:
        self._log = log
        self._bulk = bulk_for(dialect)
        self._snapshot = statements.keep_snapshot(dialect)
        self._progress = statements.progress(dialect)
        self._balances = statements.balances(dialect)
        self._rounds_of_bets = statements.rounds_of_bets(dialect)
        self._rounds_with_open_bets = statements.rounds_with_open_bets(dialect)

    # --- writing ----------------------------------------------------------------------------------

    def write(self, connection: Connection, batch: Batch) -> None:
        """Write everything; raises `Failed`, or what the database raises on a taken key."""
        with self._bulk.together(connection):
            heads = self._bulk.advance(connection, batch.heads)
            for table, rows in (
                (s.EVENT, batch.events),
                (s.TRANSFER, batch.transfers),
                (s.BET, batch.bets),
                (s.BET_OUTCOME, batch.outcomes),
                (s.COMMAND, batch.commands),
                (s.SHOE_SECRET, batch.secrets),
                (s.OFFICE_ACT, [astuple(act) for act in batch.acts]),
            ):
                self._bulk.insert(connection, table, rows)
            money = fold_money(batch.money)
            moved = self._bulk.move(connection, money)
        # I9: a head moves only from where its owner left it, and only in its owner's epoch.
        if heads.rowcount != len(batch.heads):
            raise Failed(CommitFailure.FENCED)
        self._move_ops(connection, batch.wallet_ops)
        try:
            self._bulk.open_rest(connection, money, moved)
        except BelowFloor:
            raise Failed(CommitFailure.BELOW_FLOOR) from None
        for table_id, seq, body in batch.snapshots:
            kept = {"table_id": table_id, "seq": seq, "body": body}
            connection.execute(self._snapshot, kept)
        self._log.add(connection, [act_recorded(act) for act in batch.acts])

    def _move_ops(self, connection: Connection, rows: Sequence[Row]) -> None:
        if not rows:
            return
        names = [column.name for column in s.WALLET_OP.columns]
        ops = [dict(zip(names, row, strict=True)) for row in rows]
        if connection.execute(self._progress, ops).rowcount != len(ops):
            raise Failed(CommitFailure.CONFLICT)

    # --- checking ---------------------------------------------------------------------------------

    def check_escrows(self, connection: Connection, settled: Iterable[Settled]) -> None:
        """I5: a round whose bets all have an outcome has an empty escrow.

        Checked when the whole batch is written: the rounds of the bets that got an outcome, and the
        rounds whose escrow the unit touched. So neither an outcome without its transfer nor a
        transfer without its outcome passes. The bets of a round are read only if its escrow is not
        empty.
        """
        for unit in settled:
            ids = {"ids": statements.listed(unit.bets)}
            rounds = set(connection.execute(self._rounds_of_bets, ids).scalars()) | unit.rounds
            self._check_rounds(connection, unit.table_id, rounds)

    def _check_rounds(self, connection: Connection, table_id: str, rounds: set[str]) -> None:
        escrows = {escrow: round_id for round_id, escrow in escrows_of(sorted(rounds))}
        listed = {"ids": statements.listed(escrows)}
        held = {
            account: balance
            for account, balance in connection.execute(self._balances, listed)
            if balance
        }
        if not held:
            return
        listed = {"ids": statements.listed(escrows[account] for account in held)}
        still_open = set(connection.execute(self._rounds_with_open_bets, listed).scalars())
        for account, round_id in escrows.items():
            if account in held and round_id not in still_open:
                raise Corrupt(
                    "round/escrow_not_empty",
                    table_id=table_id,
                    round_id=round_id,
                    account=account,
                    balance=held[account],
                )

    def check_owner(self, connection: Connection, unit: Unit) -> None:
        """Refuse a unit whose owner has lost the table, or whose head has moved since."""
        head = s.TABLE_HEAD.c
        query = select(head.epoch, head.seq).where(head.table_id == unit.table_id)
        row = connection.execute(query).one_or_none()
        if row is None or tuple(row) != (unit.epoch, unit.after_seq):
            raise Failed(CommitFailure.FENCED)
