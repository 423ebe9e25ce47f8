"""The first of a table's rounds to end since a moment, found by an index.

Why: bets have no time, their rounds have. Whoever looked for a player's bets of a month looked
through all bets that anybody had ever made; where the month begins among them follows from the
first round of each table that ended in it.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/adapters/sql/test_eras.py` looks at the plan of the query.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the index."""
    ends = sa.text("kind IN ('RoundCancelled', 'RoundSettled')")
    op.create_index(
        "event_end_of_table",
        "event",
        ["table_id", "at_ms"],
        sqlite_where=ends,
        postgresql_where=ends,
    )
