"""The round of blackjack: the contract of a game, each call checked against what is expected.

The steps are in `play.py`, the money in `settlement.py`, the views in `display.py`. Nothing here
draws a card, waits for a player or moves money.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import (
    Ask,
    Audience,
    Bet,
    Done,
    Expectation,
    Explanation,
    Option,
    Payout,
    Placement,
    Reveal,
    View,
    refuse,
)
from sabot.gamekit.layout import Change, place
from sabot.gamekit.refusals import PlayRefusal, SettlementRefusal
from sabot.games.blackjack import display, explain, felt, play, settlement
from sabot.games.blackjack.autostand import auto_stands
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.parts import PARTS
from sabot.games.blackjack.state import Box, Choice, Spot, State
from sabot.games.blackjack.variants import VARIANTS, BlackjackVariant


class Blackjack:
    """Blackjack behind `gamekit.Game`."""

    id: Final = "blackjack"
    variants: Final[Mapping[str, BlackjackVariant]] = VARIANTS
    parts: Final = PARTS

    def place(self, layout: Sequence[Placement], chip: Placement) -> Change:
        """A chip on its spot; whether it may lie there is judged, not prevented."""
        return place(layout, chip)

    def restake(self, layout: Sequence[Placement], spot: Placement) -> Change:
        """A spot set to another stake; side bets do not outlive their main bet (F45)."""
        return felt.restake(layout, spot)

    def start(self, variant: BlackjackVariant, *, seats: frozenset[int] = frozenset()) -> State:
        """A new round for the staked seats, at least one of them (F131)."""
        if not seats:
            raise Refused(PlayRefusal.NO_SEATS, reason="a round needs a seat with a main bet")
        for seat in sorted(seats):
            if not 1 <= seat <= variant.seats:
                raise Refused(PlayRefusal.NO_SUCH_SEAT, seat=seat, seats=variant.seats)
        return State(variant=variant, boxes=tuple(Box(seat=seat) for seat in sorted(seats)))

    def expects(self, state: State) -> Expectation:
        """What must happen next."""
        return play.expected(state)

    def deal(self, state: State, card: Card, *, at: str) -> State:
        """A card was put on the expected position."""
        spot = play.next_spot(state)
        if spot is None or at not in play.deal_to(state, spot).positions:
            refuse(self.expects(state), card=str(card), put=at)
        return play.give(state, spot, card)

    def reveal(self, state: State) -> State:
        """The hole card was turned."""
        expected = self.expects(state)
        if not isinstance(expected, Reveal):
            refuse(expected, attempted="reveal")
        return replace(state, hole_revealed=True)

    def choose(self, state: State, option: str) -> State:
        """The asked seat decided, or its time ran out (F140)."""
        expected = self.expects(state)
        if not isinstance(expected, Ask) or expected.seat is None:
            refuse(expected, option=option)
        chosen = _offered(expected, option)
        return play.decide(state, Spot(seat=expected.seat, hand=expected.hand), Choice(chosen.id))

    def close(self, state: State) -> State:
        """The insurance window is over (F142)."""
        expected = self.expects(state)
        if not isinstance(expected, Ask) or expected.seat is not None:
            refuse(expected, attempted="close")
        return replace(state, insurance_over=True)

    def asked(self, state: State, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        """The bets that may be insured now (F141, F163)."""
        expected = self.expects(state)
        if not isinstance(expected, Ask) or expected.seat is not None:
            return ()
        return settlement.insurable(bets)

    def automatic(self, state: State, threshold: int) -> str | None:
        """Stand, where auto stand acts (F165)."""
        return Choice.STAND.value if auto_stands(state, threshold=threshold) else None

    def extras(self, state: State, option: str, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        """The stakes this answer takes; whether each can be paid for is for the table to see."""
        expected = self.expects(state)
        if not isinstance(expected, Ask):
            refuse(expected, option=option)
        return settlement.extras_of(_offered(expected, option), expected.seat, bets)

    def settle(self, state: State, bets: Sequence[Bet]) -> tuple[Payout, ...]:
        """Exactly one payout for each bet, in order."""
        if not isinstance(self.expects(state), Done):
            raise Refused(PlayRefusal.NOT_OVER)
        return settlement.settle(state, bets)

    def explain(self, state: State, payout: Payout) -> tuple[Explanation, ...]:
        """The one fact that the bet's single line is about."""
        box = state.box(payout.bet.seat)
        if box is None:
            raise Refused(SettlementRefusal.SEAT_NOT_DEALT, bet=payout.bet.id, seat=payout.bet.seat)
        return (explain.bet(Kind(payout.bet.kind), state, box),)

    def story(self, state: State) -> tuple[Explanation, ...]:
        """What the dealer had and did."""
        return tuple(explain.story(state))

    def outcome(self, state: State) -> Mapping[str, str | int | bool]:
        """The side bets' hands once they lie there, and every hand's result at the end."""
        return display.outcome(state)

    def view(self, state: State, audience: Audience) -> View:
        """What this audience may see."""
        return display.shown(state, audience)


def _offered(ask: Ask, option: str) -> Option:
    offered = next((offered for offered in ask.options if offered.id == option), None)
    return offered or refuse(ask, option=option)
