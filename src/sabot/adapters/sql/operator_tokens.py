"""The tokens of operators' players in the database, beside the books.

Owns three statements. A token is of use only to a caller that signs with the wallet's key, which is
not in the database. It is no part of the export.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql import statements
from sabot.adapters.sql.store import SqlStore

_TOKEN = s.OPERATOR_TOKEN.c


class SqlOperatorTokens:
    """Tokens in SQLite or PostgreSQL."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    def keep_token(self, player_id: str, token: str, *, at_ms: int) -> None:
        """Keep the newest token of a player."""
        row = {"player_id": player_id, "token": token.encode(), "at_ms": at_ms}

        def write(connection: Connection) -> None:
            new = statements.insert_into(connection.dialect, s.OPERATOR_TOKEN).values(row)
            newest = {"token": new.excluded.token, "at_ms": new.excluded.at_ms}
            connection.execute(
                new.on_conflict_do_update(index_elements=[_TOKEN.player_id], set_=newest)
            )

        self._store.written(write)

    def token_of(self, player_id: str) -> str | None:
        """The newest token of a player; None when there is none, or none that can be read."""
        with self._store.reading() as connection:
            query = select(_TOKEN.token).where(_TOKEN.player_id == player_id)
            found = connection.execute(query).scalar_one_or_none()
        return None if found is None else bytes(found).decode(errors="replace")

    def drop_token(self, player_id: str) -> None:
        """Forget a player's token."""
        gone = delete(s.OPERATOR_TOKEN).where(_TOKEN.player_id == player_id)
        self._store.written(lambda connection: connection.execute(gone))
