"""Every hand a player can hold, as an automaton over sets of cards.

A hand is known by its own cards, by whether it came from a split and, if so, of which pair: that
is all a composition-dependent decision sees beside the up card and the shoe (R9). This module
numbers the hands and says where each card leads. It knows no probability and no strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.games.blackjack.exact.values import ACE, TEN, VALUES

BUST = 0
"""The hand number of every hand over 21: it lost at once (F139), and no card leads out of it."""
EMPTY = 1
"""The hand number of a seat before its first card."""

MUST_DRAW, OPEN, CLOSED = 0, 1, 2
"""Fewer than two cards · a decision is due · no decision left (21, F139; split aces, F136)."""

SOFT = 22
"""A cell is what a total-dependent player sees: the hard total, or 22 plus the soft total."""
CELLS = SOFT + 22


class _Hand(NamedTuple):
    """One hand while the automaton is built; sets of cards are numbers with a digit per value."""

    cards: int
    pair: int
    hard: int
    size: int
    ace: bool


class Hands(NamedTuple):
    """The automaton; arrays are indexed by hand number. A tuple, so that kernels take it whole.

    Hands before a split come first, hands of a split after them, each by rising hard total, so
    a card always leads to a higher number or to `BUST`. `row` points into `removed`, the distinct
    sets of cards that a hand knows to be gone: its own, and the other pair card after a split.
    """

    transitions: NDArray[np.int32]  # [hand, value 1..10] -> hand; column 0 leads to BUST
    hard: NDArray[np.int16]
    total: NDArray[np.int16]
    cell: NDArray[np.int16]
    size: NDArray[np.int16]
    pair: NDArray[np.int16]  # value of the pair this hand was split from, 0 before a split
    status: NDArray[np.int8]
    row: NDArray[np.int32]
    removed: NDArray[np.int8]  # [row, value - 1]
    first_split: int  # the lowest number of a hand that came from a split
    split_start: NDArray[np.int32]  # [value 1..10] -> a split hand that waits for its second card
    opening_values: NDArray[np.int32]  # [opening, 2] the 55 sets of two first cards
    openings: NDArray[np.int32]  # [opening] -> hand
    opening_of: NDArray[np.int32]  # hand -> its place among the openings, or -1
    by_hard: NDArray[np.int32]  # hand numbers by falling hard total


def _digit(value: int) -> int:
    return 1 << 5 * (value - 1)


def _count(cards: int, value: int) -> int:
    return cards >> 5 * (value - 1) & 31


def _unsplit() -> Iterator[_Hand]:
    """Every set of cards of at most 21 hard points, the empty one included."""
    growing = [(_Hand(0, 0, 0, 0, ace=False), ACE)]
    while growing:
        hand, smallest = growing.pop()
        yield hand
        growing += [(_plus(hand, value), value) for value in VALUES[smallest - 1 : 21 - hand.hard]]


def _plus(hand: _Hand, value: int) -> _Hand:
    return _Hand(
        hand.cards + _digit(value),
        hand.pair,
        hand.hard + value,
        hand.size + 1,
        hand.ace or value == ACE,
    )


def _after_split(unsplit: list[_Hand]) -> Iterator[_Hand]:
    """Every hand that starts from one card of a pair; an ace takes one card and no more (F136)."""
    for pair in VALUES:
        for hand in unsplit:
            if _count(hand.cards, pair) and (pair != ACE or hand.size <= 2):
                yield hand._replace(pair=pair)


def _total(hand: _Hand) -> int:
    return hand.hard + 10 if hand.ace and hand.hard <= 11 else hand.hard


def _cell(hand: _Hand) -> int:
    total = _total(hand)
    return total if total == hand.hard else SOFT + total


def _status(hand: _Hand) -> int:
    if hand.size < 2:
        return MUST_DRAW
    return CLOSED if _total(hand) == 21 or hand.pair == ACE else OPEN


def _removed(hand: _Hand) -> int:
    return hand.cards + (_digit(hand.pair) if hand.pair else 0)


def _transitions(hands: list[_Hand]) -> NDArray[np.int32]:
    number = {(hand.cards, hand.pair): index for index, hand in enumerate(hands)}
    table = np.full((len(hands), TEN + 1), BUST, np.int32)
    for index, hand in enumerate(hands[EMPTY:], start=EMPTY):
        for value in VALUES:
            table[index, value] = number.get((hand.cards + _digit(value), hand.pair), BUST)
    return table


@lru_cache(maxsize=1)
def hands() -> Hands:
    """The one automaton; hands that a short shoe cannot deal simply have no weight in it."""
    unsplit = sorted(_unsplit(), key=lambda hand: (hand.hard, hand.cards))
    split = sorted(_after_split(unsplit), key=lambda hand: (hand.hard, hand.pair, hand.cards))
    nothing = _Hand(-1, 0, 22, 0, ace=False)
    every = [nothing, *unsplit, *split]
    gone = sorted({_removed(hand) for hand in every[EMPTY:]})
    row = {cards: index for index, cards in enumerate(gone)}
    start = {h.pair: index for index, h in enumerate(every) if h.pair and h.size == 1}
    hard = np.array([hand.hard for hand in every], np.int16)
    transitions = _transitions(every)
    values = [(first, second) for first in VALUES for second in VALUES[first - 1 :]]
    openings = np.array([transitions[transitions[EMPTY, a], b] for a, b in values], np.int32)
    opening_of = np.full(len(every), -1, np.int32)
    opening_of[openings] = np.arange(len(openings))
    return Hands(
        transitions=transitions,
        hard=hard,
        total=np.array([_total(hand) for hand in every], np.int16),
        cell=np.array([0, *map(_cell, every[EMPTY:])], np.int16),
        size=np.array([hand.size for hand in every], np.int16),
        pair=np.array([hand.pair for hand in every], np.int16),
        status=np.array([CLOSED, *map(_status, every[EMPTY:])], np.int8),
        row=np.array([0, *(row[_removed(hand)] for hand in every[EMPTY:])], np.int32),
        removed=np.array([[_count(cards, v) for v in VALUES] for cards in gone], np.int8),
        first_split=1 + len(unsplit),
        split_start=np.array([BUST, *(start[value] for value in VALUES)], np.int32),
        opening_values=np.array(values, np.int32),
        openings=openings,
        opening_of=opening_of,
        by_hard=np.argsort(-hard, kind="stable").astype(np.int32),
    )
