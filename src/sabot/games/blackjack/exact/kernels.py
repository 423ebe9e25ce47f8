# ruff: noqa: PLR0917 - compiled code has no keyword-only arguments; arrays are told apart by shape.
"""The inner loops of the exact mathematics, compiled.

Plain arithmetic over arrays that the modules beside this one prepare and name; no rule of the game
is written here. Up cards and cards are indexed from 0 (ace) to 9 (ten value), except the columns of
`transitions`, which are card values. Every kernel is tested against slow code made of the rules.

All of it stands in one file, because compiled code is kept on disk until *its* file changes: a
kernel that called into another file would not notice a change there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sabot.games.blackjack.exact.hands import (
    BUST,
    CELLS,
    CLOSED,
    EMPTY,
    MUST_DRAW,
    OPEN,
    SOFT,
    Hands,
)

if TYPE_CHECKING:
    from sabot.games.blackjack.exact.dealer import Program
    from sabot.games.blackjack.exact.ground import Ground

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]
Bytes = NDArray[np.int8]

P = ParamSpec("P")
R = TypeVar("R")

LANES = 64
"""Rows the dealer kernel treats side by side; measured: half as many take twice as long."""
DEPTH_MAX = 1 + 10
"""A set of cards has at most ten different values; depth 0 is the empty one."""
CARDS_MAX = 12
"""The dealer's longest hand: six aces make soft 16, a six hard 12, and five aces more hard 17."""

STAND, HIT, DOUBLE, DOUBLE_OR_STAND = 0, 1, 2, 3
"""The numbers of `strategy.Action`: compiled code knows no enumerations."""
SURELY = 1e-15
"""A change of plan must gain more than rounding can feign, or the search might never rest."""
LATER_HIT, LATER_STAND, FIRST_HIT, FIRST_STAND, FIRST_DOUBLE = 0, 1, 2, 3, 4
"""Sums over a cell: hands that can no longer double, and the first two cards of a seat."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile once per machine, free of Python's lock; division asks no questions."""
    made: Callable[P, R] = njit(cache=True, nogil=True, error_model="numpy")(function)
    return made


@compiled
def dealer_finals(program: Program, counts: Longs, removed: Bytes, out: Floats) -> None:
    """Run the dealer's program over all rows: `out[row, up, final]`, joint with the up card."""
    falling = np.empty((program.factors.shape[0], LANES))
    inverse = np.empty((CARDS_MAX + 1, LANES))
    product = np.empty((DEPTH_MAX, LANES))
    ways = np.empty(LANES)
    sums = np.empty((10, 5, LANES))
    for first in range(0, removed.shape[0], LANES):
        for lane in range(LANES):
            row = min(first + lane, removed.shape[0] - 1)
            fill_lane(program, counts, removed[row], lane, falling, inverse)
            product[0, lane] = 1.0
        for up in range(10):
            for final in range(5):
                for lane in range(LANES):
                    sums[up, final, lane] = 0.0
        for step in range(program.steps.shape[0]):
            depth, operand, final, leaf = program.steps[step]
            if leaf < 0:
                for lane in range(LANES):
                    product[depth, lane] = product[depth - 1, lane] * falling[operand, lane]
                continue
            for lane in range(LANES):
                ways[lane] = product[depth, lane] * inverse[operand, lane]
            for entry in range(program.starts[leaf], program.starts[leaf + 1]):
                up = program.ups[entry]
                orders = program.orders[entry]
                for lane in range(LANES):
                    sums[up, final, lane] += orders * ways[lane]
        for lane in range(min(LANES, removed.shape[0] - first)):
            for up in range(10):
                for final in range(5):
                    out[first + lane, up, final] = sums[up, final, lane]


@compiled
def fill_lane(
    program: Program, counts: Longs, gone: Bytes, lane: int, falling: Floats, inverse: Floats
) -> None:
    """Falling factorials of one row: of each value as the program asks, and of the whole shoe."""
    left = 0
    for value in range(10):
        left += max(0, counts[value] - gone[value])
    for factor in range(program.factors.shape[0]):
        value = program.factors[factor, 0]
        cards = max(0, counts[value] - gone[value])
        ways = 1.0
        for taken in range(program.factors[factor, 1]):
            ways *= max(0, cards - taken)
        falling[factor, lane] = ways
    ways = 1.0
    for taken in range(CARDS_MAX + 1):
        # A hand longer than the shoe has a factor of zero; it must not meet infinity.
        inverse[taken, lane] = 1.0 / ways if ways > 0.0 else 0.0
        ways *= max(0, left - taken)


@compiled
def next_cards(counts: Longs, removed: Bytes, out: Floats) -> None:
    """Probability of the next card, `out[row, value - 1]`, whatever lies on the dealer's side."""
    for row in range(removed.shape[0]):
        left = 0.0
        for value in range(10):
            out[row, value] = max(0, counts[value] - removed[row, value])
            left += out[row, value]
        for value in range(10):
            out[row, value] /= max(1.0, left)


