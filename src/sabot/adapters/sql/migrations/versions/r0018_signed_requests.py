"""Nonces of what operators' servers have asked: a signed request counts once.

Why: whoever had read a signed launch could send it again for five minutes. A nonce in memory alone
would be forgotten by a restart within them.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/gateway/http/test_launches.py` sends a request twice, with a restart between.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the list of nonces."""
    op.create_table(
        "signed_request",
        sa.Column("operator", STRING, nullable=False),
        sa.Column("nonce", STRING, nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("operator", "nonce", name="signed_request_pkey"),
        **KEYED,
    )
