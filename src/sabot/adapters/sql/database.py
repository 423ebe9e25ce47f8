"""The database: transactions that write, one view that reads, and what a failure means.

Owns when a transaction begins, which are tried again, and whose turn it is to write. Readers have
connections of their own and never wait for the writer. A call that raises has stored nothing, with
two exceptions that `failures.py` names; after one of them, `store/io_error`, nothing is read or
written any more.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import Connection, Dialect, Engine

from sabot.adapters.sql.engines import Engines, Kept
from sabot.adapters.sql.failures import (
    DATABASE_ERRORS,
    Failed,
    explained,
    is_collision,
    is_violation,
)
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.errors import Unavailable
from sabot.service.ports import CommitFailure
from sabot.service.storage.refusals import StoreFault

IO_ERROR = StoreFault.IO_ERROR

ATTEMPTS_MAX = 5
"""Attempts of a transaction that collides with another one."""

R = TypeVar("R")


class Point(StrEnum):
    """Where a test may stop the process: every write passes each of them."""

    BEFORE = "store/before_write"
    WRITTEN = "store/before_commit"
    COMMITTED = "store/after_commit"


Probe = Callable[[Point], None]


class Collided(Exception):
    """Two transactions collided: `until_it_fits` tries again."""


class Database:
    """SQLite or PostgreSQL, with one writer; `log` is written in the transaction of its facts."""

    def __init__(
        self,
        engines: Engines,
        *,
        probe: Probe = lambda _point: None,
        log: SqlHouseLog | None = None,
    ) -> None:
        self.log = log or SqlHouseLog()
        self._engines = engines
        self._kept = Kept(engines.writer)
        self._probe = probe
        self._lock = threading.Lock()  # one writer, whichever threads ask
        self._queue: deque[int] = deque()  # the threads that wait for it
        self._broken: Unavailable | None = None

    @property
    def dialect(self) -> Dialect:
        """Which SQL it speaks."""
        return self._engines.writer.dialect

    @property
    def reader(self) -> Engine:
        """Connections that only read; not after a failure of the disk."""
        self.check_works()
        return self._engines.reader

    def close(self, *, wait_seconds: float) -> None:
        """Close every connection, after the transaction that is under way."""
        # The wait has an end: the writing process may owe an answer that no caller reads.
        if self._lock.acquire(timeout=wait_seconds):
            self._kept.give_back()
            self._lock.release()
        self._engines.dispose()

    def check_works(self) -> None:
        """Refuse to go on after a failure of the disk."""
        if self._broken is not None:
            raise Unavailable(self._broken.code, **self._broken.data)

    # --- transactions -----------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that is durable when the block has ended."""
        with self._turn():
            self.check_works()
            self._probe(Point.BEFORE)
            sent = False
            try:
                with self._keeping() as connection, connection.begin() as open_one:
                    yield connection
                    self._probe(Point.WRITTEN)
                    sent = True
                    open_one.commit()
            except DATABASE_ERRORS as error:
                raise self._failure(error, sent=sent) from error
            self._probe(Point.COMMITTED)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the lock of the writer; `take_free_turn` gives way to threads in the queue."""
        self._queue.append(threading.get_ident())
        with self._lock:
            self._queue.pop()
            yield

    @contextmanager
    def _keeping(self) -> Iterator[Connection]:
        """The writer's connection, which is kept unless something fails."""
        try:
            yield self._kept.connection()
        except BaseException:
            self._kept.give_back()
            raise
        self._kept.used()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One view of the facts."""
        self.check_works()
        try:
            with self._engines.reader.connect() as connection, connection.begin():
                yield connection
        except DATABASE_ERRORS as error:
            raise explained(error) from error

    def _failure(self, error: BaseException, *, sent: bool) -> Exception:
        if is_collision(error):
            return Collided()
        if is_violation(error):
            return Failed(CommitFailure.CONFLICT)
        reason = explained(error, sent=sent)
        if isinstance(reason, Unavailable):
            self.note_failure(reason)
        return reason

    def until_it_fits(self, write: Callable[[], R]) -> R:
        """Repeat a write while it collides with other writers."""
        for _ in range(ATTEMPTS_MAX):
            try:
                return write()
            except Collided:
                continue
        raise Unavailable(StoreFault.BUSY, reason="collided with other writers")

    def written(self, work: Callable[[Connection], R]) -> R:
        """Work in a transaction of its own, repeated while it collides with other writers."""

        def once() -> R:
            with self.writing() as connection:
                return work(connection)

        return self.until_it_fits(once)

    # --- the turn of a process that writes instead ------------------------------------------------

    def take_turn(self) -> None:
        """Wait for the turn to write, for as long as another process writes."""
        self._lock.acquire()

    def take_free_turn(self) -> bool:
        """Take the turn unless a thread writes or waits, or the disk has failed."""
        if self._broken is not None or self._queue:
            return False
        return self._lock.acquire(blocking=False)

    def give_turn(self) -> None:
        """Let other threads write."""
        self._lock.release()

    def note_failure(self, error: Unavailable) -> None:
        """Stop at a failure of the disk."""
        # What is on the disk is unknown now, and reading does not tell: the cache may hold what a
        # power cut takes back. Only a restart reads the truth.
        if error.code == IO_ERROR:
            self._broken = error
