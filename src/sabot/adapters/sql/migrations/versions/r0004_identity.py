"""Identity: accounts, sessions and launches.

Why: whoever signed in stays signed in over a restart, and whoever may no longer is out at once, in
the same transaction. Logins, players and digests are unique. No password and no token is here in
clear: a digest opens nothing.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_identity.py` tries the store.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the three tables."""
    _accounts()
    _sessions()
    _launches()


def _accounts() -> None:
    op.create_table(
        "identity_account",
        sa.Column("account_id", STRING, nullable=False),
        sa.Column("login", STRING),
        sa.Column("password", STRING),
        sa.Column("role", STRING, nullable=False),
        sa.Column("player_id", STRING),
        sa.Column("operator", STRING),
        sa.Column("nickname", STRING, nullable=False),
        sa.Column("origin", STRING, nullable=False),
        sa.Column("disabled", STRING),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("account_id", name="identity_account_pkey"),
        sa.UniqueConstraint("login", name="identity_account_login"),
        sa.UniqueConstraint("player_id", name="identity_account_player"),
        sa.CheckConstraint("(login IS NULL) = (password IS NULL)", name="identity_account_way_in"),
        sa.CheckConstraint(
            "(role = 'player') = (player_id IS NOT NULL)", name="identity_account_plays"
        ),
        **KEYED,
    )


def _sessions() -> None:
    op.create_table(
        "identity_session",
        sa.Column("session_id", STRING, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("account_id", STRING, nullable=False),
        sa.Column("opened_at_ms", NUMBER, nullable=False),
        sa.Column("expires_at_ms", NUMBER, nullable=False),
        sa.Column("seen_at_ms", NUMBER, nullable=False),
        sa.Column("ended_at_ms", NUMBER),
        sa.Column("ended", STRING),
        sa.PrimaryKeyConstraint("session_id", name="identity_session_pkey"),
        sa.UniqueConstraint("digest", name="identity_session_digest"),
        sa.CheckConstraint("(ended IS NULL) = (ended_at_ms IS NULL)", name="identity_session_end"),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["identity_account.account_id"],
            name="identity_session_account_id_fkey",
        ),
        **KEYED,
    )
    op.create_index("identity_session_account_id", "identity_session", ["account_id"])
    op.create_index("identity_session_ended_at_ms", "identity_session", ["ended_at_ms"])


def _launches() -> None:
    op.create_table(
        "identity_launch",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("operator", STRING, nullable=False),
        sa.Column("operator_player", STRING, nullable=False),
        sa.Column("nickname", STRING, nullable=False),
        sa.Column("currency", STRING, nullable=False),
        sa.Column("table_id", STRING),
        sa.Column("asked_at_ms", NUMBER, nullable=False),
        sa.Column("expires_at_ms", NUMBER, nullable=False),
        sa.Column("used_at_ms", NUMBER),
        sa.PrimaryKeyConstraint("digest", name="identity_launch_pkey"),
        **KEYED,
    )
