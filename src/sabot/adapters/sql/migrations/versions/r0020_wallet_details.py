"""What a call to an operator's wallet is for: the game, the table and the bets by kind.

Why: operators report by game and count bonus wagering by kind of bet. The details are stored with
the operation, because a call that is repeated after a restart must have the same body. Operations
that are stored already have none, and are repeated without them.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/service/test_wallet_details.py` repeats a result after a restart.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the details, empty in operations of older versions."""
    op.add_column("wallet_op", sa.Column("details", STRING, nullable=False, server_default=""))
