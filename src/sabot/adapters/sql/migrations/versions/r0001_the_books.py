"""The books: tables' heads and events, the ledger, commands, wallet operations.

Why: the first schema. One transaction has to hold everything a step of a table changes, and the
constraints have to stop wrong code: a floor under balances (`account_floor`), one outcome per bet
(`bet_outcome_pkey`), one row per transfer, bet, command and event.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_stores.py` tries every constraint. By hand, on PostgreSQL
`\\d account` and on SQLite `.schema account` show the CHECK.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
BYTES = sa.LargeBinary()
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create every table."""
    _tables()
    _ledger()
    _bets()
    _answers()


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, STRING, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, NUMBER, nullable=False)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, BYTES, nullable=False)


def _tables() -> None:
    op.create_table(
        "table_head",
        _text("table_id"),
        _number("epoch"),
        _number("seq"),
        _bytes("hash"),
        _text("owner"),
        _number("claimed_at_ms"),
        sa.PrimaryKeyConstraint("table_id", name="table_head_pkey"),
        postgresql_with={"fillfactor": 50},
        **KEYED,
    )
    op.create_table(
        "table_snapshot",
        _text("table_id"),
        _number("seq"),
        _bytes("body"),
        sa.PrimaryKeyConstraint("table_id", name="table_snapshot_pkey"),
        **KEYED,
    )
    op.create_table(
        "event",
        _text("table_id"),
        _number("seq"),
        _number("epoch"),
        _text("round_id"),
        _text("kind"),
        sa.Column("version", sa.Integer, nullable=False),
        _bytes("body"),
        _bytes("hash"),
        _number("at_ms"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="event_pkey"),
        **KEYED,
    )
    op.create_table(
        "shoe_secret",
        _text("shoe_id"),
        _bytes("body"),
        sa.PrimaryKeyConstraint("shoe_id", name="shoe_secret_pkey"),
        **KEYED,
    )


def _ledger() -> None:
    op.create_table(
        "account",
        _text("id"),
        _number("balance"),
        sa.Column("floor", NUMBER),
        sa.PrimaryKeyConstraint("id", name="account_pkey"),
        sa.CheckConstraint("floor IS NULL OR balance >= floor", name="account_floor"),
        postgresql_with={"fillfactor": 70},
        **KEYED,
    )
    op.create_table(
        "transfer",
        _text("id"),
        _text("kind"),
        _text("debit"),
        _text("credit"),
        _number("amount"),
        sa.Column("bet", STRING),
        sa.Column("round", STRING),
        sa.Column("reverses", STRING),
        sa.PrimaryKeyConstraint("id", name="transfer_pkey"),
        sa.CheckConstraint("amount > 0", name="transfer_amount"),
        sa.CheckConstraint("debit <> credit", name="transfer_accounts"),
        **KEYED,
    )


def _bets() -> None:
    op.create_table(
        "bet",
        _text("id"),
        _text("round_id"),
        _text("player"),
        _text("kind"),
        _number("stake"),
        _bytes("body"),
        sa.PrimaryKeyConstraint("id", name="bet_pkey"),
        sa.CheckConstraint("stake > 0", name="bet_stake"),
        **KEYED,
    )
    op.create_index("bet_round_id", "bet", ["round_id"])
    op.create_table(
        "bet_outcome",
        _text("bet_id"),
        _text("result"),
        _number("amount"),
        sa.PrimaryKeyConstraint("bet_id", name="bet_outcome_pkey"),
        sa.CheckConstraint("amount >= 0", name="bet_outcome_amount"),
        sa.ForeignKeyConstraint(["bet_id"], ["bet.id"], name="bet_outcome_bet_id_fkey"),
        **KEYED,
    )


def _answers() -> None:
    op.create_table(
        "command",
        _text("actor"),
        _text("cmd_id"),
        _bytes("digest"),
        _bytes("reply"),
        _number("at_ms"),
        sa.PrimaryKeyConstraint("actor", "cmd_id", name="command_pkey"),
        **KEYED,
    )
    op.create_table(
        "wallet_op",
        _text("id"),
        _text("operator"),
        _text("player"),
        _text("kind"),
        _number("amount"),
        _text("round_id"),
        _text("state"),
        sa.Column("attempts", sa.Integer, nullable=False),
        _number("at_ms"),
        sa.PrimaryKeyConstraint("id", name="wallet_op_pkey"),
        **KEYED,
    )
    unfinished = sa.text("state IN ('asked', 'cancelling', 'owed')")
    op.create_index(
        "wallet_op_unfinished",
        "wallet_op",
        ["operator"],
        sqlite_where=unfinished,
        postgresql_where=unfinished,
    )
