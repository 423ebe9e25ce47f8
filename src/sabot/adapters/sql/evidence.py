"""What a start compares: the house log, heads, acts, controls and sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, func, select, union_all

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.house_log import last_of, log_rows
from sabot.adapters.sql.rows import act_of, transfer_of
from sabot.adapters.sql.store import SqlStore
from sabot.ledger import AccountKind, Transfer
from sabot.service.house_checks import ControlRow, Misfit, Standing
from sabot.service.ports import ActRow, LogRow
from sabot.table.codec import GENESIS

_ESCROW = f"{AccountKind.ESCROW}:"

AMOUNT_MAX = 1 << 40
"""Cents that no posting moves, eleven billion euros: a larger one was put there. It is left out of
the sums, which it could overflow, so the balances of both accounts do not fit."""


class SqlEvidence:
    """Evidence from SQLite or PostgreSQL."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    def house_log(self, *, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        """The records of the house log, in order."""
        with self._store.reading() as connection:
            return log_rows(connection, after=after, until=until)

    def log_head(self) -> tuple[int, bytes]:
        """The number and the hash of the last record; 0 and zeros without any."""
        with self._store.reading() as connection:
            return last_of(connection) or (0, GENESIS)

    def log_hash(self, seq: int) -> str | None:
        """The hash of a record; None when there is none."""
        query = select(s.HOUSE_LOG.c.hash).where(s.HOUSE_LOG.c.seq == seq)
        with self._store.reading() as connection:
            found: bytes | None = connection.execute(query).scalar()
        return None if found is None else found.hex()

    def heads(self) -> Mapping[str, Standing]:
        """The head of every table."""
        head = s.TABLE_HEAD.c
        with self._store.reading() as connection:
            rows = connection.execute(select(head.table_id, head.epoch, head.seq, head.hash))
            return {row[0]: Standing(*row[1:]) for row in rows}

    def chain_at(self, table_id: str, seq: int) -> bytes | None:
        """The hash of an event; None when there is no such event."""
        event = s.EVENT.c
        query = select(event.hash).where(event.table_id == table_id, event.seq == seq)
        with self._store.reading() as connection:
            found: bytes | None = connection.execute(query).scalar()
        return found

    def every_act(self) -> Sequence[ActRow]:
        """Every act of the office."""
        with self._store.reading() as connection:
            return [act_of(row) for row in connection.execute(select(s.OFFICE_ACT))]

    def outside(self) -> Sequence[Transfer]:
        """Every transfer that belongs to no round."""
        transfer = s.TRANSFER.c
        query = select(s.TRANSFER).where(transfer.round.is_(None), transfer.bet.is_(None))
        with self._store.reading() as connection:
            return [transfer_of(row) for row in connection.execute(query)]

    def misfits(self) -> Sequence[Misfit]:
        """The accounts whose balance is not the sum of their postings; no escrows."""
        with self._store.reading() as connection:
            return misfits_in(connection)

    def every_control(self) -> Sequence[ControlRow]:
        """The controls of every player."""
        control = s.PLAYER_CONTROL.c
        query = select(control.player_id, control.revision, control.body)
        with self._store.reading() as connection:
            return [ControlRow(*row) for row in connection.execute(query)]


def misfits_in(connection: Connection) -> list[Misfit]:
    """The accounts whose balance is not the sum of their postings; no escrows."""
    account = s.ACCOUNT.c
    own = func.substr(account.id, 1, len(_ESCROW)) != _ESCROW
    held: dict[str, int] = {
        row[0]: row[1] for row in connection.execute(select(account.id, account.balance).where(own))
    }
    booked = {row[0]: int(row[1]) for row in connection.execute(_sums())}
    return [
        Misfit(name, held.get(name), booked.get(name, 0))
        for name in sorted(held.keys() | booked.keys())
        if held.get(name, 0) != booked.get(name, 0)
    ]


def _sums() -> Select[*tuple[Any, ...]]:
    transfer, bet = s.TRANSFER.c, s.BET.c
    moved = union_all(
        select(transfer.debit.label("account"), (-transfer.amount).label("change")).where(
            transfer.amount < AMOUNT_MAX
        ),
        select(transfer.credit, transfer.amount).where(transfer.amount < AMOUNT_MAX),
        select(bet.source, -bet.stake).where(bet.source.is_not(None), bet.stake < AMOUNT_MAX),
    ).subquery()
    own = func.substr(moved.c.account, 1, len(_ESCROW)) != _ESCROW
    total = func.sum(moved.c.change)
    return select(moved.c.account, total).where(own).group_by(moved.c.account)
