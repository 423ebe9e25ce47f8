"""The log of the house: a signed chain of records about what no table's chain covers.

Why: a start reads controls, acts, deposits and epochs, and an edited row was believed (ADR 0034).

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table; a house that is older gets its first records at its next start."""
    op.create_table(
        "house_log",
        sa.Column("seq", NUMBER, nullable=False, autoincrement=False),
        sa.Column("kind", STRING, nullable=False),
        sa.Column("subject", STRING, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("mac", STRING, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="house_log_pkey"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
