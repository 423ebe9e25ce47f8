"""Devices that have signed in before, by the digest of their token.

Why: wrong passwords used to lock a login for its owner too. Failures are now counted by where they
come from, and a device that gave the right password once is let through whatever others do.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_identity.py` tries the store.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table and its index."""
    op.create_table(
        "identity_device",
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("account_id", STRING, nullable=False),
        sa.Column("seen_at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="identity_device_pkey"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["identity_account.account_id"], name="identity_device_account_id_fkey"
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("identity_device_account_id", "identity_device", ["account_id"])
