"""The durable store: one transaction for many units, and what happens when it fails.

Owns transactions: when they begin, what a failure means, which are tried again. A batch is first
written as a whole, in a few statements. If that fails, the store rolls it back and writes the units
one by one, each in a savepoint, so that the unit at fault fails alone. Readers have connections of
their own and never wait for the writer.

A call that raises has stored nothing, with two exceptions that `failures.py` names. `Corrupt` has
the table of the unit at fault in `data["table_id"]`: commit the other units again without it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Connection, Executable, select

from sabot.adapters.exports import Exported
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.engines import Engines, Kept
from sabot.adapters.sql.failures import DATABASE_ERRORS, explained, is_collision, is_violation
from sabot.adapters.sql.readers.exporting import exported
from sabot.adapters.sql.readers.house_log import SqlHouseLog
from sabot.adapters.sql.rows import (
    act_of,
    check_bets_exist,
    event_of,
    known_rows,
    known_transfers,
    stored_commands,
    wallet_op_of,
)
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.batch import Batch, Repeated, fold, fold_post, settled
from sabot.adapters.sql.writer.narrowing import Conflict, narrowed, new_rows
from sabot.adapters.sql.writer.scribe import END_SECONDS, Dictation, Scribe
from sabot.adapters.sql.writer.writing import Failed, Writer
from sabot.adapters.units import check_money, check_unit, speakable
from sabot.errors import Unavailable
from sabot.ledger import Account, Transfer
from sabot.service.ports import (
    ActRow,
    CommandRow,
    CommitFailure,
    Head,
    Seals,
    StoredEvent,
    Unit,
    WalletOpRow,
)
from sabot.service.proof.heads import check_proved
from sabot.service.proof.log import claimed as claim_record

IO_ERROR = "store/io_error"

ATTEMPTS_MAX = 5
"""Attempts of a transaction that collides with another one."""

PAGE = 500
"""Events read at a time: no connection is held while the caller works on them."""

R = TypeVar("R")


class Point(StrEnum):
    """Where a test may stop the process: every write passes each of them."""

    BEFORE = "store/before_write"
    WRITTEN = "store/before_commit"
    COMMITTED = "store/after_commit"


Probe = Callable[[Point], None]


class _TryAgain(Exception):
    """Two transactions collided."""


class SqlStore:
    """Durable facts in SQLite or PostgreSQL."""

    def __init__(
        self,
        engines: Engines,
        *,
        probe: Probe = lambda _point: None,
        scribe: Scribe | None = None,
        log: SqlHouseLog | None = None,
    ) -> None:
        self.log = log or SqlHouseLog()
        self._engines = engines
        self._kept = Kept(engines.writer)
        self._scribe = scribe
        self._probe = probe
        self._lock = threading.Lock()  # one writer, whichever threads ask
        self._queue: deque[int] = deque()  # the threads that wait for it
        self._broken: Unavailable | None = None
        dialect = engines.writer.dialect
        self._writer = Writer(dialect, self.log)
        self._claim = statements.claim(dialect)
        self._claim_again = statements.claim_again(dialect)
        self._balances = statements.balances(dialect)
        self._events_after = statements.events_after()
        self._seq_of_kind = statements.seq_of_kind()
        self._acts_about = statements.acts_by("subject")
        self._acts_of = statements.acts_by("player")
        self._acts_by = statements.acts_since("actor")
        self._open_acts = statements.open_acts()

    def close(self) -> None:
        """Close every connection."""
        if self._scribe is not None:
            self._scribe.close()
        # Wait for the transaction that is under way, but not for an answer that no caller reads.
        if self._lock.acquire(timeout=END_SECONDS):
            self._kept.give_back()
            self._lock.release()
        self._engines.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- transactions -----------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that is durable when the block has ended."""
        with self._turn():
            self._check_works()
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
        """Wait for the lock of the writer; `begin` gives way to threads in the queue."""
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
        self._check_works()
        try:
            with self._engines.reader.connect() as connection, connection.begin():
                yield connection
        except DATABASE_ERRORS as error:
            raise explained(error) from error

    def _failure(self, error: BaseException, *, sent: bool) -> Exception:
        if is_collision(error):
            return _TryAgain()
        if is_violation(error):
            return Failed(CommitFailure.CONFLICT)
        reason = explained(error, sent=sent)
        if reason.code == IO_ERROR and isinstance(reason, Unavailable):
            # What is on the disk is unknown now, and reading does not tell: the cache may hold what
            # a power cut takes back. Only a restart reads the truth.
            self._broken = reason
        return reason

    def _check_works(self) -> None:
        if self._broken is not None:
            raise Unavailable(self._broken.code, **self._broken.data)

    def until_it_fits(self, write: Callable[[], R]) -> R:
        """Repeat a write while it collides with other writers."""
        for _ in range(ATTEMPTS_MAX):
            try:
                return write()
            except _TryAgain:
                continue
        raise Unavailable("store/busy", reason="collided with other writers")

    def written(self, work: Callable[[Connection], R]) -> R:
        """Work in a transaction of its own, repeated while it collides with other writers."""

        def once() -> R:
            with self.writing() as connection:
                return work(connection)

        return self.until_it_fits(once)

    # --- writing ----------------------------------------------------------------------------------

    def claim(self, table_id: str, owner: str, seals: Seals | None = None) -> Head:
        """Take over a table: a new epoch, from which on older owners are fenced off."""
        head = self.until_it_fits(
            lambda: self._claimed(
                table_id, self._claim, {"table_id": table_id, "owner": owner}, seals
            )
        )
        assert head is not None
        return head

    def claim_again(self, table_id: str, owner: str, seals: Seals | None = None) -> Head | None:
        """The same for a table of this owner; None when another owner has claimed it since."""
        return self.until_it_fits(
            lambda: self._claimed(
                table_id, self._claim_again, {"table": table_id, "by": owner}, seals
            )
        )

    def _claimed(
        self, table_id: str, claim: Executable, asked: Mapping[str, str], seals: Seals | None
    ) -> Head | None:
        snapshot = select(s.TABLE_SNAPSHOT.c.seq, s.TABLE_SNAPSHOT.c.body).where(
            s.TABLE_SNAPSHOT.c.table_id == table_id
        )
        with self.writing() as connection:
            claimed = connection.execute(claim, asked).one_or_none()
            if claimed is None:
                return None
            epoch, seq, digest, at_ms, mac = claimed
            check_proved(table_id, seq=seq, chain=digest, mac=mac, seals=seals)
            record = claim_record(table_id, epoch=epoch, seq=seq, chain=digest, at_ms=at_ms)
            self.log.add(connection, [record])
            snapshot_seq, body = connection.execute(snapshot).one_or_none() or (0, None)
        return Head(epoch=epoch, seq=seq, hash=digest, snapshot=body, snapshot_seq=snapshot_seq)

    def commit(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        """Apply units in one transaction; those that cannot be applied fail alone."""
        letter = None if self._scribe is None else self._scribe.letter(units)
        if self._scribe is not None and letter is not None:
            return self._dictated(self._scribe, letter)
        for unit in units:
            check_unit(unit)
        if not units:
            return []
        return self.until_it_fits(lambda: self._committed(units))

    def begin(self, units: Sequence[Unit]) -> Dictation | None:
        """Have the scribe write units; None without a scribe, or while another thread writes."""
        scribe = self._scribe
        letter = None if scribe is None else scribe.letter(units)
        if scribe is None or letter is None or self._broken is not None or self._queue:
            return None
        if not self._lock.acquire(blocking=False):
            return None
        if scribe.takes(letter):
            return Dictation(scribe, self._heard)
        self._lock.release()
        return None

    def _heard(self, scribe: Scribe) -> Sequence[CommitFailure | None]:
        """Wait for the answer of the scribe, then let other threads write."""
        try:
            return scribe.answer()
        except Unavailable as error:
            if error.code == IO_ERROR:
                self._broken = error
            raise
        finally:
            self._lock.release()

    def _dictated(self, scribe: Scribe, letter: bytes) -> Sequence[CommitFailure | None]:
        """Have the scribe write units; other threads wait until it has answered."""
        self._lock.acquire()
        try:
            self._check_works()
            scribe.send(letter)
        except BaseException:
            self._lock.release()
            raise
        return self._heard(scribe)

    def _committed(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        try:
            batch = fold(units)
            with self.writing() as connection:
                self._writer.write(connection, batch)
                self._writer.check_escrows(connection, settled(units))
        except Failed as failed:
            # A single unit is at fault; but on a conflict it may have met its own earlier row.
            if len(units) == 1 and failed.failure is not CommitFailure.CONFLICT:
                return [failed.failure]
            return self._one_by_one(units)
        except Repeated:
            return self._one_by_one(units)
        return [None] * len(units)

    def _one_by_one(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        with self.writing() as connection:
            failures = [self._attempt(connection, unit) for unit in units]
            applied = [unit for unit, failure in zip(units, failures, strict=True) if not failure]
            self._writer.check_escrows(connection, settled(applied))
        return failures

    def _attempt(self, connection: Connection, unit: Unit) -> CommitFailure | None:
        """Write one unit; if a key is taken, write only its new rows."""
        try:
            if self._fits(connection, lambda: fold([unit])):
                return None
            self._writer.check_owner(connection, unit)
            new = narrowed(unit, known_rows(connection, unit))
            check_bets_exist(connection, new)
            if self._fits(connection, lambda: fold([new])):
                return None
        except Failed as failed:
            return failed.failure
        except Conflict:
            return CommitFailure.CONFLICT
        raise _TryAgain  # another writer was quicker with the same key

    def _fits(self, connection: Connection, make: Callable[[], Batch]) -> bool:
        """Write a batch; False, without a trace of it, when a key is taken."""
        try:
            batch = make()
            with connection.begin_nested():
                self._writer.write(connection, batch)
        except Repeated:
            return False
        except Failed as failed:
            if failed.failure is CommitFailure.CONFLICT:
                return False
            raise
        except DATABASE_ERRORS as error:
            if is_violation(error):
                return False
            raise
        return True

    def post(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()
    ) -> CommitFailure | None:
        """Transfers that belong to no table, with their acts; idempotent by id."""
        check_money(transfers)
        return self.until_it_fits(lambda: self._posted(transfers, acts))

    def _posted(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow]
    ) -> CommitFailure | None:
        try:
            with self.writing() as connection:
                known = known_transfers(connection, transfers)
                new = new_rows(transfers, known, lambda transfer: transfer.id)
                self._writer.write(connection, fold_post(new, acts if new else ()))
        except Conflict:
            return CommitFailure.CONFLICT
        except Failed as failed:
            if failed.failure is CommitFailure.CONFLICT:
                raise _TryAgain from None  # another writer was quicker with the same id
            return failed.failure
        return None

    # --- reading ----------------------------------------------------------------------------------

    def events(self, table_id: str, *, after: int) -> Iterator[StoredEvent]:
        """The events of a table in order, a page at a time."""
        while True:
            page = {"table_id": table_id, "after": after, "page": PAGE}
            with self.reading() as connection:
                rows = connection.execute(self._events_after, page).all()
            yield from map(event_of, rows)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def seq_of(self, table_id: str, kind: str, *, nth_last: int) -> int:
        """The number of the nth last event of a kind; 0 when there are fewer."""
        at = {"table_id": table_id, "kind": kind, "earlier": nth_last - 1}
        with self.reading() as connection:
            return connection.execute(self._seq_of_kind, at).scalar() or 0

    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """Balances now; an account without a row holds 0."""
        with self.reading() as connection:
            rows = connection.execute(self._balances, {"ids": statements.listed(accounts)})
            held = {row[0]: row[1] for row in rows}
        return {account: held.get(account, 0) for account in accounts}

    def rounds_with_stakes(self, beginning: str) -> Sequence[str]:
        """The rounds whose id begins like this and whose escrow is not empty."""
        with self.reading() as connection:
            found = connection.execute(statements.escrows_with_stakes(beginning)).scalars().all()
        return sorted({Account.parse(account).owner for account in found})

    def command(self, actor: str, cmd_id: str) -> CommandRow | None:
        """The stored answer to a command."""
        return self.commands([(actor, cmd_id)]).get((actor, cmd_id))

    def commands(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        """The stored answers to commands, by actor and id."""
        storable = [key for key in keys if speakable(*key)]
        if not storable:
            return {}
        with self.reading() as connection:
            return stored_commands(connection, storable)

    def open_wallet_ops(self, operator: str | None = None) -> Sequence[WalletOpRow]:
        """The operations that are not finished (asked, cancelling, owed), by id."""
        query = statements.unfinished_ops()
        if operator is not None:
            query = query.where(s.WALLET_OP.c.operator == operator)
        with self.reading() as connection:
            found = [wallet_op_of(row) for row in connection.execute(query)]
        return sorted(found, key=lambda op: op.id)

    def wallet_op(self, op_id: str) -> WalletOpRow | None:
        """One operation, finished or not."""
        if not speakable(op_id):
            return None  # it cannot have been stored
        query = select(s.WALLET_OP).where(s.WALLET_OP.c.id == op_id)
        with self.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else wallet_op_of(row)

    def wallet_ops(self, operator: str) -> Sequence[WalletOpRow]:
        """Every operation with an operator, finished or not, by id."""
        table = s.WALLET_OP
        query = select(table).where(table.c.operator == operator).order_by(table.c.id)
        with self.reading() as connection:
            return [wallet_op_of(row) for row in connection.execute(query)]

    def shoe_secret(self, shoe_id: str) -> bytes | None:
        """The order of a virtual shoe."""
        query = select(s.SHOE_SECRET.c.body).where(s.SHOE_SECRET.c.shoe_id == shoe_id)
        with self.reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    def acts(self, subject: str) -> Sequence[ActRow]:
        """What the office did about a subject, by id."""
        return self._acts(self._acts_about, subject=subject) if speakable(subject) else []

    def acts_of(self, player: str) -> Sequence[ActRow]:
        """What the office did about a player, by id."""
        return self._acts(self._acts_of, player=player) if speakable(player) else []

    def acts_by(self, actor: str, *, since_ms: int) -> Sequence[ActRow]:
        """What an actor did in the office since a date of the house, by id."""
        known = speakable(actor)
        return self._acts(self._acts_by, actor=actor, since_ms=since_ms) if known else []

    def open_acts(self, kind: str) -> Sequence[ActRow]:
        """The acts of a kind that no act of another kind on the same subject has followed."""
        return self._acts(self._open_acts, kind=kind)

    def acts_of_kinds(self, kinds: Collection[str]) -> Sequence[ActRow]:
        """The acts of these kinds, by id."""
        return self._acts(select(s.OFFICE_ACT).where(s.OFFICE_ACT.c.kind.in_(sorted(kinds))))

    def _acts(self, query: Executable, **asked: str | int) -> Sequence[ActRow]:
        with self.reading() as connection:
            found = [act_of(row) for row in connection.execute(query, asked)]
        return sorted(found, key=lambda act: act.id)

    def export_rows(self) -> Iterator[tuple[str, Exported]]:
        """Every fact of one instant, kind by kind, in the order of its key, as it is read."""
        self._check_works()
        return exported(self._engines.reader)
