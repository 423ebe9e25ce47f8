"""The tables of the store, declared once for both databases.

Owns names, types, keys and the constraints that hold even when our code is wrong: a balance has a
floor, a bet has one outcome, an id is written once. The columns have the order of the fields of the
rows in `service/ports.py`, so that a row is a tuple. Knows no statement.
"""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Identity,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    literal_column,
    or_,
)

from sabot.adapters.sql.columns import (
    BYTES,
    KEYED,
    METADATA,
    NUMBER,
    STRING,
    WRITTEN,
    bytes_column,
    given,
    key_column,
    mac_column,
    number_column,
    text_column,
)

__all__ = ["BYTES", "METADATA", "NUMBER", "STRING", "given"]

TABLE_HEAD = Table(
    "table_head",
    METADATA,
    key_column("table_id"),
    number_column("epoch"),
    number_column("seq"),
    bytes_column("hash"),
    text_column("owner"),
    number_column("claimed_at_ms"),  # the database's clock, not ours
    mac_column(),
    postgresql_with={"fillfactor": 50},
    **KEYED,
)

# Apart from the head: the head is rewritten with every commit, a snapshot once a round.
TABLE_SNAPSHOT = Table(
    "table_snapshot",
    METADATA,
    key_column("table_id"),
    number_column("seq"),
    bytes_column("body"),
    **KEYED,
)

# Large rows of many tables at once: in the order of the key, each row would split a page.
EVENT = Table(
    "event",
    METADATA,
    key_column("table_id"),
    Column("seq", NUMBER, primary_key=True, autoincrement=False),
    number_column("epoch"),
    text_column("round_id"),
    text_column("kind"),
    Column("version", Integer, nullable=False),
    bytes_column("body"),
    bytes_column("hash"),
    number_column("at_ms"),
    **WRITTEN,
)

# When a round ended, by its id: one event of many. The values are literals, because a query uses
# a partial index only if it has the same condition.
ROUND_ENDS = EVENT.c.kind.in_(
    [literal_column("'RoundCancelled'"), literal_column("'RoundSettled'")]
)
Index("event_round_end", EVENT.c.round_id, sqlite_where=ROUND_ENDS, postgresql_where=ROUND_ENDS)
# The first of a table's rounds that ended since a moment.
Index(
    "event_end_of_table",
    EVENT.c.table_id,
    EVENT.c.at_ms,
    sqlite_where=ROUND_ENDS,
    postgresql_where=ROUND_ENDS,
)

# Incidents of every table, which staff follow up (F276). Two comparisons for every event.
INCIDENTS = or_(
    EVENT.c.kind == literal_column("'IncidentClosed'"),
    EVENT.c.kind == literal_column("'IncidentRecorded'"),
)
Index("event_incident", EVENT.c.at_ms, sqlite_where=INCIDENTS, postgresql_where=INCIDENTS)

# What outlasts a shoe, and the shoes themselves: few among many, and read years later. Single
# comparisons, because SQLite builds a temporary table from a longer list for every event.
LANDMARKS = or_(
    EVENT.c.kind == literal_column("'SeatLeft'"),
    EVENT.c.kind == literal_column("'SeatTaken'"),
    EVENT.c.kind == literal_column("'ShoeDisclosed'"),
    EVENT.c.kind == literal_column("'ShoeLoaded'"),
    EVENT.c.kind == literal_column("'ShoeRetired'"),
    EVENT.c.kind == literal_column("'SideBetsSwitched'"),
    EVENT.c.kind == literal_column("'TableConfigured'"),
    EVENT.c.kind == literal_column("'TableSwitchedOff'"),
    EVENT.c.kind == literal_column("'TableSwitchedOn'"),
)
Index(
    "event_landmark",
    EVENT.c.table_id,
    EVENT.c.kind,  # without it SQLite prefers to scan the table itself
    EVENT.c.seq,
    sqlite_where=LANDMARKS,
    postgresql_where=LANDMARKS,
)

ACCOUNT = Table(
    "account",
    METADATA,
    key_column("id"),
    number_column("balance"),
    Column("floor", NUMBER),
    CheckConstraint("floor IS NULL OR balance >= floor", name="floor"),  # I2
    postgresql_with={"fillfactor": 70},  # room to update a balance on its page
    **KEYED,
)

TRANSFER = Table(
    "transfer",
    METADATA,
    key_column("id"),
    text_column("kind"),
    text_column("debit"),
    text_column("credit"),
    number_column("amount"),
    Column("bet", STRING),
    Column("round", STRING),
    Column("reverses", STRING),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("debit <> credit", name="accounts"),
    **KEYED,
)

BET = Table(
    "bet",
    METADATA,
    text_column("id"),  # begins with the round's
    text_column("round_id"),
    text_column("player"),
    text_column("kind"),
    number_column("stake"),
    bytes_column("body"),
    Column("number", NUMBER, Identity(), primary_key=True),  # the database counts
    # The account its stake came from. The transfer follows from that and has no row (ADR 0019).
    text_column("source"),
    UniqueConstraint("id", name="bet_id"),
    CheckConstraint("stake > 0", name="stake"),
    **WRITTEN,
)

