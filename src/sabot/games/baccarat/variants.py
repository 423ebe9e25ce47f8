"""The baccarat tables as data: pay tables, limits, dealing and shoe.

An operator's table is another value of `BaccaratVariant`; there are no subclasses. What the labels
of a pay table mean is written in `bets.py`, how the cards come in `round.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sabot.errors import Refused
from sabot.gamekit import BetSpec, Limits, Role
from sabot.gamekit.refusals import ModeRefusal
from sabot.games.baccarat.bets import EGALITE, MAINS, Kind, Label, Mode, tie_at, wins_by
from sabot.games.baccarat.declared import DECLARED
from sabot.money import PUSH, Cents, Odds, odds


class Dealing(StrEnum):
    """How the cards of a round reach the scanner."""

    ONE_BY_ONE = "one_by_one"  # each card is drawn and read when it is needed
    RESERVE = "reserve"  # six lie face down before betting closes (R25)
    SIX_SCANNERS = "six_scanners"  # one scanner per position (R26)


class Burn(StrEnum):
    """Whether a new shoe begins by burning cards (F99)."""

    NOT_OFFERED = "not_offered"
    OFF = "off"
    ON = "on"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaccaratVariant:
    """One baccarat table's rules and pay tables; the first of `modes` is the default (F112)."""

    id: str
    title: str
    decks: int
    seats: int
    bets: Mapping[str, BetSpec]
    cut_card_from_end: int
    dealing: Dealing
    modes: tuple[Mode, ...]
    burn: Burn = Burn.NOT_OFFERED

    @property
    def bonuses(self) -> Mapping[str, Mapping[str, Odds]]:
        """Nothing is paid on top of a bet."""
        return {}

    def banker_kind(self, mode: Mode) -> Kind:
        """The bet that a chip on the Banker area is, for a player in this mode (F112).

        >>> SPEED_BACCARAT.banker_kind(Mode.ZERO_COMMISSION).value
        'banker_zero_commission'
        """
        if mode not in self.modes:
            offered = " ".join(self.modes)
            raise Refused(
                ModeRefusal.NOT_OFFERED, mode=mode.value, variant=self.id, offered=offered
            )
        zero = self.bets.get(Kind.BANKER_ZERO_COMMISSION)
        apart = zero is not None and zero.mode == mode
        return Kind.BANKER_ZERO_COMMISSION if apart else Kind.BANKER


# F109, F110 («2 times» and «9 for 1» include the stake, R2). A tie returns Player and Banker (R7).
PLAYER_PAYS: Mapping[str, Odds] = {Label.PLAYER_WINS: odds("1:1"), Label.TIE: PUSH}
TIE_PAYS: Mapping[str, Odds] = {Label.TIE: odds("8:1")}

# F109: the five per cent is taken from the winnings, also from those of a six.
COMMISSION_PAYS: Mapping[str, Odds] = {
    Label.BANKER_WINS: odds("0.95:1"),
    Label.BANKER_WINS_WITH_6: odds("0.95:1"),
    Label.TIE: PUSH,
}

# F111, F112: no commission, half on a winning six («2 to 1» includes the stake, R2).
ZERO_COMMISSION_PAYS: Mapping[str, Odds] = {
    Label.BANKER_WINS: odds("1:1"),
    Label.BANKER_WINS_WITH_6: odds("0.5:1"),
    Label.TIE: PUSH,
}

SUPER6_PAYS: Mapping[str, Odds] = {Label.BANKER_WINS_WITH_6: odds("15:1")}  # F113
PAIR_PAYS: Mapping[str, Odds] = {Label.PAIR: odds("11:1")}  # F114
EITHER_PAIR_PAYS: Mapping[str, Odds] = {Label.PAIR: odds("5:1")}  # F116
PERFECT_PAIR_PAYS: Mapping[str, Odds] = {Label.PERFECT_PAIR: odds("25:1")}  # F117

