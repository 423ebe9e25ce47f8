"""A shoe as blackjack sees it: how many cards of each of ten values, suits and faces forgotten.

Owns the folding of 52 cards into ten values and the question whether a shoe is long enough to
finish a round. Knows no hand, no bet and no probability.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.cards import Composition
from sabot.errors import Refused
from sabot.gamekit.refusals import EnumerationRefusal

ACE = 1
TEN = 10
VALUES = range(ACE, TEN + 1)
"""Ace 1, pips as printed, ten and the three faces 10 (F133, F135)."""

Counts = tuple[int, ...]
"""Ten numbers: aces, twos … nines, ten-value cards."""

# The most points one seat and the dealer can hold while one of the three possible hands still
# draws: two split hands on 20 (21 closes a hand, F139) and a dealer on 16 (F132).
_POINTS_BEFORE_THE_LAST_DRAWS = 20 + 20 + 16
_LAST_DRAWS = 3


def value_counts(shoe: Composition) -> Counts:
    """Fold a composition into the ten values.

    >>> value_counts(Composition.of_decks(8))
    (32, 32, 32, 32, 32, 32, 32, 32, 32, 128)
    """
    ranks = shoe.by_rank()
    return (*ranks[:9], sum(ranks[9:]))


def full_shoe(decks: int) -> Counts:
    """The ten counts of untouched decks.

    >>> full_shoe(1)
    (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
    """
    return (4 * decks,) * 9 + (16 * decks,)


def cards_enough(counts: Sequence[int]) -> int:
    """How many cards a round of one seat can use at most, were the smallest to come first.

    >>> cards_enough(full_shoe(8))
    47
    """
    points, cards = _POINTS_BEFORE_THE_LAST_DRAWS, 0
    for value, count in zip(VALUES, counts, strict=True):
        taken = min(count, points // value)
        points -= taken * value
        cards += taken
        if taken < count:
            break
    return cards + _LAST_DRAWS


def refuse_short(counts: Sequence[int]) -> None:
    """Refuse a shoe that a round could run dry: its value would depend on what happens then."""
    left, needed = sum(counts), cards_enough(counts)
    if left < needed:
        raise Refused(EnumerationRefusal.TOO_SHORT, cards=left, needed=needed)
