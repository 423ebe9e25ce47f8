"""Events lie in the order they were written, in SQLite; players' bets have shorter eras.

Why: an event of many bets takes a quarter of a page, so in the order of tables nearly every event
parted the pages around its place, three or four to write for each table of a commit. Of an index of
sixteen thousand bets a commit of sixty players changed up to thirty pages and more; of one of four
thousand it changes up to thirteen. Such a commit writes more than a quarter fewer pages now.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases, and moves a log from the revision before.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Another index of players' bets, and another order for events."""
    op.drop_index("bet_player", "bet")
    op.create_index("bet_player", "bet", [sa.text("(number >> 12)"), "player"])
    if op.get_context().dialect.name == "sqlite":
        _lay_out_anew()


def _lay_out_anew() -> None:
    for index in ("event_round_end", "event_landmark"):
        op.drop_index(index, "event")
    op.rename_table("event", "kept_event")
    _event()
    op.execute("INSERT INTO event SELECT * FROM kept_event ORDER BY at_ms, table_id, seq")
    op.drop_table("kept_event")
    _indexes()


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("round_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="event_pkey"),
        sqlite_strict=True,
    )


def _indexes() -> None:
    ends = sa.text("kind IN ('RoundCancelled', 'RoundSettled')")
    op.create_index("event_round_end", "event", ["round_id"], sqlite_where=ends)
    landmarks = sa.text(
        "kind = 'SeatLeft' OR kind = 'SeatTaken' OR kind = 'ShoeDisclosed' OR kind = 'ShoeLoaded' "
        "OR kind = 'ShoeRetired' OR kind = 'SideBetsSwitched' OR kind = 'TableConfigured' "
        "OR kind = 'TableSwitchedOff' OR kind = 'TableSwitchedOn'"
    )
    op.create_index("event_landmark", "event", ["table_id", "kind", "seq"], sqlite_where=landmarks)
