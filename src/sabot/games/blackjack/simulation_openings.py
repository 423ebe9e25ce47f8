"""What the side bets of blackjack look at, as one table over all openings.

An opening is the player's two cards and the dealer's up card. Openings that every side bet labels
alike are one class; the simulator counts classes and asks `bets.py` about an example of each. The
classes are those of `rules.py`; no pay table is known here.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card, full_deck
from sabot.games.blackjack.bets import Opening
from sabot.games.blackjack.rules import PairClass, ThreeCardClass, pair_class, three_card_class

Bytes = NDArray[np.uint8]


class OpeningClasses(NamedTuple):
    """The class of each opening, `[(first * 52 + second) * 52 + up]` by `Card.ordinal`, and an
    example of each class.
    """

    table: Bytes
    examples: tuple[Opening, ...]


@lru_cache(maxsize=1)
def opening_classes() -> OpeningClasses:
    """The one table; it depends on nothing but the rules."""
    joint = _pairs()[:, :, None] * len(ThreeCardClass) + _threes()
    _, places, classes = np.unique(joint, return_index=True, return_inverse=True)
    return OpeningClasses(
        table=classes.reshape(-1).astype(np.uint8),
        examples=tuple(_opening(int(place)) for place in places),
    )


def _pairs() -> Bytes:
    """The place of each two first cards in `PairClass`."""
    order = list(PairClass)
    deck = full_deck()
    return np.array(
        [[order.index(pair_class((first, second))) for second in deck] for first in deck], np.uint8
    )


def _threes() -> Bytes:
    """The place of each three cards in `ThreeCardClass`; their order does not matter (F147)."""
    order = list(ThreeCardClass)
    threes = list(combinations_with_replacement(range(52), 3))
    classes = [
        order.index(three_card_class([Card.from_ordinal(i) for i in three])) for three in threes
    ]
    table = np.zeros((52, 52, 52), np.uint8)
    for cards in permutations(np.array(threes).T):
        table[cards] = classes
    return table


def _opening(place: int) -> Opening:
    return Opening(
        first=Card.from_ordinal(place // 52**2),
        second=Card.from_ordinal(place // 52 % 52),
        up=Card.from_ordinal(place % 52),
    )
