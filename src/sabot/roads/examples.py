"""Examples to teach with: a shoe with every kind of cell, and the smallest good roads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sabot.roads.good_roads import Pattern
from sabot.roads.results import BANKER, PLAYER, TIE, RoundResult, read_letters

SHOE = "BBPTPPBPBBPBBBBBBB"
"""Every kind of cell: runs, a tie, a pair on both sides, and a run longer than six."""

SMALLEST = {
    Pattern.STREAK: "BBBB",
    Pattern.PING_PONG: "BPBP",
    Pattern.ONE_TWO: "BPPBPP",
    Pattern.SANDWICH: "BBPPBB",
    Pattern.SEPARATE: "BPBBPBPBB",
    Pattern.CHANGE: "BPPBPBPP",
}
"""The smallest examples of R23, for Banker."""

_TOTALS = {PLAYER: 7, BANKER: 7, TIE: 6}
_BANKER_PAIR, _PLAYER_PAIR = 1, 4
"""Rounds of the example shoe whose first two cards paired."""


def example_shoe() -> Iterator[RoundResult]:
    """The results of the example shoe."""
    for number, result in enumerate(example(SHOE)):
        banker, player = number == _BANKER_PAIR, number == _PLAYER_PAIR
        yield replace(result, banker_pair=banker, player_pair=player)


def example(letters: str) -> Iterator[RoundResult]:
    """Results by letter, with totals as a hand might have them."""
    for result in read_letters(letters):
        yield replace(result, total=_TOTALS[result.outcome])
