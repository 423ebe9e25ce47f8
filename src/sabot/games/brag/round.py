"""A round of brag: six cards, one question to all players, three cards turned, and the payouts.

The machine is told cards and answers; it draws no card and does not wait. The state knows the
dealer's cards as soon as they lie on the table, but no player and no dealer knows them before they
are turned (F103). What a player decided is kept with the bets: a Play, a Blind Play, or neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

import msgspec
from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Refused
from sabot.gamekit import (
    Ask,
    Audience,
    Bet,
    Deal,
    Done,
    Expectation,
    Explanation,
    Face,
    HandView,
    Option,
    Parts,
    Payout,
    Placement,
    Reveal,
    View,
    refuse,
)
from sabot.gamekit.layout import Change
from sabot.gamekit.refusals import PlayRefusal
from sabot.games.brag import explain
from sabot.games.brag.bets import Kind, Summary, place, restake, summary
from sabot.games.brag.parts import PARTS
from sabot.games.brag.rules import qualifies, ranks, value
from sabot.games.brag.settlement import settle_all
from sabot.games.brag.variants import VARIANTS, BragVariant

CARDS_EACH = 3

# The regulation does not say in which order the cards fall. A shuffling machine gives the deck back
# as packets of three, so the shared hand is dealt first and the dealer's after it; the deck is
# fresh in every round (F102), so no bet is worth more in one order than in another.
PLAYER_POSITIONS = tuple(f"player:{place}" for place in range(1, CARDS_EACH + 1))
DEALER_POSITIONS = tuple(f"dealer:{place}" for place in range(1, CARDS_EACH + 1))
POSITIONS = PLAYER_POSITIONS + DEALER_POSITIONS

PLAY = Option(id="play", takes=Kind.PLAY, share=Fraction(1))  # F170: a second stake like the first
FOLD = Option(id="fold")

# F84, R15: no answer is a Pass. A player with a Blind Play is not asked (F178): see `asked`.
PLAY_OR_FOLD = Ask(
    topic="play_or_fold",
    options=(PLAY, FOLD),
    default=FOLD.id,
    asked_kinds=frozenset({Kind.ANTE.value}),
)


class Stage(StrEnum):
    """How far a round has come."""

    DEALING = "dealing"
    DECIDING = "deciding"
    TURNING = "turning"
    OVER = "over"


class BragRound(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One round, with the rules of its day."""

    variant: BragVariant
    stage: Stage = Stage.DEALING
    dealt: tuple[Card, ...] = ()

    @property
    def player(self) -> tuple[Card, ...]:
        """The hand that all players share."""
        return self.dealt[:CARDS_EACH]

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The dealer's hand, face down or not."""
        return self.dealt[CARDS_EACH:]

    @property
    def summary(self) -> Summary:
        """What the round came to."""
        return _summary(self.player, self.dealer)


