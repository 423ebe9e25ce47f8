"""What a disk brings back after a crash: rows cut short, or the order of a shoe lost."""

from __future__ import annotations

from typing import Any

import msgspec
from tests.simulation.faults import Fault, Luck

from sabot.adapters.memory import MemoryStore

Row = tuple[dict[Any, Any], Any, Any, Any]
"""Rows, the key of one of them, how it was, and how it is."""


class Damage:
    """Damages one row of a table at a time, and mends it."""

    def __init__(self, store: MemoryStore, luck: Luck) -> None:
        self._store = store
        self._luck = luck
        self._row: Row | None = None
        self.table_id = ""

    def secrets(self) -> None:
        """The disk comes back with the order of a shoe gone, cut short, or another one."""
        secrets = self._store.facts.secrets
        if not secrets or not self._luck.strikes(Fault.ORDER_DAMAGED, one_in=4):
            return
        name = sorted(secrets)[self._luck.below(len(secrets))]
        _, body = secrets.pop(name)
        if cut := self._luck.below(3):
            secrets[name] = (name, body[:-9] if cut == 1 else body[:-9] + b"A" + body[-8:])

    def rows(self, table_id: str) -> None:
        """The disk comes back with a row of one table cut short.

        A snapshot is derived again from the events; without an event that table alone stays closed.
        """
        facts = self._store.facts
        head, snapshot = facts.heads.get(table_id), facts.snapshots.get(table_id)
        if head is None or not head.seq:
            return
        if snapshot is not None and self._luck.strikes(Fault.SNAPSHOT_DAMAGED, one_in=6):
            cut = (snapshot[0], snapshot[1][:-9])
            self._row = (facts.snapshots, table_id, snapshot, cut)
        elif self._luck.strikes(Fault.EVENT_DAMAGED, one_in=5):
            key = (table_id, head.seq)
            epoch, event = facts.events[key]
            changed = msgspec.structs.replace(event, body=event.body[:-3])
            self._row = (facts.events, key, (epoch, event), (epoch, changed))
        if self._row is not None:
            rows, key, _, row = self._row
            rows[key] = row
            self.table_id = table_id

    def mend(self) -> None:
        """The row is restored from a backup, unless the table has written another one."""
        if self._row is not None:
            rows, key, before, row = self._row
            if rows[key] == row:
                rows[key] = before
        self._row, self.table_id = None, ""