ERA_BITS = 10
"""The bets of a player are indexed era by era, 1,024 bets each. Players bet in no order, so in one
index of all bets nearly every bet would change a page of its own; the last era has few pages."""


def era_of(number: ColumnElement[int]) -> ColumnElement[int]:
    """The era of a bet, by its number."""
    return number.op(">>")(literal_column(str(ERA_BITS), Integer))


ERA_OF_BET = era_of(BET.c.number)
Index("bet_player", ERA_OF_BET, BET.c.player)

BET_OUTCOME = Table(
    "bet_outcome",
    METADATA,
    Column("bet_id", STRING, ForeignKey(BET.c.id), primary_key=True),
    text_column("result"),
    number_column("amount"),
    CheckConstraint("amount >= 0", name="amount"),
    **KEYED,
)

COMMAND = Table(
    "command",
    METADATA,
    text_column("actor"),
    text_column("cmd_id"),
    bytes_column("digest"),
    bytes_column("reply"),
    number_column("at_ms"),
    # Ids begin with the time, so commands that players send together lie together.
    PrimaryKeyConstraint("cmd_id", "actor"),
    **WRITTEN,
)

WALLET_OP = Table(
    "wallet_op",
    METADATA,
    key_column("id"),
    text_column("operator"),
    text_column("player"),
    text_column("kind"),
    number_column("amount"),
    text_column("round_id"),
    text_column("state"),
    Column("attempts", Integer, nullable=False),
    number_column("at_ms"),
    text_column("details"),
    mac_column(),  # by the keys of the house (ADR 0043)
    **KEYED,
)

# Queries look only for unfinished operations, and those are few.
_UNFINISHED = WALLET_OP.c.state.in_(("asked", "cancelling", "owed"))
Index(
    "wallet_op_unfinished",
    WALLET_OP.c.operator,
    sqlite_where=_UNFINISHED,
    postgresql_where=_UNFINISHED,
)

SHOE_SECRET = Table(
    "shoe_secret",
    METADATA,
    key_column("shoe_id"),
    bytes_column("body"),
    **KEYED,
)

PLAYER = Table(
    "player",
    METADATA,
    key_column("player_id"),
    text_column("nickname"),
    text_column("currency"),
    Column("operator", STRING),  # none: a player of the house
    Column("operator_player", STRING),
    Column("is_bot", Integer, nullable=False),
    number_column("created_at_ms"),
    UniqueConstraint("operator", "operator_player", name="player_theirs"),
    CheckConstraint("is_bot IN (0, 1)", name="is_bot"),
    **KEYED,
)

# What nicknames look like: each key belongs to one player or to the staff (ADR 0038).
NICKNAME = Table(
    "nickname",
    METADATA,
    key_column("key"),
    text_column("owner"),
    Index("nickname_owner", "owner"),
    **KEYED,
)

OFFICE_ACT = Table(
    "office_act",
    METADATA,
    key_column("id"),
    text_column("kind"),
    text_column("subject"),
    text_column("player"),
    number_column("amount"),
    text_column("actor"),
    text_column("reason"),
    bytes_column("body"),
    number_column("at_ms"),
    CheckConstraint("amount >= 0", name="amount"),
    Index("office_act_subject", "subject"),
    Index("office_act_player", "player"),
    Index("office_act_actor", "actor", "at_ms"),
    **KEYED,
)

# Passwords are hashed and tokens are digests: a copy of these four tables lets no reader sign in.
IDENTITY_ACCOUNT = Table(
    "identity_account",
    METADATA,
    key_column("account_id"),
    Column("login", STRING),  # none: a guest, or a player who was launched
    Column("password", STRING),
    text_column("role"),
    Column("player_id", STRING),
    Column("operator", STRING),
    text_column("nickname"),
    text_column("origin"),
    Column("disabled", STRING),  # the reason
    Column("version", Integer, nullable=False),
    number_column("created_at_ms"),
    mac_column(),  # by the keys of the house (ADR 0044)
    UniqueConstraint("login", name="identity_account_login"),
    UniqueConstraint("player_id", name="identity_account_player"),
    CheckConstraint("(login IS NULL) = (password IS NULL)", name="way_in"),
    CheckConstraint("(role = 'player') = (player_id IS NOT NULL)", name="plays"),
    **KEYED,
)

IDENTITY_SESSION = Table(
    "identity_session",
    METADATA,
    key_column("session_id"),
    bytes_column("digest"),
    Column("account_id", STRING, ForeignKey(IDENTITY_ACCOUNT.c.account_id), nullable=False),
    number_column("opened_at_ms"),
    number_column("expires_at_ms"),
    number_column("seen_at_ms"),
    Column("ended_at_ms", NUMBER),
    Column("ended", STRING),
    mac_column(),  # by the keys of the house (ADR 0044)
    UniqueConstraint("digest", name="identity_session_digest"),
    CheckConstraint("(ended IS NULL) = (ended_at_ms IS NULL)", name="end"),
    Index("identity_session_account_id", "account_id"),
    Index("identity_session_ended_at_ms", "ended_at_ms"),  # what other processes have just ended
    **KEYED,
)

