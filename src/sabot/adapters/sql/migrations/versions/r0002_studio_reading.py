"""Indexes for the studio: incidents of all tables by date, and the chat lines of one player.

Why: staff follow up the incidents of every table (F276), and moderators read one player's lines;
without an index both read the whole log.

How to check: `tests/adapters/sql/migrations/versions` compares the result with `schema.py` on both
databases.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the indexes."""
    incidents = sa.text("kind = 'IncidentClosed' OR kind = 'IncidentRecorded'")
    op.create_index(
        "event_incident", "event", ["at_ms"], sqlite_where=incidents, postgresql_where=incidents
    )
    op.create_index("chat_line_speaker", "chat_line", ["speaker", "at_ms"])
