"""The facts of a store in memory, and the rules that every row keeps.

Owns what the constraints of the SQL schema own: a row is written once, no balance falls below its
floor, a round whose bets are settled holds nothing. Which rows belong together is for the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from sabot.adapters.exports import Exported, Value, shaper
from sabot.adapters.memory.disk import Disk
from sabot.adapters.units import escrows_of, floor_of, net_changes
from sabot.errors import Corrupt
from sabot.ledger import Transfer
from sabot.service.ports import (
    ActRow,
    BetRow,
    CommandRow,
    CommitFailure,
    LogRow,
    OutcomeRow,
    Seals,
    StoredEvent,
    WalletOpRow,
)
from sabot.service.proof.log import Record, act_recorded, control_changed, opened, rows_after

K = TypeVar("K")
V = TypeVar("V")


class HeadRow(NamedTuple):
    """The head of a table as it is kept."""

    epoch: int
    seq: int
    hash: bytes
    owner: str
    claimed_at_ms: int
    mac: str


class Failed(Exception):
    """A unit that cannot be applied."""

    def __init__(self, failure: CommitFailure) -> None:
        self.failure = failure
        super().__init__(failure)


class Facts:
    """Facts in dictionaries; every change goes through the disk."""

    def __init__(self, disk: Disk, *, seals: Seals | None, house: str) -> None:
        self.disk = disk
        self.seals = seals
        self._house = house
        self.heads: dict[str, HeadRow] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.events: dict[tuple[str, int], tuple[int, StoredEvent]] = {}
        self.held: dict[str, int] = {}
        self.transfers: dict[str, Transfer] = {}
        self.bets: dict[str, BetRow] = {}
        self.open_bets: dict[str, int] = {}  # by round: those without an outcome
        self.outcomes: dict[str, OutcomeRow] = {}
        self.commands: dict[tuple[str, str], CommandRow] = {}
        self.wallet_ops: dict[str, WalletOpRow] = {}
        self.secrets: dict[str, tuple[str, bytes]] = {}
        self.acts: dict[str, ActRow] = {}
        self.log: dict[int, LogRow] = {}
        self.controls: dict[str, tuple[int, bytes]] = {}

    def add(self, facts: dict[str, V], rows: Sequence[V], key: Callable[[V], str]) -> list[V]:
        """Keep rows that are not there yet; the same row again is nothing, another a conflict."""
        new: list[V] = []
        for row in rows:
            name = key(row)
            known = facts.get(name)
            if known is None:
                self.disk.put(facts, name, row)
                new.append(row)
            elif known != row:
                raise Failed(CommitFailure.CONFLICT)
        return new

    def add_acts(self, acts: Sequence[ActRow]) -> None:
        """Keep acts, with their records."""
        self.record([act_recorded(act) for act in self.add(self.acts, acts, lambda act: act.id)])

    def record(self, records: Sequence[Record]) -> None:
        """Add records to the log of the house; the first ever opens it."""
        if not records:
            return
        last = self.log[len(self.log)] if self.log else None
        if last is None:
            records = [opened(self._house, at_ms=records[0].at_ms), *records]
        at = None if last is None else (last.seq, last.hash)
        for row in rows_after(at, records, self.seals):
            self.disk.put(self.log, row.seq, row)

    def keep_acts(self, acts: Sequence[ActRow]) -> None:
        """Acts that were written with something else than money."""
        assert not any(act.id in self.acts for act in acts)
        self.add_acts(acts)
        self.disk.sync()

    def keep_control(self, player: str, *, revision: int, body: bytes, at_ms: int) -> None:
        """A player's controls, with their record."""
        self.disk.put(self.controls, player, (revision, body))
        self.record([control_changed(player, revision=revision, body=body, at_ms=at_ms)])
        self.disk.sync()

    def move(self, transfers: Sequence[Transfer]) -> None:
        """Move money; no balance falls below its floor."""
        for account, change in net_changes(transfers).items():
            balance = self.held.get(account, 0) + change
            floor = floor_of(account)
            if floor is not None and balance < floor:
                raise Failed(CommitFailure.BELOW_FLOOR)
            self.disk.put(self.held, account, balance)

    def count_open(self, round_id: str, change: int) -> None:
        """Count the bets of a round that have no outcome."""
        self.disk.put(self.open_bets, round_id, self.open_bets.get(round_id, 0) + change)

    def check_escrows(self, table_id: str, rounds: set[str]) -> None:
        """I5: a round all of whose bets have an outcome holds nothing any more."""
        for round_id, escrow in escrows_of(sorted(rounds)):
            balance = self.held.get(escrow, 0)
            if balance and not self.open_bets.get(round_id, 0):
                raise Corrupt(
                    "round/escrow_not_empty",
                    table_id=table_id,
                    round_id=round_id,
                    account=escrow,
                    balance=balance,
                )

    def exported(self) -> Iterator[tuple[str, Exported]]:
        """Every fact, kind by kind, in the order of its key."""
        for kind, rows in self._by_kind().items():
            shape = shaper(kind)
            for row in rows:
                yield kind, shape(row)

    def _by_kind(self) -> Mapping[str, Iterator[Sequence[Value]]]:
        return {
            "head": ((table, *row) for table, row in sorted(self.heads.items())),
            "act": _by_key(self.acts),
            "event": (
                (table, event.seq, epoch, *astuple(event)[1:])
                for (table, _), (epoch, event) in sorted(self.events.items(), key=itemgetter(0))
            ),
            "account": (
                (account, balance, floor_of(account))
                for account, balance in sorted(self.held.items())
            ),
            "transfer": _by_key(self.transfers),
            "bet": _by_key(self.bets),
            "outcome": _by_key(self.outcomes),
            "command": _by_key(self.commands),
            "wallet_op": _by_key(self.wallet_ops),
            "control": ((player, *control) for player, control in sorted(self.controls.items())),
            "house_log": _by_key(self.log),
        }


def _by_key(facts: Mapping[K, Struct]) -> Iterator[Sequence[Value]]:
    return (astuple(row) for _, row in sorted(facts.items(), key=itemgetter(0)))
