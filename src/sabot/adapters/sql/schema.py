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
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
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
    **_KEYED,
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
    _key("id"),
    _text("round_id"),
    _text("player"),
    _text("kind"),
    _number("stake"),
    _bytes("body"),
    CheckConstraint("stake > 0", name="stake"),
    Index("bet_round_id", "round_id"),  # which bets of a round have no outcome yet
    **_KEYED,
)

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
    _key("actor"),
    _key("cmd_id"),
    _bytes("digest"),
    _bytes("reply"),
    _number("at_ms"),
    **_KEYED,
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
