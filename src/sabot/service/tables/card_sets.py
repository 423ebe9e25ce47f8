"""What a running table asks of the sets of real cards, and tells them.

A set that is brought to a table counts as moved from that moment, so that no other table takes it
while the step is being written. The acts that say so are part of the table's own transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from sabot.service.ports import ActRow
from sabot.table.staff.card_sets import CardSet


class CardSets(Protocol):
    """Every set of a house."""

    def card_set(self, set_id: str) -> CardSet | None:
        """Give a set as a table sees it; None when it is unknown."""

    def loaded(
        self, wanted: Sequence[str], *, table: str, shoe: str, actor: str
    ) -> tuple[ActRow, ...]:
        """Bring these sets to a table, in place of those that lie there; the acts to store."""

    def stored(self, acts: Iterable[ActRow]) -> None:
        """Take note that these acts are on disk."""

    def dropped(self, acts: Iterable[ActRow]) -> None:
        """Take note that these acts were not stored."""


class NoCardSets:
    """A house without sets: shoes know their cards by their own names."""

    def card_set(self, _set_id: str) -> CardSet | None:
        """Know no set."""
        return None

    def loaded(
        self, _wanted: Sequence[str], *, table: str, shoe: str, actor: str
    ) -> tuple[ActRow, ...]:
        """Bring nothing."""
        del table, shoe, actor
        return ()

    def stored(self, acts: Iterable[ActRow]) -> None:
        """Have nothing to take note of."""

    def dropped(self, acts: Iterable[ActRow]) -> None:
        """Have nothing to take note of."""
