"""How often each result and each pair came in a shoe (F205)."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.roads.results import BANKER, PLAYER, RoundResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """The counts under the roads; pairs of tie rounds count as well."""

    player: int = 0
    banker: int = 0
    tie: int = 0
    player_pair: int = 0
    banker_pair: int = 0

    @property
    def rounds(self) -> int:
        """Every round of the shoe, ties included."""
        return self.player + self.banker + self.tie


class ResultCounter:
    """Counts the results of one shoe as they come.

    >>> from sabot.roads.results import Outcome
    >>> counter = ResultCounter()
    >>> counter.add(RoundResult(outcome=Outcome.TIE, banker_pair=True))
    >>> counter.statistics
    Statistics(player=0, banker=0, tie=1, player_pair=0, banker_pair=1)
    """

    __slots__ = ("_banker", "_banker_pair", "_player", "_player_pair", "_tie")

    def __init__(self) -> None:
        self._player = self._banker = self._tie = 0
        self._player_pair = self._banker_pair = 0

    def add(self, result: RoundResult) -> None:
        """Count one result."""
        outcome = result.outcome
        if outcome is PLAYER:
            self._player += 1
        elif outcome is BANKER:
            self._banker += 1
        else:
            self._tie += 1
        if result.player_pair:
            self._player_pair += 1
        if result.banker_pair:
            self._banker_pair += 1

    @property
    def statistics(self) -> Statistics:
        """The counts so far."""
        return Statistics(
            player=self._player,
            banker=self._banker,
            tie=self._tie,
            player_pair=self._player_pair,
            banker_pair=self._banker_pair,
        )
