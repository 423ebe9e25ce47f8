"""Roads: what one more result costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bench.clock import in_turns
from bench.results import Line, seconds, within
from sabot.maths.rng import stream, words

if TYPE_CHECKING:
    from sabot.roads.results import RoundResult

SHOES = 200
ROUNDS_PER_SHOE = 70


def shoes() -> list[list[RoundResult]]:
    """Results as they come, with the chances of the game."""
    from sabot.roads.results import Outcome, RoundResult

    outcomes = [Outcome.PLAYER] * 446 + [Outcome.BANKER] * 459 + [Outcome.TIE] * 95
    drawn = words(stream(seed=1, index=0), SHOES * ROUNDS_PER_SHOE) % np.uint64(1000)
    results = [RoundResult(outcome=outcomes[int(number)], total=7) for number in drawn]
    return [results[first : first + 70] for first in range(0, len(results), ROUNDS_PER_SHOE)]


def write_all(results: list[list[RoundResult]]) -> None:
    """All five roads and both ask buttons of every shoe, result by result."""
    from sabot.roads.shoe_roads import ShoeRoads

    for shoe in results:
        roads = ShoeRoads()
        for result in shoe:
            roads.add(result)


def write_and_match_all(results: list[list[RoundResult]]) -> None:
    """The same, looking for good roads after each result."""
    from sabot.roads.shoe_roads import ShoeRoads

    for shoe in results:
        roads = ShoeRoads()
        for result in shoe:
            roads.add(result)
            roads.good_roads()


def lines() -> Iterator[Line]:
    """All lines of this section."""
    results = shoes()
    written, matched = in_turns(
        lambda: write_all(results), lambda: write_and_match_all(results), repeats=7
    )
    note = f"CPU and wall: {SHOES} shoes of {ROUNDS_PER_SHOE} rounds"
    line = Line(what="one result on five roads and two ask buttons", times=written, note=note)
    yield within(line, written.cpu / (SHOES * ROUNDS_PER_SHOE), goal=20e-6)
    each = matched.cpu / (SHOES * ROUNDS_PER_SHOE)
    yield Line(what="the same and twelve good roads", ours=seconds(each), times=matched)
