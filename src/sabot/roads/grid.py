"""The layout of six rows that the Big Road and the three derived roads share (R19).

A grid places marks; it does not know what they mean, only whether a mark is equal to the one
before it. Everything is computed over the whole shoe: how many columns fit on a screen is the
client's business.
"""

from __future__ import annotations

from typing import TypeAlias

ROWS = 6

Place: TypeAlias = tuple[int, int]
"""Row and column, both from 0, the top left corner being (0, 0)."""


class Grid:
    """Where the next mark goes, by the KEEP convention of R19, in constant time and memory.

    A run starts in the top row and falls; when the cell below is missing or taken it turns right,
    and keeps its row to its end. All that later marks need of the past is how far each row is
    filled, and six numbers hold it:

    - start columns only grow, so that a cell of row r at or right of the current start column can
      be taken only by a tail on row r, and a tail has no holes: the cell below the latest mark is
      free exactly when its row is not filled up to the current column;
    - the top row is filled at least to the start of the last run, and further only by a tail in
      it: the next run starts one column after its end;
    - a tail never finds its right-hand cell taken, since the other tail would have to cross the
      cell that this one stands in.

    >>> grid = Grid()
    >>> [grid.put(same=same) for same in (False, True, False)]
    [(0, 0), (1, 0), (0, 1)]
    """

    __slots__ = ("_column", "_filled", "_row", "_turned")

    def __init__(self) -> None:
        self._filled = [-1] * ROWS
        self._row = 0
        self._column = 0
        self._turned = False

    def next_place(self, *, same: bool) -> Place:
        """Where a mark equal (or not) to the latest one would go; an empty grid takes no equal."""
        if not same:
            return 0, self._filled[0] + 1
        row, column = self._row, self._column
        below = row + 1
        # R19: "whatever colour stands in it": the grid does not know colours at all.
        if not self._turned and below < ROWS and self._filled[below] < column:
            return below, column
        return row, column + 1

    def put(self, *, same: bool) -> Place:
        """Place the next mark."""
        place = self.next_place(same=same)
        row, column = place
        self._turned = same and row == self._row
        self._row, self._column = row, column
        self._filled[row] = column
        return place
