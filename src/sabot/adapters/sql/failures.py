"""The errors of a database as errors of the store.

Owns the translation of the drivers' errors into `Unavailable` and `Corrupt`, and what is known
about the transaction they hit. `store/outcome_unknown` and `store/io_error` are the only codes that
leave open whether a commit happened; every other one means that nothing was written.

| code | meaning | what to do |
|---|---|---|
| `store/full` | no room for the write | pause, try again |
| `store/busy` | another process held the database too long | try again |
| `store/unreachable` | the connection broke before the commit was sent | try again |
| `store/outcome_unknown` | it broke while the commit was under way | claim, read, then answer |
| `store/io_error` | the disk failed (SQLite) | end the process: only a restart can tell |
| `store/failed` | the database refused for another reason | try again, call a person |

The claim is what makes reading safe after an unknown outcome: it waits for the lost transaction,
which holds the head of its tables until it has ended one way or the other.
"""

from __future__ import annotations

import sqlite3

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from sabot.errors import Corrupt, SabotError, Unavailable
from sabot.service.ports import CommitFailure
from sabot.service.storage.refusals import StoreFault

DATABASE_ERRORS = (DBAPIError, PoolTimeout, psycopg.Error, sqlite3.Error)
"""What a database may raise, wrapped or not; mistakes in our use of it are not among them."""

# SQLite: primary codes, the low byte of what it reports.
_FULL, _IO_ERROR, _BUSY, _LOCKED, _CORRUPT, _NOT_A_DATABASE = 13, 10, 5, 6, 11, 26

# PostgreSQL: disk_full, lock_not_available, deadlock_detected, serialization_failure.
_DISK_FULL, _LOCK_TIMEOUT = "53100", "55P03"
_TRY_AGAIN = frozenset({"40P01", "40001"})


class Failed(Exception):
    """A batch that cannot be written."""

    def __init__(self, failure: CommitFailure) -> None:
        self.failure = failure
        super().__init__(failure)


def driver_error(error: BaseException) -> BaseException:
    """The driver's own error inside SQLAlchemy's."""
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


def is_violation(error: BaseException) -> bool:
    """Whether a constraint refused the write."""
    return isinstance(driver_error(error), sqlite3.IntegrityError | psycopg.IntegrityError)


def is_collision(error: BaseException) -> bool:
    """Whether two transactions collided, so that trying again will help."""
    cause = driver_error(error)
    return isinstance(cause, psycopg.Error) and cause.sqlstate in _TRY_AGAIN


def explained(error: BaseException, *, sent: bool = False) -> SabotError:
    """A database's error as ours; `sent` when a commit was already under way."""
    cause = driver_error(error)
    if isinstance(error, PoolTimeout):
        return Unavailable(StoreFault.BUSY)
    if isinstance(cause, sqlite3.Error):
        return _explained_sqlite(cause)
    if isinstance(cause, psycopg.Error):
        return _explained_postgres(cause, sent=sent)
    return Unavailable(StoreFault.FAILED, reason=str(cause))


def _explained_sqlite(error: sqlite3.Error) -> SabotError:
    reason = str(error)
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case code if code == _FULL:
            return Unavailable(StoreFault.FULL, reason=reason)
        case code if code == _IO_ERROR:
            return Unavailable(StoreFault.IO_ERROR, reason=reason)
        case code if code in {_BUSY, _LOCKED}:
            return Unavailable(StoreFault.BUSY, reason=reason)
        case code if code in {_CORRUPT, _NOT_A_DATABASE}:
            return Corrupt("store/corrupt", reason=reason)
        case _:
            return Unavailable(StoreFault.FAILED, reason=reason)


def _explained_postgres(error: psycopg.Error, *, sent: bool) -> SabotError:
    reason = str(error)
    match error.sqlstate:
        case code if code == _DISK_FULL:
            return Unavailable(StoreFault.FULL, reason=reason)
        case code if code == _LOCK_TIMEOUT:
            return Unavailable(StoreFault.BUSY, reason=reason)
        case None | "57P01" | "57P02" | "57P03":
            # No answer, for which the client library has no code, or the server is stopping.
            code = StoreFault.OUTCOME_UNKNOWN if sent else StoreFault.UNREACHABLE
            return Unavailable(code, reason=reason)
        case code if code.startswith("08"):
            code = StoreFault.OUTCOME_UNKNOWN if sent else StoreFault.UNREACHABLE
            return Unavailable(code, reason=reason)
        case _:
            return Unavailable(StoreFault.FAILED, reason=reason)
