"""From a finished round to the cents of every bet.

One payout for each bet, the Ante Bonus being a second line of its Ante's. It knows the summary of
the round and the bets, and neither cards nor the order of play.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gamekit import Bet, Payout, PayoutLine, Reason, lost, pay
from sabot.games.brag.bets import Kind, Label, Stance, Summary, bonus_label, label
from sabot.games.brag.refusals import BragRefusal
from sabot.games.brag.variants import BragVariant, PairPlusOnFold
from sabot.money import Cents, winnings

BONUS_LINE = "ante_bonus"
"""How the label of an Ante Bonus line begins: `ante_bonus_run`."""


def settle_all(variant: BragVariant, over: Summary, bets: Sequence[Bet]) -> tuple[Payout, ...]:
    """Exactly one payout for each bet, in order; a layout that cannot be is refused as a whole."""
    _check_kinds(variant, bets)
    layouts: dict[str, dict[str, Bet]] = {}
    for bet in bets:
        layouts.setdefault(bet.player, {})[bet.kind] = bet
    for layout in layouts.values():
        _check_layout(variant, layout)
    stances = {player: stance(layout) for player, layout in layouts.items()}
    return tuple(_settle(variant, over, bet, stances[bet.player]) for bet in bets)


def stance(layout: dict[str, Bet]) -> Stance:
    """Whether a bettor passed: an Ante that neither Play nor Blind Play stands by (R15)."""
    passed = Kind.ANTE in layout and layout.keys().isdisjoint((Kind.PLAY, Kind.BLIND_PLAY))
    return Stance.PASSED if passed else Stance.IN


def _settle(variant: BragVariant, over: Summary, bet: Bet, stance: Stance) -> Payout:
    kind = Kind(bet.kind)
    if kind is Kind.PAIR_PLUS and stance is Stance.PASSED and _forfeits(variant):
        return lost(bet, Label.FORFEITED)
    paid = pay(bet, label(kind, over, stance), variant.bets[kind].pays)
    return _with_bonus(variant, paid, bonus_label(over, stance)) if kind is Kind.ANTE else paid


def _forfeits(variant: BragVariant) -> bool:
    return variant.pair_plus_on_fold is PairPlusOnFold.FORFEIT


def _with_bonus(variant: BragVariant, paid: Payout, hand: str | None) -> Payout:
    """The Ante's payout with its bonus: the result stays the Ante's own, win or lose (F175)."""
    odds = variant.ante_bonus.get(hand) if hand is not None else None
    if not odds:
        return paid
    # The bonus is all winnings: in cash, for a golden Ante as well (R29).
    bonus = winnings(paid.bet.stake, odds)
    line = PayoutLine(label=f"{BONUS_LINE}_{hand}", odds=odds, amount=bonus)
    return replace(paid, amount=Cents(paid.amount + bonus), lines=(*paid.lines, line))


def _check_kinds(variant: BragVariant, bets: Sequence[Bet]) -> None:
    for bet in bets:
        if bet.kind not in variant.bets:
            raise Refused(Reason.NOT_OFFERED, kind=bet.kind, bet=bet.id)
        if bet.golden and not variant.bets[bet.kind].golden_chips:  # F180, F186
            raise Refused(Reason.GOLDEN_NOT_HERE, kind=bet.kind, bet=bet.id)
    spots: set[tuple[str, str]] = set()
    for bet in bets:
        spot = (bet.player, bet.kind)
        if spot in spots:  # A spot holds one bet of a player, whatever chips made it up.
            raise Refused(BragRefusal.SPOT_TWICE, player=bet.player, kind=bet.kind)
        spots.add(spot)


def _check_layout(variant: BragVariant, layout: dict[str, Bet]) -> None:
    for bet in layout.values():
        needed = variant.bets[bet.kind].needs_any_of
        if needed and needed.isdisjoint(layout):  # F169, F170, F178
            raise Refused(Reason.NEEDS_MAIN_BET, kind=bet.kind, bet=bet.id)
    if Kind.PLAY in layout and Kind.BLIND_PLAY in layout:  # F178: no decision is left to take
        raise Refused(BragRefusal.PLAY_AFTER_BLIND, bet=layout[Kind.PLAY].id)
    for kind in (Kind.PLAY, Kind.BLIND_PLAY):
        if kind in layout and layout[kind].stake != layout[Kind.ANTE].stake:  # F170, F178
            raise Refused(BragRefusal.UNLIKE_ANTE, kind=kind.value, bet=layout[kind].id)
