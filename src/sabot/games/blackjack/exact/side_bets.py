"""The bets that need no strategy, as exact fractions: insurance and the three side bets.

The first two cards and the up card are any three cards of the shoe, so each class of cards is
counted over sets, by the very functions that settle the bets. The sets are sorted into classes
once; a shoe only multiplies binomials. This module knows no hand beyond three cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card, Composition, full_deck
from sabot.errors import Refused
from sabot.gamekit.refusals import EnumerationRefusal
from sabot.games.blackjack.exact.values import ACE, TEN, value_counts
from sabot.games.blackjack.refusals import BlackjackRefusal
from sabot.games.blackjack.rules import pair_class, three_card_class
from sabot.money import Odds

_CARDS = 52


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """All sets of so many cards, by label.

    An entry names `size` binomials in a table of 52 columns whose row `k` holds the ways to take
    `k` of each card; row 0 is all ones and stands for the rest of a run of equal cards.
    """

    size: int
    binomials: Mapping[str, NDArray[np.intp]]  # label -> [set, size]

    def ways(self, shoe: Composition) -> dict[str, int]:
        """How many sets of each label a shoe holds."""
        if shoe.total < self.size:
            raise Refused(EnumerationRefusal.TOO_SHORT, cards=shoe.total, needed=self.size)
        table = np.array([[comb(n, k) for n in shoe.counts] for k in range(self.size + 1)])
        flat = table.ravel()
        return {
            label: int(flat[entries].prod(axis=1).sum())
            for label, entries in self.binomials.items()
        }


def _classes(size: int, classify: Callable[[Sequence[Card]], str]) -> Classes:
    labels = [str(classify(held)) for held in combinations_with_replacement(full_deck(), size)]
    entries = _binomials(size)
    return Classes(
        size=size,
        binomials={label: entries[np.array(labels) == label] for label in sorted(set(labels))},
    )


def _binomials(size: int) -> NDArray[np.intp]:
    """Each set in the order of `combinations_with_replacement`, as places in the table of ways."""
    cards = np.array(list(combinations_with_replacement(range(_CARDS), size)), np.intp)
    times = np.ones_like(cards)
    for place in range(1, size):
        # Equal cards stand together: the last of a run counts them all, the others count none.
        again = cards[:, place] == cards[:, place - 1]
        times[again, place] += times[again, place - 1]
        times[again, place - 1] = 0
    return times * _CARDS + cards


@lru_cache(maxsize=1)
def pair_classes() -> Classes:
    """The two first cards, for Perfect Pairs (F146)."""
    return _classes(2, pair_class)


@lru_cache(maxsize=1)
def three_card_classes() -> Classes:
    """The two first cards and the up card, for 21+3 and Top 3 (F147, R10, R12)."""
    return _classes(3, three_card_class)


def side_bet_return(classes: Classes, shoe: Composition, pays: Mapping[str, Odds]) -> Fraction:
    """What a side bet with this pay table brings back; a label it does not name loses."""
    ways = classes.ways(shoe)
    won = sum((ways.get(label, 0) * (1 + at) for label, at in pays.items()), Fraction(0))
    return won / comb(shoe.total, classes.size)


def insurance_return(shoe: Composition, at: Odds) -> Fraction:
    """What insurance brings back when an ace lies face up and nothing else has been seen (F141).

    >>> insurance_return(Composition.of_decks(8), Fraction(2))
    Fraction(384, 415)
    """
    counts = value_counts(shoe)
    if counts[ACE - 1] == 0 or shoe.total < 2:
        raise Refused(BlackjackRefusal.NEVER_OFFERED, bet="insurance")
    return (1 + at) * Fraction(counts[TEN - 1], shoe.total - 1)
