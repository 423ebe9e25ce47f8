"""The date the house goes by, written down as it runs.

Why: the wall clock of a start may be wrong by months. What has expired follows from the date the
house last vouched for and from counters of elapsed time (ADR 0028).

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table of one row."""
    op.create_table(
        "house_clock",
        sa.Column("id", NUMBER, nullable=False, autoincrement=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.Column("counter", STRING, nullable=False),
        sa.Column("counted_ms", NUMBER, nullable=False),
        sa.Column("doubted_at_ms", NUMBER),
        sa.Column("confirmed_at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("id", name="house_clock_pkey"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
