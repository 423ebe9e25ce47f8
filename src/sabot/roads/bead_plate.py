"""The Bead Plate: every round in its own cell, ties included (F198, F199, R21).

Letters or numbers is how a client draws a bead; both are in the result that the bead holds.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.roads.grid import ROWS
from sabot.roads.results import RoundResult


# A named tuple, as all marks are: several are made at every result of every table, and a frozen
# dataclass takes twice as long.
class Bead(NamedTuple):
    """One round on the plate."""

    row: int
    column: int
    result: RoundResult

    @property
    def letter(self) -> str:
        """Letter mode, before localisation."""
        return self.result.letter

    @property
    def number(self) -> int | None:
        """Number mode: the winning total, the common total on a tie (R21)."""
        return self.result.total


class BeadPlate:
    """The beads of a shoe: down six rows, then right.

    >>> from sabot.roads.results import Outcome
    >>> plate = BeadPlate()
    >>> beads = [plate.add(RoundResult(outcome=Outcome.TIE)) for _ in range(7)]
    >>> beads[6].row, beads[6].column
    (0, 1)
    """

    __slots__ = ("_beads",)

    def __init__(self) -> None:
        self._beads: list[Bead] = []

    @property
    def beads(self) -> tuple[Bead, ...]:
        """Every bead in play order."""
        return tuple(self._beads)

    def preview(self, result: RoundResult) -> Bead:
        """The bead that this result would add."""
        column, row = divmod(len(self._beads), ROWS)
        return Bead(row=row, column=column, result=result)

    def add(self, result: RoundResult) -> Bead:
        """Write a result."""
        bead = self.preview(result)
        self._beads.append(bead)
        return bead
