"""Every way a database fails has a code of ours, and the code says what is known."""

import sqlite3

import psycopg
import pytest
from psycopg import errors as pg
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from sabot.adapters.sql.failures import explained, is_collision, is_violation
from sabot.errors import Corrupt, Unavailable


def sqlite_error(code: int) -> OperationalError:
    """An error of SQLite as SQLAlchemy hands it on."""
    cause = sqlite3.OperationalError("said so")
    cause.sqlite_errorcode = code
    return OperationalError("SELECT secret", {"parameter": "secret"}, cause)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_FULL, "store/full"),
        (sqlite3.SQLITE_IOERR, "store/io_error"),
        (sqlite3.SQLITE_IOERR_FSYNC, "store/io_error"),
        (sqlite3.SQLITE_IOERR_WRITE, "store/io_error"),
        (sqlite3.SQLITE_BUSY, "store/busy"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "store/busy"),
        (sqlite3.SQLITE_LOCKED, "store/busy"),
        (sqlite3.SQLITE_READONLY, "store/failed"),
    ],
)
def test_sqlite_is_unavailable(number: int, code: str) -> None:
    for sent in (False, True):
        error = explained(sqlite_error(number), sent=sent)
        assert isinstance(error, Unavailable)
        assert (error.code, error.data) == (code, {"reason": "said so"})


@pytest.mark.parametrize("number", [sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB])
def test_sqlite_is_corrupt(number: int) -> None:
    error = explained(sqlite_error(number))
    assert isinstance(error, Corrupt)
    assert error.code == "store/corrupt"


@pytest.mark.parametrize(
    ("cause", "before", "after"),
    [
        (psycopg.OperationalError("gone"), "store/unreachable", "store/outcome_unknown"),
        (pg.AdminShutdown("bye"), "store/unreachable", "store/outcome_unknown"),
        (pg.CrashShutdown("bye"), "store/unreachable", "store/outcome_unknown"),
        (pg.ConnectionFailure("gone"), "store/unreachable", "store/outcome_unknown"),
        (pg.DiskFull("no room"), "store/full", "store/full"),
        (pg.LockNotAvailable("too long"), "store/busy", "store/busy"),
        (pg.ReadOnlySqlTransaction("standby"), "store/failed", "store/failed"),
    ],
)
def test_postgres_is_unavailable(cause: psycopg.Error, before: str, after: str) -> None:
    for error in (cause, OperationalError("COMMIT", {}, cause)):
        assert explained(error, sent=False).code == before
        assert explained(error, sent=True).code == after


def test_no_free_connection_is_busy() -> None:
    assert explained(PoolTimeout("all in use")).code == "store/busy"


def test_violations_and_collisions_are_told_apart() -> None:
    violation = IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE"))
    assert (is_violation(violation), is_collision(violation)) == (True, False)
    assert is_violation(pg.UniqueViolation("key"))
    for collision in (pg.DeadlockDetected("x"), pg.SerializationFailure("x")):
        assert (is_violation(collision), is_collision(collision)) == (False, True)
    assert not is_collision(sqlite_error(sqlite3.SQLITE_BUSY))
