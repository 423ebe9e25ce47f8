"""What an account has ordered of late, found by an index.

Why: ceilings are compared with the acts of one actor in the last 24 hours; without an index every
act that was ever written would be read for each of them.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_office_acts.py` tries the store.
"""

from __future__ import annotations

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Create the index."""
    op.create_index("office_act_actor", "office_act", ["actor", "at_ms"])
