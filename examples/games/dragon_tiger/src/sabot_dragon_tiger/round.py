"""A round of Dragon Tiger: two cards, and every bet paid by its label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import (
    Audience,
    Bet,
    Deal,
    Done,
    Expectation,
    Explanation,
    HandView,
    Payout,
    Placement,
    Reason,
    View,
    pay,
    refuse,
)
from sabot.gamekit.explaining import because
from sabot.gamekit.layout import Change, place, restake
from sabot.gamekit.refusals import PlayRefusal
from sabot_dragon_tiger.parts import PARTS
from sabot_dragon_tiger.rules import Outcome, label, outcome_of
from sabot_dragon_tiger.variants import VARIANTS, DragonTigerVariant

POSITIONS = ("dragon", "tiger")
"""In the order of the shoe (clause 2)."""


class DragonTigerState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cards turned so far."""

    variant: DragonTigerVariant
    cards: tuple[Card, ...] = ()


class DragonTiger:
    """Dragon Tiger behind `gamekit.Game`."""

    id = "dragon_tiger"
    variants: Mapping[str, DragonTigerVariant] = VARIANTS
    parts = PARTS

    def place(self, layout: Sequence[Placement], chip: Placement) -> Change:
        return place(layout, chip)

    def restake(self, layout: Sequence[Placement], spot: Placement) -> Change:
        return restake(layout, spot)

    def start(
        self, variant: DragonTigerVariant, *, seats: frozenset[int] = frozenset()
    ) -> DragonTigerState:
        return DragonTigerState(variant=variant)

    def expects(self, state: DragonTigerState) -> Expectation:
        missing = POSITIONS[len(state.cards) :]
        return Deal(missing[:1]) if missing else Done()

    def deal(self, state: DragonTigerState, card: Card, *, at: str) -> DragonTigerState:
        expected = self.expects(state)
        if not isinstance(expected, Deal) or at not in expected.positions:
            refuse(expected, card=str(card), position=at)
        return DragonTigerState(variant=state.variant, cards=(*state.cards, card))

    def reveal(self, state: DragonTigerState) -> DragonTigerState:
        refuse(self.expects(state), attempted="reveal")

    def choose(self, state: DragonTigerState, option: str) -> DragonTigerState:
        refuse(self.expects(state), option=option)

    def close(self, state: DragonTigerState) -> DragonTigerState:
        refuse(self.expects(state), attempted="close")

    def asked(self, state: DragonTigerState, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        return ()

    def automatic(self, state: DragonTigerState, threshold: int) -> str | None:
        return None

    def extras(self, state: DragonTigerState, option: str, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        refuse(self.expects(state), option=option)

    def settle(self, state: DragonTigerState, bets: Sequence[Bet]) -> tuple[Payout, ...]:
        """Pay every bet by its label, in order."""
        result = result_of(state)
        return tuple(_pay(state.variant, bet, result) for bet in bets)

    def explain(self, state: DragonTigerState, payout: Payout) -> tuple[Explanation, ...]:
        """The two cards, and what they came to."""
        return (_fact(state),)

    def story(self, state: DragonTigerState) -> tuple[Explanation, ...]:
        return (_fact(state),)

    def outcome(self, state: DragonTigerState) -> Mapping[str, str | int | bool]:
        """The winner, and whether a tie is suited; nothing before the second card."""
        if len(state.cards) < len(POSITIONS):
            return {}
        result = result_of(state)
        winner = "tie" if result.tied else result.value
        return {"winner": winner, "suited": result is Outcome.SUITED_TIE}

    def view(self, state: DragonTigerState, audience: Audience) -> View:
        """The same for every audience: no card lies face down."""
        hands = []
        for index, name in enumerate(POSITIONS):
            card = state.cards[index] if index < len(state.cards) else None
            shown = () if card is None else (str(card),)
            total = "" if card is None else str(card.rank.ordinal + 1)
            hands.append(HandView(name=name, cards=shown, total=total))
        return View(hands=tuple(hands), outcome=self.outcome(state))


def result_of(state: DragonTigerState) -> Outcome:
    """What the two cards came to; refused before both are turned."""
    if len(state.cards) < len(POSITIONS):
        raise Refused(PlayRefusal.NOT_OVER, read=len(state.cards))
    return outcome_of(*state.cards)


def _pay(variant: DragonTigerVariant, bet: Bet, result: Outcome) -> Payout:
    spec = variant.bets.get(bet.kind)
    if spec is None:
        raise Refused(Reason.NOT_OFFERED, kind=bet.kind, variant=variant.id)
    return pay(bet, label(bet.kind, result), spec.pays)


def _fact(state: DragonTigerState) -> Explanation:
    dragon, tiger = map(str, state.cards)
    return because(f"dragon_tiger_{result_of(state).value}", dragon=dragon, tiger=tiger)
