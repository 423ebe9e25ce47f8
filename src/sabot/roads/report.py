"""The answer of `sabot roads` for one shoe, as plain JSON values.

Owns the member names and the order inside each list; reading lines, ids and writing JSON belong
to the command.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from sabot.roads.ask import Symbols
from sabot.roads.derived import DerivedMark, DerivedName
from sabot.roads.results import LETTERS, read_letters
from sabot.roads.shoe_roads import ShoeRoads


class DerivedReport(TypedDict):
    """One derived road: colours in play order, and `[row, column, colour]` cells."""

    colours: str
    cells: list[list[int | str]]


class GoodRoadReport(TypedDict):
    """One good road that holds."""

    pattern: str
    side: str
    depth: int


class RoadsReport(TypedDict):
    """The members of one answer."""

    runs: list[list[str | int]]
    bead_plate: list[list[int | str]]
    big_road: list[list[int | str | None]]
    derived: dict[str, DerivedReport]
    ask: dict[str, list[str | None]]
    good_roads: list[GoodRoadReport]


def roads_report(sequence: str) -> RoadsReport:
    """Every road of a shoe written in P, B and T.

    >>> roads_report("BPP")["derived"]["big_eye"]
    {'colours': 'B', 'cells': [[0, 0, 'B']]}
    """
    shoe = ShoeRoads()
    for result in read_letters(sequence):
        shoe.add(result)
    ask = shoe.ask()
    return RoadsReport(
        runs=[[run.letter, run.length] for run in shoe.runs],
        bead_plate=[[bead.row, bead.column, bead.letter] for bead in shoe.beads],
        big_road=[
            [cell.row, cell.column, cell.side and LETTERS[cell.side], cell.ties]
            for cell in shoe.big_road
        ],
        derived={name.value: _derived(shoe.derived(name)) for name in DerivedName},
        ask={"P": _symbols(ask.player), "B": _symbols(ask.banker)},
        good_roads=[
            GoodRoadReport(pattern=road.pattern.value, side=road.letter, depth=road.depth)
            for road in shoe.good_roads()
        ],
    )


def _derived(marks: Iterable[DerivedMark]) -> DerivedReport:
    cells: list[list[int | str]] = [[mark.row, mark.column, mark.colour.value] for mark in marks]
    return DerivedReport(colours="".join(str(cell[2]) for cell in cells), cells=cells)


def _symbols(symbols: Symbols) -> list[str | None]:
    return [colour and colour.value for colour in symbols]
