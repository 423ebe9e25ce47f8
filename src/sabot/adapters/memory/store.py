"""A store in memory: the semantics of the SQL store, and faults on demand.

Owns the reference behaviour that the SQL store is compared with, and the fault model of the
simulation. Every change is journalled until it is synchronised with an imagined disk, so a unit
that fails is undone, and a crash forgets exactly what was not synchronised. Knows no file, no
clock of its own and no chance: which fault comes when is decided by the simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from sabot.adapters.exports import Exported, Value, shaper
from sabot.adapters.units import (
    OPEN,
    check_money,
    check_unit,
    escrow_rounds,
    escrows_of,
    floor_of,
    last_seq,
    may_follow,
    net_changes,
    storable,
)
from sabot.errors import Corrupt, Unavailable
from sabot.ledger import Account, AccountKind, Transfer
from sabot.service.money.stakes import rows_of, transfer_of_stake
from sabot.service.ports import (
    ActRow,
    BetRow,
    CommandRow,
    CommitFailure,
    Head,
    LogRow,
    OutcomeRow,
    Seals,
    StoredEvent,
    Unit,
    WalletOpRow,
)
from sabot.service.proof.heads import check_proved
from sabot.service.proof.log import Record, act_recorded, control_changed, opened, rows_after
from sabot.service.proof.log import claimed as claim_record
from sabot.table.record.codec import GENESIS

HOUSE_ID = "00" * 16
"""The house of a store in memory, the same in every run."""

K = TypeVar("K")
V = TypeVar("V")


class Fault(StrEnum):
    """What may go wrong with one write, and what the disk holds afterwards."""

    FAILED = "failed"  # nothing was written, and the store says so
    FULL = "full"  # the same, for want of room
    WRITE_LOST = "write_lost"  # the connection broke before the commit: outcome unknown, absent
    ANSWER_LOST = "answer_lost"  # it broke after the commit: outcome unknown, present
    NOT_SYNCED = "not_synced"  # the disk failed: only a crash decides, until then nothing works


class Unsynced(StrEnum):
    """What a crash does with a write that was under way."""

    LOST = "lost"
    KEPT = "kept"


Faults = Callable[[str], Fault | None]
"""Asked before each write with its name (`claim`, `commit`, `post`)."""


class _Row(NamedTuple):
    """The head of a table as it is kept."""

    epoch: int
    seq: int
    hash: bytes
    owner: str
    claimed_at_ms: int
    mac: str


class _Failed(Exception):
    """A unit that cannot be applied."""

    def __init__(self, failure: CommitFailure) -> None:
        self.failure = failure
        super().__init__(failure)


class MemoryStore:
    """Facts in dictionaries, with a journal of what the disk does not have yet."""

    def __init__(
        self,
        *,
        faults: Faults = lambda _write: None,
        wall_ms: Callable[[], int] = lambda: 0,
        seals: Seals | None = None,
        house: str = HOUSE_ID,
    ) -> None:
        self.seals = seals
        self._house = house
        self._faults = faults
        self._wall_ms = wall_ms
        self._journal: list[tuple[dict[Any, Any], object, object]] = []
        self._broken = False
        self.heads: dict[str, _Row] = {}
        self._snapshots: dict[str, tuple[int, bytes]] = {}
        self._events: dict[tuple[str, int], tuple[int, StoredEvent]] = {}
        self.held: dict[str, int] = {}
        self.transfers: dict[str, Transfer] = {}
        self.bets: dict[str, BetRow] = {}
        self._open_bets: dict[str, int] = {}  # by round: those without an outcome
        self.outcomes: dict[str, OutcomeRow] = {}
        self._commands: dict[tuple[str, str], CommandRow] = {}
        self.wallet_ops: dict[str, WalletOpRow] = {}
        self._secrets: dict[str, tuple[str, bytes]] = {}
        self.every_act: dict[str, ActRow] = {}
        self.log: dict[int, LogRow] = {}
        self.controls: dict[str, tuple[int, bytes]] = {}

    # --- faults -----------------------------------------------------------------------------------

    def crash(self, unsynced: Unsynced = Unsynced.LOST) -> None:
        """End and start again: what was synchronised is there, what was not is lost or kept."""
        if unsynced is Unsynced.LOST:
            self._undo(0)
        self._journal.clear()
        self._broken = False

    @property
    def unsynced(self) -> bool:
        """Whether a crash now would decide about a write."""
        return bool(self._journal)

    def _begin(self, write: str) -> Fault | None:
        self._check_works()
        fault = self._faults(write)
        if fault in {Fault.FAILED, Fault.FULL}:
            raise Unavailable(f"store/{fault}")
        return fault

    def _end(self, fault: Fault | None) -> None:
        """The commit itself: synchronise, or suffer."""
        if fault is Fault.NOT_SYNCED:
            self._broken = True
            raise Unavailable("store/io_error")
        if fault is Fault.WRITE_LOST:
            self._undo(0)
        self._journal.clear()
        if fault is not None:
            raise Unavailable("store/outcome_unknown")

    def _check_works(self) -> None:
        # After a failed synchronisation it is unknown what the disk has, so nothing may be read
        # either: an answer made from it could be taken back by the crash that must follow.
        if self._broken:
            raise Unavailable("store/io_error")

    def _put(self, facts: dict[K, V], key: K, value: V) -> None:
        """Change a fact; what was there before is journalled, None where there was nothing."""
        self._journal.append((facts, key, facts.get(key)))
        facts[key] = value

    def _undo(self, mark: int) -> None:
        while len(self._journal) > mark:
            facts, key, before = self._journal.pop()
            if before is None:
                del facts[key]
            else:
                facts[key] = before

    # --- writing ----------------------------------------------------------------------------------

    def claim(self, table_id: str, owner: str, seals: Seals | None = None) -> Head:
        """Take over a table: a new epoch, from which on older owners are fenced off."""
        old = self.heads.get(table_id, _Row(0, 0, GENESIS, owner, 0, ""))
        return self._claimed(table_id, owner, old, seals)

    def claim_again(self, table_id: str, owner: str, seals: Seals | None = None) -> Head | None:
        """The same of what this owner has; None when another one has claimed it since."""
        old = self.heads.get(table_id)
        return (
            None
            if old is None or old.owner != owner
            else self._claimed(table_id, owner, old, seals)
        )

    def _claimed(self, table_id: str, owner: str, old: _Row, seals: Seals | None) -> Head:
        fault = self._begin("claim")
        check_proved(table_id, seq=old.seq, chain=old.hash, mac=old.mac, seals=seals)
        row = _Row(old.epoch + 1, old.seq, old.hash, owner, self._wall_ms(), old.mac)
        self._put(self.heads, table_id, row)
        at = {"epoch": row.epoch, "seq": row.seq, "at_ms": row.claimed_at_ms}
        self._record([claim_record(table_id, chain=row.hash, **at)])
        self._end(fault)
        seq, snapshot = self._snapshots.get(table_id, (0, None))
        return Head(
            epoch=row.epoch, seq=row.seq, hash=row.hash, snapshot=snapshot, snapshot_seq=seq
        )

    def begin(self, units: Sequence[Unit]) -> None:
        """There are no other writers."""

    def commit(self, units: Sequence[Unit]) -> Sequence[CommitFailure | None]:
        """Apply units in one transaction; those that cannot be applied fail alone."""
        for unit in units:
            check_unit(unit)
        fault = self._begin("commit")
        try:
            failures = [self._attempt(unit) for unit in units]
            for unit, failure in zip(units, failures, strict=True):
                if failure is None and unit.outcomes:
                    self._check_escrows(unit)
        except Corrupt:
            self._undo(0)
            raise
        self._end(fault)
        return failures

    def post(
        self, transfers: Sequence[Transfer], acts: Sequence[ActRow] = ()
    ) -> CommitFailure | None:
        """Transfers that belong to no table, with their acts; idempotent by id."""
        check_money(transfers)
        fault = self._begin("post")
        try:
            new = self._new(self.transfers, transfers, lambda transfer: transfer.id)
            self._move(new)
            self._keep_acts(acts if new else ())
        except _Failed as error:
            self._undo(0)
            return error.failure
        self._end(fault)
        return None

    def _attempt(self, unit: Unit) -> CommitFailure | None:
        mark = len(self._journal)
        try:
            self._apply(unit)
        except _Failed as error:
            self._undo(mark)
            return error.failure
        return None

    def _apply(self, unit: Unit) -> None:
        """Whose table, then which ids, then whether the money is there: in this order."""
        head = self.heads.get(unit.table_id)
        if head is None or (head.epoch, head.seq) != (unit.epoch, unit.after_seq):
            raise _Failed(CommitFailure.FENCED)
        taken = [*rows_of(unit.stakes)]
        transfers = [*(transfer_of_stake(*one) for one in taken), *unit.transfers]
        fresh = self._new(self.transfers, transfers, lambda transfer: transfer.id)
        for bet in self._new(self.bets, [row for row, _ in taken], lambda bet: bet.id):
            self._count_open(bet.round_id, 1)
        outcomes = self._new(self.outcomes, unit.outcomes, lambda outcome: outcome.bet)
        self._remember(unit)
        self._new(self._secrets, unit.shoe_secrets, lambda secret: secret[0])
        self._keep_acts(unit.acts)
        for op in unit.wallet_ops:
            self._progress(op)
        for outcome in outcomes:
            if outcome.bet not in self.bets:
                raise Corrupt("outcome/without_bet", table_id=unit.table_id, bet=outcome.bet)
            self._count_open(self.bets[outcome.bet].round_id, -1)
        self._move(fresh)
        self._advance(unit, head)

    def _keep_acts(self, acts: Sequence[ActRow]) -> None:
        self._record(
            [act_recorded(act) for act in self._new(self.every_act, acts, lambda act: act.id)]
        )

    def _record(self, records: Sequence[Record]) -> None:
        """Add records to the log of the house; the first ever opens it."""
        if not records:
            return
        last = self.log[len(self.log)] if self.log else None
        if last is None:
            records = [opened(self._house, at_ms=records[0].at_ms), *records]
        at = None if last is None else (last.seq, last.hash)
        for row in rows_after(at, records, self.seals):
            self._put(self.log, row.seq, row)

    def _new(self, facts: dict[str, V], rows: Sequence[V], key: Callable[[V], str]) -> list[V]:
        """Keep rows that are not there yet; the same row again is nothing, another a conflict."""
        new: list[V] = []
        for row in rows:
            name = key(row)
            known = facts.get(name)
            if known is None:
                self._put(facts, name, row)
                new.append(row)
            elif known != row:
                raise _Failed(CommitFailure.CONFLICT)
        return new

    def _remember(self, unit: Unit) -> None:
        """Keep the answers; a command answered before may not happen again."""
        mine: set[tuple[str, str]] = set()
        for row in unit.commands:
            if not storable(row):
                raise _Failed(CommitFailure.CONFLICT)
            key = (row.actor, row.cmd_id)
            known = self._commands.get(key)
            if known is None:
                self._put(self._commands, key, row)
                mine.add(key)
                continue
            same = (known.digest, known.reply) == (row.digest, row.reply)
            if not same or (unit.events and key not in mine):
                raise _Failed(CommitFailure.CONFLICT)

    def _progress(self, op: WalletOpRow) -> None:
        known = self.wallet_ops.get(op.id)
        if known is not None and not may_follow(known, op):
            raise _Failed(CommitFailure.CONFLICT)
        self._put(self.wallet_ops, op.id, op)

    def _count_open(self, round_id: str, change: int) -> None:
        self._put(self._open_bets, round_id, self._open_bets.get(round_id, 0) + change)

    def _move(self, transfers: Sequence[Transfer]) -> None:
        for account, change in net_changes(transfers).items():
            balance = self.held.get(account, 0) + change
            floor = floor_of(account)
            if floor is not None and balance < floor:
                raise _Failed(CommitFailure.BELOW_FLOOR)
            self._put(self.held, account, balance)

    def _advance(self, unit: Unit, head: _Row) -> None:
        for event in unit.events:
            self._put(self._events, (unit.table_id, event.seq), (unit.epoch, event))
        seq = last_seq(unit)
        if unit.events:
            end = unit.events[-1].hash
            moved = _Row(head.epoch, seq, end, head.owner, head.claimed_at_ms, unit.mac)
            self._put(self.heads, unit.table_id, moved)
        if unit.snapshot is not None:
            self._put(self._snapshots, unit.table_id, (seq, unit.snapshot))

    def _check_escrows(self, unit: Unit) -> None:
        """I5: a round all of whose bets have an outcome holds nothing any more."""
        rounds = {self.bets[outcome.bet].round_id for outcome in unit.outcomes}
        for round_id, escrow in escrows_of(sorted(rounds | escrow_rounds(unit))):
            balance = self.held.get(escrow, 0)
            if balance and not self._open_bets.get(round_id, 0):
                raise Corrupt(
                    "round/escrow_not_empty",
                    table_id=unit.table_id,
                    round_id=round_id,
                    account=escrow,
                    balance=balance,
                )

    # --- reading ----------------------------------------------------------------------------------

    def events(self, table_id: str, *, after: int) -> Iterator[StoredEvent]:
        """The events of a table in order."""
        self._check_works()
        seq = after + 1
        while (table_id, seq) in self._events:
            yield self._events[table_id, seq][1]
            seq += 1

    def seq_of(self, table_id: str, kind: str, *, nth_last: int) -> int:
        """Where the last event of a kind is, or an earlier one; 0 without so many."""
        kinds = [(event.seq, event.kind) for event in self.events(table_id, after=0)]
        found = [seq for seq, its_kind in kinds if its_kind == kind]
        return found[-nth_last] if len(found) >= nth_last else 0

    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        """Balances now; an unused account holds 0."""
        self._check_works()
        return {account: self.held.get(account, 0) for account in accounts}

    def rounds_with_stakes(self, beginning: str) -> Sequence[str]:
        """The rounds whose escrow is not empty and whose id begins so."""
        self._check_works()
        held = (Account.parse(account) for account, cents in self.held.items() if cents)
        escrows = {account.owner for account in held if account.kind is AccountKind.ESCROW}
        return sorted(round_id for round_id in escrows if round_id.startswith(beginning))

    def command(self, actor: str, cmd_id: str) -> CommandRow | None:
        """The stored answer to a command."""
        self._check_works()
        return self._commands.get((actor, cmd_id))

    def commands(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        """The stored answers to commands, by actor and id."""
        self._check_works()
        return {key: self._commands[key] for key in keys if key in self._commands}

    def open_wallet_ops(self, operator: str | None = None) -> Sequence[WalletOpRow]:
        """The operations that are not finished, by id."""
        self._check_works()
        return [
            op
            for _, op in sorted(self.wallet_ops.items())
            if op.state in OPEN and operator in {None, op.operator}
        ]

    def wallet_op(self, op_id: str) -> WalletOpRow | None:
        """One operation, finished or not."""
        self._check_works()
        return self.wallet_ops.get(op_id)

    def shoe_secret(self, shoe_id: str) -> bytes | None:
        """The order of a virtual shoe."""
        self._check_works()
        secret = self._secrets.get(shoe_id)
        return None if secret is None else secret[1]

    def keep_acts(self, acts: Sequence[ActRow]) -> None:
        """Acts that were written with something else than money."""
        assert not any(act.id in self.every_act for act in acts)
        self._keep_acts(acts)
        self._journal.clear()

    def keep_control(self, player: str, *, revision: int, body: bytes, at_ms: int) -> None:
        """A player's controls, with their record."""
        self._put(self.controls, player, (revision, body))
        self._record([control_changed(player, revision=revision, body=body, at_ms=at_ms)])
        self._journal.clear()

    def acts(self, subject: str) -> Sequence[ActRow]:
        """What the office did about a subject, by id."""
        self._check_works()
        return [act for _, act in sorted(self.every_act.items()) if act.subject == subject]

    def acts_of(self, player: str) -> Sequence[ActRow]:
        """What the office did about a player, by id."""
        self._check_works()
        return [act for _, act in sorted(self.every_act.items()) if act.player == player]

    def acts_by(self, actor: str, *, since_ms: int) -> Sequence[ActRow]:
        """What an actor did in the office since a label of the wall clock, by id."""
        self._check_works()
        acts = (act for _, act in sorted(self.every_act.items()))
        return [act for act in acts if act.actor == actor and act.at_ms >= since_ms]

    def open_acts(self, kind: str) -> Sequence[ActRow]:
        """The acts of a kind that no act of another kind on the same subject has followed."""
        self._check_works()
        followed = {act.subject for act in self.every_act.values() if act.kind != kind}
        return [
            act
            for _, act in sorted(self.every_act.items())
            if act.kind == kind and act.subject not in followed
        ]

    def acts_of_kinds(self, kinds: Collection[str]) -> Sequence[ActRow]:
        """The acts of these kinds, by id."""
        self._check_works()
        return [act for _, act in sorted(self.every_act.items()) if act.kind in kinds]

    def export_rows(self) -> Iterator[tuple[str, Exported]]:
        """Every fact, kind by kind, in the order of its key."""
        self._check_works()
        for kind, rows in self._facts().items():
            shape = shaper(kind)
            for row in rows:
                yield kind, shape(row)

    def _facts(self) -> Mapping[str, Iterator[Sequence[Value]]]:
        return {
            "head": ((table, *row) for table, row in sorted(self.heads.items())),
            "act": _by_key(self.every_act),
            "event": (
                (table, event.seq, epoch, *astuple(event)[1:])
                for (table, _), (epoch, event) in sorted(self._events.items(), key=itemgetter(0))
            ),
            "account": (
                (account, balance, floor_of(account))
                for account, balance in sorted(self.held.items())
            ),
            "transfer": _by_key(self.transfers),
            "bet": _by_key(self.bets),
            "outcome": _by_key(self.outcomes),
            "command": _by_key(self._commands),
            "wallet_op": _by_key(self.wallet_ops),
            "control": ((player, *control) for player, control in sorted(self.controls.items())),
            "house_log": _by_key(self.log),
        }


def _by_key(facts: Mapping[K, Struct]) -> Iterator[Sequence[Value]]:
    return (astuple(row) for _, row in sorted(facts.items(), key=itemgetter(0)))
