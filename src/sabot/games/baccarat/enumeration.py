"""Counting every round a shoe can give, in compiled loops.

What is counted are orders of six cards, each a way the next round can come; a round that ends
sooner stands for all its continuations. They are sorted by how many cards were used and by both
totals, and once more by the pairs of both hands. The rules are not written here: the tables are
made from `rules.py`, and the tests count by those rules alone. No bet is known here.

Exact in 64 bits: no number exceeds the orders of six cards out of eight decks,
416 × 415 × 414 × 413 × 412 × 411 < 5.0e15, and the limit is 9.2e18.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import perm

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card, Composition, Rank, Suit
from sabot.errors import Refused
from sabot.gamekit.refusals import EnumerationRefusal
from sabot.games.baccarat.rules import (
    POINTS,
    PairClass,
    banker_draws,
    pair_class,
    player_draws,
)
from sabot.maths.compiled import compiled, inlined

Counts = NDArray[np.int64]
Table = NDArray[np.int64]

CARDS = (4, 5, 6)
"""How many cards a round can use: the first axis of `Ways.rounds`."""

PAIR_CLASSES = tuple(PairClass)
"""Both axes of `Ways.pairs`."""

STOOD = 10
"""The column of Banker's table for a Player who took no third card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """The orders of six cards of a shoe, sorted twice.

    `rounds` by number of cards, Player's points and Banker's points; `pairs` by Player's pair and
    Banker's pair.
    """

    orders: int
    rounds: Counts
    pairs: Counts


def ways(shoe: Composition) -> Ways:
    """Every way the next round can come from these cards.

    >>> ways(Composition.of_decks(8)).orders
    4998398275503360
    """
    total = shoe.total
    if total < 6:
        raise Refused(EnumerationRefusal.TOO_SHORT, cards=total, needed=6)
    points = np.zeros(10, np.int64)
    for rank, count in zip(Rank, shoe.by_rank(), strict=True):
        points[POINTS[rank]] += count
    return Ways(
        orders=perm(total, 6),
        rounds=count_rounds(points, *_draw_tables()),
        pairs=count_pairs(shoe) * ((total - 4) * (total - 5)),
    )


@cache
def _draw_tables() -> tuple[Table, Table]:
    """When each side draws: by both totals, and for Banker also by Player's third card."""
    player_table = np.zeros((10, 10), np.int64)
    banker_table = np.zeros((10, 10, STOOD + 1), np.int64)
    for player in range(10):
        for banker in range(10):
            player_table[player, banker] = player_draws(player=player, banker=banker)
            for third in (*range(10), None):
                draws = banker_draws(player=player, banker=banker, third=third)
                banker_table[player, banker, STOOD if third is None else third] = draws
    return player_table, banker_table


@inlined
def take_two(counts: Counts, first: int, second: int) -> int:
    """Take two cards out and say in how many orders that could be done."""
    ways = counts[first]
    counts[first] -= 1
    ways *= counts[second]
    counts[second] -= 1
    return int(ways) if first == second else 2 * int(ways)


@inlined
def put_back(counts: Counts, first: int, second: int) -> None:
    """Undo `take_two`."""
    counts[first] += 1
    counts[second] += 1


@compiled
def count_rounds(shoe: Counts, player_table: Table, banker_table: Table) -> Counts:
    """Sort all orders of six cards; `shoe` counts cards by their points."""
    counts = shoe.copy()
    left = -4
    for count in counts:
        left += count
    ways = np.zeros((3, 10, 10), np.int64)
    # Each hand is taken as an unordered pair of point values: 55 × 55 instead of 10**4. A hand the
    # shoe cannot give has no ways, and then nothing that follows it counts.
    for p1 in range(10):
        for p2 in range(p1, 10):
            two = take_two(counts, p1, p2)
            for b1 in range(10):
                for b2 in range(b1, 10):
                    four = two * take_two(counts, b1, b2)
                    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
                    draws = banker_table[player, banker]
                    if player_table[player, banker]:
                        player_third(counts, four, (player, banker, left), draws, ways)
                    elif draws[STOOD]:
                        for third in range(10):
                            five = four * counts[third]
                            ways[1, player, (banker + third) % 10] += five * (left - 1)
                    else:
                        ways[0, player, banker] += four * left * (left - 1)
                    put_back(counts, b1, b2)
            put_back(counts, p1, p2)
    return ways


@inlined
def player_third(
    counts: Counts, four: int, held: tuple[int, int, int], draws: Table, ways: Counts
) -> None:
    """Player draws, and then Banker where its table says so; `held`: both totals, cards left."""
    player, banker, left = held
    for third in range(10):
        five = four * counts[third]
        final = (player + third) % 10
        if draws[third]:
            counts[third] -= 1
            for fourth in range(10):
                ways[2, final, (banker + fourth) % 10] += five * counts[fourth]
            counts[third] += 1
        else:
            ways[1, final, banker] += five * (left - 1)


def count_pairs(shoe: Composition) -> Counts:
    """Sort all orders of the first four cards by both hands' pairs.

    A hand pairs within one rank. So two pairs of one rank are counted suit by suit, two pairs of
    two ranks as products, and one pair alone or none at all is what is left.
    """
    total = shoe.total
    cards = np.array(shoe.counts, np.int64).reshape(13, 4)
    drawn, before, classes = _suits()
    two = (cards[:, drawn[:2, :, 0]] - before[:2, :, 0]).prod(axis=1) @ classes
    one_rank = (cards[:, drawn] - before).prod(axis=1).sum(axis=0)
    hand = two.sum(axis=0)
    pairs: Counts = classes.T @ one_rank @ classes + np.outer(hand, hand) - two.T @ two
    alone = hand * ((total - 2) * (total - 3)) - pairs.sum(axis=0)
    pairs[0, :] = alone
    pairs[:, 0] = alone
    pairs[0, 0] = perm(total, 4) - pairs.sum()
    return pairs


@cache
def _suits() -> tuple[Table, Table, Table]:
    """All suits of P1 P2 B1 B2 when the four have one rank, as 16 × 16 for the two hands.

    For each card its suit, and how many copies of it came before; then, for the 16 suits of one
    hand, a column that marks those of each class of pairs.
    """
    drawn = np.indices((4, 4, 4, 4)).reshape(4, 16, 16)
    before = np.array([(drawn[:card] == drawn[card]).sum(axis=0) for card in range(4)])
    classes = np.zeros((16, 4), np.int64)
    for first in Suit:
        for second in Suit:
            pair = pair_class((Card(Rank.ACE, first), Card(Rank.ACE, second)))
            classes[4 * first.ordinal + second.ordinal, PAIR_CLASSES.index(pair)] = 1
    return drawn, before, classes