@compiled
def stand_payouts(hands: Hands, clear: Floats, finals: Floats, out: Floats) -> None:
    """What one unit brings back, standing against a dealer without blackjack: `out[hand, up]`."""
    for hand in range(1, out.shape[0]):
        row = hands.row[hand]
        total = hands.total[hand] - 17
        for up in range(10):
            not_worse = 0.0
            better = 0.0
            for final in range(max(0, total), 5):
                not_worse += finals[row, up, final]
                if final > total:
                    better += finals[row, up, final]
            # Two units back, one less where the dealer is as good, both less where better.
            out[hand, up] = 2.0 * clear[row, up] - not_worse - better


@compiled
def doubled_payouts(
    hands: Hands, chance: Floats, stand: Floats, returned: Floats, out: Floats
) -> None:
    """What two units bring back after one more card: `out[opening, up]`."""
    for opening in range(out.shape[0]):
        hand = hands.openings[opening]
        for up in range(10):
            out[opening, up] = 0.0
        for card in range(1, 11):
            following = hands.transitions[hand, card]
            if following == BUST:
                continue
            for up in range(10):
                both = 2.0 * stand[following, up] + returned[hands.row[following], up]
                out[opening, up] += chance[hands.row[hand], card - 1] * both


@compiled
def hit_payouts(hands: Hands, hand: int, chance: Floats, value: Floats, out: Floats) -> None:
    """What one more card brings back, `out[up]`; a bust hand brings back nothing (F139)."""
    for up in range(10):
        out[up] = 0.0
    for card in range(1, 11):
        following = hands.transitions[hand, card]
        if following != BUST:
            probability = chance[hands.row[hand], card - 1]
            for up in range(10):
                out[up] += probability * value[following, up]


@compiled
def best_play(
    hands: Hands, first: int, chance: Floats, stand: Floats, value: Floats, hits: Bytes
) -> None:
    """Hit or stand, whichever brings back more, for all hands from `first` on, highest first."""
    hit = np.empty(10)
    for hand in range(hands.row.shape[0] - 1, first - 1, -1):
        status = hands.status[hand]
        if status == CLOSED:
            # Loops, not array statements: they run as fast and compile three times as fast.
            for up in range(10):
                value[hand, up] = stand[hand, up]
            continue
        hit_payouts(hands, hand, chance, value, hit)
        for up in range(10):
            draws = status == MUST_DRAW or hit[up] > stand[hand, up]
            value[hand, up] = hit[up] if draws else stand[hand, up]
            hits[hand, up] = draws


@compiled
def given_play(hands: Hands, chance: Floats, stand: Floats, hits: Bytes, value: Floats) -> None:
    """The same payouts for a player who hits where `hits` says so and nowhere else."""
    hit = np.empty(10)
    for hand in range(hands.row.shape[0] - 1, 0, -1):
        status = hands.status[hand]
        if status == CLOSED:
            for up in range(10):
                value[hand, up] = stand[hand, up]
            continue
        hit_payouts(hands, hand, chance, value, hit)
        for up in range(10):
            draws = status == MUST_DRAW or hits[hand, up] != 0
            value[hand, up] = hit[up] if draws else stand[hand, up]


# The search for the best plan by totals. A plan is `plan[cell, up]`, one of the four actions above,
# and `splits[value, up]`; what the search means and why it ends is told in `totals.py`.


@compiled
def draws_later(hands: Hands, hand: int, action: int) -> bool:
    """Whether a hand that can no longer double takes a card."""
    if hands.status[hand] == OPEN:
        return action in (HIT, DOUBLE)
    return bool(hands.status[hand] == MUST_DRAW)


@compiled
def reach(hands: Hands, ground: Ground, plan: Bytes, splits: Bytes, out: Floats) -> None:
    """How often the plan brings each hand about, `out[hand, up]`, whatever the dealer shows."""
    out[:] = 0.0
    for opening in range(hands.openings.shape[0]):
        first = hands.opening_values[opening, 0]
        pair = first == hands.opening_values[opening, 1]
        for up in range(10):
            split = pair and splits[first, up] != 0
            hand = hands.split_start[first] if split else hands.openings[opening]
            out[hand, up] = ground.weight[opening]
    for hand in range(EMPTY + 1, out.shape[0]):
        for up in range(10):
            action = plan[hands.cell[hand], up]
            doubles = action == DOUBLE and hands.opening_of[hand] >= 0
            if out[hand, up] == 0.0 or doubles or not draws_later(hands, hand, action):
                continue
            for card in range(1, 11):
                following = hands.transitions[hand, card]
                if following != BUST:
                    chance = ground.chance[hands.row[hand], card - 1]
                    out[following, up] += out[hand, up] * chance


