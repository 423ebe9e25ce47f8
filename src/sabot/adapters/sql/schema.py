"""The tables of the store, once for both databases.

Owns names, types, keys and the constraints that hold even when our code is wrong: a balance has a
floor, a bet has one outcome, an id is written once. The columns stand in the order of the fields
of the rows in `service/ports.py`, so that a row is a tuple. Knows no statement.

Text is compared byte by byte in both databases: keys sort alike everywhere, and an index does not
depend on the language library of the machine it was built on.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    or_,
)

METADATA = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)

NUMBER = BigInteger().with_variant(Integer(), "sqlite")
STRING = Text().with_variant(Text(collation="C"), "postgresql")
BYTES = LargeBinary()

# A strict table refuses a value of another type; without a row id the key is the table's order.
_KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}

# Rows in the order they were written: for tables with many rows a minute, which come in no order.
# In the order of their key every row would be a page of its own to write.
_WRITTEN: dict[str, Any] = {"sqlite_strict": True}


def given(table: Table) -> list[Column[Any]]:
    """The columns that a row has a value for; the others are the database's own."""
    return [column for column in table.columns if column.identity is None]


def _key(name: str) -> Column[str]:
    return Column(name, STRING, primary_key=True)


def _text(name: str) -> Column[str]:
    return Column(name, STRING, nullable=False)


def _number(name: str) -> Column[int]:
    return Column(name, NUMBER, nullable=False)


def _bytes(name: str) -> Column[bytes]:
    return Column(name, BYTES, nullable=False)


TABLE_HEAD = Table(
    "table_head",
    METADATA,
    _key("table_id"),
    _number("epoch"),
    _number("seq"),
    _bytes("hash"),
    _text("owner"),
    _number("claimed_at_ms"),  # the database's clock, not ours
    postgresql_with={"fillfactor": 50},
    **_KEYED,
)

# Apart from the head: the head is rewritten with every commit, a snapshot once a round.
TABLE_SNAPSHOT = Table(
    "table_snapshot",
    METADATA,
    _key("table_id"),
    _number("seq"),
    _bytes("body"),
    **_KEYED,
)

# Large rows of many tables at once: in the order of the key each would part the pages around it.
EVENT = Table(
    "event",
    METADATA,
    _key("table_id"),
    Column("seq", NUMBER, primary_key=True, autoincrement=False),
    _number("epoch"),
    _text("round_id"),
    _text("kind"),
    Column("version", Integer, nullable=False),
    _bytes("body"),
    _bytes("hash"),
    _number("at_ms"),
    **_WRITTEN,
)

# When a round ended, by its id: one event of many. The values stand in the text, so that a query
# that says the same can use the index.
ROUND_ENDS = EVENT.c.kind.in_(
    [literal_column("'RoundCancelled'"), literal_column("'RoundSettled'")]
)
Index("event_round_end", EVENT.c.round_id, sqlite_where=ROUND_ENDS, postgresql_where=ROUND_ENDS)
# And the first of a table's rounds to end since a moment.
Index(
    "event_end_of_table",
    EVENT.c.table_id,
    EVENT.c.at_ms,
    sqlite_where=ROUND_ENDS,
    postgresql_where=ROUND_ENDS,
)

# What outlasts a shoe, and the shoes themselves: few among many, and looked for years later.
# One comparison after the other: of a longer list SQLite makes a table anew for every event.
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
    EVENT.c.kind,  # without it SQLite would rather walk the table itself
    EVENT.c.seq,
    sqlite_where=LANDMARKS,
    postgresql_where=LANDMARKS,
)

ACCOUNT = Table(
    "account",
    METADATA,
    _key("id"),
    _number("balance"),
    Column("floor", NUMBER),
    CheckConstraint("floor IS NULL OR balance >= floor", name="floor"),  # I2
    postgresql_with={"fillfactor": 70},  # room to change a balance where it stands
    **_KEYED,
)

TRANSFER = Table(
    "transfer",
    METADATA,
    _key("id"),
    _text("kind"),
    _text("debit"),
    _text("credit"),
    _number("amount"),
    Column("bet", STRING),
    Column("round", STRING),
    Column("reverses", STRING),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("debit <> credit", name="accounts"),
    **_KEYED,
)

BET = Table(
    "bet",
    METADATA,
    _text("id"),  # begins with the round's
    _text("round_id"),
    _text("player"),
    _text("kind"),
    _number("stake"),
    _bytes("body"),
    Column("number", NUMBER, Identity(), primary_key=True),  # given by the database
    # Where its stake came from: the transfer follows from that, and is no row of its own. Bets of
    # before have none here, and such a row.
    Column("source", STRING),
    UniqueConstraint("id", name="bet_id"),
    CheckConstraint("stake > 0", name="stake"),
    **_WRITTEN,
)

