"""Putting wallet operations in doubt right, from what the books say.

Owns the statements. They run in the transaction of the person who accepts the doubt; `bootstrap`
decides what may be signed.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import asdict
from sqlalchemy import Connection, and_, delete, or_, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.writer.rows import AnyRow, wallet_op_of
from sabot.errors import Corrupt
from sabot.ledger import Account, AccountKind
from sabot.service.money.postings import REFUND, REFUNDED, RESULT
from sabot.service.office.acts import Act
from sabot.service.office.adjustments import ADJUSTMENT
from sabot.service.ports import WalletOpRow

_OP = s.WALLET_OP.c


def _readable(row: AnyRow) -> WalletOpRow | None:
    try:
        return wallet_op_of(row)
    except Corrupt:
        return None  # in no state, so the house never sends it


def stored_op(connection: Connection, op_id: str) -> WalletOpRow | None:
    """An operation as it is stored; None when it is missing or unreadable."""
    row = connection.execute(select(s.WALLET_OP).where(_OP.id == op_id)).one_or_none()
    return None if row is None else _readable(row)


def replace_op(connection: Connection, op_id: str, row: WalletOpRow | None) -> None:
    """Replace an operation by another row, or delete it."""
    connection.execute(delete(s.WALLET_OP).where(_OP.id == op_id))
    if row is not None:
        values = {**asdict(row), "state": row.state.value}
        connection.execute(s.WALLET_OP.insert().values(values))


class Booked(NamedTuple):
    """What an operator owes a player, according to the books."""

    operator: str
    player: str
    kind: str
    amount: int


def booked_credit(connection: Connection, round_id: str, player: str) -> Booked | None:
    """What a round credits to a player's wallet; None when it credits nothing or is not over."""
    bet, outcome = s.BET.c, s.BET_OUTCOME.c
    query = (
        select(bet.source, outcome.result, outcome.amount)
        .select_from(s.BET)
        .outerjoin(s.BET_OUTCOME, outcome.bet_id == bet.id)
        .where(
            bet.id > f"{round_id}/",
            bet.id < f"{round_id}0",
            bet.round_id == round_id,
            bet.player == player,
        )
    )
    rows = [(Account.parse(row[0]), row[1], row[2]) for row in connection.execute(query)]
    operators = {one.owner for one, _, _ in rows if one.kind is AccountKind.OPERATOR}
    if len(operators) != 1 or any(result is None for _, result, _ in rows):
        return None
    cancelled = all(result == REFUNDED for _, result, _ in rows)
    amounts = [
        amount
        for source, _, amount in rows
        # A golden chip that is returned belongs to the house, and the wallet does not see it.
        if not (cancelled and source.kind is AccountKind.GOLDEN)
    ]
    kind = REFUND if cancelled else RESULT
    return Booked(operators.pop(), player, kind, sum(amounts))


def booked_adjustment(connection: Connection, op_id: str) -> Booked | None:
    """What two people have approved under this id; None when they have not."""
    act = s.OFFICE_ACT.c
    query = select(act.player, act.amount).where(
        or_(
            and_(act.subject == op_id, act.kind == Act.CREDIT_APPROVED.value),
            and_(act.id == op_id, act.kind == Act.ROUND_ANNULLED.value, act.amount > 0),
        )
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    operator = row[0].partition(":")[0]
    return Booked(operator, row[0], ADJUSTMENT, row[1])
