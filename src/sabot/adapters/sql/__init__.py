"""The store in a database: SQLite by default, PostgreSQL by URL, with the same tables and code."""

from sabot.adapters.sql.database import Point
from sabot.adapters.sql.opening import open_store, read_store
from sabot.adapters.sql.readers.players import SqlPlayers
from sabot.adapters.sql.store import SqlStore

__all__ = ["Point", "SqlPlayers", "SqlStore", "open_store", "read_store"]
