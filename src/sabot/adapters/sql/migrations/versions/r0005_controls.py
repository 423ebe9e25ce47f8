"""Staying in control: own limits, the record of their changes, sessions, and flows by player.

Why: a limit has to hold after a restart, and who set what and when has to be known. What a player
has lost this month is read from the books: bets are found by their player, and the end of a round
by its id, each with an index. The second holds two events a round at most.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_controls.py` tries the stores.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create the controls, and the two indexes."""
    op.create_table(
        "player_control",
        sa.Column("player_id", STRING, nullable=False),
        sa.Column("revision", NUMBER, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="player_control_pkey"),
        **KEYED,
    )
    op.create_table(
        "control_change",
        sa.Column("player_id", STRING, nullable=False),
        sa.Column("revision", NUMBER, nullable=False),
        sa.Column("kind", STRING, nullable=False),
        sa.Column("actor", STRING, nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.Column("before", sa.LargeBinary, nullable=False),
        sa.Column("after", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("player_id", "revision", name="control_change_pkey"),
        **KEYED,
    )
    op.create_table(
        "play_session",
        sa.Column("session_id", STRING, nullable=False),
        sa.Column("player_id", STRING, nullable=False),
        sa.Column("started_ms", NUMBER, nullable=False),
        sa.Column("seen_ms", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="play_session_pkey"),
        sa.CheckConstraint("seen_ms >= started_ms", name="play_session_time"),
        **KEYED,
    )
    op.create_index("play_session_player_id", "play_session", ["player_id", "seen_ms"])
    op.create_index("bet_player", "bet", ["player"])
    ends = sa.text("kind IN ('RoundCancelled', 'RoundSettled')")
    op.create_index(
        "event_round_end", "event", ["round_id"], sqlite_where=ends, postgresql_where=ends
    )
