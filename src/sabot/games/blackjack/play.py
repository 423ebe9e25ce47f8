"""The order of play: what the round waits for, and how each answer changes it.

Pure steps from state to state. Whether an answer is allowed at all is checked in `round.py`, once,
against what `expected` says; the steps here rely on it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from sabot.cards import Card, Rank
from sabot.gamekit import Ask, Deal, Done, Expectation, Face, Option, Reveal
from sabot.games.blackjack import rules
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.state import DEALER, Box, Choice, Hand, Spot, State

INSURANCE = "insurance"
DECISION = "decision"
INSURE = "yes"
DECLINE = "no"

HOLE = Reveal(("dealer:2",))

# F141, R28: each player answers for their own stakes, at a seat or behind it. Silence is No (F250).
INSURANCE_ASK = Ask(
    topic=INSURANCE,
    options=(
        Option(id=INSURE, takes=Kind.INSURANCE, share=Fraction(1, 2)),
        Option(id=DECLINE),
    ),
    default=DECLINE,
    offer=True,
    asked_kinds=frozenset({Kind.MAIN.value, Kind.BEHIND.value}),
)

# F134, F135: a double and a split each cost the first stake again.
OPTIONS = {
    Choice.HIT: Option(id=Choice.HIT),
    Choice.STAND: Option(id=Choice.STAND),
    Choice.DOUBLE: Option(id=Choice.DOUBLE, takes=Kind.DOUBLE, share=Fraction(1)),
    Choice.SPLIT: Option(id=Choice.SPLIT, takes=Kind.SPLIT, share=Fraction(1)),
}


def expected(state: State) -> Expectation:
    """What must happen next."""
    spot = next_spot(state)
    if spot is not None:
        return deal_to(state, spot)
    if state.hole_revealed:
        return Done()
    if state.dealer[0].rank is Rank.ACE and not state.insurance_over:
        return INSURANCE_ASK
    if state.dealer_peeks and state.dealer_blackjack:
        return HOLE  # F142: the dealer's blackjack ends the round before any decision.
    return _next_decision(state) or HOLE  # F101


def deal_to(state: State, spot: Spot) -> Deal:
    """The card that a spot waits for."""
    box = state.box(spot.seat)
    if box is None:
        dealt = len(state.dealer)
        # F100: the dealer's first card lies face up, the second face down, further ones face up.
        face = Face.DOWN if dealt == 1 else Face.UP
    else:
        # The second card of a split hand moved to the other one: no position is named twice.
        moved = box.split and spot.hand == 0
        dealt, face = len(box.hands[spot.hand].cards) + moved, Face.UP
    return Deal((f"{spot.name}:{dealt + 1}",), face)


def hand_at(state: State, spot: Spot) -> tuple[Card, ...]:
    """The cards that lie on a spot."""
    box = state.box(spot.seat)
    return state.dealer if box is None else box.hands[spot.hand].cards


def next_spot(state: State) -> Spot | None:
    """The spot that gets the next card, or None when no spot waits for one."""
    if not state.opened:
        return _next_of_opening(state)
    for spot, hand in state.hands():
        if hand.awaits_card:
            return spot
    if state.hole_revealed and _dealer_continues(state):
        return DEALER
    return None


def _next_of_opening(state: State) -> Spot:
    """F100: two rounds from the dealer's left, which is seat 1, the dealer last in each."""
    fewest = len(state.dealer)
    for spot, hand in state.hands():
        if len(hand.cards) == fewest:
            return spot
    return DEALER


def _dealer_continues(state: State) -> bool:
    """F132: the dealer draws to 17, and only while some hand's result still depends on it."""
    contested = any(hand.contested for _, hand in state.hands())
    return contested and rules.dealer_draws(state.dealer)


def _next_decision(state: State) -> Ask | None:
    for spot, hand in state.hands():
        if not hand.closed:
            return Ask(
                topic=DECISION,
                options=tuple(OPTIONS[choice] for choice in choices(hand)),
                default=Choice.STAND,  # F140, F249
                seat=spot.seat,
                hand=spot.hand,
            )
    return None


def choices(hand: Hand) -> tuple[Choice, ...]:
    """What may be decided for an open hand.

    >>> from sabot.cards import cards
    >>> [choice.value for choice in choices(Hand(cards=cards("8S 8D")))]
    ['hit', 'stand', 'double', 'split']
    >>> [choice.value for choice in choices(Hand(cards=cards("8S 8D"), split=True))]
    ['hit', 'stand']
    """
    offered = [Choice.HIT, Choice.STAND]
    if len(hand.cards) == 2 and not hand.split:
        offered.append(Choice.DOUBLE)  # F134: first two cards, any total, never after a split.
        if rules.can_split(hand.cards):
            offered.append(Choice.SPLIT)  # F135: once per seat.
    return tuple(offered)


def give(state: State, spot: Spot, card: Card) -> State:
    """The card reached the spot that waited for it."""
    box = state.box(spot.seat)
    if box is None:
        return replace(state, dealer=(*state.dealer, card))
    return state.with_box(box.with_hand(spot.hand, box.hands[spot.hand].with_card(card)))


def decide(state: State, spot: Spot, choice: Choice) -> State:
    """The seat decided for one of its hands."""
    box = state.box(spot.seat)
    assert box is not None, "a question was put to a seat without cards"
    hand = box.hands[spot.hand]
    match choice:
        case Choice.STAND:
            decided = box.with_hand(spot.hand, replace(hand, choice=choice))
        case Choice.HIT | Choice.DOUBLE:
            waiting = replace(hand, choice=choice, awaits_card=True)
            decided = box.with_hand(spot.hand, waiting)
        case Choice.SPLIT:
            decided = _split(box)
        case _:
            assert_never(choice)
    return state.with_box(decided)


def _split(box: Box) -> Box:
    # F138: both hands get their second card at once, the first hand first.
    hands = tuple(
        Hand(cards=(card,), choice=Choice.SPLIT, split=True, awaits_card=True)
        for card in box.hands[0].cards
    )
    return replace(box, hands=hands)
