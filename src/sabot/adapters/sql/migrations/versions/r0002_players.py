"""Players: who plays here, whichever way they came.

Why: a player of an operator has to be known after a restart, before any session is: credits are
repeated for ever and need the player's operator and currency. Ids are unique, and so is what an
operator calls its own player (`player_theirs`); nicknames are not.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_players.py` tries every constraint.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the list of players."""
    op.create_table(
        "player",
        sa.Column("player_id", STRING, nullable=False),
        sa.Column("nickname", STRING, nullable=False),
        sa.Column("currency", STRING, nullable=False),
        sa.Column("operator", STRING),
        sa.Column("operator_player", STRING),
        sa.Column("is_bot", sa.Integer, nullable=False),
        sa.Column("created_at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="player_pkey"),
        sa.UniqueConstraint("operator", "operator_player", name="player_theirs"),
        sa.CheckConstraint("is_bot IN (0, 1)", name="player_is_bot"),
        **KEYED,
    )
