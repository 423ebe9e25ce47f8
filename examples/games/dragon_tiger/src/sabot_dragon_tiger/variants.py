"""Dragon Tiger as data: pay tables, limits and declared returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sabot.gamekit import BetSpec, DeclaredBy, DeclaredReturn, Limits, Role
from sabot.money import HALF_BACK, Cents, Odds, odds
from sabot_dragon_tiger.rules import Kind, Label


@dataclass(frozen=True, slots=True, kw_only=True)
class DragonTigerVariant:
    """One table's rules and pay tables."""

    id: str
    title: str
    decks: int
    seats: int
    bets: Mapping[str, BetSpec]
    cut_card_from_end: int

    @property
    def bonuses(self) -> Mapping[str, Mapping[str, Odds]]:
        """Nothing is paid on top of a bet."""
        return {}


def _bet(
    kind: Kind,
    role: Role,
    pays: Mapping[str, Odds],
    *,
    maximum: int,
    declared: str,
    opposite: frozenset[str] = frozenset(),
) -> BetSpec:
    return BetSpec(
        kind=kind.value,
        role=role,
        pays=pays,
        limits=Limits(minimum=Cents(100), maximum=Cents(maximum)),
        golden_chips=True,
        opposite=opposite,
        declared=DeclaredReturn(figure=declared, by=DeclaredBy.HOUSE),
    )


_SIDE = {Label.WINS.value: odds("1:1"), Label.TIED.value: HALF_BACK}

DRAGON_TIGER = DragonTigerVariant(
    id="dragon_tiger",
    title="Dragon Tiger",
    decks=8,
    seats=0,
    bets={
        spec.kind: spec
        for spec in (
            _bet(
                Kind.DRAGON,
                Role.MAIN,
                _SIDE,
                maximum=500_000,
                declared="96.26%",
                opposite=frozenset({Kind.TIGER.value}),
            ),
            _bet(
                Kind.TIGER,
                Role.MAIN,
                _SIDE,
                maximum=500_000,
                declared="96.26%",
                opposite=frozenset({Kind.DRAGON.value}),
            ),
            _bet(
                Kind.TIE,
                Role.MAIN,
                {Label.WINS.value: odds("11:1")},
                maximum=50_000,
                declared="89.63%",
            ),
            _bet(
                Kind.SUITED_TIE,
                Role.SIDE,
                {Label.WINS.value: odds("50:1")},
                maximum=10_000,
                declared="86.02%",
            ),
        )
    },
    cut_card_from_end=52,
)

VARIANTS: Mapping[str, DragonTigerVariant] = {DRAGON_TIGER.id: DRAGON_TIGER}
