"""Where the database has stakes: in their bets (ADR 0019).

Owns how the transfer of a stake is read from its bet, so that readers see double entries only.
Writes nothing.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Dialect,
    Select,
    cast,
    func,
    literal_column,
    null,
    select,
    union_all,
)

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.writer.statements import among
from sabot.ledger import AccountKind, TransferKind
from sabot.service.money.stakes import STAKE

BET_FIELDS = ("id", "round_id", "player", "kind", "stake", "body")
"""What a bet is, as `BetRow` has it."""

_STAKE_ID = s.BET.c.id + literal_column(f"'{STAKE}'", s.STRING)


def bets(dialect: Dialect) -> Select[*tuple[Any, ...]]:
    """Listed bets, and where their stakes came from."""
    fields = [s.BET.c[name] for name in BET_FIELDS]
    return select(*fields, s.BET.c.source).where(among(dialect, s.BET.c.id))


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
    )
    both = union_all(select(*s.given(s.TRANSFER)), stakes)
    return both.order_by(literal_column("1"))
