"""Every three-card hand as numbers: the tables that fast counting looks hands up in.

All of them come out of `rules.py` and `poker.py`; nothing about the worth of a hand is written
here a second time. A hand is known by its place in the list of all 22,100 (`hand_index`). It knows
no bets and counts nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card
from sabot.games.brag.poker import PokerHand, best, five
from sabot.games.brag.rules import BragHand, BragValue, Comparison, qualifies, value

DUELS = tuple((qualified, comparison) for qualified in (False, True) for comparison in Comparison)
"""What can come of two hands: does the dealer qualify, and whose hand is better."""

UNSUITED = 4
"""The suit of three cards that are not all of one suit."""

# A rank is a digit in base 7, so that six ranks, equal or not, add up to a number of their own.
DIGITS = np.array([7**rank for rank in range(13)], dtype=np.int64)

_POKER_CODE = {hand: code for code, hand in enumerate(PokerHand)}
_BRAG_CODE = {hand: code for code, hand in enumerate(BragHand)}


Index = TypeVar("Index", int, NDArray[np.int64])


def hand_index(low: Index, middle: Index, high: Index) -> Index:
    """The place of three cards, given by rising index, among all hands.

    >>> hand_index(0, 1, 2), hand_index(49, 50, 51)
    (0, 22099)
    """
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


class HandTables(NamedTuple):
    """What is known of each hand, by its `hand_index`, and of two hands together.

    `masks` has bit `16 * suit + rank` for each card: hands share a card where their masks meet, and
    sixteen bits of it are the ranks in one suit.
    """

    cards: NDArray[np.uint8]
    masks: NDArray[np.uint64]
    strengths: NDArray[np.int16]  # place in brag order among the 741 different values
    kinds: NDArray[np.uint8]  # which `BragHand`
    ranks: NDArray[np.int16]  # which of the 455 ways to choose three ranks
    suits: NDArray[np.uint8]  # the suit of all three cards, or `UNSUITED`
    qualifying: int  # the least strength that qualifies
    poker_by_ranks: NDArray[np.uint8]  # best `PokerHand` of two times three ranks, flushes apart
    poker_by_suited: NDArray[np.uint8]  # and of five or six ranks of one suit, by their bits


@cache
def hand_tables() -> HandTables:
    """The tables, made once."""
    cards = _all_hands()
    ranks, suits = (cards // 4).astype(np.int64), cards % 4
    same = (suits == suits[:, :1]).all(axis=1)
    triples = np.array(list(combinations_with_replacement(range(13), 3)), dtype=np.int64)
    triples = triples[np.argsort(_keys(triples))]
    places = np.searchsorted(_keys(triples), _keys(ranks))
    values = _values(triples)
    ladder = sorted({worth for pair in values for worth in pair})
    rungs = {worth: strength for strength, worth in enumerate(ladder)}
    strengths = np.array([[rungs[worth] for worth in pair] for pair in values], dtype=np.int16)
    kinds = np.array([_BRAG_CODE[worth.hand] for worth in ladder], dtype=np.uint8)
    by_hand = strengths[places, same.astype(np.int64)]
    bits = np.uint64(1) << (16 * suits.astype(np.uint64) + ranks.astype(np.uint64))
    return HandTables(
        cards=cards,
        masks=bits.sum(axis=1, dtype=np.uint64),
        strengths=by_hand,
        kinds=kinds[by_hand],
        ranks=places.astype(np.int16),
        suits=np.where(same, suits[:, 0], np.uint8(UNSUITED)),
        qualifying=next(strength for strength, worth in enumerate(ladder) if qualifies(worth)),
        poker_by_ranks=_poker_by_ranks(_keys(triples)),
        poker_by_suited=poker_by_suited(),
    )


def _all_hands() -> NDArray[np.uint8]:
    """All hands in the order of `hand_index`."""
    hands = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    return hands[np.lexsort((hands[:, 0], hands[:, 1], hands[:, 2]))]


def _keys(choices: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each choice of ranks as one number."""
    keys: NDArray[np.int64] = DIGITS[choices].sum(axis=1)
    return keys


def _values(triples: NDArray[np.int64]) -> list[tuple[BragValue, BragValue]]:
    """What each three ranks are worth in mixed suits, and in one suit.

    Suits never matter beyond that (F174). Equal ranks cannot be of one suit: their second value
    repeats the first and is never looked up.
    """
    values = []
    for ranks in triples.tolist():
        mixed = value([Card.from_ordinal(4 * rank + suit) for suit, rank in enumerate(ranks)])
        distinct = len(set(ranks)) == len(ranks)
        suited = value([Card.from_ordinal(4 * rank) for rank in ranks]) if distinct else mixed
        values.append((mixed, suited))
    return values


class SixRanks(NamedTuple):
    """Every choice of six ranks one deck allows: its key, rising, and its best five cards.

    `times` says how often each rank was chosen; `kinds` leaves flushes aside.
    """

    keys: NDArray[np.int64]
    times: NDArray[np.int64]
    kinds: NDArray[np.uint8]

    def kinds_of(self, keys: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The kinds of these choices; one that needs a fifth card of a rank has none, zero."""
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.kinds[places], np.uint8(0))


@cache
def six_ranks() -> SixRanks:
    """The 18,395 choices, made once."""
    fives, sixes = _choices(5), _choices(6)
    five_kinds = np.array([_kind_of_five(ranks) for ranks in fives.tolist()], dtype=np.uint8)
    # The best five of six: each card left out in turn, as `poker.best` does.
    left = _keys(sixes)[:, None] - DIGITS[sixes]
    return SixRanks(
        keys=_keys(sixes),
        times=(sixes[:, :, None] == np.arange(13)).sum(axis=1),
        kinds=five_kinds[np.searchsorted(_keys(fives), left)].max(axis=1),
    )


def _choices(size: int) -> NDArray[np.int64]:
    """All choices of `size` ranks, each rank at most four times, by rising key."""
    every = combinations_with_replacement(range(13), size)
    choices = np.array([ranks for ranks in every if max(map(ranks.count, ranks)) <= 4])
    return choices[np.argsort(_keys(choices))]


def _kind_of_five(ranks: list[int]) -> int:
    # Equal ranks stand together: turning through the suits keeps their cards apart, and five cards
    # never get one suit.
    hand = five([Card.from_ordinal(4 * rank + place % 4) for place, rank in enumerate(ranks)])
    return _POKER_CODE[hand.hand]


def _poker_by_ranks(triple_keys: NDArray[np.int64]) -> NDArray[np.uint8]:
    return six_ranks().kinds_of(triple_keys[:, None] + triple_keys[None, :])


@cache
def poker_by_suited() -> NDArray[np.uint8]:
    """The best kind of five or six cards of one suit, by the bits of their ranks; else zero."""
    table = np.zeros(1 << 13, dtype=np.uint8)
    for size in (5, 6):
        for ranks in combinations(range(13), size):
            bits = sum(1 << rank for rank in ranks)
            table[bits] = _POKER_CODE[best([Card.from_ordinal(4 * rank) for rank in ranks]).hand]
    return table
