"""The dealer's hand: how it ends, for every card up and any cards gone from the shoe.

The dealer has no choice (F132), so a hand is just a set of cards in some order. There are few
sets and many orders; the orders of one set are equally likely. This module lists the sets once,
with the number of orders for each up card, as a program that a kernel runs over falling
factorials of the counts. It knows no player and no payout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.games.blackjack.exact import kernels
from sabot.games.blackjack.exact.values import ACE, TEN, VALUES, Counts

Hand = tuple[int, ...]
"""How many cards of each value the dealer holds, aces first."""

FINAL_TOTALS = range(17, 22)
"""What a standing dealer can hold; more is bust, and a blackjack is kept apart."""


class Program(NamedTuple):
    """The dealer's hands as a trie in depth-first order, ready for `kernels.dealer_finals`.

    `factors` names a falling factorial: (value index, how many cards). `steps` are
    (depth, factor, -1, -1) to multiply one in, or (depth, cards, final total - 17, leaf) to count a
    finished hand, whose up cards and numbers of orders are `ups` and `orders` from
    `starts[leaf]` to `starts[leaf + 1]`.
    """

    factors: NDArray[np.int32]
    steps: NDArray[np.int32]
    starts: NDArray[np.int32]
    ups: NDArray[np.int32]
    orders: NDArray[np.float64]


def total_of(hand: Sequence[int]) -> int:
    """Points of a set of cards, one ace as eleven where that does not bust.

    >>> total_of((1, 0, 0, 0, 0, 1, 0, 0, 0, 0))
    17
    """
    hard = sum(value * count for value, count in zip(VALUES, hand, strict=True))
    return hard + 10 if hand[0] and hard <= 11 else hard


def _with(hand: Hand, value: int) -> Hand:
    return (*hand[: value - 1], hand[value - 1] + 1, *hand[value:])


def _finished(up: int) -> dict[Hand, int]:
    """Every set of cards the dealer can stand on from this up card, with its number of orders."""
    done: dict[Hand, int] = defaultdict(int)
    drawing = {_with((0,) * 10, up): 1}
    while drawing:
        longer: dict[Hand, int] = defaultdict(int)
        for hand, orders in drawing.items():
            for value in VALUES:
                drawn = _with(hand, value)
                total = total_of(drawn)
                if total < FINAL_TOTALS.start:
                    longer[drawn] += orders
                elif total < FINAL_TOTALS.stop:
                    done[drawn] += orders
        drawing = longer
    # A blackjack is not a total of 21: it ends the round in a way of its own (F133, F142).
    done.pop(_with(_with((0,) * 10, ACE), TEN), None)
    return done


@lru_cache(maxsize=1)
def program() -> Program:
    """The one program; it holds for any shoe, because missing cards make a factor zero."""
    hands: dict[Hand, dict[int, int]] = defaultdict(dict)
    for up in VALUES:
        for hand, orders in _finished(up).items():
            hands[hand][up] = orders
    factors: dict[tuple[int, int], int] = {}
    steps: list[tuple[int, int, int, int]] = []
    starts, ups, counts = [0], list[int](), list[int]()
    above: list[tuple[int, int]] = []
    for leaf, hand in enumerate(sorted(hands)):
        path = [(index, count) for index, count in enumerate(hand) if count]
        shared = 0
        while shared < min(len(path), len(above)) and path[shared] == above[shared]:
            shared += 1
        for depth in range(shared, len(path)):
            factor = factors.setdefault(path[depth], len(factors))
            steps.append((depth + 1, factor, -1, -1))
        steps.append((len(path), sum(hand), total_of(hand) - FINAL_TOTALS.start, leaf))
        ups += [up - 1 for up in hands[hand]]
        counts += hands[hand].values()
        starts.append(len(ups))
        above = path
    return Program(
        factors=np.array(list(factors), np.int32),
        steps=np.array(steps, np.int32),
        starts=np.array(starts, np.int32),
        ups=np.array(ups, np.int32),
        orders=np.array(counts, np.float64),
    )


def finals(counts: Counts, removed: NDArray[np.int8]) -> NDArray[np.float64]:
    """Joint probabilities `[row, up, total - 17]` after each row of cards has left the shoe.

    Joint means: that this value lies face up *and* that the dealer ends on this total without a
    blackjack. Summing over up cards is what a player who has not looked yet would do.
    """
    out = np.empty((len(removed), len(VALUES), len(FINAL_TOTALS)))
    kernels.dealer_finals(program(), np.array(counts, np.int64), removed, out)
    return out
