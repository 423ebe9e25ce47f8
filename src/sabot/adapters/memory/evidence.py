"""What a start compares, from a store in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot.adapters.memory.store import MemoryStore
from sabot.adapters.units import net_changes
from sabot.ledger import AccountKind, Transfer
from sabot.service.house_checks import ControlRow, Misfit, Standing
from sabot.service.ports import ActRow, LogRow
from sabot.table.codec import GENESIS

_ESCROW = f"{AccountKind.ESCROW}:"


class MemoryEvidence:
    """Evidence from dictionaries."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def house_log(self, *, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        """The records of the house log, in order."""
        last = len(self._store.log) if until is None else until
        return [row for seq, row in sorted(self._store.log.items()) if after < seq <= last]

    def log_head(self) -> tuple[int, bytes]:
        """The number and the hash of the last record; 0 and zeros without any."""
        last = self._store.log.get(len(self._store.log))
        return (0, GENESIS) if last is None else (last.seq, last.hash)

    def log_hash(self, seq: int) -> str | None:
        """The hash of a record; None when there is none."""
        found = self._store.log.get(seq)
        return None if found is None else found.hash.hex()

    def heads(self) -> Mapping[str, Standing]:
        """The head of every table."""
        return {name: Standing(*row[:3]) for name, row in self._store.heads.items()}

    def chain_at(self, table_id: str, seq: int) -> bytes | None:
        """The hash of an event; None when there is no such event."""
        found = next(self._store.events(table_id, after=seq - 1), None)
        return None if found is None else found.hash

    def every_act(self) -> Sequence[ActRow]:
        """Every act of the office."""
        return [*self._store.every_act.values()]

    def outside(self) -> Sequence[Transfer]:
        """Every transfer that belongs to no round."""
        moved = self._store.transfers.values()
        return [one for one in moved if one.round is None and one.bet is None]

    def misfits(self) -> Sequence[Misfit]:
        """The accounts whose balance is not the sum of their postings; no escrows."""
        held, booked = self._store.held, net_changes(self._store.transfers.values())
        return [
            Misfit(name, held.get(name), booked.get(name, 0))
            for name in sorted(held.keys() | booked.keys())
            if not name.startswith(_ESCROW) and held.get(name, 0) != booked.get(name, 0)
        ]

    def every_control(self) -> Sequence[ControlRow]:
        """The controls of every player."""
        return [ControlRow(name, *control) for name, control in self._store.controls.items()]
