"""Nicknames that look alike belong to one player.

Why: a player could take the nickname of another, or of a dealer, in letters of another alphabet.
Each nickname has keys that say what it looks like; the database lets each key belong to one owner.
Names of staff are taken first. Players follow in the order of their accounts; a player whose
nickname is taken by then gets a number behind it.

How to check: `tests/adapters/sql/migrations` compares the result with `schema.py` on both
databases and opens a database that has twins; `tests/conformance/test_players.py` tries the keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op

from sabot.service.identity.nicknames import keys_of, names_for

revision = "0021"
down_revision = "0020"

STRING = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
STAFF = "staff"


def upgrade() -> None:
    """Create the list of keys, and fill it."""
    nickname = op.create_table(
        "nickname",
        sa.Column("key", STRING, nullable=False),
        sa.Column("owner", STRING, nullable=False),
        sa.PrimaryKeyConstraint("key", name="nickname_pkey"),
        **KEYED,
    )
    op.create_index("nickname_owner", "nickname", ["owner"])
    connection = op.get_bind()
    taken = dict.fromkeys(_keys(_names_of_staff(connection)), STAFF)
    _name_players(connection, taken)
    rows = [{"key": key, "owner": owner} for key, owner in taken.items()]
    if rows:
        connection.execute(sa.insert(nickname), rows)


def _names_of_staff(connection: sa.Connection) -> list[str]:
    account = sa.table("identity_account", *map(sa.column, ("login", "nickname", "player_id")))
    query = sa.select(account.c.login, account.c.nickname).where(account.c.player_id.is_(None))
    return [name for row in connection.execute(query) for name in row if name]


def _name_players(connection: sa.Connection, taken: dict[str, str]) -> None:
    player = sa.table("player", *map(sa.column, ("player_id", "nickname", "created_at_ms")))
    query = sa.select(player.c.player_id, player.c.nickname)
    for player_id, known in connection.execute(
        query.order_by(player.c.created_at_ms, player.c.player_id)
    ).all():
        names = names_for(player_id, known)
        name = next(one for one in names if not taken.keys() & set(keys_of(one)))
        taken |= dict.fromkeys(keys_of(name), f"player:{player_id}")
        if name != known:
            connection.execute(
                sa.update(player).where(player.c.player_id == player_id).values(nickname=name)
            )


def _keys(names: Iterable[str]) -> list[str]:
    return [key for name in names for key in keys_of(name)]
