"""A bet, and what a variant says about each kind of bet it offers.

A bet is one stake on one spot by one player. What a decision adds later (a double, a split, an
insurance, Play) is a bet of its own that names its parent, so that every stake ever taken has its
own line, its own payout and its own refund.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import msgspec

from sabot.money import Cents, Odds, portion


class Bet(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One stake on one spot.

    `hand` tells split hands of one seat apart; `terms` are promises fixed when the bet was
    accepted, such as `follow_double` of a bet behind (R28).
    """

    id: str
    player: str
    kind: str
    stake: Cents
    seat: int | None = None
    hand: int = 0
    golden: bool = False
    parent: str | None = None
    terms: frozenset[str] = frozenset()

    def extra(self, *, kind: str, share: Fraction = Fraction(1), hand: int = 0) -> Bet:
        """The further stake a decision takes for this bet, in cash, with a deterministic id.

        >>> first = Bet(id="b1", player="ada", kind="main", stake=Cents(105), seat=2)
        >>> first.extra(kind="insurance", share=Fraction(1, 2)).stake
        52
        """
        return Bet(
            id=f"{self.id}+{kind}",
            player=self.player,
            kind=kind,
            stake=portion(self.stake, of=share),
            seat=self.seat,
            hand=hand,
            parent=self.id,
        )


class Role(StrEnum):
    """How a kind of bet comes to the table."""

    MAIN = "main"
    SIDE = "side"
    BEHIND = "behind"  # on another player's seat (F152)
    EXTRA = "extra"  # taken by a decision, never placed by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The smallest and the largest stake on one spot."""

    minimum: Cents
    maximum: Cents


class DeclaredBy(StrEnum):
    """Where a declared return comes from."""

    REGULATION = "regulation"  # printed in the text that describes the game
    HOUSE = "house"  # our exact figure, cut to two digits, where the text prints none


class DeclaredOn(StrEnum):
    """Which stake a declared return is a share of."""

    STAKE = "stake"
    TOTAL_STAKE = "total_stake"  # with what decisions add: a double, a split, Play (R9, R13)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredReturn:
    """What is declared as the return of a bet (F262): `98.94%`, or a range `87.55%-93.61%`.

    `slip` is a figure that the regulation prints beside this bet although it is not its return;
    `reading` says which reading explains it.
    """

    figure: str
    by: DeclaredBy
    on: DeclaredOn = DeclaredOn.STAKE
    slip: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BetSpec:
    """One kind of bet of a variant: what it pays and when it may be placed.

    `pays` maps the label of a winning event to its odds; `PUSH` returns the stake and a label that
    is not there loses. `declared` is the declared return of the bet; a bet whose return is part of
    another hand (a double, a bet behind) has none. Everything else limits placing and is judged by
    `eligibility`.
    """

    kind: str
    role: Role
    pays: Mapping[str, Odds]
    limits: Limits
    needs_any_of: frozenset[str] = frozenset()
    at_most_sum_of: frozenset[str] = frozenset()
    mode: str | None = None
    last_round_of_shoe: int | None = None
    golden_chips: bool = False
    on_by_default: bool = True
    opposite: frozenset[str] = field(default_factory=frozenset)
    declared: DeclaredReturn | None = None
