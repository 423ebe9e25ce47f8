"""The orders of virtual shoes, from the database."""

from __future__ import annotations

from sqlalchemy import select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database


class SqlShoes:
    """Sealed orders from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def secret(self, shoe_id: str) -> bytes | None:
        """The order of a virtual shoe."""
        query = select(s.SHOE_SECRET.c.body).where(s.SHOE_SECRET.c.shoe_id == shoe_id)
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one_or_none()
