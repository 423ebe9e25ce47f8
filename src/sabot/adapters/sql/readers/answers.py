"""The stored answers to commands."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer.rows import stored_commands
from sabot.adapters.units import speakable
from sabot.service.ports import CommandRow


class SqlAnswers:
    """Answers from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def answer(self, actor: str, cmd_id: str) -> CommandRow | None:
        """The stored answer to a command."""
        return self.answers([(actor, cmd_id)]).get((actor, cmd_id))

    def answers(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        """The stored answers to commands, by actor and id."""
        storable = [key for key in keys if speakable(*key)]
        if not storable:
            return {}
        with self._database.reading() as connection:
            return stored_commands(connection, storable)
