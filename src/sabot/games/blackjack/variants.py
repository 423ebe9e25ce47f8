"""Blackjack as data: pay tables, limits and the one setting that changes the odds.

An operator's table is another value of `BlackjackVariant`; there are no subclasses. What the
labels of a pay table mean is written in `bets.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sabot.gamekit import BetSpec, Limits, Role
from sabot.games.blackjack.bets import Kind, Label
from sabot.games.blackjack.declared import DECLARED
from sabot.games.blackjack.rules import PairClass, ThreeCardClass
from sabot.money import PUSH, Cents, Odds, odds


class TenUpBlackjack(StrEnum):
    """What a dealer's blackjack under a ten-value up card does to the players (R9)."""

    PEEK = "peek"  # the hole card is checked before any decision
    ORIGINAL_BETS_ONLY = "original_bets_only"  # checked last; doubles and splits come back
    TAKES_ALL = "takes_all"  # checked last; doubles and splits are lost too


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackVariant:
    """One blackjack table's rules and pay tables."""

    id: str
    title: str
    decks: int
    seats: int
    bets: Mapping[str, BetSpec]
    cut_card_from_end: int
    ten_up_blackjack: TenUpBlackjack = TenUpBlackjack.PEEK

    @property
    def bonuses(self) -> Mapping[str, Mapping[str, Odds]]:
        """Nothing is paid on top of a bet."""
        return {}


# F133, F144, F145: what a hand earns. The same table pays the seat and those behind it (F153).
HAND_PAYS: Mapping[str, Odds] = {
    Label.BLACKJACK: odds("3:2"),
    Label.WIN: odds("1:1"),
    Label.PUSH: PUSH,
}

# A doubled or split stake is on a hand that is no blackjack (F134, F137). `returned` exists only
# under `original_bets_only` (R9).
EXTRA_PAYS: Mapping[str, Odds] = {
    Label.WIN: odds("1:1"),
    Label.PUSH: PUSH,
    Label.RETURNED: PUSH,
}

# F141.
INSURANCE_PAYS: Mapping[str, Odds] = {Label.DEALER_BLACKJACK: odds("2:1")}

# F146.
PERFECT_PAIRS_PAYS: Mapping[str, Odds] = {
    PairClass.PERFECT: odds("25:1"),
    PairClass.COLOURED: odds("12:1"),
    PairClass.MIXED: odds("6:1"),
}

# F147.
TWENTY_ONE_PLUS_THREE_PAYS: Mapping[str, Odds] = {
    ThreeCardClass.SUITED_TRIPS: odds("100:1"),
    ThreeCardClass.STRAIGHT_FLUSH: odds("40:1"),
    ThreeCardClass.TRIPS: odds("30:1"),
    ThreeCardClass.STRAIGHT: odds("10:1"),
    ThreeCardClass.FLUSH: odds("5:1"),
}

# F149, R12: the text names only the return of this bet; these odds give it.
TOP3_PAYS: Mapping[str, Odds] = {
    ThreeCardClass.SUITED_TRIPS: odds("270:1"),
    ThreeCardClass.STRAIGHT_FLUSH: odds("180:1"),
    ThreeCardClass.TRIPS: odds("90:1"),
}

_MAIN_LIMITS = Limits(minimum=Cents(100), maximum=Cents(500_000))
_SIDE_LIMITS = Limits(minimum=Cents(100), maximum=Cents(50_000))
_LONG_SHOT_LIMITS = Limits(minimum=Cents(100), maximum=Cents(10_000))
# What a decision takes follows from the first stake; a cent is the least a stake can be.
_EXTRA_LIMITS = Limits(minimum=Cents(1), maximum=Cents(500_000))
_INSURANCE_LIMITS = Limits(minimum=Cents(1), maximum=Cents(250_000))

_NEEDS_MAIN = frozenset({Kind.MAIN.value})
_NEEDS_HAND = frozenset({Kind.MAIN.value, Kind.BEHIND.value})


def _side(
    kind: Kind, pays: Mapping[str, Odds], limits: Limits, *, on_by_default: bool = True
) -> BetSpec:
    return BetSpec(
        kind=kind,
        role=Role.SIDE,
        pays=pays,
        limits=limits,
        needs_any_of=_NEEDS_MAIN,  # F45
        on_by_default=on_by_default,
    )


def _extra(kind: Kind, pays: Mapping[str, Odds], limits: Limits) -> BetSpec:
    return BetSpec(kind=kind, role=Role.EXTRA, pays=pays, limits=limits, needs_any_of=_NEEDS_HAND)


_SPECS = (
    # R29: a golden chip may be the first bet of a hand; what is added later is cash (F180).
    BetSpec(kind=Kind.MAIN, role=Role.MAIN, pays=HAND_PAYS, limits=_MAIN_LIMITS, golden_chips=True),
    _side(Kind.PERFECT_PAIRS, PERFECT_PAIRS_PAYS, _SIDE_LIMITS),
    _side(Kind.TWENTY_ONE_PLUS_THREE, TWENTY_ONE_PLUS_THREE_PAYS, _SIDE_LIMITS),
    _side(Kind.TOP3, TOP3_PAYS, _LONG_SHOT_LIMITS, on_by_default=False),
    BetSpec(kind=Kind.BEHIND, role=Role.BEHIND, pays=HAND_PAYS, limits=_MAIN_LIMITS),
    _extra(Kind.DOUBLE, EXTRA_PAYS, _EXTRA_LIMITS),
    _extra(Kind.SPLIT, EXTRA_PAYS, _EXTRA_LIMITS),
    _extra(Kind.INSURANCE, INSURANCE_PAYS, _INSURANCE_LIMITS),
)

# F131: 8 decks, seven seats. R27: the cut card stands 104 cards from the end.
BLACKJACK = BlackjackVariant(
    id="blackjack",
    title="Blackjack",
    decks=8,
    seats=7,
    bets={
        spec.kind: replace(spec, declared=DECLARED["blackjack"].get(spec.kind)) for spec in _SPECS
    },
    cut_card_from_end=104,
)

VARIANTS: Mapping[str, BlackjackVariant] = {BLACKJACK.id: BLACKJACK}
