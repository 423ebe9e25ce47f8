"""Rows of the database as the facts they stand for, and what is stored under given ids.

Owns the conversion from columns to the rows of `service/ports.py`. Reads only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Row, Table, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.narrowing import Known
from sabot.adapters.sql.writer.stakes import bets
from sabot.adapters.units import storable
from sabot.errors import Corrupt
from sabot.ledger import Transfer, TransferKind
from sabot.service.ports import (
    ActRow,
    BetRow,
    CommandRow,
    OutcomeRow,
    StoredEvent,
    Unit,
    WalletOpRow,
    WalletOpState,
)

_STATES = frozenset(state.value for state in WalletOpState)

AnyRow = Row[*tuple[Any, ...]]
"""What a query of several columns yields; each function below names them."""


def event_of(row: AnyRow | tuple[Any, ...]) -> StoredEvent:
    """An event, from the columns of `events_after`."""
    seq, round_id, kind, version, body, digest, at_ms = row
    return StoredEvent(
        seq=seq,
        round_id=round_id,
        kind=kind,
        version=version,
        body=body,
        hash=digest,
        at_ms=at_ms,
    )


def transfer_of(row: AnyRow) -> Transfer:
    """A transfer, from all its columns."""
    number, kind, debit, credit, amount, bet, round_id, reverses = row
    return Transfer(
        id=number,
        kind=TransferKind(kind),
        debit=debit,
        credit=credit,
        amount=amount,
        bet=bet,
        round=round_id,
        reverses=reverses,
    )


def bet_of(row: AnyRow | tuple[Any, ...]) -> BetRow:
    """A bet, from the columns of `BET_FIELDS`."""
    bet_id, round_id, player, kind, stake, body = row
    return BetRow(id=bet_id, round_id=round_id, player=player, kind=kind, stake=stake, body=body)


def outcome_of(row: AnyRow) -> OutcomeRow:
    """An outcome, from all its columns."""
    bet_id, result, amount = row
    return OutcomeRow(bet=bet_id, result=result, amount=amount)


def command_of(row: AnyRow) -> CommandRow:
    """A stored answer, from all its columns."""
    actor, cmd_id, digest, reply, at_ms = row
    return CommandRow(actor=actor, cmd_id=cmd_id, digest=digest, reply=reply, at_ms=at_ms)


def wallet_op_of(row: AnyRow) -> WalletOpRow:
    """A wallet operation, from all its columns."""
    op_id, operator, player, kind, amount, round_id, state, attempts, at_ms, details, mac = row
    if state not in _STATES:
        raise Corrupt("wallet_op/unreadable", operation=op_id, state=state)
    return WalletOpRow(
        id=op_id,
        operator=operator,
        player=player,
        kind=kind,
        amount=amount,
        round_id=round_id,
        state=WalletOpState(state),
        attempts=attempts,
        at_ms=at_ms,
        details=details,
        mac=mac,
    )


def act_of(row: AnyRow) -> ActRow:
    """An act of the office, from all its columns."""
    act_id, kind, subject, player, amount, actor, reason, body, at_ms = row
    return ActRow(
        id=act_id,
        kind=kind,
        subject=subject,
        player=player,
        amount=amount,
        actor=actor,
        reason=reason,
        body=body,
        at_ms=at_ms,
    )


def known_transfers(connection: Connection, transfers: Sequence[Transfer]) -> dict[str, Transfer]:
    """The transfers that are stored under the same ids."""
    rows = _stored(connection, s.TRANSFER, s.TRANSFER.c.id, [t.id for t in transfers])
    return {row[0]: transfer_of(row) for row in rows}


def known_rows(connection: Connection, unit: Unit) -> Known:
    """What the database holds under a unit's ids."""

    def stored(table: Table, key: Column[str], ids: Iterable[str]) -> Sequence[AnyRow]:
        return _stored(connection, table, key, list(ids))

    outcomes = stored(
        s.BET_OUTCOME, s.BET_OUTCOME.c.bet_id, (outcome.bet for outcome in unit.outcomes)
    )
    secrets = stored(s.SHOE_SECRET, s.SHOE_SECRET.c.shoe_id, (key for key, _ in unit.shoe_secrets))
    ops = stored(s.WALLET_OP, s.WALLET_OP.c.id, (op.id for op in unit.wallet_ops))
    acts = stored(s.OFFICE_ACT, s.OFFICE_ACT.c.id, (act.id for act in unit.acts))
    return Known(
        transfers=known_transfers(connection, unit.transfers),
        bets=_known_bets(connection, unit),
        outcomes={row[0]: outcome_of(row) for row in outcomes},
        commands=_known_commands(connection, unit.commands),
        secrets={row[0]: (row[0], row[1]) for row in secrets},
        wallet_ops={row[0]: wallet_op_of(row) for row in ops},
        acts={row[0]: act_of(row) for row in acts},
    )


def _known_bets(connection: Connection, unit: Unit) -> dict[str, tuple[BetRow, str]]:
    ids = [bet.id for taken in unit.stakes for bet in taken.bets]
    if not ids:
        return {}
    rows = connection.execute(bets(connection.dialect), {"ids": statements.listed(ids)})
    return {row[0]: (bet_of(row[:-1]), row[-1]) for row in rows}


def stored_commands(
    connection: Connection, keys: Collection[tuple[str, str]]
) -> dict[tuple[str, str], CommandRow]:
    """The stored answers to commands, by actor and id."""
    listed = statements.listed((cmd_id, actor) for actor, cmd_id in keys)
    rows = connection.execute(statements.commands(connection.dialect), {"ids": listed})
    return {(row.actor, row.cmd_id): row for row in map(command_of, rows)}


def _known_commands(
    connection: Connection, commands: Sequence[CommandRow]
) -> dict[tuple[str, str], CommandRow]:
    keys = {(row.actor, row.cmd_id) for row in commands if storable(row)}
    return stored_commands(connection, keys)


def check_bets_exist(connection: Connection, unit: Unit) -> None:
    """An outcome belongs to a bet that was taken; the schema says so too."""
    mine = {bet.id for taken in unit.stakes for bet in taken.bets}
    wanted = {outcome.bet for outcome in unit.outcomes} - mine
    found = {row[0] for row in _stored(connection, s.BET, s.BET.c.id, sorted(wanted))}
    for outcome in unit.outcomes:
        if outcome.bet in wanted - found:
            raise Corrupt("outcome/without_bet", table_id=unit.table_id, bet=outcome.bet)


def _stored(
    connection: Connection, table: Table, key: Column[str], ids: Sequence[str]
) -> Sequence[AnyRow]:
    if not ids:
        return ()
    query = select(*s.given(table)).where(statements.among(connection.dialect, key))
    return connection.execute(query, {"ids": statements.listed(ids)}).all()
