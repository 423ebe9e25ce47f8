"""Preferences: what each player has set, one document each.

Why: settings follow the player from screen to screen and survive a restart (F231, F234, F238).
`version` is of the document; `revision` counts its changes, so that two screens cannot overwrite
each other unseen.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_preferences.py` tries the store.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the settings."""
    op.create_table(
        "player_preferences",
        sa.Column("player_id", STRING, nullable=False),
        sa.Column("revision", NUMBER, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="player_preferences_pkey"),
        **KEYED,
    )
