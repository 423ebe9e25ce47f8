"""Where the database has stakes: in their bets, and those of before in transfers of their own.

Owns how both are read, so that nobody else sees the difference. Writes nothing.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Dialect,
    FromClause,
    Join,
    Select,
    and_,
    cast,
    func,
    literal_column,
    null,
    select,
    union_all,
)

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.statements import among
from sabot.ledger import AccountKind, TransferKind
from sabot.service.stakes import STAKE

BET_FIELDS = ("id", "round_id", "player", "kind", "stake", "body")
"""What a bet is, as `BetRow` has it."""

_STAKE_ID = s.BET.c.id + literal_column(f"'{STAKE}'", s.STRING)
SOURCE = func.coalesce(s.BET.c.source, s.TRANSFER.c.debit)
"""Where the stake of a bet came from, in what `with_stakes` yields."""


def with_stakes(bets: FromClause) -> Join:
    """Bets with their stakes; one of before has its own as a transfer that is called after it."""
    of_before = and_(s.BET.c.source.is_(None), s.TRANSFER.c.id == _STAKE_ID)
    return bets.outerjoin(s.TRANSFER, of_before)


def bets(dialect: Dialect) -> Select[*tuple[Any, ...]]:
    """Listed bets, and where their stakes came from."""
    fields = [s.BET.c[name] for name in BET_FIELDS]
    known = select(*fields, SOURCE).select_from(with_stakes(s.BET))
    return known.where(among(dialect, s.BET.c.id))


def all_transfers(dialect: Dialect) -> CompoundSelect[*tuple[Any, ...]]:
    """Every transfer, those of stakes among them, in the order of their ids."""
    bet = s.BET.c
    # From the end: an owner may be called anything.
    last_three: ColumnElement[int] = literal_column(
        "-3" if dialect.name == "sqlite" else "length(source) - 2"
    )
    escrow = literal_column(f"'{AccountKind.ESCROW}:'", s.STRING) + bet.round_id
    stakes = select(
        _STAKE_ID.label("id"),
        literal_column(f"'{TransferKind.STAKE}'", s.STRING),
        bet.source,
        escrow + literal_column("':'", s.STRING) + func.substr(bet.source, last_three),
        bet.stake,
        bet.id,
        bet.round_id,
        cast(null(), s.STRING),
    ).where(bet.source.is_not(None))
    both = union_all(select(*s.given(s.TRANSFER)), stakes)
    return both.order_by(literal_column("1"))
