"""A golden chip as a table sees it: what it is worth, or why it cannot be played here (R29).

Owns the refusals and the promise a bet carries, so that its stake comes from the grant the chip
was part of and a push goes back there. The service knows which player was granted what.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sabot.errors import Code
from sabot.table.refusals import BetRefusal

_TERM = "chip:"


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """What stands behind a token now; `value` is that of each chip, where chips have one."""

    amount: int
    value: int | None = None
    grant: str | None = None
    refusal: Code | None = None

    def why_not(self, stake: int) -> Code | None:
        """Why a stake cannot be this chip, or None when it can."""
        if self.refusal is not None:
            return self.refusal
        if self.value is not None and stake != self.value:
            return BetRefusal.GOLDEN_CHIP_VALUE
        return BetRefusal.NO_GOLDEN_CHIP if stake > self.amount else None

    @property
    def terms(self) -> frozenset[str]:
        """What a bet with this chip promises: to come from its grant and to return there."""
        return frozenset() if self.grant is None else frozenset({f"{_TERM}{self.grant}"})


NO_CHIP = Chip(amount=0)

ChipOf = Callable[[str, str], Chip]
"""What stands behind a player's token."""


def no_chip(_player: str, _token: str) -> Chip:
    """Know no token."""
    return NO_CHIP


def grant_in(terms: frozenset[str]) -> str | None:
    """The grant a golden bet was made from.

    >>> grant_in(frozenset({"auto_stand:17", "chip:spring"}))
    'spring'
    """
    named = (term.removeprefix(_TERM) for term in terms if term.startswith(_TERM))
    return next(named, None)
