"""The bets of brag: the label each gets from a finished round, and how Ante and Blind Play move.

A label is the key into a pay table (`variants.py`); the labels of lost bets are in none. Settling,
the exact mathematics and the simulator ask the same functions, over a summary of the round that is
cheap to build. This module knows no cents beyond those lying on a spot, and no order of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from msgspec.structs import replace

from sabot.cards import Card
from sabot.gamekit import Placement, Reason, layout
from sabot.gamekit.layout import Change
from sabot.games.brag.poker import PokerHand, best
from sabot.games.brag.rules import BragHand, Comparison, compare, qualifies, value
from sabot.money import Cents


class Kind(StrEnum):
    """Every kind of bet; `play` is taken by a decision, the others are placed before the deal."""

    ANTE = "ante"
    BLIND_PLAY = "blind_play"
    PAIR_PLUS = "pair_plus"
    POKER_PLUS = "poker_plus"
    PLAY = "play"


class Label(StrEnum):
    """What can become of Ante and Play; the side bets are labelled by the hand they are about."""

    NOT_QUALIFIED = "dealer_not_qualified"
    PLAYER_BETTER = "player_better"
    EQUAL = "equal"
    DEALER_BETTER = "dealer_better"
    PASSED = "passed"
    FORFEITED = "forfeited"


class Stance(StrEnum):
    """What a player did with the shared hand; without an Ante a player is not asked."""

    IN = "in"
    PASSED = "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All that any bet looks at once the dealer's cards are turned."""

    player_hand: BragHand
    dealer_qualifies: bool
    comparison: Comparison
    poker_hand: PokerHand


def summary(*, player: Sequence[Card], dealer: Sequence[Card]) -> Summary:
    """What six cards come to.

    >>> from sabot.cards import cards
    >>> summary(player=cards("TS JH QD"), dealer=cards("KC AD 2H")).poker_hand
    <PokerHand.STRAIGHT: 'straight'>
    """
    ours, theirs = value(player), value(dealer)
    return Summary(
        player_hand=ours.hand,
        dealer_qualifies=qualifies(theirs),
        comparison=compare(player=ours, dealer=theirs),
        poker_hand=best((*player, *dealer)).hand,
    )


def label(kind: Kind, over: Summary, stance: Stance = Stance.IN) -> str:
    """What became of a bet, in the words of its pay table.

    >>> over = Summary(
    ...     player_hand=BragHand.PAIR,
    ...     dealer_qualifies=False,
    ...     comparison=Comparison.DEALER,
    ...     poker_hand=PokerHand.TWO_PAIR,
    ... )
    >>> [str(label(kind, over)) for kind in (Kind.ANTE, Kind.PAIR_PLUS, Kind.POKER_PLUS)]
    ['dealer_not_qualified', 'pair', 'two_pair']
    """
    match kind:
        case Kind.ANTE:
            return Label.PASSED if stance is Stance.PASSED else _duel(over)  # F170
        case Kind.PLAY | Kind.BLIND_PLAY:
            return _duel(over)
        case Kind.PAIR_PLUS:
            return over.player_hand  # F176: regardless of the dealer
        case Kind.POKER_PLUS:
            return over.poker_hand  # F177: also after a Pass
        case _:
            assert_never(kind)


def _duel(over: Summary) -> Label:
    # F171: against a dealer who does not qualify the hands are not compared at all.
    if not over.dealer_qualifies:
        return Label.NOT_QUALIFIED
    match over.comparison:
        case Comparison.PLAYER:
            return Label.PLAYER_BETTER
        case Comparison.TIE:
            return Label.EQUAL
        case Comparison.DEALER:
            return Label.DEALER_BETTER
        case _:
            assert_never(over.comparison)


def bonus_label(over: Summary, stance: Stance) -> str | None:
    """The key into the Ante Bonus table, win or lose against the dealer; none on a Pass (F175)."""
    return None if stance is Stance.PASSED else over.player_hand


_PAIR = (Kind.ANTE, Kind.BLIND_PLAY)


def place(chips: Sequence[Placement], chip: Placement) -> Change:
    """Put a chip on a spot; with a Blind Play, Ante and Blind Play move together (F178).

    Whether the layout may stand is judged by `eligibility`, as in any game.

    >>> blind = Placement(kind="blind_play", stake=Cents(500))
    >>> [(str(spot.kind), spot.stake) for spot in place([], blind).after]
    [('ante', 500), ('blind_play', 500)]
    """
    before = tuple(chips)
    if chip.kind != Kind.BLIND_PLAY and not (chip.kind == Kind.ANTE and _has_blind(before)):
        return layout.place(before, chip)
    token = _golden_ante(before)
    if token is not None:
        # R29: the token's value goes on both spots in cash, whatever chip called for Blind Play.
        return _paired(before, token.stake, token=token)
    # F178: what now lies on the spot that was touched is copied onto the other one. F186: a golden
    # chip on either of the two would count twice, so it is played as cash and goes back.
    stake = Cents(chip.stake + sum(spot.stake for spot in before if spot.kind == chip.kind))
    return _paired(before, stake, token=chip if chip.golden else None)


def restake(chips: Sequence[Placement], spot: Placement) -> Change:
    """Set what lies on a spot, zero to clear it; Ante and Blind Play stay equal (F178).

    A Blind Play cannot stand without its Ante, so clearing the Ante clears both; an Ante can stand
    alone, so clearing the Blind Play leaves it.
    """
    before = tuple(chips)
    blind = spot.kind == Kind.BLIND_PLAY and spot.stake > 0
    if not blind and not (spot.kind == Kind.ANTE and _has_blind(before)):
        return layout.restake(before, spot)
    token = _golden_ante(before) or (spot if spot.golden else None)
    return _paired(before, spot.stake if token is None else token.stake, token=token)


def _has_blind(chips: Sequence[Placement]) -> bool:
    return any(spot.kind == Kind.BLIND_PLAY for spot in chips)


def _golden_ante(chips: Sequence[Placement]) -> Placement | None:
    return next((spot for spot in chips if spot.kind == Kind.ANTE and spot.golden), None)


def _paired(before: tuple[Placement, ...], stake: Cents, *, token: Placement | None) -> Change:
    """This cash on Ante and on Blind Play, first on the layout as the bets others lean on."""
    ante = Placement(kind=Kind.ANTE, stake=stake)
    pair = (ante, replace(ante, kind=Kind.BLIND_PLAY)) if stake else ()
    others = (spot for spot in before if spot.kind not in _PAIR)
    return Change(
        before=before,
        after=(*pair, *others),
        notice=None if token is None else Reason.ONE_GOLDEN_CHIP,
        returned=token,
    )
