"""Brag as data: pay tables, limits and what a Pass does to Pair Plus.

An operator's table is another value of `BragVariant`; there are no subclasses. What the labels of
a pay table mean is written in `bets.py`. The regulation lost its pay tables: these are the
defaults of R13, which give the declared return.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sabot.gamekit import BetSpec, Limits, Role
from sabot.games.brag.bets import Kind, Label
from sabot.games.brag.declared import DECLARED
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.rules import BragHand
from sabot.money import PUSH, Cents, Odds, odds


class PairPlusOnFold(StrEnum):
    """What becomes of Pair Plus when its bettor passes."""

    SETTLED = "settled"  # F170, R15: it stays in play
    FORFEIT = "forfeit"  # some houses take it with the Ante


@dataclass(frozen=True, slots=True, kw_only=True)
class BragVariant:
    """One brag table's rules and pay tables.

    `ante_bonus` is no bet: it belongs to every Ante that was not passed (F175).
    """

    id: str
    title: str
    decks: int
    seats: int
    bets: Mapping[str, BetSpec]
    cut_card_from_end: int
    ante_bonus: Mapping[str, Odds]
    pair_plus_on_fold: PairPlusOnFold = PairPlusOnFold.SETTLED

    @property
    def bonuses(self) -> Mapping[str, Mapping[str, Odds]]:
        """The Ante Bonus, by the hand that earns it."""
        return {Kind.ANTE: self.ante_bonus}


# F171, F172: Ante wins when the dealer does not qualify; Play and Blind Play come back.
ANTE_PAYS: Mapping[str, Odds] = {
    Label.NOT_QUALIFIED: odds("1:1"),
    Label.PLAYER_BETTER: odds("1:1"),
    Label.EQUAL: PUSH,
}
PLAY_PAYS: Mapping[str, Odds] = {
    Label.NOT_QUALIFIED: PUSH,
    Label.PLAYER_BETTER: odds("1:1"),
    Label.EQUAL: PUSH,
}

# F175, R13.
ANTE_BONUS_PAYS: Mapping[str, Odds] = {
    BragHand.PRIAL: odds("5:1"),
    BragHand.STRAIGHT_FLUSH: odds("4:1"),
    BragHand.RUN: odds("1:1"),
}

# F176, R13.
PAIR_PLUS_PAYS: Mapping[str, Odds] = {
    BragHand.PRIAL: odds("40:1"),
    BragHand.STRAIGHT_FLUSH: odds("30:1"),
    BragHand.RUN: odds("6:1"),
    BragHand.FLUSH: odds("4:1"),
    BragHand.PAIR: odds("1:1"),
}

# F177, R13.
POKER_PLUS_PAYS: Mapping[str, Odds] = {
    PokerHand.ROYAL: odds("1000:1"),
    PokerHand.STRAIGHT_FLUSH: odds("200:1"),
    PokerHand.FOUR: odds("100:1"),
    PokerHand.FULL_HOUSE: odds("20:1"),
    PokerHand.FLUSH: odds("15:1"),
    PokerHand.STRAIGHT: odds("10:1"),
    PokerHand.THREE: odds("7:1"),
}

_MAIN_LIMITS = Limits(minimum=Cents(100), maximum=Cents(500_000))
_SIDE_LIMITS = Limits(minimum=Cents(100), maximum=Cents(50_000))
_LONG_SHOT_LIMITS = Limits(minimum=Cents(100), maximum=Cents(10_000))

_NEEDS_ANTE = frozenset({Kind.ANTE.value})

_SPECS = (
    # R29: a golden chip may be any first bet but Blind Play, where it would count as two (F186).
    BetSpec(kind=Kind.ANTE, role=Role.MAIN, pays=ANTE_PAYS, limits=_MAIN_LIMITS, golden_chips=True),
    BetSpec(
        kind=Kind.BLIND_PLAY,
        role=Role.SIDE,
        pays=PLAY_PAYS,
        limits=_MAIN_LIMITS,
        needs_any_of=_NEEDS_ANTE,
        at_most_sum_of=_NEEDS_ANTE,  # F178: as much as the Ante, never more
        on_by_default=False,  # F62: an operator switches it on
    ),
    # F169: Pair Plus may stand alone, Poker Plus leans on the Ante.
    BetSpec(
        kind=Kind.PAIR_PLUS,
        role=Role.SIDE,
        pays=PAIR_PLUS_PAYS,
        limits=_SIDE_LIMITS,
        golden_chips=True,
    ),
    BetSpec(
        kind=Kind.POKER_PLUS,
        role=Role.SIDE,
        pays=POKER_PLUS_PAYS,
        limits=_LONG_SHOT_LIMITS,
        needs_any_of=_NEEDS_ANTE,
        golden_chips=True,
    ),
    # F180: what is added later is cash.
    BetSpec(
        kind=Kind.PLAY,
        role=Role.EXTRA,
        pays=PLAY_PAYS,
        limits=_MAIN_LIMITS,
        needs_any_of=_NEEDS_ANTE,
    ),
)

# F102: one deck, reshuffled after every round, as if the cut card stood behind the first six cards.
# F103: one hand for all players, so there are no seats.
THREE_CARD_BRAG = BragVariant(
    id="three_card_brag",
    title="3 Card Brag",
    decks=1,
    seats=0,
    bets={
        spec.kind: replace(spec, declared=DECLARED["three_card_brag"].get(spec.kind))
        for spec in _SPECS
    },
    cut_card_from_end=46,
    ante_bonus=ANTE_BONUS_PAYS,
)

VARIANTS: Mapping[str, BragVariant] = {THREE_CARD_BRAG.id: THREE_CARD_BRAG}
