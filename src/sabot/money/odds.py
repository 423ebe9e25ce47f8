"""Odds: what a winning bet earns for each unit staked, always "to one" (R2).

Regulations also print «12», «9 per 1» and «2 volte», which include the stake; such figures are
converted when they are transcribed, so that inside there is only one convention. Everything that
turns odds into money goes through `winnings`, the one place that rounds.
"""

from __future__ import annotations

import re
from fractions import Fraction

from sabot.errors import Malformed
from sabot.money.cents import Cents

Odds = Fraction
"""Profit per unit staked: 8 for «8:1», 19/20 for «0.95:1»."""

_FIGURE = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")

PUSH: Odds = Fraction(0)
"""Odds of a returned stake: nothing is earned, nothing is lost."""

HALF_BACK: Odds = Fraction(-1, 2)
"""Odds of a stake of which half is lost; odds between -1 and 0 lose that part of the stake."""


def odds(text: str) -> Odds:
    """Read odds to one, as a number or as a ratio.

    >>> odds("0.95"), odds("3:2"), odds("11")
    (Fraction(19, 20), Fraction(3, 2), Fraction(11, 1))
    """
    profit, colon, unit = text.partition(":")
    figures = (profit, unit) if colon else (profit, "1")
    # Plain decimals only: no signs, no exponents, nothing that could be a giant number.
    if not all(_FIGURE.fullmatch(figure) for figure in figures) or not Fraction(figures[1]):
        raise Malformed("odds/unreadable", odds=text)
    return Fraction(figures[0]) / Fraction(figures[1])


def winnings(stake: Cents, at: Odds) -> Cents:
    """Profit of a line, rounded down to the cent: the only rounding there is (R3, F66).

    Where part of the stake is lost the profit is negative, and rounding down is again in favour of
    the house: of 105 cents half are 52.

    >>> winnings(Cents(105), at=odds("0.95")), winnings(Cents(105), at=HALF_BACK)
    (99, -53)
    """
    return Cents(stake * at.numerator // at.denominator)


def payout(stake: Cents, at: Odds) -> Cents:
    """Stake and winnings together, what the player's balance receives.

    >>> payout(Cents(105), at=odds("0.95"))
    204
    """
    return Cents(stake + winnings(stake, at))


def portion(stake: Cents, of: Fraction) -> Cents:
    """A part of a stake that is itself a stake (insurance is half, F141), rounded down alike.

    >>> portion(Cents(105), of=Fraction(1, 2))
    52
    """
    return winnings(stake, of)