@lru_cache(maxsize=1_024)  # all players share one hand, and several callers need its result
def _summary(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Summary:
    return summary(player=player, dealer=dealer)


class Brag:
    """3 Card Brag, by the contract of every game."""

    @property
    def id(self) -> str:
        return "brag"

    @property
    def variants(self) -> Mapping[str, BragVariant]:
        return VARIANTS

    @property
    def parts(self) -> Parts:
        return PARTS

    def place(self, layout: Sequence[Placement], chip: Placement) -> Change:
        return place(layout, chip)

    def restake(self, layout: Sequence[Placement], spot: Placement) -> Change:
        return restake(layout, spot)

    def start(self, variant: BragVariant, *, seats: frozenset[int] = frozenset()) -> BragRound:
        if seats:
            raise Refused(PlayRefusal.NO_SEATS, game=variant.id)
        return BragRound(variant=variant)

    def expects(self, state: BragRound) -> Expectation:
        match state.stage:
            case Stage.DEALING:
                face = Face.UP if len(state.dealt) < CARDS_EACH else Face.DOWN
                return Deal((POSITIONS[len(state.dealt)],), face)
            case Stage.DECIDING:
                return PLAY_OR_FOLD
            case Stage.TURNING:
                return Reveal(DEALER_POSITIONS)
            case Stage.OVER:
                return Done()
            case _:
                assert_never(state.stage)

    def deal(self, state: BragRound, card: Card, *, at: str) -> BragRound:
        expected = self.expects(state)
        if not isinstance(expected, Deal) or at not in expected.positions:
            refuse(expected, card=str(card), position=at)
        dealt = (*state.dealt, card)
        stage = Stage.DECIDING if len(dealt) == len(POSITIONS) else Stage.DEALING
        return replace(state, stage=stage, dealt=dealt)

    def reveal(self, state: BragRound) -> BragRound:
        # R15: turned in every round, even if all players passed, because Poker Plus needs them.
        if state.stage is not Stage.TURNING:
            refuse(self.expects(state), attempted="reveal")
        return replace(state, stage=Stage.OVER)

    def choose(self, state: BragRound, option: str) -> BragRound:
        if state.stage is not Stage.DECIDING:
            refuse(self.expects(state), option=option)
        # F103: players answer for their own bets, and no answer changes the shared hand.
        raise Refused(PlayRefusal.EVERYBODY_ANSWERS, topic=PLAY_OR_FOLD.topic, option=option)

    def close(self, state: BragRound) -> BragRound:
        if state.stage is not Stage.DECIDING:
            refuse(self.expects(state), attempted="close")
        return replace(state, stage=Stage.TURNING)

    def asked(self, state: BragRound, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        if state.stage is not Stage.DECIDING:
            return ()
        # F84, F178: a Blind Play has answered already.
        blind = {bet.player for bet in bets if bet.kind == Kind.BLIND_PLAY}
        return tuple(bet for bet in bets if bet.kind == Kind.ANTE and bet.player not in blind)

    def automatic(self, state: BragRound, threshold: int) -> str | None:
        return None  # there are no points to stand on

    def extras(self, state: BragRound, option: str, bets: Sequence[Bet]) -> tuple[Bet, ...]:
        if state.stage is not Stage.DECIDING or option not in {PLAY.id, FOLD.id}:
            refuse(self.expects(state), option=option)
        if option == FOLD.id:
            return ()
        # F180: also behind a golden Ante the Play is cash.
        return tuple(bet.extra(kind=Kind.PLAY, share=PLAY.share) for bet in self.asked(state, bets))

    def settle(self, state: BragRound, bets: Sequence[Bet]) -> tuple[Payout, ...]:
        if state.stage is not Stage.OVER:
            raise Refused(PlayRefusal.NOT_OVER, stage=state.stage.value)
        return settle_all(state.variant, state.summary, bets)

    def explain(self, state: BragRound, payout: Payout) -> tuple[Explanation, ...]:
        return explain.bet(payout, player=state.player, dealer=state.dealer)

    def story(self, state: BragRound) -> tuple[Explanation, ...]:
        return tuple(explain.story(player=state.player, dealer=state.dealer))

    def outcome(self, state: BragRound) -> Mapping[str, str | int | bool]:
        return _outcome(state) if state.stage is Stage.OVER else {}

    def view(self, state: BragRound, audience: Audience) -> View:
        shown = state.stage is Stage.OVER or audience.sees_hidden_cards
        return View(
            hands=(_player_view(state), _dealer_view(state) if shown else _face_down(state)),
            outcome={**self.outcome(state), **_compared(state)},
        )


def _compared(state: BragRound) -> dict[str, str]:
    """The ranks that a player compares on the screen; the event says what follows from them."""
    if state.stage is not Stage.OVER:
        return {}
    return {"player_ranks": ranks(state.player), "dealer_ranks": ranks(state.dealer)}


def _player_view(state: BragRound) -> HandView:
    cards = state.player
    total = value(cards).hand.value if len(cards) == CARDS_EACH else ""
    return HandView(name="player", cards=tuple(str(card) for card in cards), total=total)


def _dealer_view(state: BragRound) -> HandView:
    cards = state.dealer
    names = tuple(str(card) for card in cards)
    if len(cards) < CARDS_EACH:
        return HandView(name="dealer", cards=names)
    worth = value(cards)
    tags = ("qualifies",) if qualifies(worth) else ("not_qualified",)
    return HandView(name="dealer", cards=names, total=worth.hand.value, tags=tags)


def _face_down(state: BragRound) -> HandView:
    """Only the number of cards, which everyone at the table sees (P13)."""
    return HandView(name="dealer", cards=(None,) * len(state.dealer))


def _outcome(state: BragRound) -> dict[str, str | int | bool]:
    over = state.summary
    return {
        "player_hand": over.player_hand.value,
        "dealer_hand": value(state.dealer).hand.value,
        "dealer_qualifies": over.dealer_qualifies,
        "comparison": over.comparison.value,
        "poker_plus_hand": over.poker_hand.value,
    }
