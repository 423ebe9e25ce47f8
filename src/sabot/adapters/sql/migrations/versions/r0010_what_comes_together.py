"""What is written together lies together: commands by their ids, players' bets era by era.

Why: ids of commands that begin with the time lie together when they are asked together, whoever
asks; in the order of actors each was a page of its own, and so was each bet in an index of players.
Bets have a number now, and each sixteen thousand of them an index of their own. The id of a bet
begins with its round's, so an index of rounds said the same again.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py`, and moves a
house's rows from the revision before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Another order for commands, numbers and other indexes for bets."""
    for index in ("bet_round_id", "bet_player"):
        op.drop_index(index, "bet")
    if op.get_context().dialect.name == "sqlite":
        _lay_out_anew()
    else:
        _change_keys()
    op.create_index("bet_player", "bet", [sa.text("(number >> 14)"), "player"])


def _change_keys() -> None:
    op.drop_constraint("command_pkey", "command")
    op.create_primary_key("command_pkey", "command", ["cmd_id", "actor"])
    op.drop_constraint("bet_outcome_bet_id_fkey", "bet_outcome")
    op.drop_constraint("bet_pkey", "bet")
    op.add_column("bet", sa.Column("number", sa.BigInteger, sa.Identity(), nullable=False))
    op.create_primary_key("bet_pkey", "bet", ["number"])
    op.create_unique_constraint("bet_id", "bet", ["id"])
    op.create_foreign_key("bet_outcome_bet_id_fkey", "bet_outcome", "bet", ["bet_id"], ["id"])


def _lay_out_anew() -> None:
    op.execute("PRAGMA defer_foreign_keys = ON")  # outcomes miss their bets for a moment
    op.execute("CREATE TEMPORARY TABLE kept_bet AS SELECT * FROM bet ORDER BY rowid")
    op.execute("CREATE TEMPORARY TABLE kept_command AS SELECT * FROM command ORDER BY rowid")
    for name in ("bet", "command"):
        op.drop_table(name)
    _bet()
    _command()
    op.execute("INSERT INTO bet SELECT *, NULL FROM kept_bet ORDER BY rowid")
    op.execute("INSERT INTO command SELECT * FROM kept_command ORDER BY rowid")
    for name in ("kept_bet", "kept_command"):
        op.drop_table(name)


def _bet() -> None:
    op.create_table(
        "bet",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("round_id", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("stake", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("number", name="bet_pkey"),
        sa.UniqueConstraint("id", name="bet_id"),
        sa.CheckConstraint("stake > 0", name="bet_stake"),
        sqlite_strict=True,
    )


def _command() -> None:
    op.create_table(
        "command",
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("cmd_id", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("reply", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("cmd_id", "actor", name="command_pkey"),
        sqlite_strict=True,
    )
