"""The shoes a player can look back at: Current, Last, Last−1 (F202, F203).

Knows when roads start afresh, not why: the table says that a new shoe is in play.
"""

from __future__ import annotations

from enum import StrEnum

from sabot.games.baccarat.roads.good_roads import DEFAULT_THRESHOLDS, Thresholds
from sabot.games.baccarat.roads.results import RoundResult
from sabot.games.baccarat.roads.shoe_roads import RoadMarks, ShoeRoads


class ShoeChoice(StrEnum):
    """The three buttons (F203)."""

    CURRENT = "current"
    LAST = "last"
    LAST_BUT_ONE = "last_but_one"


_CHOICES = tuple(ShoeChoice)


class ShoeHistory:
    """The current shoe's roads and those of the two before it; older ones are let go.

    >>> history = ShoeHistory()
    >>> history.new_shoe()
    >>> history.shoe(ShoeChoice.LAST_BUT_ONE) is None
    True
    """

    __slots__ = ("_shoes", "_thresholds")

    def __init__(self, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> None:
        self._thresholds = thresholds
        self._shoes: tuple[ShoeRoads, ...] = (ShoeRoads(thresholds),)

    @property
    def current(self) -> ShoeRoads:
        """The shoe in play."""
        return self._shoes[0]

    def shoe(self, choice: ShoeChoice) -> ShoeRoads | None:
        """The shoe behind a button, None while the table has not played so many."""
        back = _CHOICES.index(choice)
        return self._shoes[back] if back < len(self._shoes) else None

    def add(self, result: RoundResult) -> RoadMarks:
        """Write a result on the current shoe; earlier shoes are closed."""
        return self.current.add(result)

    def new_shoe(self) -> None:
        """Clear the roads after the last hand of a shoe and start with the next (F202)."""
        self._shoes = (ShoeRoads(self._thresholds), *self._shoes)[: len(_CHOICES)]
