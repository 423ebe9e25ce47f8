"""What a bet gives back: the figure a lab certifies and a player is told.

A return is what comes back per unit staked, stake included: 1 is a fair bet. It knows no game;
each game's `odds.py` makes these, `sabot rtp` prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

DIGITS = 12
"""Decimals every published return carries at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """The return of one bet, as a fraction where one exists.

    `value` is per unit of the first stake; `total_stake` is the expected return over the expected
    total amount staked, for bets that a decision can raise (R9, R13).

    >>> Return.of(Fraction(1, 3)).decimal
    '0.333333333333'
    """

    value: float
    exact: Fraction | None = None
    total_stake: float | None = None
    total_stake_exact: Fraction | None = None

    @classmethod
    def of(cls, exact: Fraction, *, total_stake: Fraction | None = None) -> Return:
        """A return known as a fraction."""
        return cls(
            value=float(exact),
            exact=exact,
            total_stake=None if total_stake is None else float(total_stake),
            total_stake_exact=total_stake,
        )

    @property
    def decimal(self) -> str:
        """The return with `DIGITS` decimals, from the fraction where there is one."""
        return decimal(self.value if self.exact is None else self.exact)

    @property
    def total_stake_decimal(self) -> str | None:
        """The return on the total amount staked, likewise."""
        if self.total_stake is None:
            return None
        exact = self.total_stake_exact
        return decimal(self.total_stake if exact is None else exact)


def decimal(number: Fraction | float, digits: int = DIGITS) -> str:
    """A number with so many decimals, rounded half to even.

    >>> decimal(Fraction(2, 3))
    '0.666666666667'
    """
    exact = Fraction(number)
    context = Context(prec=digits + 60, rounding=ROUND_HALF_EVEN)
    precise = context.divide(Decimal(exact.numerator), Decimal(exact.denominator))
    return f"{precise.quantize(Decimal((0, (1,), -digits)), context=context):f}"


def expected(weights: Mapping[Fraction, int]) -> Fraction:
    """The mean of returns weighted by the number of ways each can happen.

    >>> expected({Fraction(2): 1, Fraction(0): 1})
    Fraction(1, 1)
    """
    ways = sum(weights.values())
    return sum((value * count for value, count in weights.items()), Fraction(0)) / ways
