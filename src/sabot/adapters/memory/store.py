"""A store in memory: the semantics of the SQL store, which is compared with it.

Owns which rows belong to a claim and to a unit, and in which order they are checked. Knows no file,
no clock of its own and no chance: `disk.py` has the faults, `facts.py` the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sabot.adapters.exports import Exported
from sabot.adapters.memory.books import (
    MemoryActs,
    MemoryAnswers,
    MemoryEvents,
    MemoryLedger,
    MemoryShoes,
    MemoryWalletOps,
)
from sabot.adapters.memory.disk import Disk, Faults
from sabot.adapters.memory.facts import Facts, Failed, HeadRow
from sabot.adapters.units import check_unit, escrow_rounds, last_seq, may_follow, storable
from sabot.errors import Corrupt
from sabot.service.money.stakes import rows_of, transfer_of_stake
from sabot.service.ports import CommitFailure, Head, Seals, Unit, WalletOpRow
from sabot.service.proof.heads import check_proved
from sabot.service.proof.log import claimed as claim_record
from sabot.table.record.codec import GENESIS

HOUSE_ID = "00" * 16
"""The house of a store in memory, the same in every run."""


class MemoryStore:
    """Claims and units over facts in dictionaries."""

    def __init__(
        self,
        *,
        faults: Faults = lambda _write: None,
        wall_ms: Callable[[], int] = lambda: 0,
        seals: Seals | None = None,
        house: str = HOUSE_ID,
    ) -> None:
        self._wall_ms = wall_ms
        self.disk = Disk(faults)
        self.facts = Facts(self.disk, seals=seals, house=house)
        self.events = MemoryEvents(self.facts)
        self.ledger = MemoryLedger(self.facts)
        self.answers = MemoryAnswers(self.facts)
        self.wallet_ops = MemoryWalletOps(self.facts)
        self.shoes = MemoryShoes(self.facts)
        self.acts = MemoryActs(self.facts)

    def claim(self, table_id: str, owner: str, seals: Seals | None = None) -> Head:
        """Take over a table: a new epoch, from which on older owners are fenced off."""
        old = self.facts.heads.get(table_id, HeadRow(0, 0, GENESIS, owner, 0, ""))
        return self._claimed(table_id, owner, old, seals)

    def claim_again(self, table_id: str, owner: str, seals: Seals | None = None) -> Head | None:
        """The same of what this owner has; None when another one has claimed it since."""
        old = self.facts.heads.get(table_id)
        return (
            None
            if old is None or old.owner != owner
            else self._claimed(table_id, owner, old, seals)
        )

    def _claimed(self, table_id: str, owner: str, old: HeadRow, seals: Seals | None) -> Head:
        fault = self.disk.begin("claim")
        check_proved(table_id, seq=old.seq, chain=old.hash, mac=old.mac, seals=seals)
        row = HeadRow(old.epoch + 1, old.seq, old.hash, owner, self._wall_ms(), old.mac)
        self.disk.put(self.facts.heads, table_id, row)
        at = {"epoch": row.epoch, "seq": row.seq, "at_ms": row.claimed_at_ms}
        self.facts.record([claim_record(table_id, chain=row.hash, **at)])
        self.disk.end(fault)
        seq, snapshot = self.facts.snapshots.get(table_id, (0, None))
        return Head(
            epoch=row.epoch, seq=row.seq, hash=row.hash, snapshot=snapshot, snapshot_seq=seq
        )

    def begin(self, units: Sequence[Unit]) -> None:
        """There are no other writers."""

    def commit(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        """Apply units in one transaction; those that cannot be applied fail alone."""
        for unit in units:
            check_unit(unit)
        fault = self.disk.begin("commit")
        try:
            failures = [self._attempt(unit) for unit in units]
            for unit, failure in zip(units, failures, strict=True):
                if failure is None and unit.outcomes:
                    self._check_escrows(unit)
        except Corrupt:
            self.disk.undo()
            raise
        self.disk.end(fault)
        return failures

    def _attempt(self, unit: Unit) -> CommitFailure | None:
        mark = self.disk.mark
        try:
            self._apply(unit)
        except Failed as error:
            self.disk.undo(mark)
            return error.failure
        return None

    def _apply(self, unit: Unit) -> None:
        """Whose table, then which ids, then whether the money is there: in this order."""
        facts = self.facts
        head = facts.heads.get(unit.table_id)
        if head is None or (head.epoch, head.seq) != (unit.epoch, unit.after_seq):
            raise Failed(CommitFailure.FENCED)
        taken = [*rows_of(unit.stakes)]
        transfers = [*(transfer_of_stake(*one) for one in taken), *unit.transfers]
        fresh = facts.add(facts.transfers, transfers, lambda transfer: transfer.id)
        for bet in facts.add(facts.bets, [row for row, _ in taken], lambda bet: bet.id):
            facts.count_open(bet.round_id, 1)
        outcomes = facts.add(facts.outcomes, unit.outcomes, lambda outcome: outcome.bet)
        self._remember(unit)
        facts.add(facts.secrets, unit.shoe_secrets, lambda secret: secret[0])
        facts.add_acts(unit.acts)
        for op in unit.wallet_ops:
            self._progress(op)
        for outcome in outcomes:
            if outcome.bet not in facts.bets:
                raise Corrupt("outcome/without_bet", table_id=unit.table_id, bet=outcome.bet)
            facts.count_open(facts.bets[outcome.bet].round_id, -1)
        facts.move(fresh)
        self._advance(unit, head)

    def _remember(self, unit: Unit) -> None:
        """Keep the answers; a command answered before may not happen again."""
        mine: set[tuple[str, str]] = set()
        for row in unit.commands:
            if not storable(row):
                raise Failed(CommitFailure.CONFLICT)
            key = (row.actor, row.cmd_id)
            known = self.facts.commands.get(key)
            if known is None:
                self.disk.put(self.facts.commands, key, row)
                mine.add(key)
                continue
            same = (known.digest, known.reply) == (row.digest, row.reply)
            if not same or (unit.events and key not in mine):
                raise Failed(CommitFailure.CONFLICT)

    def _progress(self, op: WalletOpRow) -> None:
        known = self.facts.wallet_ops.get(op.id)
        if known is not None and not may_follow(known, op):
            raise Failed(CommitFailure.CONFLICT)
        self.disk.put(self.facts.wallet_ops, op.id, op)

    def _advance(self, unit: Unit, head: HeadRow) -> None:
        for event in unit.events:
            self.disk.put(self.facts.events, (unit.table_id, event.seq), (unit.epoch, event))
        seq = last_seq(unit)
        if unit.events:
            end = unit.events[-1].hash
            moved = HeadRow(head.epoch, seq, end, head.owner, head.claimed_at_ms, unit.mac)
            self.disk.put(self.facts.heads, unit.table_id, moved)
        if unit.snapshot is not None:
            self.disk.put(self.facts.snapshots, unit.table_id, (seq, unit.snapshot))

    def _check_escrows(self, unit: Unit) -> None:
        rounds = {self.facts.bets[outcome.bet].round_id for outcome in unit.outcomes}
        self.facts.check_escrows(unit.table_id, rounds | escrow_rounds(unit))

    def export_rows(self) -> Iterator[tuple[str, Exported]]:
        """Every fact, kind by kind, in the order of its key."""
        self.disk.check_works()
        yield from self.facts.exported()
