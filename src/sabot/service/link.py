"""What somebody at a table needs of it: see it, send a command, hear that something happened."""

from __future__ import annotations

from typing import Protocol

from sabot.service.envelopes import Envelope, Reply
from sabot.table.state import TableState


class TableLink(Protocol):
    """A table as a player, a dealer or a bot reaches it."""

    @property
    def state(self) -> TableState:
        """The table as it is on disk."""

    async def submit(self, envelope: Envelope) -> Reply:
        """Send a command and wait for its answer."""

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        """Wait until something happened, more than bets if need be, or for so many seconds."""

    def heartbeat(self) -> None:
        """Say that the studio is there (P5)."""

    def fail(self, error: Exception) -> None:
        """Report that something the table needs cannot be read: the table is out of order."""