# F119, R6.
BONUS_PAYS: Mapping[str, Odds] = {
    wins_by(9): odds("30:1"),
    wins_by(8): odds("10:1"),
    wins_by(7): odds("6:1"),
    wins_by(6): odds("4:1"),
    wins_by(5): odds("2:1"),
    wins_by(4): odds("1:1"),
    Label.NATURAL_WIN: odds("1:1"),
    Label.NATURAL_TIE: PUSH,
}

# F120.
BIG_PAYS: Mapping[str, Odds] = {
    Label.FIVE_CARDS: odds("0.54:1"),
    Label.SIX_CARDS: odds("0.54:1"),
}
SMALL_PAYS: Mapping[str, Odds] = {Label.FOUR_CARDS: odds("1.5:1")}

# F121: by the tied total, 0 first.
EGALITE_ODDS = tuple(Odds(n) for n in (150, 215, 220, 200, 120, 110, 45, 45, 80, 80))

# Limits are the operator's; these are where a new table starts.
_MAIN_LIMITS = Limits(minimum=Cents(100), maximum=Cents(500_000))
_TIE_LIMITS = Limits(minimum=Cents(100), maximum=Cents(100_000))
_SIDE_LIMITS = Limits(minimum=Cents(100), maximum=Cents(50_000))
_LONG_SHOT_LIMITS = Limits(minimum=Cents(100), maximum=Cents(10_000))

_PAIRS_CLOSE_AFTER = 60  # F57
_BONUS_CLOSES_AFTER = 44  # F58

_BANKERS = frozenset({Kind.BANKER.value, Kind.BANKER_ZERO_COMMISSION.value})


def _main(
    kind: Kind,
    pays: Mapping[str, Odds],
    *,
    opposite: frozenset[str] = frozenset(),
    mode: Mode | None = None,
) -> BetSpec:
    # R29: every bet here is a first bet, but the token is for main bets, as in the other games.
    return BetSpec(
        kind=kind.value,
        role=Role.MAIN,
        pays=pays,
        limits=_TIE_LIMITS if kind is Kind.TIE else _MAIN_LIMITS,
        opposite=opposite,
        mode=mode,
        golden_chips=True,
    )


def _side(
    kind: Kind,
    pays: Mapping[str, Odds],
    *,
    limits: Limits = _SIDE_LIMITS,
    opposite: frozenset[str] = frozenset(),
    last_round: int | None = None,
) -> BetSpec:
    # F44, F122: side bets of baccarat stand alone; only Super 6 leans on a main bet.
    return BetSpec(
        kind=kind.value,
        role=Role.SIDE,
        pays=pays,
        limits=limits,
        opposite=opposite,
        last_round_of_shoe=last_round,
    )


def _pairs(last_round: int | None = None) -> tuple[BetSpec, ...]:
    return (
        _side(Kind.PLAYER_PAIR, PAIR_PAYS, last_round=last_round),
        _side(Kind.BANKER_PAIR, PAIR_PAYS, last_round=last_round),
        _side(Kind.EITHER_PAIR, EITHER_PAIR_PAYS, last_round=last_round),
        _side(
            Kind.PERFECT_PAIR,
            PERFECT_PAIR_PAYS,
            limits=_LONG_SHOT_LIMITS,
            last_round=last_round,
        ),
    )


# R16: Big and Small cover every round together.
_BIG_AND_SMALL = (
    _side(Kind.BIG, BIG_PAYS, opposite=frozenset({Kind.SMALL.value})),
    _side(Kind.SMALL, SMALL_PAYS, opposite=frozenset({Kind.BIG.value})),
)

_TIE = _main(Kind.TIE, TIE_PAYS)  # R16: opposite to nothing.
_FACING_ONE_BANKER = _main(Kind.PLAYER, PLAYER_PAYS, opposite=frozenset({Kind.BANKER.value}))
_FACING_BOTH_BANKERS = _main(Kind.PLAYER, PLAYER_PAYS, opposite=_BANKERS)


def _banker(
    pays: Mapping[str, Odds], kind: Kind = Kind.BANKER, mode: Mode | None = None
) -> BetSpec:
    return _main(kind, pays, opposite=frozenset({Kind.PLAYER.value}), mode=mode)