@compiled
def improve(
    hands: Hands, ground: Ground, reached: Floats, plan: Bytes, value: Floats, second: Floats
) -> int:
    """Better every cell in turn, highest hard total first; return how many entries changed."""
    changes = 0
    sums = np.empty((CELLS, 5, 10))
    hit, second_hit = np.empty_like(value), np.empty_like(value)
    start = 0
    while start < hands.by_hard.shape[0]:
        hard = hands.hard[hands.by_hard[start]]
        stop = start
        sums[:] = 0.0
        while stop < hands.by_hard.shape[0] and hands.hard[hands.by_hard[stop]] == hard:
            hand = hands.by_hard[stop]
            stop += 1
            if hands.status[hand] == CLOSED:
                continue
            hit_payouts(hands, hand, ground.chance, value, hit[hand])
            hit_payouts(hands, hand, ground.chance, second, second_hit[hand])
            add_to_cell(hands, ground, hand, reached, hit, second_hit, sums)
        # Hands of one hard total share two cells at most, and none of them leads to another.
        if hard <= 21:
            changes += better_cell(sums[hard], plan[hard])
        if hard <= 11:
            changes += better_cell(sums[hard + SOFT + 10], plan[hard + SOFT + 10])
        for hand in hands.by_hard[start:stop]:
            for up in range(10):
                draws = draws_later(hands, hand, plan[hands.cell[hand], up])
                value[hand, up] = hit[hand, up] if draws else ground.stand[hand, up]
                second[hand, up] = second_hit[hand, up] if draws else ground.stand_second[hand, up]
        start = stop
    return changes


@compiled
def add_to_cell(
    hands: Hands,
    ground: Ground,
    hand: int,
    reached: Floats,
    hit: Floats,
    second_hit: Floats,
    sums: Floats,
) -> None:
    """Add what each action on this hand would bring back to the sums of its cell."""
    cell = sums[hands.cell[hand]]
    opening = hands.opening_of[hand]
    for up in range(10):
        often = reached[hand, up]
        if opening >= 0:
            cell[FIRST_HIT, up] += often * hit[hand, up]
            cell[FIRST_STAND, up] += often * ground.stand[hand, up]
            cell[FIRST_DOUBLE, up] += often * ground.doubled[opening, up]
            continue
        cell[LATER_HIT, up] += often * hit[hand, up]
        cell[LATER_STAND, up] += often * ground.stand[hand, up]
        if hands.pair[hand] != 0:
            # A split is two hands; the second may carry a stake of another kind.
            cell[LATER_HIT, up] += often * second_hit[hand, up]
            cell[LATER_STAND, up] += often * ground.stand_second[hand, up]


@compiled
def better_cell(cell: Floats, plan: Bytes) -> int:
    """Take the best action of one cell against each up card, if it is surely better."""
    changes = 0
    worth = np.empty(4)
    for up in range(10):
        worth[STAND] = cell[LATER_STAND, up] + cell[FIRST_STAND, up]
        worth[HIT] = cell[LATER_HIT, up] + cell[FIRST_HIT, up]
        worth[DOUBLE] = cell[LATER_HIT, up] + cell[FIRST_DOUBLE, up]
        worth[DOUBLE_OR_STAND] = cell[LATER_STAND, up] + cell[FIRST_DOUBLE, up]
        best = plan[up]
        for action in range(4):
            if worth[action] > worth[best] + SURELY:
                best = action
        changes += best != plan[up]
        plan[up] = best
    return changes


@compiled
def improve_splits(
    hands: Hands, ground: Ground, plan: Bytes, splits: Bytes, value: Floats, second: Floats
) -> int:
    """Split each pair or not, whichever brings back more; return how many entries changed."""
    changes = 0
    for pair in range(1, 11):
        hand = hands.transitions[hands.transitions[EMPTY, pair], pair]
        start = hands.split_start[pair]
        alone = only_opening(hands, ground, hand)
        for up in range(10):
            doubled = ground.doubled[hands.opening_of[hand], up]
            whole = value[hand, up]
            if alone:
                # No other hand doubles here, so the unsplit pair may double in the next pass.
                whole = max(whole, doubled)
            elif plan[hands.cell[hand], up] in (DOUBLE, DOUBLE_OR_STAND):
                whole = doubled
            parts = value[start, up] + second[start, up] - ground.in_play[hands.row[hand], up]
            gain = whole - parts if splits[pair, up] else parts - whole
            if gain > SURELY:
                splits[pair, up] = 1 - splits[pair, up]
                changes += 1
    return changes


@compiled
def only_opening(hands: Hands, ground: Ground, pair: int) -> bool:
    """Whether no other first two cards have the total of this pair (4, 20, soft 12)."""
    for opening in range(hands.openings.shape[0]):
        hand = hands.openings[opening]
        same = hands.cell[hand] == hands.cell[pair]
        if same and hand != pair and ground.weight[opening] > 0.0:
            return False
    return True
