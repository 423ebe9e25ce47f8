"""The rules of baccarat: points, naturals and who draws a third card.

Functions over hands of cards. This module knows no bet, no money, no shoe and no order of play:
`round.py` asks it what comes next, `odds.py` enumerates it, and the kernels are built from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from sabot.cards import Card, Rank
from sabot.roads.results import Outcome


class PairClass(StrEnum):
    """What the first two cards of a hand are to each other (F115)."""

    NONE = "none"
    MIXED = "mixed"  # one rank, two colours
    COLOURED = "coloured"  # one rank, one colour, two suits
    PERFECT = "perfect"  # the very same card, from another deck


# F105: ace 1, two to nine as printed, ten and the court cards nothing.
POINTS = {rank: (rank.ordinal + 1 if rank.ordinal < 9 else 0) for rank in Rank}

# F108: Banker's table. Row: Banker's first two cards. Entry: the values of Player's third card
# on which Banker draws. A total that is not a row (7) never draws.
BANKER_DRAWS_ON: dict[int, frozenset[int]] = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset(range(10)) - {8},
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
}


def value(card: Card) -> int:
    """The points of one card.

    >>> [value(Card.parse(text)) for text in ("AS", "9D", "KH")]
    [1, 9, 0]
    """
    return POINTS[card.rank]


def points(hand: Sequence[Card]) -> int:
    """The total of a hand: the last digit of the sum, however large (R4).

    >>> from sabot.cards import cards
    >>> points(cards("7S 8D 9S"))
    4
    """
    return sum([POINTS[card.rank] for card in hand]) % 10


def is_natural(two_card_points: int) -> bool:
    """Eight or nine on the first two cards ends the drawing for both sides (F106, F107)."""
    return two_card_points >= 8


def player_draws(*, player: int, banker: int) -> bool:
    """Whether Player takes a third card, from both two-card totals (F107).

    >>> player_draws(player=5, banker=7), player_draws(player=5, banker=8)
    (True, False)
    """
    # R4: the natural rule comes before the draw tables.
    return not is_natural(player) and not is_natural(banker) and player <= 5


def banker_draws(*, player: int, banker: int, third: int | None) -> bool:
    """Whether Banker takes a third card; `third` is the value of Player's, None when it stood.

    >>> banker_draws(player=0, banker=3, third=8), banker_draws(player=6, banker=5, third=None)
    (False, True)
    """
    if is_natural(player) or is_natural(banker):
        return False
    if third is None:
        return banker <= 5  # F108: Player stood, so Banker draws as Player would.
    return third in BANKER_DRAWS_ON.get(banker, frozenset())


def winner(*, player: int, banker: int) -> Outcome:
    """The side closer to nine.

    >>> winner(player=7, banker=6)
    <Outcome.PLAYER: 'player'>
    """
    if player == banker:
        return Outcome.TIE
    return Outcome.PLAYER if player > banker else Outcome.BANKER


def pair_class(hand: Sequence[Card]) -> PairClass:
    """How the first two cards pair: by rank or letter, never by points (F114, R11).

    >>> from sabot.cards import cards
    >>> [pair_class(cards(hand)).value for hand in ("TS KS", "7S 7D", "5H 5D", "KH KH")]
    ['none', 'mixed', 'coloured', 'perfect']
    """
    first, second = hand[0], hand[1]
    if first.rank is not second.rank:
        return PairClass.NONE
    if first.suit is second.suit:
        return PairClass.PERFECT
    return PairClass.COLOURED if first.suit.red == second.suit.red else PairClass.MIXED