# F55, F56, F58, F113. R16: not opposite to Player (F54).
_SUPER6 = BetSpec(
    kind=Kind.SUPER6.value,
    role=Role.SIDE,
    pays=SUPER6_PAYS,
    limits=_LONG_SHOT_LIMITS,
    needs_any_of=frozenset(kind.value for kind in MAINS),
    at_most_sum_of=frozenset(kind.value for kind in MAINS),
    mode=Mode.ZERO_COMMISSION,
    last_round_of_shoe=_BONUS_CLOSES_AFTER,
)

_EGALITE_EXTRA = tuple(
    _side(kind, {tie_at(total): at}, limits=_LONG_SHOT_LIMITS)
    for total, (kind, at) in enumerate(zip(EGALITE, EGALITE_ODDS, strict=True))
)


def _by_kind(variant: str, *specs: BetSpec) -> Mapping[str, BetSpec]:
    """The bets of a variant, each with the return it is declared with (F262)."""
    declared = DECLARED[variant]
    return {spec.kind: replace(spec, declared=declared[spec.kind]) for spec in specs}


# F87, R1: eight decks everywhere. R27: the cut card.
SPEED_BACCARAT = BaccaratVariant(
    id="speed_baccarat",
    title="Speed Baccarat",
    decks=8,
    seats=0,
    bets=_by_kind(
        "speed_baccarat",
        _FACING_BOTH_BANKERS,
        _banker(COMMISSION_PAYS, mode=Mode.COMMISSION),
        _banker(ZERO_COMMISSION_PAYS, Kind.BANKER_ZERO_COMMISSION, Mode.ZERO_COMMISSION),
        _TIE,
        *_pairs(last_round=_PAIRS_CLOSE_AFTER),
        _side(Kind.PLAYER_BONUS, BONUS_PAYS, last_round=_BONUS_CLOSES_AFTER),
        _side(Kind.BANKER_BONUS, BONUS_PAYS, last_round=_BONUS_CLOSES_AFTER),
        _SUPER6,
    ),
    cut_card_from_end=14,
    dealing=Dealing.RESERVE,
    modes=(Mode.COMMISSION, Mode.ZERO_COMMISSION),
)

# F124: the ordinary table that Speed Baccarat is compared with: the same bets, and every card is
# drawn and read when it is needed.
LIVE_BACCARAT = replace(
    SPEED_BACCARAT,
    id="live_baccarat",
    title="Live Baccarat",
    dealing=Dealing.ONE_BY_ONE,
    bets=_by_kind("live_baccarat", *SPEED_BACCARAT.bets.values()),
)

NO_COMMISSION_BACCARAT = BaccaratVariant(
    id="no_commission_baccarat",
    title="7 Seat No Commission Baccarat",
    decks=8,
    seats=7,
    bets=_by_kind(
        "no_commission_baccarat",
        _FACING_ONE_BANKER,
        _banker(ZERO_COMMISSION_PAYS),
        _TIE,
        *_pairs(),
        *_BIG_AND_SMALL,
        *_EGALITE_EXTRA,
    ),
    cut_card_from_end=14,
    dealing=Dealing.ONE_BY_ONE,
    modes=(Mode.ZERO_COMMISSION,),
    burn=Burn.OFF,
)

SPEED6_SCANNER_BACCARAT = BaccaratVariant(
    id="speed6_scanner_baccarat",
    title="Speed 6 Scanner Baccarat",
    decks=8,
    seats=0,
    bets=_by_kind(
        "speed6_scanner_baccarat",
        _FACING_ONE_BANKER,
        _banker(COMMISSION_PAYS),
        _TIE,
        *_pairs(),
        *_BIG_AND_SMALL,
    ),
    cut_card_from_end=104,
    dealing=Dealing.SIX_SCANNERS,
    modes=(Mode.COMMISSION,),
    burn=Burn.OFF,
)

VARIANTS: Mapping[str, BaccaratVariant] = {
    variant.id: variant
    for variant in (SPEED_BACCARAT, NO_COMMISSION_BACCARAT, SPEED6_SCANNER_BACCARAT, LIVE_BACCARAT)
}
