"""The Big Road: one hollow circle for every decided round, ties drawn through it (F188–F193, R19).

It knows sides, ties and pair marks, and asks the grid for places. Colours and the green line are
the client's: blue Player, red Banker, the number of ties shown from two on.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.roads.grid import Grid
from sabot.roads.results import TIE, RoundResult, Side


class BigRoadCell(NamedTuple):
    """One cell as it stands now; `side` is None while only ties have been seen (F192)."""

    row: int
    column: int
    side: Side | None
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False


class BigRoad:
    """The cells of a shoe; only the latest one can still change, and only by a tie.

    (Or, before the first decision, by the circle that joins the waiting ties: F192.) A client
    that keeps cells by place is up to date when it writes each cell it is sent over the old one.

    >>> from sabot.roads.results import Outcome
    >>> road = BigRoad()
    >>> road.add(RoundResult(outcome=Outcome.TIE), same=False)
    BigRoadCell(row=0, column=0, side=None, ties=1, player_pair=False, banker_pair=False)
    """

    __slots__ = ("_cells", "_grid")

    def __init__(self) -> None:
        self._grid = Grid()
        self._cells: list[BigRoadCell] = []

    @property
    def cells(self) -> tuple[BigRoadCell, ...]:
        """Every cell in play order."""
        return tuple(self._cells)

    def preview(self, result: RoundResult, *, same: bool) -> BigRoadCell:
        """The cell as it would stand after this result; `same` as the latest circle or not."""
        outcome = result.outcome
        if outcome is TIE:
            return self._with_one_more_tie()
        row, column = self._grid.next_place(same=same)
        return BigRoadCell(
            row=row,
            column=column,
            side=outcome,
            ties=self._waiting_ties(),
            player_pair=result.player_pair,
            banker_pair=result.banker_pair,
        )

    def add(self, result: RoundResult, *, same: bool) -> BigRoadCell:
        """Write a result; answers the cell as it now stands."""
        cell = self.preview(result, same=same)
        rewritten = bool(self._cells) and (result.outcome is TIE or self._cells[-1].side is None)
        if rewritten:
            self._cells[-1] = cell
        else:
            self._cells.append(cell)
        if result.outcome is not TIE:
            self._grid.put(same=same)
        return cell

    def _waiting_ties(self) -> int:
        # F192: ties before any decision wait in the top left cell for the first circle.
        return self._cells[-1].ties if self._cells and self._cells[-1].side is None else 0

    def _with_one_more_tie(self) -> BigRoadCell:
        if not self._cells:
            return BigRoadCell(row=0, column=0, side=None, ties=1)
        latest = self._cells[-1]
        # R19: a pair in a tie round shows on the Bead Plate only; the circle keeps its own marks.
        return BigRoadCell(
            row=latest.row,
            column=latest.column,
            side=latest.side,
            ties=latest.ties + 1,
            player_pair=latest.player_pair,
            banker_pair=latest.banker_pair,
        )
