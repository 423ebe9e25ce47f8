"""Landmarks of a log: what outlasts a shoe, and the shoes themselves, found without reading it all.

Why: a round of last year is told from the settings, seats and shoe of its day. They are a few
events among millions, and history is asked for by anybody.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/adapters/sql/test_archive.py` looks at the plans of the queries.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the index."""
    landmarks = sa.text(
        "kind = 'SeatLeft' OR kind = 'SeatTaken' OR kind = 'ShoeDisclosed' OR kind = 'ShoeLoaded' "
        "OR kind = 'ShoeRetired' OR kind = 'SideBetsSwitched' OR kind = 'TableConfigured' "
        "OR kind = 'TableSwitchedOff' OR kind = 'TableSwitchedOn'"
    )
    op.create_index(
        "event_landmark",
        "event",
        ["table_id", "kind", "seq"],
        sqlite_where=landmarks,
        postgresql_where=landmarks,
    )
