"""Opening a database: to write, with its schema brought up to date, or only to read."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import make_url

from sabot.adapters.sql.database import Database, Probe
from sabot.adapters.sql.engines import open_engines
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.adapters.sql.migrations import check_current, upgrade
from sabot.adapters.sql.store import SqlStore
from sabot.adapters.sql.writer.scribe import Scribe
from sabot.errors import Unavailable


def open_store(
    url: str,
    *,
    probe: Probe = lambda _point: None,
    scribe: Scribe | None = None,
    log: SqlHouseLog | None = None,
) -> SqlStore:
    """Open a database to write, creating or upgrading its schema first."""
    store = SqlStore(Database(open_engines(url), probe=probe, log=log), scribe=scribe)
    try:
        with store.database.writing() as connection:
            upgrade(connection)
    except BaseException:
        store.close()
        raise
    return store


def read_store(url: str) -> SqlStore:
    """Open an existing database to read it, and change nothing in it."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        file = Path(parsed.database or "")
        if not file.exists():
            raise Unavailable("store/absent", url=url)
        if not _is_writable(file):
            url = _read_only(file)
    store = SqlStore(Database(open_engines(url)))
    try:
        with store.database.reading() as connection:
            check_current(connection)
    except BaseException:
        store.close()
        raise
    return store


def _is_writable(file: Path) -> bool:
    """SQLite creates a file beside a database that it reads, unless the URL forbids it."""
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)


def _read_only(file: Path) -> str:
    """The URL of a database on a read-only mount. Without a log beside it, it cannot change."""
    wal = file.with_name(f"{file.name}-wal")
    changes = wal.exists() and wal.stat().st_size > 0
    mode = "mode=ro" if changes else "mode=ro&immutable=1"
    return f"sqlite:///file:{quote(str(file.absolute()))}?{mode}&uri=true"