# What a player has staked, era by era: players come in no order, so in one index of all bets nearly
# every bet would be a page of its own to write; the pages of the last era are few.
ERA_BITS = 10


def era_of(number: ColumnElement[int]) -> ColumnElement[int]:
    """The era of a bet, by its number."""
    return number.op(">>")(literal_column(str(ERA_BITS), Integer))


ERA_OF_BET = era_of(BET.c.number)
Index("bet_player", ERA_OF_BET, BET.c.player)

BET_OUTCOME = Table(
    "bet_outcome",
    METADATA,
    Column("bet_id", STRING, ForeignKey(BET.c.id), primary_key=True),
    _text("result"),
    _number("amount"),
    CheckConstraint("amount >= 0", name="amount"),
    **_KEYED,
)

COMMAND = Table(
    "command",
    METADATA,
    _text("actor"),
    _text("cmd_id"),
    _bytes("digest"),
    _bytes("reply"),
    _number("at_ms"),
    # Ids begin with the time, so what players ask together lies together, whoever they are.
    PrimaryKeyConstraint("cmd_id", "actor"),
    **_WRITTEN,
)

WALLET_OP = Table(
    "wallet_op",
    METADATA,
    _key("id"),
    _text("operator"),
    _text("player"),
    _text("kind"),
    _number("amount"),
    _text("round_id"),
    _text("state"),
    Column("attempts", Integer, nullable=False),
    _number("at_ms"),
    Column("details", STRING, nullable=False, server_default=""),
    **_KEYED,
)

# Only the unfinished ones are ever looked for, and they are few.
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
    _key("shoe_id"),
    _bytes("body"),
    **_KEYED,
)

PLAYER = Table(
    "player",
    METADATA,
    _key("player_id"),
    _text("nickname"),
    _text("currency"),
    Column("operator", STRING),  # none: a player of the house
    Column("operator_player", STRING),
    Column("is_bot", Integer, nullable=False),
    _number("created_at_ms"),
    UniqueConstraint("operator", "operator_player", name="player_theirs"),
    CheckConstraint("is_bot IN (0, 1)", name="is_bot"),
    **_KEYED,
)

# What nicknames look like: each key belongs to one player, or to staff (ADR 0038).
NICKNAME = Table(
    "nickname",
    METADATA,
    _key("key"),
    _text("owner"),
    Index("nickname_owner", "owner"),
    **_KEYED,
)

OFFICE_ACT = Table(
    "office_act",
    METADATA,
    _key("id"),
    _text("kind"),
    _text("subject"),
    _text("player"),
    _number("amount"),
    _text("actor"),
    _text("reason"),
    _bytes("body"),
    _number("at_ms"),
    CheckConstraint("amount >= 0", name="amount"),
    Index("office_act_subject", "subject"),
    Index("office_act_player", "player"),
    Index("office_act_actor", "actor", "at_ms"),
    **_KEYED,
)

# Passwords are hashed, tokens are digests: nothing in these four opens a door.
IDENTITY_ACCOUNT = Table(
    "identity_account",
    METADATA,
    _key("account_id"),
    Column("login", STRING),  # none: a guest, or a player who was launched
    Column("password", STRING),
    _text("role"),
    Column("player_id", STRING),
    Column("operator", STRING),
    _text("nickname"),
    _text("origin"),
    Column("disabled", STRING),  # the reason
    Column("version", Integer, nullable=False),
    _number("created_at_ms"),
    UniqueConstraint("login", name="identity_account_login"),
    UniqueConstraint("player_id", name="identity_account_player"),
    CheckConstraint("(login IS NULL) = (password IS NULL)", name="way_in"),
    CheckConstraint("(role = 'player') = (player_id IS NOT NULL)", name="plays"),
    **_KEYED,
)

IDENTITY_SESSION = Table(
    "identity_session",
    METADATA,
    _key("session_id"),
    _bytes("digest"),
    Column("account_id", STRING, ForeignKey(IDENTITY_ACCOUNT.c.account_id), nullable=False),
    _number("opened_at_ms"),
    _number("expires_at_ms"),
    _number("seen_at_ms"),
    Column("ended_at_ms", NUMBER),
    Column("ended", STRING),
    UniqueConstraint("digest", name="identity_session_digest"),
    CheckConstraint("(ended IS NULL) = (ended_at_ms IS NULL)", name="end"),
    Index("identity_session_account_id", "account_id"),
    Index("identity_session_ended_at_ms", "ended_at_ms"),  # what others have ended just now
    **_KEYED,
)

