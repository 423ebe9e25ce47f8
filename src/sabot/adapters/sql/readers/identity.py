"""Identity in the database: accounts, sessions, devices and launches.

Owns the wiring of their readers, and what is dropped once it is old. The export leaves these tables
out: they are about persons, and no check needs them.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.readers.accounts import SqlAccounts
from sabot.adapters.sql.readers.devices import SqlDevices
from sabot.adapters.sql.readers.launches import SqlLaunches, SqlRequests
from sabot.adapters.sql.readers.sessions import SqlSessions
from sabot.adapters.sql.writer.signing import Signing
from sabot.service.proof.standing import LogProof


class SqlIdentity:
    """Identities in SQLite or PostgreSQL."""

    def __init__(self, database: Database, proof: LogProof | None = None) -> None:
        self._database = database
        signing = Signing(database.log)
        self.accounts = SqlAccounts(database, signing, proof)
        self.sessions = SqlSessions(database, signing, self.accounts.believed)
        self.devices = SqlDevices(database, signing)
        self.launches = SqlLaunches(database, signing)
        self.requests = SqlRequests(database)

    def forget(self, before_ms: int) -> int:
        """Drop launches and sessions that expired before a date, and older tokens and nonces."""
        requests = delete(s.SIGNED_REQUEST).where(s.SIGNED_REQUEST.c.at_ms < before_ms)
        tokens = delete(s.OPERATOR_TOKEN).where(s.OPERATOR_TOKEN.c.at_ms < before_ms)
        launches = delete(s.IDENTITY_LAUNCH).where(s.IDENTITY_LAUNCH.c.expires_at_ms < before_ms)
        sessions = delete(s.IDENTITY_SESSION).where(s.IDENTITY_SESSION.c.expires_at_ms < before_ms)

        def write(connection: Connection) -> int:
            connection.execute(tokens)
            connection.execute(requests)
            return connection.execute(launches).rowcount + connection.execute(sessions).rowcount

        return self._database.written(write)
