"""Reading the log around one round: where it is, and what came before it.

A port apart from the store, because running a table needs none of this. Everything is synchronous
and may read many rows: call it from a thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sabot.service.ports import StoredEvent

LASTING = (
    "SeatLeft",
    "SeatTaken",
    "SideBetsSwitched",
    "TableConfigured",
    "TableSwitchedOff",
    "TableSwitchedOn",
)
"""Events that still count after the cards were changed; everything else starts again with them."""


LANDMARKS = frozenset({*LASTING, "ShoeDisclosed", "ShoeLoaded", "ShoeRetired"})
"""Events that are found by their kind at once, however long ago they were."""


class RoundPlace(NamedTuple):
    """Where a round is in the log of its table: its opening, and its last event so far."""

    table_id: str
    first: int
    last: int


class OfTable(NamedTuple):
    """A stored event with its table."""

    table_id: str
    stored: StoredEvent


class Archive(Protocol):
    """Durable history. Raises `Unavailable` when the disk does not answer."""

    def place_of(self, round_id: str) -> RoundPlace | None:
        """Where a round is; None when it is unknown."""

    def shoe_before(self, table_id: str, seq: int) -> int:
        """Where the shoe that was in use at a place had been loaded; 0 without one."""

    def lasting(self, table_id: str, *, before: int) -> Sequence[StoredEvent]:
        """What still counts of everything that happened before a place."""

    def next_landmark(self, table_id: str, kind: str, *, after: int) -> StoredEvent | None:
        """The first shoe that came or went after a place, or change that outlasts one."""

    def incidents(
        self, *, since_ms: int, until_ms: int, table_id: str | None, limit: int
    ) -> Sequence[OfTable]:
        """Incidents as they were recorded, newest first; of one table or of all."""

    def closings(self, *, since_ms: int, table_id: str | None) -> Sequence[OfTable]:
        """How incidents ended, oldest first; of one table or of all."""

    def events_between(self, table_id: str, *, first: int, last: int) -> Sequence[StoredEvent]:
        """The events from one place to another, both included."""
