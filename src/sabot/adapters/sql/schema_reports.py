"""The tables of figures: finished rounds to search, and sums of them by hour and by day.

They say nothing that events and bets do not say, so they are neither signed nor exported, and can
be made again at any time (ADR 0069).
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table

from sabot.adapters.sql.columns import KEYED, METADATA, key_column, number_column, text_column

# How far the events of each table have been read.
REPORTED = Table(
    "reported",
    METADATA,
    key_column("table_id"),
    number_column("seq"),
    **KEYED,
)

PLAYED_ROUND = Table(
    "played_round",
    METADATA,
    key_column("round_id"),
    text_column("table_id"),
    number_column("seq"),
    text_column("game"),
    text_column("variant"),
    Column("config_version", Integer, nullable=False),
    number_column("opened_ms"),
    number_column("ended_ms"),
    text_column("ended"),
    Column("marks", Integer, nullable=False),
    Index("played_round_ended_ms", "ended_ms", "round_id"),
    Index("played_round_table_id", "table_id", "ended_ms", "round_id"),
    **KEYED,
)

MARKED = PLAYED_ROUND.c.marks > 0
Index(
    "played_round_marked",
    PLAYED_ROUND.c.ended_ms,
    PLAYED_ROUND.c.round_id,
    sqlite_where=MARKED,
    postgresql_where=MARKED,
)


def _sums() -> list[Column[int]]:
    """What was staked and paid; golden chips beside the money, and never in it."""
    return [number_column(name) for name in ("bets", "staked", "paid", "golden", "golden_paid")]


# What the players of one operator had in a round.
ROUND_PART = Table(
    "round_part",
    METADATA,
    key_column("operator"),
    Column("ended_ms", PLAYED_ROUND.c.ended_ms.type, primary_key=True, autoincrement=False),
    key_column("round_id"),
    key_column("currency"),
    number_column("players"),
    *_sums(),
    Index("round_part_round_id", "round_id"),
    **KEYED,
)

ROUND_HOUR = Table(
    "round_hour",
    METADATA,
    Column("hour_ms", PLAYED_ROUND.c.ended_ms.type, primary_key=True, autoincrement=False),
    key_column("table_id"),
    key_column("variant"),
    key_column("operator"),
    key_column("currency"),
    number_column("rounds"),
    *_sums(),
    **KEYED,
)

# `squares` is the sum over rounds of the square of what was staked on the kind in money: with the
# variance of the kind it gives the band of chance around the exact return.
BET_HOUR = Table(
    "bet_hour",
    METADATA,
    Column("hour_ms", PLAYED_ROUND.c.ended_ms.type, primary_key=True, autoincrement=False),
    key_column("table_id"),
    key_column("variant"),
    key_column("kind"),
    key_column("operator"),
    key_column("currency"),
    number_column("squares"),
    *_sums(),
    **KEYED,
)

PLAYER_DAY = Table(
    "player_day",
    METADATA,
    Column("day_ms", PLAYED_ROUND.c.ended_ms.type, primary_key=True, autoincrement=False),
    key_column("table_id"),
    key_column("variant"),
    key_column("player"),
    key_column("currency"),
    text_column("operator"),
    number_column("rounds"),
    *_sums(),
    Index("player_day_player", "player", "day_ms"),
    **KEYED,
)

FIGURES = (REPORTED, PLAYED_ROUND, ROUND_PART, ROUND_HOUR, BET_HOUR, PLAYER_DAY)
"""Everything that is thrown away when the figures are made again."""
