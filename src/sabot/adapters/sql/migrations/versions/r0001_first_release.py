"""Every table of the first release.

Why: one transaction has to hold everything a step of a table changes, and the constraints have to
stop wrong code: a floor under balances (`account_floor`), one outcome per bet (`bet_outcome_pkey`),
one row per transfer, bet, command and event. `schema.py` says why each table looks as it does.

How to check: `tests/adapters/sql/migrations/versions` compares the result with `schema.py` on both
databases, and `tests/conformance` tries every constraint. By hand, on PostgreSQL `\\d account` and
on SQLite `.schema account` show the CHECK.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_OWNER = ("operator", "currency")


def upgrade() -> None:
    """Create every table."""
    _logs_of_tables()
    _ledger()
    _bets()
    _commands()
    _wallet_operations()
    _players()
    _office()
    _accounts()
    _ways_in()
    _operators()
    _controls()
    _chat()
    _house()
    _figures()


def _text(name: str, *, optional: bool = False) -> sa.Column[str]:
    return sa.Column(name, STRING, nullable=optional)


def _number(name: str, *, optional: bool = False) -> sa.Column[int]:
    return sa.Column(name, NUMBER, nullable=optional, autoincrement=False)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def _create(
    table: str,
    *items: sa.schema.SchemaItem,
    key: tuple[str, ...],
    in_order_of_key: bool = True,
    **options: Any,
) -> None:
    """Create a table; its constraints carry the name of the table in front."""
    if in_order_of_key:
        options["sqlite_with_rowid"] = False
    primary = sa.PrimaryKeyConstraint(*key, name=f"{table}_pkey")
    op.create_table(table, *items, primary, sqlite_strict=True, **options)


def _partial_index(name: str, table: str, columns: list[str], where: str) -> None:
    rows = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=rows, postgresql_where=rows)


def _logs_of_tables() -> None:
    _create(
        "table_head",
        _text("table_id"),
        _number("epoch"),
        _number("seq"),
        _bytes("hash"),
        _text("owner"),
        _number("claimed_at_ms"),
        _text("mac"),
        key=("table_id",),
        postgresql_with={"fillfactor": 50},
    )
    _create(
        "table_snapshot",
        _text("table_id"),
        _number("seq"),
        _bytes("body"),
        key=("table_id",),
    )
    _create(
        "event",
        _text("table_id"),
        _number("seq"),
        _number("epoch"),
        _text("round_id"),
        _text("kind"),
        _count("version"),
        _bytes("body"),
        _bytes("hash"),
        _number("at_ms"),
        key=("table_id", "seq"),
        in_order_of_key=False,
    )
    ends = "kind IN ('RoundCancelled', 'RoundSettled')"
    _partial_index("event_round_end", "event", ["round_id"], ends)
    _partial_index("event_end_of_table", "event", ["table_id", "at_ms"], ends)
    landmarks = (
        "kind = 'SeatLeft' OR kind = 'SeatTaken' OR kind = 'ShoeDisclosed' OR kind = 'ShoeLoaded' "
        "OR kind = 'ShoeRetired' OR kind = 'SideBetsSwitched' OR kind = 'TableConfigured' "
        "OR kind = 'TableSwitchedOff' OR kind = 'TableSwitchedOn'"
    )
    _partial_index("event_landmark", "event", ["table_id", "kind", "seq"], landmarks)
    incidents = "kind = 'IncidentClosed' OR kind = 'IncidentRecorded'"
    _partial_index("event_incident", "event", ["at_ms"], incidents)
    _create("shoe_secret", _text("shoe_id"), _bytes("body"), key=("shoe_id",))


def _ledger() -> None:
    _create(
        "account",
        _text("id"),
        _number("balance"),
        _number("floor", optional=True),
        sa.CheckConstraint("floor IS NULL OR balance >= floor", name="account_floor"),
        key=("id",),
        postgresql_with={"fillfactor": 70},
    )
    _create(
        "transfer",
        _text("id"),
        _text("kind"),
        _text("debit"),
        _text("credit"),
        _number("amount"),
        _text("bet", optional=True),
        _text("round", optional=True),
        _text("reverses", optional=True),
        sa.CheckConstraint("amount > 0", name="transfer_amount"),
        sa.CheckConstraint("debit <> credit", name="transfer_accounts"),
        key=("id",),
    )


def _bets() -> None:
    _create(
        "bet",
        _text("id"),
        _text("round_id"),
        _text("player"),
        _text("kind"),
        _number("stake"),
        _bytes("body"),
        sa.Column("number", NUMBER, sa.Identity(), nullable=False),
        _text("source"),
        sa.UniqueConstraint("id", name="bet_id"),
        sa.CheckConstraint("stake > 0", name="bet_stake"),
        key=("number",),
        in_order_of_key=False,
    )
    op.create_index("bet_player", "bet", [sa.text("(number >> 10)"), "player"])
    _create(
        "bet_outcome",
        _text("bet_id"),
        _text("result"),
        _number("amount"),
        sa.CheckConstraint("amount >= 0", name="bet_outcome_amount"),
        sa.ForeignKeyConstraint(["bet_id"], ["bet.id"], name="bet_outcome_bet_id_fkey"),
        key=("bet_id",),
    )


def _commands() -> None:
    _create(
        "command",
        _text("actor"),
        _text("cmd_id"),
        _bytes("digest"),
        _bytes("reply"),
        _number("at_ms"),
        key=("cmd_id", "actor"),
        in_order_of_key=False,
    )


def _wallet_operations() -> None:
    _create(
        "wallet_op",
        _text("id"),
        _text("operator"),
        _text("player"),
        _text("kind"),
        _number("amount"),
        _text("round_id"),
        _text("state"),
        _count("attempts"),
        _number("at_ms"),
        _text("details"),
        _text("mac"),
        key=("id",),
    )
    unfinished = "state IN ('asked', 'cancelling', 'owed')"
    _partial_index("wallet_op_unfinished", "wallet_op", ["operator"], unfinished)


def _players() -> None:
    _create(
        "player",
        _text("player_id"),
        _text("nickname"),
        _text("currency"),
        _text("operator", optional=True),
        _text("operator_player", optional=True),
        _count("is_bot"),
        _number("created_at_ms"),
        sa.UniqueConstraint("operator", "operator_player", name="player_theirs"),
        sa.CheckConstraint("is_bot IN (0, 1)", name="player_is_bot"),
        key=("player_id",),
    )
    _create("nickname", _text("key"), _text("owner"), key=("key",))
    op.create_index("nickname_owner", "nickname", ["owner"])
    _create(
        "player_preferences",
        _text("player_id"),
        _number("revision"),
        _count("version"),
        _bytes("body"),
        key=("player_id",),
    )


def _office() -> None:
    _create(
        "office_act",
        _text("id"),
        _text("kind"),
        _text("subject"),
        _text("player"),
        _number("amount"),
        _text("actor"),
        _text("reason"),
        _bytes("body"),
        _number("at_ms"),
        sa.CheckConstraint("amount >= 0", name="office_act_amount"),
        key=("id",),
    )
    op.create_index("office_act_subject", "office_act", ["subject"])
    op.create_index("office_act_player", "office_act", ["player"])
    op.create_index("office_act_actor", "office_act", ["actor", "at_ms"])


def _accounts() -> None:
    _create(
        "identity_account",
        _text("account_id"),
        _text("login", optional=True),
        _text("password", optional=True),
        _text("role"),
        _text("player_id", optional=True),
        _text("operator", optional=True),
        _text("nickname"),
        _text("origin"),
        _text("disabled", optional=True),
        _count("version"),
        _number("created_at_ms"),
        _text("mac"),
        sa.UniqueConstraint("login", name="identity_account_login"),
        sa.UniqueConstraint("player_id", name="identity_account_player"),
        sa.CheckConstraint("(login IS NULL) = (password IS NULL)", name="identity_account_way_in"),
        sa.CheckConstraint(
            "(role = 'player') = (player_id IS NOT NULL)", name="identity_account_plays"
        ),
        key=("account_id",),
    )


def _ways_in() -> None:
    _create(
        "identity_session",
        _text("session_id"),
        _bytes("digest"),
        _text("account_id"),
        _number("opened_at_ms"),
        _number("expires_at_ms"),
        _number("seen_at_ms"),
        _number("ended_at_ms", optional=True),
        _text("ended", optional=True),
        _text("mac"),
        sa.UniqueConstraint("digest", name="identity_session_digest"),
        sa.CheckConstraint("(ended IS NULL) = (ended_at_ms IS NULL)", name="identity_session_end"),
        _of_account("identity_session"),
        key=("session_id",),
    )
    op.create_index("identity_session_account_id", "identity_session", ["account_id"])
    op.create_index("identity_session_ended_at_ms", "identity_session", ["ended_at_ms"])
    _create(
        "identity_device",
        _bytes("digest"),
        _text("account_id"),
        _number("seen_at_ms"),
        _text("mac"),
        _of_account("identity_device"),
        key=("digest",),
    )
    op.create_index("identity_device_account_id", "identity_device", ["account_id"])
    _create(
        "identity_launch",
        _bytes("digest"),
        _text("operator"),
        _text("operator_player"),
        _text("nickname"),
        _text("currency"),
        _text("table_id", optional=True),
        _number("asked_at_ms"),
        _number("expires_at_ms"),
        _number("used_at_ms", optional=True),
        _text("mac"),
        key=("digest",),
    )


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["account_id"], ["identity_account.account_id"], name=f"{table}_account_id_fkey"
    )


def _operators() -> None:
    _create(
        "signed_request",
        _text("operator"),
        _text("nonce"),
        _number("at_ms"),
        key=("operator", "nonce"),
    )
    _create(
        "operator_token",
        _text("player_id"),
        _bytes("token"),
        _number("at_ms"),
        key=("player_id",),
    )


def _controls() -> None:
    _create(
        "player_control",
        _text("player_id"),
        _number("revision"),
        _bytes("body"),
        key=("player_id",),
    )
    _create(
        "control_change",
        _text("player_id"),
        _number("revision"),
        _text("kind"),
        _text("actor"),
        _number("at_ms"),
        _bytes("before"),
        _bytes("after"),
        key=("player_id", "revision"),
    )
    _create(
        "play_session",
        _text("session_id"),
        _text("player_id"),
        _number("started_ms"),
        _number("seen_ms"),
        sa.CheckConstraint("seen_ms >= started_ms", name="play_session_time"),
        key=("session_id",),
    )
    op.create_index("play_session_player_id", "play_session", ["player_id", "seen_ms"])


def _chat() -> None:
    _create("chat_room", _text("room"), _number("lines"), key=("room",))
    _create(
        "chat_line",
        _text("room"),
        _number("number"),
        _text("speaker"),
        _text("nickname"),
        _text("role"),
        _text("text"),
        _number("at_ms"),
        _number("deleted_ms", optional=True),
        key=("room", "number"),
    )
    op.create_index("chat_line_at_ms", "chat_line", ["at_ms"])
    op.create_index("chat_line_speaker", "chat_line", ["speaker", "at_ms"])
    _create(
        "chat_act",
        _number("id"),
        _text("kind"),
        _text("place"),
        _text("player"),
        _text("actor"),
        _text("role"),
        _text("reason"),
        _text("before"),
        _text("after"),
        _number("at_ms"),
        _number("number", optional=True),
        _number("until_ms", optional=True),
        sa.CheckConstraint("reason <> ''", name="chat_act_reason"),
        key=("id",),
    )
    op.create_index("chat_act_player", "chat_act", ["player"])
    op.create_index("chat_act_place", "chat_act", ["place"])


def _house() -> None:
    _create(
        "house_clock",
        _number("id"),
        _number("at_ms"),
        _text("counter"),
        _number("counted_ms"),
        _number("doubted_at_ms", optional=True),
        _number("confirmed_at_ms"),
        _text("proof"),
        key=("id",),
    )
    _create(
        "house_log",
        _number("seq"),
        _text("kind"),
        _text("subject"),
        _bytes("body"),
        _number("at_ms"),
        _bytes("hash"),
        _text("mac"),
        key=("seq",),
    )


def _figures() -> None:
    sums = ("bets", "staked", "paid", "golden", "golden_paid")
    _create("reported", _text("table_id"), _number("seq"), key=("table_id",))
    _create(
        "played_round",
        _text("round_id"),
        _text("table_id"),
        _number("seq"),
        _text("game"),
        _text("variant"),
        _count("config_version"),
        _number("opened_ms"),
        _number("ended_ms"),
        _text("ended"),
        _count("marks"),
        key=("round_id",),
    )
    op.create_index("played_round_ended_ms", "played_round", ["ended_ms", "round_id"])
    op.create_index("played_round_table_id", "played_round", ["table_id", "ended_ms", "round_id"])
    _partial_index("played_round_marked", "played_round", ["ended_ms", "round_id"], "marks > 0")
    for table, when, key, counts in (
        ("round_part", "ended_ms", ("operator", "ended_ms", "round_id", "currency"), ("players",)),
        ("round_hour", "hour_ms", ("hour_ms", "table_id", "variant", *_OWNER), ("rounds",)),
        ("bet_hour", "hour_ms", ("hour_ms", "table_id", "variant", "kind", *_OWNER), ("squares",)),
    ):
        columns = [_number(name) if name == when else _text(name) for name in key]
        _create(table, *columns, *map(_number, (*counts, *sums)), key=key)
    op.create_index("round_part_round_id", "round_part", ["round_id"])
    days = ("table_id", "variant", "player", "currency")
    _create(
        "player_day",
        _number("day_ms"),
        *map(_text, (*days, "operator")),
        *map(_number, ("rounds", *sums)),
        key=("day_ms", *days),
    )
    op.create_index("player_day_player", "player_day", ["player", "day_ms"])
