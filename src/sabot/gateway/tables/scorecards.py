"""The roads of a table: three shoes of results, as the wire shows them (F187–F203)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sabot.gamekit.parts import Outcome
from sabot.games import registry
from sabot.roads.derived import DerivedMark, DerivedName
from sabot.roads.results import LETTERS, RoundResult
from sabot.roads.shoe_roads import RoadView, ShoeRoads
from sabot.wire import table_view as w

SHOES = 3
"""Current, last, last but one (F203)."""

ResultOf = Callable[[Outcome], RoundResult]
"""Gives what a finished round adds to the roads."""


class Scorecards(Protocol):
    """The results that a game records from round to round."""

    def new_shoe(self, shoe_id: str) -> None: ...
    def add(self, outcome: Outcome) -> None: ...
    def current(self) -> w.Scorecard | None: ...
    def earlier(self) -> tuple[w.Scorecard, ...]: ...
    def letters(self) -> str: ...


class NoScorecards:
    """A game without roads."""

    def new_shoe(self, shoe_id: str) -> None:
        """Nothing to clear."""

    def add(self, outcome: Outcome) -> None:
        """Nothing to write."""

    def current(self) -> w.Scorecard | None:
        return None

    def earlier(self) -> tuple[w.Scorecard, ...]:
        return ()

    def letters(self) -> str:
        return ""


class RoadScorecards:
    """The roads of the last three shoes; a cancelled round never reaches them (R21)."""

    def __init__(self, result_of: ResultOf) -> None:
        self._result_of = result_of
        self._shoes: list[tuple[str, ShoeRoads]] = []
        self._drawn: w.Scorecard | None = None

    def new_shoe(self, shoe_id: str) -> None:
        """Clear the roads and start with the next shoe (F202)."""
        self._shoes = [(shoe_id, ShoeRoads()), *self._shoes][:SHOES]
        self._drawn = None

    def add(self, outcome: Outcome) -> None:
        """Write a result on every road of the shoe in play."""
        if self._shoes:
            self._shoes[0][1].add(self._result_of(outcome))
            self._drawn = None

    def current(self) -> w.Scorecard | None:
        """The shoe in play, drawn once for all audiences."""
        if self._drawn is None and self._shoes:
            self._drawn = drawn(*self._shoes[0])
        return self._drawn

    def earlier(self) -> tuple[w.Scorecard, ...]:
        """The shoes before it, newest first."""
        return tuple(drawn(shoe_id, roads) for shoe_id, roads in self._shoes[1:])

    def letters(self) -> str:
        """The results in the order of play, for a tile of the lobby."""
        return "".join(bead.letter for bead in self._shoes[0][1].beads) if self._shoes else ""


def scorecards_for(game: str) -> Scorecards:
    """Make the scorecards of a game."""
    result_of = registry()[game].parts.scorecard_result
    return NoScorecards() if result_of is None else RoadScorecards(result_of)


def drawn(shoe_id: str, roads: ShoeRoads) -> w.Scorecard:
    """The roads of one shoe as the wire shows them."""
    ask, counts = roads.ask(), roads.statistics
    return w.Scorecard(
        shoe_id=shoe_id,
        beads=tuple(
            w.Bead(letter=bead.letter, total=bead.number, pairs=_pairs(bead.result))
            for bead in roads.beads
        ),
        big_road=tuple(
            w.RoadCell(
                cell.row,
                cell.column,
                cell.side and LETTERS[cell.side],
                cell.ties,
                ("p" if cell.player_pair else "") + ("b" if cell.banker_pair else ""),
            )
            for cell in roads.big_road
        ),
        big_eye=_cells(roads.derived(DerivedName.BIG_EYE)),
        small=_cells(roads.derived(DerivedName.SMALL)),
        cockroach=_cells(roads.derived(DerivedName.COCKROACH)),
        ask_player=_asked(ask.player),
        ask_banker=_asked(ask.banker),
        good_roads=tuple(
            w.GoodRoadShown(pattern=road.pattern.value, side=road.letter, depth=road.depth)
            for road in roads.good_roads()
        ),
        counts={
            "player": counts.player,
            "banker": counts.banker,
            "tie": counts.tie,
            "player_pair": counts.player_pair,
            "banker_pair": counts.banker_pair,
        },
        streak=roads.streak(RoadView.BIG_ROAD),
        derived_streak=roads.streak(RoadView.DERIVED),
    )


def _pairs(result: RoundResult) -> str:
    return ("p" if result.player_pair else "") + ("b" if result.banker_pair else "")


def _cells(marks: tuple[DerivedMark, ...]) -> tuple[w.DerivedCell, ...]:
    return tuple(w.DerivedCell(mark.row, mark.column, mark.colour.value) for mark in marks)


def _asked(symbols: tuple[object, object, object]) -> w.Asked:
    big_eye, small, cockroach = (getattr(colour, "value", None) for colour in symbols)
    return w.Asked(big_eye=big_eye, small=small, cockroach=cockroach)