IDENTITY_DEVICE = Table(
    "identity_device",
    METADATA,
    Column("digest", BYTES, primary_key=True),
    Column("account_id", STRING, ForeignKey(IDENTITY_ACCOUNT.c.account_id), nullable=False),
    _number("seen_at_ms"),
    Index("identity_device_account_id", "account_id"),
    **_KEYED,
)

IDENTITY_LAUNCH = Table(
    "identity_launch",
    METADATA,
    Column("digest", BYTES, primary_key=True),
    _text("operator"),
    _text("operator_player"),
    _text("nickname"),
    _text("currency"),
    Column("table_id", STRING),
    _number("asked_at_ms"),
    _number("expires_at_ms"),
    Column("used_at_ms", NUMBER),
    **_KEYED,
)

SIGNED_REQUEST = Table(
    "signed_request",
    METADATA,
    _key("operator"),
    _key("nonce"),
    _number("at_ms"),
    **_KEYED,
)

OPERATOR_TOKEN = Table(
    "operator_token",
    METADATA,
    _key("player_id"),
    _bytes("token"),
    _number("at_ms"),
    **_KEYED,
)

# --- staying in control, settings, chat -----------------------------------------------------------

PLAYER_CONTROL = Table(
    "player_control",
    METADATA,
    _key("player_id"),
    _number("revision"),
    _bytes("body"),
    **_KEYED,
)

CONTROL_CHANGE = Table(
    "control_change",
    METADATA,
    _key("player_id"),
    Column("revision", NUMBER, primary_key=True, autoincrement=False),
    _text("kind"),
    _text("actor"),
    _number("at_ms"),
    _bytes("before"),
    _bytes("after"),
    **_KEYED,
)

PLAY_SESSION = Table(
    "play_session",
    METADATA,
    _key("session_id"),
    _text("player_id"),
    _number("started_ms"),
    _number("seen_ms"),
    CheckConstraint("seen_ms >= started_ms", name="time"),
    Index("play_session_player_id", "player_id", "seen_ms"),
    **_KEYED,
)

PLAYER_PREFERENCES = Table(
    "player_preferences",
    METADATA,
    _key("player_id"),
    _number("revision"),
    Column("version", Integer, nullable=False),
    _bytes("body"),
    **_KEYED,
)

CHAT_ROOM = Table(
    "chat_room",
    METADATA,
    _key("room"),
    _number("lines"),  # ever said, so that a number is given once
    **_KEYED,
)

CHAT_LINE = Table(
    "chat_line",
    METADATA,
    _key("room"),
    Column("number", NUMBER, primary_key=True, autoincrement=False),
    _text("speaker"),
    _text("nickname"),
    _text("role"),
    _text("text"),
    _number("at_ms"),
    Column("deleted_ms", NUMBER),
    Index("chat_line_at_ms", "at_ms"),
    **_KEYED,
)

CHAT_ACT = Table(
    "chat_act",
    METADATA,
    Column("id", NUMBER, primary_key=True, autoincrement=False),
    _text("kind"),
    _text("place"),
    _text("player"),
    _text("actor"),
    _text("role"),
    _text("reason"),
    _text("before"),
    _text("after"),
    _number("at_ms"),
    Column("number", NUMBER),
    Column("until_ms", NUMBER),
    CheckConstraint("reason <> ''", name="reason"),
    Index("chat_act_player", "player"),
    Index("chat_act_place", "place"),
    **_KEYED,
)

# One row: the date the house goes by (ADR 0028).
HOUSE_CLOCK = Table(
    "house_clock",
    METADATA,
    Column("id", NUMBER, primary_key=True, autoincrement=False),
    _number("at_ms"),
    _text("counter"),
    _number("counted_ms"),
    Column("doubted_at_ms", NUMBER),
    _number("confirmed_at_ms"),
    Column("proof", STRING, nullable=False, server_default=""),
    **_KEYED,
)

# A chain of signed records about what no table's chain covers (ADR 0034).
HOUSE_LOG = Table(
    "house_log",
    METADATA,
    Column("seq", NUMBER, primary_key=True, autoincrement=False),
    _text("kind"),
    _text("subject"),
    _bytes("body"),
    _number("at_ms"),
    _bytes("hash"),
    _text("mac"),
    **_KEYED,
)
