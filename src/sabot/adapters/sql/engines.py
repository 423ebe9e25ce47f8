"""Connections: one that writes, others that read, set up so that a commit is a promise.

Owns URLs, pragmas and session settings. Knows no table.

SQLite: WAL, `synchronous=FULL`, foreign keys on, `BEGIN IMMEDIATE` for the one writer; readers have
connections of their own, see the last commit, and cannot write. PostgreSQL: the connection sets
`synchronous_commit`, whatever the server's default. The writer waits a limited time for a lock and
never scans a whole table. Readers cannot write.
"""

from __future__ import annotations

import sqlite3
import time
from functools import partial
from typing import NamedTuple

import psycopg
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from sabot.adapters.sql.arrays import Array, ArrayDumper
from sabot.errors import Malformed

BUSY_SECONDS_MAX = 10
"""Seconds that a writer waits for a lock that another writer holds."""

IDLE_SECONDS_MAX = 1.0
"""Seconds without a transaction after which the next one first checks the connection."""

READERS_MAX = 16
"""Connections that can read at the same time."""

WAL_PAGES = 16_000
"""Pages in the log before SQLite moves them into the database, 64 MB: a page that changes often is
moved once."""

CACHE_KIB = 64 * 1024

_EVERY_SQLITE_CONNECTION = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # where fsync alone leaves data in the drive's cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA cache_size = -{CACHE_KIB}",
    f"PRAGMA wal_autocheckpoint = {WAL_PAGES}",
    f"PRAGMA journal_size_limit = {64 * 1024 * 1024}",
)

_text = partial(str, encoding="utf-8", errors="replace")
"""SQLite keeps text that is no UTF-8. Such a row was written by hand; by default the driver fails
whatever reads it, which would keep a house closed. It is read as other text, and fits nothing."""

_POSTGRES_WRITER = (
    "synchronous_commit=on",
    "enable_seqscan=off",  # the writer always changes a few of many rows, by their keys
    f"lock_timeout={BUSY_SECONDS_MAX}s",
    f"idle_in_transaction_session_timeout={6 * BUSY_SECONDS_MAX}s",
)
# One view of the facts for all queries of a transaction, as SQLite gives it: sums that are compared
# with balances must not be read a moment later.
_POSTGRES_READER = (
    "default_transaction_read_only=on",
    r"default_transaction_isolation=repeatable\ read",
)


class Engines(NamedTuple):
    """Where to write and where to read."""

    writer: Engine
    reader: Engine

    def dispose(self) -> None:
        """Close every connection."""
        self.reader.dispose()
        self.writer.dispose()


class Kept:
    """The connection of a writer, which stays out of its pool from one transaction to the next.

    Returning it each time would cost a commit of few bets a tenth of its time. After a failure or a
    rest it returns to the pool, which resets it and checks it before the next use. For one caller
    at a time.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._used = 0.0

    def connection(self) -> Connection:
        """The connection, between two transactions."""
        if self._connection is not None and time.monotonic() - self._used >= IDLE_SECONDS_MAX:
            self.give_back()
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def used(self) -> None:
        """A transaction has ended well."""
        self._used = time.monotonic()

    def give_back(self) -> None:
        """Return it to the pool."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def open_engines(url: str) -> Engines:
    """Engines for `sqlite:///file` or `postgresql://…`; they connect at their first use."""
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite":
        return Engines(_sqlite_writer(parsed), _sqlite_reader(parsed))
    return Engines(
        _postgres_writer(parsed),
        _postgres(parsed, _POSTGRES_READER, connections=READERS_MAX),
    )


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Malformed("store/url", reason="unreadable") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            return parsed
        case "postgresql":
            return parsed.set(drivername="postgresql+psycopg")
        case name:
            # Every connection would get its own database in memory, which is lost at the end.
            raise Malformed("store/url", reason="unsupported", backend=name)


# --- SQLite ---------------------------------------------------------------------------------------


def _sqlite(url: URL, *, connections: int) -> Engine:
    return create_engine(
        url,
        poolclass=QueuePool,
        pool_size=connections,
        max_overflow=0,
        connect_args={
            "timeout": BUSY_SECONDS_MAX,
            "check_same_thread": False,  # the pool hands a connection to one thread at a time
            "isolation_level": None,  # `_begin_with` begins transactions
            "cached_statements": 256,
        },
    )


def _sqlite_writer(url: URL) -> Engine:
    engine = _sqlite(url, connections=1)

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.text_factory = _text
        for pragma in _EVERY_SQLITE_CONNECTION:
            connection.execute(pragma)

    _begin_with(engine, "BEGIN IMMEDIATE")
    return engine


def _sqlite_reader(url: URL) -> Engine:
    engine = _sqlite(url, connections=READERS_MAX)

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.text_factory = _text
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB // 8}")
        connection.execute("PRAGMA query_only = ON")

    _begin_with(engine, "BEGIN")
    return engine


def _begin_with(engine: Engine, statement: str) -> None:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute(statement)


# --- PostgreSQL -----------------------------------------------------------------------------------


def _postgres_writer(url: URL) -> Engine:
    """A connection that is checked before it is used, unless it was used a moment ago."""
    engine = _postgres(url, _POSTGRES_WRITER, connections=1, pool_pre_ping=False)

    @event.listens_for(engine, "connect")
    def set_up(connection: psycopg.Connection, _record: object) -> None:
        connection.adapters.register_dumper(Array, ArrayDumper)

    @event.listens_for(engine, "checkin")
    def used(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def look(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object) -> None:
        used = record.info.get("used")
        if used is None or time.monotonic() - used < IDLE_SECONDS_MAX:
            return
        try:
            engine.dialect.do_ping(connection)
        except psycopg.Error:
            raise DisconnectionError from None  # the pool opens another one

    return engine


def _postgres(
    url: URL, settings: tuple[str, ...], *, connections: int, pool_pre_ping: bool = True
) -> Engine:
    asked = url.query.get("options", ())
    options = [asked] if isinstance(asked, str) else [*asked]
    options += (f"-c {setting}" for setting in settings)
    return create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=pool_pre_ping,  # a restart of the server is no reason to fail
        connect_args={
            "connect_timeout": BUSY_SECONDS_MAX,
            # Notice a server that vanished; the kernel would take a quarter of an hour.
            "tcp_user_timeout": BUSY_SECONDS_MAX * 1000,
            "options": " ".join(options),
        },
    )
