"""The tokens of operators' players in the database, beside the books.

Owns three statements. A token is sealed for its player, with a key from outside the database. A
player whose token cannot be opened is launched again. The export leaves tokens out.
"""

from __future__ import annotations

import logging

from sqlalchemy import Connection, delete, select

from sabot.adapters.keyring import Keyring
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.errors import Corrupt

_TOKEN = s.OPERATOR_TOKEN.c

log = logging.getLogger("sabot.wallets")


class SqlOperatorTokens:
    """Tokens in SQLite or PostgreSQL."""

    def __init__(self, database: Database, seals: Keyring) -> None:
        self._database = database
        self._seals = seals

    def keep_token(self, player_id: str, token: str, *, at_ms: int) -> None:
        """Keep the newest token of a player."""
        sealed = self._seals.seal(token.encode(), place=_place(player_id))
        row = {"player_id": player_id, "token": sealed.encode(), "at_ms": at_ms}

        def write(connection: Connection) -> None:
            new = statements.insert_into(connection.dialect, s.OPERATOR_TOKEN).values(row)
            newest = {"token": new.excluded.token, "at_ms": new.excluded.at_ms}
            connection.execute(
                new.on_conflict_do_update(index_elements=[_TOKEN.player_id], set_=newest)
            )

        self._database.written(write)

    def token_of(self, player_id: str) -> str | None:
        """The newest token of a player; None when it is missing or cannot be opened."""
        with self._database.reading() as connection:
            query = select(_TOKEN.token).where(_TOKEN.player_id == player_id)
            found = connection.execute(query).scalar_one_or_none()
        if found is None:
            return None
        try:
            sealed = bytes(found).decode(errors="replace")
            return self._seals.open(sealed, place=_place(player_id)).decode()
        except Corrupt as error:
            log.warning("player=%s has to be launched again: %s", player_id, error.code)
            return None

    def drop_token(self, player_id: str) -> None:
        """Forget a player's token."""
        gone = delete(s.OPERATOR_TOKEN).where(_TOKEN.player_id == player_id)
        self._database.written(lambda connection: connection.execute(gone))


def _place(player_id: str) -> str:
    """What a token is sealed for: in another player's row it does not open."""
    return f"operator_token/{player_id}"
