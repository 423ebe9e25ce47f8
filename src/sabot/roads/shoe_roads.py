"""All roads of one shoe, kept up to date one result at a time (F187, F196, F202).

Ties the roads together and counts results. One result costs the same at the start and at the end
of a shoe: nothing is recomputed, and no earlier mark ever changes. Which shoe is current is
`history.py`'s; what a tile or a screen shows of it is the client's.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, assert_never

from sabot.roads.ask import NO_SYMBOLS, Ask, ask
from sabot.roads.bead_plate import Bead, BeadPlate
from sabot.roads.big_road import BigRoad, BigRoadCell
from sabot.roads.derived import DerivedMark, DerivedName, DerivedRoad
from sabot.roads.good_roads import (
    DEFAULT_THRESHOLDS,
    GoodRoad,
    Memory,
    Thresholds,
    good_roads,
)
from sabot.roads.results import TIE, RoundResult
from sabot.roads.runs import Run, Runs
from sabot.roads.statistics import ResultCounter, Statistics


class RoadView(StrEnum):
    """What the tiles of Multiplay show, and so which streak sorts them (F210, F225)."""

    BIG_ROAD = "big_road"
    DERIVED = "derived"


class RoadMarks(NamedTuple):
    """What one result adds to the five roads: all that a client must be sent.

    `big_road` is the cell as it now stands: after a tie, the latest circle with one tie more.
    """

    bead: Bead
    big_road: BigRoadCell
    big_eye: DerivedMark | None = None
    small: DerivedMark | None = None
    cockroach: DerivedMark | None = None


class ShoeRoads:
    """The five roads of a shoe, their ask buttons, good roads, streaks and counts.

    >>> from sabot.roads.results import Outcome
    >>> shoe = ShoeRoads()
    >>> for outcome in (Outcome.BANKER, Outcome.PLAYER, Outcome.BANKER):
    ...     marks = shoe.add(RoundResult(outcome=outcome))
    >>> marks.big_eye
    DerivedMark(row=0, column=0, colour=<Colour.RED: 'R'>)
    """

    __slots__ = (
        "_ask",
        "_bead_plate",
        "_big_eye",
        "_big_road",
        "_cockroach",
        "_counter",
        "_memory",
        "_runs",
        "_small",
        "_thresholds",
    )

    def __init__(self, thresholds: Thresholds = DEFAULT_THRESHOLDS) -> None:
        self._thresholds = thresholds
        self._runs = Runs()
        self._bead_plate = BeadPlate()
        self._big_road = BigRoad()
        self._big_eye = DerivedRoad()
        self._small = DerivedRoad()
        self._cockroach = DerivedRoad()
        self._memory = Memory()
        self._ask = Ask()
        self._counter = ResultCounter()

    def add(self, result: RoundResult) -> RoadMarks:
        """Write one result on every road; answers what it added."""
        self._counter.add(result)
        outcome = result.outcome
        if outcome is TIE:
            # R19, F196: a tie moves nothing and adds no derived mark.
            return RoadMarks(
                bead=self._bead_plate.add(result),
                big_road=self._big_road.add(result, same=True),
            )
        big_eye, small, cockroach = self._ask.of(outcome)
        marks = RoadMarks(
            bead=self._bead_plate.add(result),
            big_road=self._big_road.add(result, same=self._runs.continues(outcome)),
            big_eye=self._big_eye.add(big_eye),
            small=self._small.add(small),
            cockroach=self._cockroach.add(cockroach),
        )
        finished = self._runs.add(outcome)
        if finished is not None:
            self._memory = self._memory.after(finished)
        # What the buttons say now is what the next result will write: computed once for both.
        self._ask = ask(self._runs)
        return marks

    def preview(self, result: RoundResult) -> RoadMarks:
        """What this result would add, writing nothing: the ask buttons' preview (F200)."""
        outcome = result.outcome
        same, symbols = True, NO_SYMBOLS
        if outcome is not TIE:
            same, symbols = self._runs.continues(outcome), self._ask.of(outcome)
        big_eye, small, cockroach = symbols
        return RoadMarks(
            bead=self._bead_plate.preview(result),
            big_road=self._big_road.preview(result, same=same),
            big_eye=self._big_eye.preview(big_eye),
            small=self._small.preview(small),
            cockroach=self._cockroach.preview(cockroach),
        )

    def ask(self) -> Ask:
        """The symbols on the two ask buttons (R22)."""
        return self._ask

    def good_roads(self) -> tuple[GoodRoad, ...]:
        """Every good road that holds now (R23)."""
        return good_roads(self._memory, self._runs.last, self._thresholds)

    def streak(self, view: RoadView) -> int:
        """The length that sorts this table in Multiplay; 0 before there is any (R24)."""
        match view:
            case RoadView.BIG_ROAD:
                last = self._runs.last
                return 0 if last is None else last.length
            case RoadView.DERIVED:
                return max(self._big_eye.streak, self._small.streak, self._cockroach.streak)
            case _:
                assert_never(view)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs in play order."""
        return self._runs.all()

    @property
    def beads(self) -> tuple[Bead, ...]:
        """The Bead Plate in play order."""
        return self._bead_plate.beads

    @property
    def big_road(self) -> tuple[BigRoadCell, ...]:
        """The Big Road in play order."""
        return self._big_road.cells

    def derived(self, name: DerivedName) -> tuple[DerivedMark, ...]:
        """One derived road in play order."""
        match name:
            case DerivedName.BIG_EYE:
                return self._big_eye.marks
            case DerivedName.SMALL:
                return self._small.marks
            case DerivedName.COCKROACH:
                return self._cockroach.marks
            case _:
                assert_never(name)

    @property
    def statistics(self) -> Statistics:
        """How often each result and each pair came."""
        return self._counter.statistics
