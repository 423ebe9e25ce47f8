"""What every bet of baccarat gives back, exactly, from a whole shoe or from what is left of one.

All rounds are counted by class (`enumeration.py`); the label of a class comes from the functions
that settle bets (`bets.py`) and its odds from the pay table that pays them. Nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import lcm

import numpy as np

from sabot.cards import Composition
from sabot.games.baccarat.bets import PAIRS, Summary, label
from sabot.games.baccarat.enumeration import CARDS, PAIR_CLASSES, Counts, Ways, ways
from sabot.games.baccarat.variants import BaccaratVariant
from sabot.maths.returns import Return
from sabot.money import Odds


def returns(variant: BaccaratVariant, remaining: Composition | None = None) -> dict[str, Return]:
    """The return of every bet of the variant for the next round from these cards.

    >>> from sabot.games.baccarat.variants import SPEED_BACCARAT
    >>> returns(SPEED_BACCARAT)["tie"].decimal
    '0.856403712213'
    """
    counted = ways(Composition.of_decks(variant.decks) if remaining is None else remaining)
    return {
        kind: Return.of(_mean(label_ways(kind, counted), spec.pays, orders=counted.orders))
        for kind, spec in variant.bets.items()
    }


def label_ways(kind: str, counted: Ways) -> dict[str, int]:
    """In how many of the counted orders the bet gets each of its labels."""
    labels, members = _classes(kind)
    sorted_orders = counted.pairs if kind in PAIRS else counted.rounds
    return dict(zip(labels, (members @ sorted_orders.ravel()).tolist(), strict=True))


def _mean(ways_by_label: Mapping[str, int], pays: Mapping[str, Odds], *, orders: int) -> Fraction:
    # Whole numbers to the end, so that each bet costs one fraction and not one per label.
    unit = lcm(*(at.denominator for at in pays.values()))
    given_back = sum(
        ways_by_label.get(name, 0) * (unit + at.numerator * (unit // at.denominator))
        for name, at in pays.items()
    )
    return Fraction(given_back, unit * orders)


@cache
def _classes(kind: str) -> tuple[tuple[str, ...], Counts]:
    """The labels of a bet, and for each a row that marks the classes which get it."""
    summaries = _pairs() if kind in PAIRS else _rounds()
    of_class = [label(kind, summary) for summary in summaries]
    labels = tuple(sorted(set(of_class)))
    members = [[int(name == found) for found in of_class] for name in labels]
    return labels, np.array(members, np.int64)


def _rounds() -> list[Summary]:
    """One round of each class of `Ways.rounds`; what can never come has no ways."""
    return [
        Summary(player_points=player, banker_points=banker, cards=cards)
        for cards in CARDS
        for player in range(10)
        for banker in range(10)
    ]


def _pairs() -> list[Summary]:
    """One round of each class of `Ways.pairs`; a pair bet does not look at the points."""
    return [
        Summary(player_points=0, banker_points=0, player_pair=player, banker_pair=banker)
        for player in PAIR_CLASSES
        for banker in PAIR_CLASSES
    ]
