"""How other parts of the house reach a table: read it, send a command, wait for a change.

The gateway, the studio, bots and the office know these ports and nothing of the running table. The
one implementation today is in the same process (`runtime/host.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sabot.service.tables.envelopes import Envelope, Reply
from sabot.service.tables.out_of_order import OutOfOrder
from sabot.service.tables.staged_chips import Felt
from sabot.table.authority import ActorKind
from sabot.table.staging import Preferences
from sabot.table.state import TableState

Answer = Callable[[Reply], None]
"""Called once with the reply to a command."""


class TableLink(Protocol):
    """A table for a dealer, a bot or the office: they send a command and wait for its reply."""

    @property
    def state(self) -> TableState:
        """The table as it is on disk."""

    async def submit(self, envelope: Envelope) -> Reply:
        """Send a command and wait for its reply."""

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        """Wait for a change, at most `within` seconds; `beyond_bets` ignores new bets."""

    def heartbeat(self) -> None:
        """Report that the studio is connected (P5)."""

    def fail(self, error: Exception) -> None:
        """Report that something the table needs cannot be read: the table is out of order."""


class TablePort(Protocol):
    """A table for the gateway: what it shows of the table, and the way in for commands."""

    @property
    def state(self) -> TableState:
        """The table as it is on disk."""

    @property
    def epoch(self) -> int:
        """The number of this owner's time at the table."""

    @property
    def deadline_ms(self) -> int | None:
        """When the present window ends, on the monotonic clock; None without one."""

    @property
    def staged(self) -> Felt:
        """Chips that players have put down and not yet bet."""

    @property
    def cannot_write(self) -> bool:
        """Whether the table waits because its store is full or away."""

    @property
    def store_error(self) -> str:
        """What the store said when the table could not write."""

    @property
    def studio_silent_ms(self) -> int | None:
        """How long the studio of a live table has been silent; None at a virtual one (P5)."""

    @property
    def out_of_order(self) -> OutOfOrder | None:
        """What is wrong with a table that cannot be run; None for all others."""

    def bets_for(self, state: TableState) -> str:
        """The round that a chip has to name (ADR 0030); empty when no chip can be put down."""

    def send(self, envelope: Envelope, answer: Answer) -> None:
        """Send a command; `answer` is called when the outcome is durable."""

    def hear_studio(self, *, actor: str, actor_kind: ActorKind, console: str = "") -> bool:
        """Note a heartbeat, and say whether it speaks for the studio of this table (P5)."""

    def wish(self, player: str, wishes: Preferences) -> None:
        """Take note of a player's preferences for the next round they put a chip down in (P3)."""

    def fail(self, error: Exception) -> None:
        """Report that something the table needs cannot be read: the table is out of order."""
