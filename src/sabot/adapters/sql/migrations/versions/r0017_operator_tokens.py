"""Tokens of operators' players: bets carry them, also after a restart.

Why: a bet needs the token its player was launched with. While tokens were in memory alone, every
restart of the house kept operators' players from betting until they were launched again.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/house/test_restarted_operators.py` bets after a restart.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the list of tokens."""
    op.create_table(
        "operator_token",
        sa.Column("player_id", STRING, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="operator_token_pkey"),
        **KEYED,
    )
