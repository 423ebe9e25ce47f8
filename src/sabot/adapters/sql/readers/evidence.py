"""The facts that a start compares: the house log, heads, acts, controls and sums."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select, union_all

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.house_log import last_of, log_rows
from sabot.adapters.sql.readers.rounds import SqlRounds
from sabot.adapters.sql.readers.wallet_ops import SqlWalletOps
from sabot.adapters.sql.writer.rows import act_of, transfer_of, wallet_op_of
from sabot.adapters.sql.writer.signing import columns_of
from sabot.adapters.sql.writer.statements import among, listed
from sabot.errors import Corrupt
from sabot.ledger import AccountKind, Transfer
from sabot.service.identity.proof import account_digest
from sabot.service.money.postings import stakes_in
from sabot.service.ports import ActRow, LogRow, WalletOpRow, WalletOpState
from sabot.service.proof.books import Books, Misfit
from sabot.service.proof.checks import (
    ControlRow,
    CreditDue,
    Doubt,
    ProofOf,
    Standing,
    credit_ids,
)
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.record.codec import GENESIS

_ESCROW = f"{AccountKind.ESCROW}:"

_OPERATOR = f"{AccountKind.OPERATOR}:"

_STAKING = frozenset(
    one.__name__ for one in (e.BetsAccepted, e.BetsClosed, e.ChoiceMade, e.AnswerGiven)
)
"""Events that take stakes (`postings.stakes_in`)."""

ROUND_EVENTS_MAX = 5_000
"""Events of a table that are searched backwards for the stakes of a round."""

BETS_OF_LATE = 20_000
"""The last bets of the house, whose credits a start looks for; `sabot verify` looks for all."""

AMOUNT_MAX = 1 << 40
"""More cents than any posting moves, eleven billion euros: a larger row, or one below zero, was
written by hand. The sums leave it out, because they could overflow."""


class SqlEvidence:
    """Evidence from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def house_log(self, *, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        """The records of the house log, in order."""
        with self._database.reading() as connection:
            return log_rows(connection, after=after, until=until)

    def log_head(self) -> tuple[int, bytes]:
        """The number and the hash of the last record; 0 and zeros without any."""
        with self._database.reading() as connection:
            return last_of(connection) or (0, GENESIS)

    def log_hash(self, seq: int) -> str | None:
        """The hash of a record; None when there is none."""
        query = select(s.HOUSE_LOG.c.hash).where(s.HOUSE_LOG.c.seq == seq)
        with self._database.reading() as connection:
            found: bytes | None = connection.execute(query).scalar()
        return None if found is None else found.hex()

    def heads(self) -> Mapping[str, Standing]:
        """The head of every table."""
        head = s.TABLE_HEAD.c
        with self._database.reading() as connection:
            columns = head.table_id, head.epoch, head.seq, head.hash, head.mac
            rows = connection.execute(select(*columns))
            return {row[0]: Standing(*row[1:]) for row in rows}

    def chain_at(self, table_id: str, seq: int) -> bytes | None:
        """The hash of an event; None when there is no such event."""
        event = s.EVENT.c
        query = select(event.hash).where(event.table_id == table_id, event.seq == seq)
        with self._database.reading() as connection:
            found: bytes | None = connection.execute(query).scalar()
        return found

    def every_act(self) -> Sequence[ActRow]:
        """Every act of the office."""
        with self._database.reading() as connection:
            return [act_of(row) for row in connection.execute(select(s.OFFICE_ACT))]

    def outside(self) -> Sequence[Transfer]:
        """Every transfer that belongs to no round."""
        transfer = s.TRANSFER.c
        query = select(s.TRANSFER).where(transfer.round.is_(None), transfer.bet.is_(None))
        with self._database.reading() as connection:
            return [transfer_of(row) for row in connection.execute(query)]

    def books(self) -> Books:
        """Every account but escrows, and those whose balance is not the sum of their postings."""
        with self._database.reading() as connection:
            return books_in(connection)

    def held(self) -> Mapping[str, int]:
        """What all accounts but escrows hold."""
        with self._database.reading() as connection:
            return _held(connection)

    def open_wallet_ops(self) -> Sequence[WalletOpRow]:
        """The wallet operations that are not finished."""
        return SqlWalletOps(self._database).unfinished()

    def taken(self, round_id: str, player: str) -> Sequence[WalletOpRow]:
        """The debits of a player in a round that are said to be taken."""
        op, begin = s.WALLET_OP.c, f"{round_id}/{player}"
        # The id of a debit goes on with "@"; "A" is the next character.
        query = select(s.WALLET_OP).where(
            op.id > f"{begin}@", op.id < f"{begin}A", op.state == WalletOpState.TAKEN.value
        )
        with self._database.reading() as connection:
            rows = [wallet_op_of(row) for row in connection.execute(query)]
        return [row for row in rows if (row.round_id, row.player) == (round_id, player)]

    def staked(self, round_id: str, player: str) -> int:
        """What a player has staked from a wallet in a round, by its bets or, if more, its events.

        Deleting the rows of bets does not lower it: the events say the same, and are chained.
        """
        with self._database.reading() as connection:
            return max(
                _staked_by_bets(connection, round_id, player),
                _staked_by_events(connection, round_id, player),
            )

    def credits_due(self) -> Sequence[CreditDue]:
        """The players of operators whose bets of late have outcomes, round by round."""
        bet, outcome = s.BET.c, s.BET_OUTCOME.c
        query = (
            select(bet.round_id, bet.player)
            .distinct()
            .join(s.BET_OUTCOME, outcome.bet_id == bet.id)
            .where(
                bet.number > select(func.max(bet.number) - BETS_OF_LATE).scalar_subquery(),
                func.substr(bet.source, 1, len(_OPERATOR)) == _OPERATOR,
            )
        )
        with self._database.reading() as connection:
            whose = sorted((row[0], row[1]) for row in connection.execute(query))
            known = _credits(connection, [name for one in whose for name in credit_ids(*one)])
        return [
            CreditDue(*one, next(filter(None, map(known.get, credit_ids(*one))), None))
            for one in whose
        ]

    def every_control(self) -> Sequence[ControlRow]:
        """The controls of every player."""
        control = s.PLAYER_CONTROL.c
        query = select(control.player_id, control.revision, control.body)
        with self._database.reading() as connection:
            return [ControlRow(*row) for row in connection.execute(query)]

    def rounds(self, proof: ProofOf) -> Iterator[Sequence[Doubt]]:
        """Doubts about the money of rounds, slice by slice, the newest rounds first."""
        return SqlRounds(self._database, proof).slices()

    def every_staff(self) -> Mapping[str, str]:
        """The digest of every account that is no player's, by id."""
        account = s.IDENTITY_ACCOUNT.c
        query = select(*columns_of(s.IDENTITY_ACCOUNT)).where(account.player_id.is_(None))
        with self._database.reading() as connection:
            return {row[0]: account_digest(row) for row in connection.execute(query)}


def _credits(connection: Connection, ids: Sequence[str]) -> dict[str, WalletOpRow]:
    """Operations by id, without those in a state that does not exist."""
    found: dict[str, WalletOpRow] = {}
    query = select(s.WALLET_OP).where(among(connection.dialect, s.WALLET_OP.c.id))
    for row in connection.execute(query, {"ids": listed(ids)}) if ids else ():
        with contextlib.suppress(Corrupt):
            found[row[0]] = wallet_op_of(row)
    return found


def _staked_by_bets(connection: Connection, round_id: str, player: str) -> int:
    bet = s.BET.c
    query = select(func.sum(bet.stake)).where(
        # The id of a bet begins with its round and a slash; "0" is the next character after "/".
        bet.id > f"{round_id}/",
        bet.id < f"{round_id}0",
        bet.round_id == round_id,
        bet.player == player,
        func.substr(bet.source, 1, len(_OPERATOR)) == _OPERATOR,
    )
    return int(connection.execute(query).scalar() or 0)


def _staked_by_events(connection: Connection, round_id: str, player: str) -> int:
    """The stakes of a round in the log of its table, from its end backwards."""
    event, table_id = s.EVENT.c, round_id.rpartition("-")[0]
    ended = select(func.max(event.seq)).where(event.round_id == round_id, s.ROUND_ENDS)
    end: int | None = connection.execute(ended).scalar()
    query = select(event.kind, event.version, event.body, event.round_id).where(
        event.table_id == table_id
    )
    if end is not None:
        query = query.where(event.seq <= end)
    staked, seen = 0, False
    for kind, version, body, of_round in connection.execute(
        query.order_by(event.seq.desc()).limit(ROUND_EVENTS_MAX)
    ):
        if of_round != round_id:
            if seen and of_round:
                break
            continue
        seen = True
        with contextlib.suppress(Corrupt):
            bets = stakes_in(codec.decode(kind, version, body)) if kind in _STAKING else ()
            staked += sum(bet.stake for bet in bets if bet.player == player and not bet.golden)
    return staked


def books_in(connection: Connection) -> Books:
    """Every account but escrows, and those whose balance is not the sum of their postings."""
    held = _held(connection)
    booked = {row[0]: int(row[1]) for row in connection.execute(_sums())}
    misfits = [
        Misfit(name, held.get(name), booked.get(name, 0))
        for name in sorted(held.keys() | booked.keys())
        if held.get(name, 0) != booked.get(name, 0)
    ]
    return Books(held, misfits)


def _held(connection: Connection) -> dict[str, int]:
    account = s.ACCOUNT.c
    own = func.substr(account.id, 1, len(_ESCROW)) != _ESCROW
    return {
        row[0]: row[1] for row in connection.execute(select(account.id, account.balance).where(own))
    }


def has_postings(connection: Connection, account: str) -> bool:
    """Whether anything was ever moved to or from an account."""
    transfer, bet = s.TRANSFER.c, s.BET.c
    moved = select(transfer.id).where(or_(transfer.debit == account, transfer.credit == account))
    staked = select(bet.id).where(bet.source == account)
    return any(connection.execute(query.limit(1)).first() for query in (moved, staked))


def _sums() -> Select[*tuple[Any, ...]]:
    transfer, bet = s.TRANSFER.c, s.BET.c
    moved = union_all(
        select(transfer.debit.label("account"), (-transfer.amount).label("change")).where(
            transfer.amount.between(0, AMOUNT_MAX)
        ),
        select(transfer.credit, transfer.amount).where(transfer.amount.between(0, AMOUNT_MAX)),
        select(bet.source, -bet.stake).where(bet.stake.between(0, AMOUNT_MAX)),
    ).subquery()
    own = func.substr(moved.c.account, 1, len(_ESCROW)) != _ESCROW
    total = func.sum(moved.c.change)
    return select(moved.c.account, total).where(own).group_by(moved.c.account)
