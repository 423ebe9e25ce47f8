"""An imagined disk: a journal of what it does not have yet, and faults on demand.

Owns the fault model of the simulation. Every change of a fact is journalled until it is
synchronised, so a unit that fails is undone, and a crash forgets exactly what was not synchronised.
Which fault comes when is decided by the simulation.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

from sabot.errors import Unavailable
from sabot.service.storage.refusals import StoreFault

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


class Disk:
    """The writes that are synchronised, and those that are not yet."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._journal: list[tuple[dict[Any, Any], object, object]] = []
        self._broken = False

    @property
    def unsynced(self) -> bool:
        """Whether a crash now would decide about a write."""
        return bool(self._journal)

    @property
    def broken(self) -> bool:
        """Whether a synchronisation failed: only a crash says what the disk has."""
        return self._broken

    @property
    def mark(self) -> int:
        """How far the journal is: `undo` goes back to it."""
        return len(self._journal)

    def crash(self, unsynced: Unsynced = Unsynced.LOST) -> None:
        """End and start again: what was synchronised is there, what was not is lost or kept."""
        if unsynced is Unsynced.LOST:
            self.undo()
        self.sync()
        self._broken = False

    def begin(self, write: str) -> Fault | None:
        """Begin a write; the fault it will meet at its end, unless it fails at once."""
        self.check_works()
        fault = self._faults(write)
        if fault in {Fault.FAILED, Fault.FULL}:
            raise Unavailable(f"store/{fault}")
        return fault

    def end(self, fault: Fault | None) -> None:
        """The commit itself: synchronise, or suffer."""
        if fault is Fault.NOT_SYNCED:
            self._broken = True
            raise Unavailable(StoreFault.IO_ERROR)
        if fault is Fault.WRITE_LOST:
            self.undo()
        self.sync()
        if fault is not None:
            raise Unavailable(StoreFault.OUTCOME_UNKNOWN)

    def check_works(self) -> None:
        """Refuse to read and write after a failed synchronisation."""
        # It is unknown what the disk has, so nothing may be read either: an answer made from it
        # could be taken back by the crash that must follow.
        if self._broken:
            raise Unavailable(StoreFault.IO_ERROR)

    def put(self, facts: dict[K, V], key: K, value: V) -> None:
        """Change a fact; what was there before is journalled, None where there was nothing."""
        self._journal.append((facts, key, facts.get(key)))
        facts[key] = value

    def sync(self) -> None:
        """Everything is on the disk."""
        self._journal.clear()

    def undo(self, mark: int = 0) -> None:
        """Take back every change since a mark."""
        while len(self._journal) > mark:
            facts, key, before = self._journal.pop()
            if before is None:
                del facts[key]
            else:
                facts[key] = before
