"""Counting every way a round of brag can go, from one deck or from what is left of it.

Player hands that differ only by exchanging suits meet the same dealer hands, so one of each class
is counted and stands for all: 1,755 classes of a full deck instead of 22,100 hands, each against
18,424 dealer hands. Poker Plus sees six cards and not whose they are: its 20,358,520 sets are
counted by their ranks, and those with a flush once more by their suit. The results are whole
numbers of ways; what they are worth is for `odds.py` to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card, Composition
from sabot.cards.refusals import CompositionRefusal
from sabot.errors import Refused
from sabot.games.brag.kernel_tables import (
    DIGITS,
    hand_index,
    hand_tables,
    poker_by_suited,
    six_ranks,
)
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.rules import BragHand
from sabot.maths.compiled import compiled, inlined

CARDS_DEALT = 6

_BRAG_HANDS = tuple(BragHand)
_BINOMIALS = np.array([[comb(there, taken) for taken in range(5)] for there in range(5)])


@dataclass(frozen=True, slots=True, kw_only=True)
class HandClass:
    """Player hands alike but for their suits: one of them, how many, and how each can end.

    `duels` counts the dealer hands that lead to each of `DUELS`.
    """

    hand: tuple[Card, ...]
    kind: BragHand
    strength: int
    size: int
    duels: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """Every way of a round: `class_of` finds the class of a hand by its `hand_index`."""

    classes: tuple[HandClass, ...]
    class_of: NDArray[np.int16]
    poker: tuple[int, ...]


@lru_cache(maxsize=8)
def census(remaining: Composition | None = None) -> Census:
    """Count a full deck, or what is left of one."""
    deck = Composition.of_decks(1) if remaining is None else remaining
    if max(deck.counts) > 1 or deck.total < CARDS_DEALT:
        raise Refused(
            CompositionRefusal.IMPOSSIBLE, reason="brag is dealt from 6 to 52 cards of one deck"
        )
    tables = hand_tables()
    there = np.array(deck.counts, dtype=np.bool_)[tables.cards].all(axis=1)
    available = np.flatnonzero(there)
    chosen, class_of, sizes = _suit_classes(available, _equal_suits(deck))
    ladder = available[np.argsort(tables.strengths[available], kind="stable")]
    strengths = tables.strengths[ladder]
    duels = count_duels(
        tables.masks[chosen],
        tables.masks[ladder],
        np.searchsorted(strengths, tables.strengths[chosen], side="left"),
        np.searchsorted(strengths, tables.strengths[chosen], side="right"),
        int(np.searchsorted(strengths, tables.qualifying)),
    )
    return Census(
        classes=tuple(
            HandClass(
                hand=tuple(map(Card.from_ordinal, hand)),
                kind=_BRAG_HANDS[kind],
                strength=strength,
                size=size,
                duels=tuple(ways),
            )
            for hand, kind, strength, size, ways in zip(
                tables.cards[chosen].tolist(),
                tables.kinds[chosen].tolist(),
                tables.strengths[chosen].tolist(),
                sizes.tolist(),
                duels.tolist(),
                strict=True,
            )
        ),
        class_of=class_of,
        poker=_poker_ways(deck),
    )


def _equal_suits(deck: Composition) -> list[tuple[int, ...]]:
    """The ways to exchange suits that leave the deck as it is: all 24 of a full one."""
    by_suit = [deck.counts[suit::4] for suit in range(4)]
    return [
        exchange
        for exchange in permutations(range(4))
        if all(by_suit[suit] == by_suit[other] for suit, other in enumerate(exchange))
    ]


def _suit_classes(
    available: NDArray[np.int64], exchanges: Sequence[tuple[int, ...]]
) -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.int64]]:
    """The first hand of each class, the class of every hand, and the size of each class."""
    cards = hand_tables().cards[available].astype(np.int64)
    first = available
    for exchange in exchanges:
        moved = np.sort(cards // 4 * 4 + np.array(exchange)[cards % 4], axis=1)
        first = np.minimum(first, hand_index(moved[:, 0], moved[:, 1], moved[:, 2]))
    chosen, inverse, sizes = np.unique(first, return_inverse=True, return_counts=True)
    class_of = np.full(len(hand_tables().cards), -1, dtype=np.int16)
    class_of[available] = inverse
    return chosen, class_of, sizes


@compiled
def count_duels(
    players: NDArray[np.uint64],
    dealers: NDArray[np.uint64],
    weaker: NDArray[np.int64],
    not_stronger: NDArray[np.int64],
    unqualified: int,
) -> NDArray[np.int64]:
    """For each player hand, how many dealer hands that share no card with it end in each duel.

    Dealer hands come weakest first: those before `weaker` lose to the player hand, those from
    `not_stronger` on beat it, those before `unqualified` do not qualify. So each duel is a stretch
    of the list.
    """
    counts = np.empty((len(players), 6), np.int64)
    for place in range(len(players)):
        player = players[place]
        start, stop = 0, unqualified
        for first in (0, 3):  # in the order of `DUELS`
            equal = min(max(weaker[place], start), stop)
            better = min(max(not_stronger[place], start), stop)
            counts[place, first] = disjoint(player, dealers[start:equal])
            counts[place, first + 1] = disjoint(player, dealers[better:stop])
            counts[place, first + 2] = disjoint(player, dealers[equal:better])
            start, stop = unqualified, len(dealers)
    return counts


@inlined
def disjoint(hand: np.uint64, others: NDArray[np.uint64]) -> int:
    """How many of the other hands share no card with this one."""
    count = 0
    for place in range(len(others)):
        if (hand & others[place]) == 0:
            count += 1
    return count


def _poker_ways(deck: Composition) -> tuple[int, ...]:
    """How many sets of six cards have each `PokerHand`, weakest first."""
    ways = np.zeros(len(PokerHand), dtype=np.int64)
    by_rank = np.array(deck.by_rank())
    sixes = six_ranks()
    chosen = _BINOMIALS[by_rank, sixes.times].prod(axis=1)
    np.add.at(ways, sixes.kinds, chosen)
    for suit in range(4):
        _move_flushes(ways, np.array(deck.counts[suit::4]), by_rank)
    return tuple(ways.tolist())


def _move_flushes(
    ways: NDArray[np.int64], in_suit: NDArray[np.int64], by_rank: NDArray[np.int64]
) -> None:
    """Count the sets with five or six cards of one suit as what they are."""
    ranks = np.flatnonzero(in_suit).tolist()
    six = np.array(list(combinations(ranks, 6)), dtype=np.int64).reshape(-1, 6)
    _move(ways, six, key=0, sets=1)
    five = np.array(list(combinations(ranks, 5)), dtype=np.int64).reshape(-1, 5)
    for rank, sets in enumerate((by_rank - in_suit).tolist()):
        _move(ways, five, key=7**rank, sets=sets)


def _move(ways: NDArray[np.int64], suited: NDArray[np.int64], *, key: int, sets: int) -> None:
    """Move so many sets of each choice of suited ranks, `key` standing for a card beside them."""
    plain = six_ranks().kinds_of(DIGITS[suited].sum(axis=1) + key)
    flush = poker_by_suited()[(1 << suited).sum(axis=1)]
    np.subtract.at(ways, plain, sets)
    np.add.at(ways, np.maximum(plain, flush), sets)
