"""Advice for bots: how a game would decide, from the cards that its players see.

A game with decisions has a module `advice` with `advise(question)`. The exact advice of a shoe is
in the laboratory (`sabot strategy`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sabot.gamekit.view import HandView


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOf:
    """A question as a player reads it; `seat` is None for a question to all players."""

    hands: Sequence[HandView]
    options: Sequence[str]
    seat: int | None
    hand: int

    def cards(self, name: str) -> list[str] | None:
        """The cards of a hand; None where it has none yet, or one lies face down."""
        found = next((hand.cards for hand in self.hands if hand.name == name), ())
        shown = [card for card in found if card is not None]
        return shown if shown and len(shown) == len(found) else None
