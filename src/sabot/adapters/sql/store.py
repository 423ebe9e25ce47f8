"""The durable store: the owner of each table, and many units in one transaction.

A batch is first written as a whole, in a few statements. If that fails, the store rolls it back and
writes the units one by one, each in a savepoint, so that the unit at fault fails alone. `Corrupt`
has the table of the unit at fault in `data["table_id"]`: commit the other units again without it.
Each other kind of question to the database has a class of its own: `ledger.py` and `readers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Executable, select

from sabot.adapters.exports import Exported
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Collided, Database
from sabot.adapters.sql.failures import DATABASE_ERRORS, Failed, is_violation
from sabot.adapters.sql.ledger import SqlLedger
from sabot.adapters.sql.readers.acts import SqlActs
from sabot.adapters.sql.readers.answers import SqlAnswers
from sabot.adapters.sql.readers.events import SqlEvents
from sabot.adapters.sql.readers.exporting import exported
from sabot.adapters.sql.readers.shoes import SqlShoes
from sabot.adapters.sql.readers.wallet_ops import SqlWalletOps
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.batch import Batch, Repeated, fold, settled
from sabot.adapters.sql.writer.narrowing import Conflict, narrowed
from sabot.adapters.sql.writer.rows import check_bets_exist, known_rows
from sabot.adapters.sql.writer.scribe import END_SECONDS, Dictation, Scribe
from sabot.adapters.sql.writer.writing import Writer
from sabot.adapters.units import check_unit
from sabot.errors import Unavailable
from sabot.service.ports import CommitFailure, Head, Seals, Unit
from sabot.service.proof.heads import check_proved
from sabot.service.proof.log import claimed as claim_record


class SqlStore:
    """Durable facts in SQLite or PostgreSQL."""

    def __init__(self, database: Database, *, scribe: Scribe | None = None) -> None:
        self.database = database
        self._scribe = scribe
        self._writer = Writer(database.dialect, database.log)
        self._claim = statements.claim(database.dialect)
        self._claim_again = statements.claim_again(database.dialect)
        self.events = SqlEvents(database)
        self.ledger = SqlLedger(database, self._writer)
        self.answers = SqlAnswers(database)
        self.wallet_ops = SqlWalletOps(database)
        self.shoes = SqlShoes(database)
        self.acts = SqlActs(database)

    def close(self) -> None:
        """Let the scribe end, and close every connection."""
        if self._scribe is not None:
            self._scribe.close()
        self.database.close(wait_seconds=END_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def claim(self, table_id: str, owner: str, seals: Seals | None = None) -> Head:
        """Take over a table: a new epoch, from which on older owners are fenced off."""
        head = self.database.until_it_fits(
            lambda: self._claimed(
                table_id, self._claim, {"table_id": table_id, "owner": owner}, seals
            )
        )
        assert head is not None
        return head

    def claim_again(self, table_id: str, owner: str, seals: Seals | None = None) -> Head | None:
        """The same for a table of this owner; None when another owner has claimed it since."""
        return self.database.until_it_fits(
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
        with self.database.writing() as connection:
            claimed = connection.execute(claim, asked).one_or_none()
            if claimed is None:
                return None
            epoch, seq, digest, at_ms, mac = claimed
            check_proved(table_id, seq=seq, chain=digest, mac=mac, seals=seals)
            record = claim_record(table_id, epoch=epoch, seq=seq, chain=digest, at_ms=at_ms)
            self.database.log.add(connection, [record])
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
        return self.database.until_it_fits(lambda: self._committed(units))

    def begin(self, units: Sequence[Unit]) -> Dictation | None:
        """Have the scribe write units; None without a scribe, or while another thread writes."""
        scribe = self._scribe
        letter = None if scribe is None else scribe.letter(units)
        if scribe is None or letter is None or not self.database.take_free_turn():
            return None
        if scribe.takes(letter):
            return Dictation(scribe, self._heard)
        self.database.give_turn()
        return None

    def _heard(self, scribe: Scribe) -> Sequence[CommitFailure | None]:
        """Wait for the answer of the scribe, then let other threads write."""
        try:
            return scribe.answer()
        except Unavailable as error:
            self.database.note_failure(error)
            raise
        finally:
            self.database.give_turn()

    def _dictated(self, scribe: Scribe, letter: bytes) -> Sequence[CommitFailure | None]:
        """Have the scribe write units; other threads wait until it has answered."""
        self.database.take_turn()
        try:
            self.database.check_works()
            scribe.send(letter)
        except BaseException:
            self.database.give_turn()
            raise
        return self._heard(scribe)

    def _committed(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        try:
            batch = fold(units)
            with self.database.writing() as connection:
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
        with self.database.writing() as connection:
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
        raise Collided  # another writer was quicker with the same key

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

    def export_rows(self) -> Iterator[tuple[str, Exported]]:
        """Every fact of one instant, kind by kind, in the order of its key, as it is read."""
        return exported(self.database.reader)
