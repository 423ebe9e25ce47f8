"""Reading the log around one round: where it is, and what came before it.

A port of its own beside the store, because nothing here is needed to run a table. Everything is
synchronous and may read many rows: call it from a thread.
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
"""What is still true after the cards were changed; everything else starts anew with them."""


class RoundPlace(NamedTuple):
    """Where a round is in the log of its table: its opening, and its last event so far."""

    table_id: str
    first: int
    last: int


class Archive(Protocol):
    """Durable history. Raises `Unavailable` when the disk does not answer."""

    def place_of(self, round_id: str) -> RoundPlace | None:
        """Where a round is; None when nobody has heard of it."""

    def shoe_before(self, table_id: str, seq: int) -> int:
        """Where the shoe was loaded that was in use at a place; 0 without one."""

    def lasting(self, table_id: str, *, before: int) -> Sequence[StoredEvent]:
        """What still counts of everything that happened before a place."""

    def next_landmark(self, table_id: str, kind: str, *, after: int) -> StoredEvent | None:
        """The first shoe that came or went after a place, or change that outlasts one."""

    def events_between(self, table_id: str, *, first: int, last: int) -> Sequence[StoredEvent]:
        """The events from one place to another, both included."""
