"""Computed against declared: whether a printed figure says what the mathematics says.

A regulation prints a return with a few digits. It matches when the computed return, rounded or
cut to those digits, is the printed one: regulations use both. A printed range («87.55%-93.61%»)
is matched by a bet inside it, and by the family of bets that share it when the smallest and the
largest are its ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from enum import StrEnum

from sabot.errors import Malformed
from sabot.maths.returns import Return


class Match(StrEnum):
    """The verdict of one bet."""

    MATCH = "match"
    MISMATCH = "mismatch"
    NOT_DECLARED = "not declared"


@dataclass(frozen=True, slots=True)
class Declared:
    """A printed figure: both ends are the same unless a range was printed."""

    low: Decimal
    high: Decimal

    @classmethod
    def parse(cls, text: str) -> Declared:
        """Read `98.94%` or `87.55%-93.61%`."""
        try:
            ends = [Decimal(end.strip().removesuffix("%")) for end in text.split("-")]
        except ArithmeticError:
            raise Malformed("declared/unreadable", declared=text) from None
        # `NaN` and `Infinity` are decimals too, and no figures.
        finite = all(end.is_finite() for end in ends)
        if not finite or len(ends) > 2 or ends[0] > ends[-1]:
            raise Malformed("declared/unreadable", declared=text)
        return cls(low=ends[0], high=ends[-1])

    @property
    def is_range(self) -> bool:
        return self.low != self.high


def agrees(computed: str, printed: Decimal) -> bool:
    """Whether a computed return (a decimal text, 1 is fair) prints as this percentage.

    >>> agrees("0.947177", Decimal("94.71")), agrees("0.947177", Decimal("94.72"))
    (True, True)
    >>> agrees("0.947177", Decimal("94.73"))
    False
    """
    percent = Decimal(computed) * 100
    step = Decimal(1).scaleb(int(printed.as_tuple().exponent))
    return printed in (
        percent.quantize(step, rounding=ROUND_FLOOR),
        percent.quantize(step, rounding=ROUND_HALF_UP),
    )


def verdict(returned: Return, declared: str | None) -> Match:
    """The verdict on one bet; a bet that can be raised may be declared on its total stake (R9)."""
    if declared is None:
        return Match.NOT_DECLARED
    printed = Declared.parse(declared)
    figures = [text for text in (returned.decimal, returned.total_stake_decimal) if text]
    fits = any(_fits(figure, printed) for figure in figures)
    return Match.MATCH if fits else Match.MISMATCH


def _fits(computed: str, printed: Declared) -> bool:
    if not printed.is_range:
        return agrees(computed, printed.low)
    at_an_end = agrees(computed, printed.low) or agrees(computed, printed.high)
    return at_an_end or printed.low < Decimal(computed) * 100 < printed.high


def ranges_reached(returns: Mapping[str, Return], declared: Mapping[str, str]) -> Iterable[str]:
    """The printed ranges whose ends no bet of the family reaches: each is a drift."""
    for text in sorted({text for text in declared.values() if Declared.parse(text).is_range}):
        kinds = [kind for kind, printed in declared.items() if printed == text]
        family = [Decimal(returns[kind].decimal) for kind in kinds if kind in returns]
        printed = Declared.parse(text)
        if not family or not (
            agrees(str(min(family)), printed.low) and agrees(str(max(family)), printed.high)
        ):
            yield text
