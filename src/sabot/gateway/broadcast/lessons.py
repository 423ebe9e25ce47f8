"""Examples for the help: roads and good roads of a shoe, and the figures that games bring.

A page that draws them knows no rule, and an example cannot drift away from the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from sabot.games import registry
from sabot.gateway.tables.scorecards import drawn
from sabot.roads.chance import chances
from sabot.roads.examples import SMALLEST, example, example_shoe
from sabot.roads.results import BANKER, RoundResult
from sabot.roads.shoe_roads import ShoeRoads
from sabot.wire.table_info import GoodRoadLesson
from sabot.wire.table_view import Scorecard

RESULTS = 60
"""Decided rounds of a shoe, about; chances hardly change after the first dozen."""


@cache
def lessons() -> Mapping[str, Mapping[str, object]]:
    """The lessons of every game that has some, by game: its own figures, and roads if it has any.

    Costs half a second when it is first asked for.
    """
    return {
        game.id: {**game.parts.lessons(), **(_roads() if game.parts.scorecard_result else {})}
        for game in registry().values()
        if game.parts.lessons is not None
    }


@cache
def _roads() -> Mapping[str, object]:
    found = chances(RESULTS)
    return {
        "roads": tuple(_drawn(example_shoe())),
        "good_roads": tuple(
            GoodRoadLesson(
                pattern=pattern.value,
                results=letters,
                card=[*_drawn(example(letters))][-1],
                chance=f"{float(found.each[pattern, BANKER]):.6f}",
            )
            for pattern, letters in SMALLEST.items()
        ),
        "any_chance": f"{float(found.any):.6f}",
    }


def _drawn(results: Iterable[RoundResult]) -> Iterator[Scorecard]:
    """The roads after each result."""
    roads = ShoeRoads()
    for result in results:
        roads.add(result)
        yield drawn("lesson", roads)
