"""How the gateway opens and shows private tables (F263)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sabot.service.tables.link import TablePort


class Onlookers(Protocol):
    """The part of the house that shows private tables to players."""

    def opened(self, table: TablePort) -> None:
        """A private table can be shown from now on."""

    def closed(self, table_id: str) -> None:
        """The table is closed and no longer shown."""

    def watching(self, table_id: str) -> int:
        """How many connections watch the table now."""


class PrivateTablesPort(Protocol):
    """Every private table that this process runs."""

    def attend(self, onlookers: Onlookers) -> None:
        """Tell `onlookers` of every table that opens or closes, and of those that are open."""

    def hosts(self) -> Sequence[TablePort]:
        """The tables that are open."""

    async def open(self, player: str, variant: str) -> TablePort:
        """Open a player's table of a variant."""

    async def reopen(self, player: str, table_id: str) -> TablePort:
        """Open a player's table again."""
