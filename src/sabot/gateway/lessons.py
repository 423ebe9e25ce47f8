"""Examples for the help, made by the rules themselves: third cards, roads, good roads.

A page that draws them knows no rule, and an example cannot drift away from the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from sabot.games.baccarat.roads.chance import chances
from sabot.games.baccarat.roads.good_roads import Pattern
from sabot.games.baccarat.roads.results import BANKER
from sabot.games.baccarat.rules import banker_draws, player_draws
from sabot.gateway.tables.scorecards import BaccaratScorecards
from sabot.wire.table_info import BaccaratLessons, DrawLesson, GoodRoadLesson
from sabot.wire.table_view import Scorecard

SHOE = "BBPTPPBPBBPBBBBBBB"
"""Every kind of cell: runs, a tie, a pair on both sides, and a run longer than six."""

# The smallest examples of R23, for Banker.
SMALLEST = {
    Pattern.STREAK: "BBBB",
    Pattern.PING_PONG: "BPBP",
    Pattern.ONE_TWO: "BPPBPP",
    Pattern.SANDWICH: "BBPPBB",
    Pattern.SEPARATE: "BPBBPBPBB",
    Pattern.CHANGE: "BPPBPBPP",
}

RESULTS = 60
"""Decided rounds of a shoe, about; chances hardly change after the first dozen."""

_WINNERS = {"P": "player", "B": "banker", "T": "tie"}
_PAIRS = {1: "banker_pair", 4: "player_pair"}
"""Rounds of the example whose first two cards paired."""

_NO_PAIRS: dict[int, str] = {}
_VALUES = range(10)
_NO_THIRD_CARD = 6
"""Any total on which Player stands; below the naturals all of them lead Banker to the same."""


@cache
def baccarat_lessons() -> BaccaratLessons:
    """All of them."""
    found = chances(RESULTS)
    return BaccaratLessons(
        player_draws=tuple(n for n in range(8) if player_draws(player=n, banker=0)),
        banker_draws=tuple(_draws(banker) for banker in range(8)),
        roads=tuple(_cards(SHOE, _PAIRS)),
        good_roads=tuple(
            GoodRoadLesson(
                pattern=pattern.value,
                results=example,
                card=[*_cards(example, _NO_PAIRS)][-1],
                chance=f"{float(found.each[pattern, BANKER]):.6f}",
            )
            for pattern, example in SMALLEST.items()
        ),
        any_chance=f"{float(found.any):.6f}",
    )


def _draws(banker: int) -> DrawLesson:
    """When a Banker of these two cards draws: Player stood, or by the value of its third card."""
    on = [n for n in _VALUES if banker_draws(player=0, banker=banker, third=n)]
    alone = banker_draws(player=_NO_THIRD_CARD, banker=banker, third=None)
    return DrawLesson(total=banker, on=tuple(on), alone=alone)


def _cards(results: str, pairs: Mapping[int, str]) -> Iterator[Scorecard]:
    """The roads after each result."""
    roads = BaccaratScorecards()
    roads.new_shoe("lesson")
    for number, letter in enumerate(results):
        points = {"P": (7, 4), "B": (4, 7), "T": (6, 6)}[letter]
        roads.add(
            {
                "winner": _WINNERS[letter],
                "player_points": points[0],
                "banker_points": points[1],
                "player_pair": pairs.get(number) == "player_pair",
                "banker_pair": pairs.get(number) == "banker_pair",
            }
        )
        card = roads.current()
        if card is not None:
            yield card
