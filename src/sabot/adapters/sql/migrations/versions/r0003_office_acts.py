"""Office acts: who ordered money outside of rounds, why, and when.

Why: a manual credit needs four eyes, a golden chip a giver and an end, and what expires after 90
days a record (P6, P8, I14). Each act is written once, in the transaction of the money it moves.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_office_acts.py` tries the store.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the acts."""
    op.create_table(
        "office_act",
        sa.Column("id", STRING, nullable=False),
        sa.Column("kind", STRING, nullable=False),
        sa.Column("subject", STRING, nullable=False),
        sa.Column("player", STRING, nullable=False),
        sa.Column("amount", NUMBER, nullable=False),
        sa.Column("actor", STRING, nullable=False),
        sa.Column("reason", STRING, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("id", name="office_act_pkey"),
        sa.CheckConstraint("amount >= 0", name="office_act_amount"),
        **KEYED,
    )
    op.create_index("office_act_subject", "office_act", ["subject"])
    op.create_index("office_act_player", "office_act", ["player"])
