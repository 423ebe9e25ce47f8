"""A proof beside the mark of the clock, so that a mark that was edited by hand is recognised.

Why: the mark decides the date of the house, and with it when exclusions, pauses and limits end. A
date written by hand into the row moved all of them.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/bootstrap/test_clock_jumps.py` edits the row of a house.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the proof; the next mark has one."""
    op.add_column("house_clock", sa.Column("proof", STRING, nullable=False, server_default=""))