IDENTITY_DEVICE = Table(
    "identity_device",
    METADATA,
    Column("digest", BYTES, primary_key=True),
    Column("account_id", STRING, ForeignKey(IDENTITY_ACCOUNT.c.account_id), nullable=False),
    number_column("seen_at_ms"),
    mac_column(),  # by the keys of the house (ADR 0044)
    Index("identity_device_account_id", "account_id"),
    **KEYED,
)

IDENTITY_LAUNCH = Table(
    "identity_launch",
    METADATA,
    Column("digest", BYTES, primary_key=True),
    text_column("operator"),
    text_column("operator_player"),
    text_column("nickname"),
    text_column("currency"),
    Column("table_id", STRING),
    number_column("asked_at_ms"),
    number_column("expires_at_ms"),
    Column("used_at_ms", NUMBER),
    mac_column(),  # by the keys of the house (ADR 0044)
    **KEYED,
)

SIGNED_REQUEST = Table(
    "signed_request",
    METADATA,
    key_column("operator"),
    key_column("nonce"),
    number_column("at_ms"),
    **KEYED,
)

OPERATOR_TOKEN = Table(
    "operator_token",
    METADATA,
    key_column("player_id"),
    bytes_column("token"),
    number_column("at_ms"),
    **KEYED,
)

# --- staying in control, settings, chat -----------------------------------------------------------

PLAYER_CONTROL = Table(
    "player_control",
    METADATA,
    key_column("player_id"),
    number_column("revision"),
    bytes_column("body"),
    **KEYED,
)

CONTROL_CHANGE = Table(
    "control_change",
    METADATA,
    key_column("player_id"),
    Column("revision", NUMBER, primary_key=True, autoincrement=False),
    text_column("kind"),
    text_column("actor"),
    number_column("at_ms"),
    bytes_column("before"),
    bytes_column("after"),
    **KEYED,
)

PLAY_SESSION = Table(
    "play_session",
    METADATA,
    key_column("session_id"),
    text_column("player_id"),
    number_column("started_ms"),
    number_column("seen_ms"),
    CheckConstraint("seen_ms >= started_ms", name="time"),
    Index("play_session_player_id", "player_id", "seen_ms"),
    **KEYED,
)

PLAYER_PREFERENCES = Table(
    "player_preferences",
    METADATA,
    key_column("player_id"),
    number_column("revision"),
    Column("version", Integer, nullable=False),
    bytes_column("body"),
    **KEYED,
)

CHAT_ROOM = Table(
    "chat_room",
    METADATA,
    key_column("room"),
    number_column("lines"),  # ever said, so that each number is used once
    **KEYED,
)

CHAT_LINE = Table(
    "chat_line",
    METADATA,
    key_column("room"),
    Column("number", NUMBER, primary_key=True, autoincrement=False),
    text_column("speaker"),
    text_column("nickname"),
    text_column("role"),
    text_column("text"),
    number_column("at_ms"),
    Column("deleted_ms", NUMBER),
    Index("chat_line_at_ms", "at_ms"),
    Index("chat_line_speaker", "speaker", "at_ms"),  # what a moderator reads of one player
    **KEYED,
)

CHAT_ACT = Table(
    "chat_act",
    METADATA,
    Column("id", NUMBER, primary_key=True, autoincrement=False),
    text_column("kind"),
    text_column("place"),
    text_column("player"),
    text_column("actor"),
    text_column("role"),
    text_column("reason"),
    text_column("before"),
    text_column("after"),
    number_column("at_ms"),
    Column("number", NUMBER),
    Column("until_ms", NUMBER),
    CheckConstraint("reason <> ''", name="reason"),
    Index("chat_act_player", "player"),
    Index("chat_act_place", "place"),
    **KEYED,
)

# One row: the date the house goes by (ADR 0028).
HOUSE_CLOCK = Table(
    "house_clock",
    METADATA,
    Column("id", NUMBER, primary_key=True, autoincrement=False),
    number_column("at_ms"),
    text_column("counter"),
    number_column("counted_ms"),
    Column("doubted_at_ms", NUMBER),
    number_column("confirmed_at_ms"),
    text_column("proof"),
    **KEYED,
)

# A chain of signed records about what no table's chain covers (ADR 0034).
HOUSE_LOG = Table(
    "house_log",
    METADATA,
    Column("seq", NUMBER, primary_key=True, autoincrement=False),
    text_column("kind"),
    text_column("subject"),
    bytes_column("body"),
    number_column("at_ms"),
    bytes_column("hash"),
    text_column("mac"),
    **KEYED,
)
