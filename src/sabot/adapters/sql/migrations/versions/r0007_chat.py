"""Chat: lines by room, and the acts of moderators.

Why: who enters a room sees its last lines, staff see what was said for 90 days, and every act of a
moderator has actor, reason and time (F227 to F229, I14). `chat_room` counts the lines ever said, so
that a number is never given twice, even after old lines are gone.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and `tests/conformance/test_chat.py` tries the store.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    """Create rooms, lines and acts."""
    op.create_table(
        "chat_room",
        sa.Column("room", STRING, nullable=False),
        sa.Column("lines", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("room", name="chat_room_pkey"),
        **KEYED,
    )
    op.create_table(
        "chat_line",
        sa.Column("room", STRING, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("speaker", STRING, nullable=False),
        sa.Column("nickname", STRING, nullable=False),
        sa.Column("role", STRING, nullable=False),
        sa.Column("text", STRING, nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.Column("deleted_ms", NUMBER),
        sa.PrimaryKeyConstraint("room", "number", name="chat_line_pkey"),
        **KEYED,
    )
    op.create_index("chat_line_at_ms", "chat_line", ["at_ms"])
    op.create_table(
        "chat_act",
        sa.Column("id", NUMBER, nullable=False, autoincrement=False),
        sa.Column("kind", STRING, nullable=False),
        sa.Column("place", STRING, nullable=False),
        sa.Column("player", STRING, nullable=False),
        sa.Column("actor", STRING, nullable=False),
        sa.Column("role", STRING, nullable=False),
        sa.Column("reason", STRING, nullable=False),
        sa.Column("before", STRING, nullable=False),
        sa.Column("after", STRING, nullable=False),
        sa.Column("at_ms", NUMBER, nullable=False),
        sa.Column("number", NUMBER),
        sa.Column("until_ms", NUMBER),
        sa.PrimaryKeyConstraint("id", name="chat_act_pkey"),
        sa.CheckConstraint("reason <> ''", name="chat_act_reason"),
        **KEYED,
    )
    op.create_index("chat_act_player", "chat_act", ["player"])
    op.create_index("chat_act_place", "chat_act", ["place"])
