"""Players' settings in the database: one document for each player."""

from __future__ import annotations

from msgspec.structs import asdict
from sqlalchemy import Connection, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.units import speakable
from sabot.errors import Malformed
from sabot.service.players.preferences import PreferencesRow


class SqlPreferences:
    """Settings in SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, player_id: str) -> PreferencesRow | None:
        """What a player has set."""
        if not speakable(player_id):
            return None  # it cannot have been stored
        query = select(s.PLAYER_PREFERENCES).where(s.PLAYER_PREFERENCES.c.player_id == player_id)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return PreferencesRow(player_id=row[0], revision=row[1], version=row[2], body=row[3])

    def save(self, row: PreferencesRow) -> bool:
        """Keep a row that follows the stored revision."""
        if not speakable(row.player_id):
            raise Malformed("player/name", player=repr(row.player_id))
        table = s.PLAYER_PREFERENCES

        def write(connection: Connection) -> bool:
            if row.revision == 1:
                new = statements.insert_into(connection.dialect, table).values(asdict(row))
                written = new.on_conflict_do_nothing().returning(table.c.revision)
                return connection.execute(written).one_or_none() is not None
            moved = (
                update(table)
                .where(table.c.player_id == row.player_id, table.c.revision == row.revision - 1)
                .values(asdict(row))
                .returning(table.c.revision)
            )
            return connection.execute(moved).one_or_none() is not None

        return self._database.written(write)
