"""The three derived roads: Big Eye Boy, Small Road, Cockroach Road (F194–F196, R20).

A derived road compares the last run with an earlier one and writes red for order, blue for
disorder; red and blue here have nothing to do with Banker and Player. It knows runs and the grid,
never who won.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from sabot.roads.grid import Grid
from sabot.roads.runs import Runs


class Colour(StrEnum):
    """Red repeats the pattern, blue breaks it (F194)."""

    RED = "R"
    BLUE = "B"


class DerivedName(StrEnum):
    """The derived roads, in the order of the symbols on the ask buttons."""

    BIG_EYE = "big_eye"
    SMALL = "small"
    COCKROACH = "cockroach"


# R20: k, how many runs back each road looks.
GAPS: dict[DerivedName, int] = {
    DerivedName.BIG_EYE: 1,
    DerivedName.SMALL: 2,
    DerivedName.COCKROACH: 3,
}


class NextColours(NamedTuple):
    """The marks that the two possible results would add; None where the road has not begun."""

    going_on: Colour | None
    turning: Colour | None


_NEXT_COLOURS: dict[bool | None, NextColours] = {
    None: NextColours(going_on=None, turning=None),
    True: NextColours(going_on=Colour.BLUE, turning=Colour.RED),
    False: NextColours(going_on=Colour.RED, turning=Colour.BLUE),
}


def next_colours(runs: Runs, *, gap: int) -> NextColours:
    """What a derived road would write if the last run went on, and if it turned.

    R20 speaks of the m-th result of run n and compares it with run n−k, of length p:

        m ≥ 2    red if m ≤ p, blue if m = p+1, red if m > p+1     needs run n−k
        m = 1    red if h(n−1) = h(n−1−k), else blue               needs run n−1−k

    Seen from just before that result, with n the last run and h its length so far, both lines ask
    one question: is h equal to p? Going on gives m = h+1, which is blue exactly when h = p.
    Turning starts run n+1, whose first mark compares h(n) with h(n−k): red exactly when h = p.
    So a mark needs two lengths only, and the two answers exist together and are opposite (R22).

    >>> from sabot.roads.results import Outcome
    >>> runs = Runs()
    >>> _ = runs.add(Outcome.BANKER), runs.add(Outcome.PLAYER)
    >>> next_colours(runs, gap=1)
    NextColours(going_on=<Colour.BLUE: 'B'>, turning=<Colour.RED: 'R'>)
    """
    return _NEXT_COLOURS[runs.is_level(gap=gap)]


class DerivedMark(NamedTuple):
    """One mark in its cell."""

    row: int
    column: int
    colour: Colour


class DerivedRoad:
    """The marks of one derived road, laid out like a Big Road of their own.

    >>> road = DerivedRoad()
    >>> for colour in (Colour.RED, Colour.BLUE, Colour.BLUE):
    ...     mark = road.add(colour)
    >>> mark, road.streak
    (DerivedMark(row=1, column=1, colour=<Colour.BLUE: 'B'>), 2)
    """

    __slots__ = ("_grid", "_latest", "_marks", "_streak")

    def __init__(self) -> None:
        self._grid = Grid()
        self._marks: list[DerivedMark] = []
        self._latest: Colour | None = None
        self._streak = 0

    @property
    def marks(self) -> tuple[DerivedMark, ...]:
        """Every mark in play order."""
        return tuple(self._marks)

    @property
    def streak(self) -> int:
        """How many equal marks stand at the end; 0 on an empty road (R24)."""
        return self._streak

    def preview(self, colour: Colour | None) -> DerivedMark | None:
        """The mark that this colour would add; no colour, no mark."""
        if colour is None:
            return None
        row, column = self._grid.next_place(same=colour is self._latest)
        return DerivedMark(row=row, column=column, colour=colour)

    def add(self, colour: Colour | None) -> DerivedMark | None:
        """Write a colour; no colour, no mark."""
        if colour is None:
            return None
        same = colour is self._latest
        row, column = self._grid.put(same=same)
        mark = DerivedMark(row=row, column=column, colour=colour)
        self._marks.append(mark)
        self._streak = self._streak + 1 if same else 1
        self._latest = colour
        return mark
