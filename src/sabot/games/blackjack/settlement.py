"""Settling a finished round: from bets to payouts, and the stakes that decisions take.

Every stake has its own line: the main bet and a bet behind ride on the first hand, a double rides
with its parent, a split rides on the second hand, an insurance is about the hole card. Bets that
cannot have been made in this round are refused before anything is paid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gamekit import Bet, Option, Payout, Reason, Role, pay
from sabot.gamekit.refusals import SettlementRefusal
from sabot.games.blackjack.bets import (
    Kind,
    Opening,
    Showdown,
    Term,
    extra_label,
    hand_label,
    insurance_label,
    side_label,
)
from sabot.games.blackjack.play import INSURANCE_ASK, OPTIONS
from sabot.games.blackjack.refusals import BlackjackRefusal
from sabot.games.blackjack.state import Box, Choice, Hand, State
from sabot.games.blackjack.variants import TenUpBlackjack
from sabot.money import portion

# R28: what a bet behind must have promised to be raised by the seat's decision.
FOLLOWS = {Kind.DOUBLE: Term.FOLLOW_DOUBLE, Kind.SPLIT: Term.FOLLOW_SPLIT}

# The hand an extra stake rides on: a split's is the second one.
EXTRA_HAND = {Kind.DOUBLE: 0, Kind.SPLIT: 1, Kind.INSURANCE: 0}

PARENTS = frozenset({Kind.MAIN.value, Kind.BEHIND.value})

# Each extra stake is this option's share of the bet it belongs to.
SHARES = {
    Kind.DOUBLE: OPTIONS[Choice.DOUBLE].share,
    Kind.SPLIT: OPTIONS[Choice.SPLIT].share,
    Kind.INSURANCE: INSURANCE_ASK.options[0].share,
}


def insurable(bets: Sequence[Bet]) -> tuple[Bet, ...]:
    """The stakes that insurance is offered for; half of one cent is nothing to be asked about."""
    share = SHARES[Kind.INSURANCE]
    return tuple(bet for bet in bets if bet.kind in PARENTS and portion(bet.stake, of=share) > 0)


def extras_of(option: Option, seat: int | None, bets: Sequence[Bet]) -> tuple[Bet, ...]:
    """The stakes an answer takes: those of the asked seat, and of those behind who follow."""
    if option.takes is None:
        return ()
    kind = Kind(option.takes)
    taken = (
        bet.extra(kind=kind, share=option.share, hand=EXTRA_HAND[kind])
        for bet in bets
        if _is_raised(bet, kind, seat)
    )
    # F141: half of one cent is nothing, and nothing is no bet.
    return tuple(extra for extra in taken if extra.stake > 0)


def _is_raised(bet: Bet, kind: Kind, seat: int | None) -> bool:
    if kind is Kind.INSURANCE:
        return bet.kind in PARENTS  # R28: each stake answers for itself.
    if bet.seat != seat:
        return False
    # F153, F159: the seat's player decides, those behind have said beforehand whether they follow.
    return bet.kind == Kind.MAIN or (bet.kind == Kind.BEHIND and FOLLOWS[kind] in bet.terms)


def settle(state: State, bets: Sequence[Bet]) -> tuple[Payout, ...]:
    """One payout for each bet, in order."""
    boxes = _checked(state, bets)
    return tuple(_pay(state, box, bet) for box, bet in zip(boxes, bets, strict=True))


def _pay(state: State, box: Box, bet: Bet) -> Payout:
    return pay(bet, label(Kind(bet.kind), state, box), state.variant.bets[bet.kind].pays)


def label(kind: Kind, state: State, box: Box) -> str:
    """What became of a stake of this kind on a box, in the words of the pay table."""
    match kind:
        case Kind.MAIN | Kind.BEHIND:
            return hand_label(showdown(state, box.hands[0]))
        case Kind.DOUBLE | Kind.SPLIT:
            return extra_label(showdown(state, box.hands[EXTRA_HAND[kind]]))
        case Kind.INSURANCE:
            return insurance_label(dealer_blackjack=state.dealer_blackjack)
        case Kind.PERFECT_PAIRS | Kind.TWENTY_ONE_PLUS_THREE | Kind.TOP3:
            return side_label(kind, opening(state, box))
        case _:
            assert_never(kind)


def opening(state: State, box: Box) -> Opening:
    """What the side bets of a box look at."""
    first, second = box.first_two
    return Opening(first=first, second=second, up=state.dealer[0])


def showdown(state: State, hand: Hand) -> Showdown:
    """A hand against the dealer."""
    return Showdown(
        total=hand.total,
        blackjack=hand.blackjack,
        dealer_total=state.dealer_total,
        dealer_blackjack=state.dealer_blackjack,
        extras_returned=state.variant.ten_up_blackjack is TenUpBlackjack.ORIGINAL_BETS_ONLY,
    )


def _checked(state: State, bets: Sequence[Bet]) -> tuple[Box, ...]:
    """The box of each bet; a bet that cannot have been made in this round is refused."""
    by_id = {bet.id: bet for bet in bets}
    raised = {(bet.parent, bet.kind) for bet in bets if bet.parent is not None}
    if len(by_id) != len(bets) or len(raised) != sum(bet.parent is not None for bet in bets):
        raise Refused(
            BlackjackRefusal.TWICE, reason="one id twice, or one bet raised twice in one way"
        )
    return tuple(_checked_one(state, bet, by_id) for bet in bets)


def _checked_one(state: State, bet: Bet, by_id: Mapping[str, Bet]) -> Box:
    spec = state.variant.bets.get(bet.kind)
    if spec is None:
        raise Refused(Reason.NOT_OFFERED, bet=bet.id, kind=bet.kind)
    box = state.box(bet.seat)
    if box is None:
        raise Refused(SettlementRefusal.SEAT_NOT_DEALT, bet=bet.id, seat=bet.seat)
    if spec.role is Role.EXTRA:
        _check_extra(state, box, bet, by_id)
    elif bet.parent is not None:
        raise Refused(BlackjackRefusal.NOT_AN_EXTRA, bet=bet.id, kind=bet.kind, parent=bet.parent)
    return box


def _check_extra(state: State, box: Box, bet: Bet, by_id: Mapping[str, Bet]) -> None:
    kind = Kind(bet.kind)
    if not _was_decided(kind, state, box):
        raise Refused(BlackjackRefusal.NOT_DECIDED, bet=bet.id, kind=bet.kind, seat=bet.seat)
    parent = None if bet.parent is None else by_id.get(bet.parent)
    if parent is None or not _is_raised(parent, kind, bet.seat):
        raise Refused(BlackjackRefusal.WITHOUT_PARENT, bet=bet.id, kind=bet.kind, parent=bet.parent)
    # What a decision takes follows from its parent alone: same seat, same player, in cash (R29).
    due = parent.extra(kind=kind, share=SHARES[kind], hand=EXTRA_HAND[kind])
    if bet != replace(due, id=bet.id) or bet.stake == 0:
        raise Refused(
            BlackjackRefusal.NOT_WHAT_WAS_TAKEN, bet=bet.id, kind=bet.kind, stake=bet.stake
        )


def _was_decided(kind: Kind, state: State, box: Box) -> bool:
    """Whether the round saw the answer that takes a stake of this kind."""
    if kind is Kind.INSURANCE:
        return state.insurance_over
    return box.doubled if kind is Kind.DOUBLE else box.split
