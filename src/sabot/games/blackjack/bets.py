"""The bets of blackjack, and the label each gets from a finished hand.

A label is the key into a pay table (`variants.py`); the labels of lost bets are in none. Settling,
the exact mathematics and the simulator ask the same functions, over summaries that are cheap to
build. This module knows no money and no order of play.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sabot.cards import Card
from sabot.games.blackjack.rules import TWENTY_ONE, pair_class, three_card_class


class Kind(StrEnum):
    """Every kind of bet; the last three are taken by decisions."""

    MAIN = "main"
    PERFECT_PAIRS = "perfect_pairs"
    TWENTY_ONE_PLUS_THREE = "21+3"
    TOP3 = "top3"
    BEHIND = "behind"
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"


class Label(StrEnum):
    """What can become of a stake on a hand."""

    BLACKJACK = "blackjack"
    WIN = "win"
    PUSH = "push"
    RETURNED = "returned"  # an extra stake the dealer's blackjack may not take (R9)
    LOSE = "lose"
    BUST = "bust"
    DEALER_BLACKJACK = "dealer_blackjack"
    NO_DEALER_BLACKJACK = "no_dealer_blackjack"  # what insurance was against


SIDE_BETS = (Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE, Kind.TOP3)


class Term(StrEnum):
    """Promises of a bet behind, fixed at its first bet of the round (R28, F159, F160)."""

    FOLLOW_DOUBLE = "follow_double"
    FOLLOW_SPLIT = "follow_split"


class Opening(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the side bets look at: nothing that comes later can change them (F148)."""

    first: Card
    second: Card
    up: Card


class Showdown(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One finished hand against the finished dealer.

    `blackjack` is false for a split hand (F137); `extras_returned` is true where a dealer's
    blackjack came to light after the decisions and may take original bets only (R9).
    """

    total: int
    blackjack: bool
    dealer_total: int
    dealer_blackjack: bool
    extras_returned: bool = False


def side_label(kind: Kind, opening: Opening) -> str:
    """The class of cards a side bet was about.

    >>> from sabot.cards import cards
    >>> first, second, up = cards("9S TS JS")
    >>> side_label(Kind.TOP3, Opening(first=first, second=second, up=up))
    'straight_flush'
    """
    if kind is Kind.PERFECT_PAIRS:
        return pair_class((opening.first, opening.second)).value
    return three_card_class((opening.first, opening.second, opening.up)).value


def hand_label(showdown: Showdown) -> Label:
    """What became of the original stake on a hand.

    >>> hand_label(Showdown(total=20, blackjack=False, dealer_total=19, dealer_blackjack=False))
    <Label.WIN: 'win'>
    """
    if showdown.total > TWENTY_ONE:
        return Label.BUST  # F139: lost at once, before and whatever the dealer gets.
    if showdown.blackjack:
        # F133, R9: blackjack beats every 21 except the dealer's blackjack, which it equals.
        return Label.PUSH if showdown.dealer_blackjack else Label.BLACKJACK
    if showdown.dealer_blackjack:
        return Label.DEALER_BLACKJACK
    return _by_totals(showdown)


def _by_totals(showdown: Showdown) -> Label:
    if showdown.dealer_total > TWENTY_ONE or showdown.total > showdown.dealer_total:
        return Label.WIN  # F145.
    return Label.PUSH if showdown.total == showdown.dealer_total else Label.LOSE  # F144.


def extra_label(showdown: Showdown) -> Label:
    """What became of a stake added by a double or a split.

    >>> late = Showdown(
    ...     total=20, blackjack=False, dealer_total=21, dealer_blackjack=True, extras_returned=True
    ... )
    >>> extra_label(late), hand_label(late)
    (<Label.RETURNED: 'returned'>, <Label.DEALER_BLACKJACK: 'dealer_blackjack'>)
    """
    label = hand_label(showdown)
    if label is Label.DEALER_BLACKJACK and showdown.extras_returned:
        return Label.RETURNED
    return label


def insurance_label(*, dealer_blackjack: bool) -> Label:
    """What became of an insurance: it is about the hole card alone (F141, F142)."""
    return Label.DEALER_BLACKJACK if dealer_blackjack else Label.NO_DEALER_BLACKJACK
