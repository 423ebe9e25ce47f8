"""Turning chips into bets: the verdict at Confirm and at the close (P10).

Pure, and independent of the order of players, with one exception: a bet behind stands only on a
seat whose own main bet stands (F158), so those seats are found first. What is accepted here can be
settled later: no chip on another player's seat, none without money for it, and spots that are tied
together stay alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from sabot.errors import Code, Refused
from sabot.gamekit import Bet, Judgement, Placement, Role, TableRules, Verdict
from sabot.gamekit.eligibility import Judged
from sabot.gamekit.layout import Layout
from sabot.money import Cents
from sabot.table.bets import Bets, Spot
from sabot.table.config import Confirmation, SeatRule
from sabot.table.events import Rejected
from sabot.table.golden import Chip, ChipOf, no_chip
from sabot.table.refusals import BetRefusal, SeatRefusal
from sabot.table.rulebook import Judgements, Rulebook, rulebook_of, spot_of
from sabot.table.staging import Preferences, Stage, trimmed
from sabot.table.state import TableState

AUTO_STAND = "auto_stand"

Reasons = dict[Spot, Code]


class Verdicts(msgspec.Struct, frozen=True, gc=False):
    """What became of some chips."""

    accepted: tuple[Bet, ...]
    rejected: tuple[Rejected, ...]
    first: Code | None = None  # why the first of one player's chips was rejected


CodeOf = Callable[[str], Code | None]
"""A refusal code for a player, or None."""


def no_cash(_player: str) -> int:
    """Know no player's money."""
    return 0


def no_code(_player: str) -> Code | None:
    """Refuse no player."""
    return None


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What can be taken from the players now: cash, and golden chips from their own accounts.

    Only the players in question are looked up. `out` are the players whose wallet has not paid,
    with the seat that they bet behind, or with None for all their other chips; and why. `short`
    says why a player's cash ends where a limit of their own ends it, not the balance. A player with
    a code in `locked` makes no bet at all.
    """

    cash: Callable[[str], int] = no_cash
    golden: ChipOf = no_chip
    out: Mapping[tuple[str, int | None], Code] = {}
    short: CodeOf = no_code
    locked: CodeOf = no_code


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What every player's verdict needs, gathered once for all of them."""

    state: TableState
    book: Rulebook
    confirmed: Bets
    means: Means
    number: int  # of the round in its shoe
    ids: str  # how those of its bets begin
    takes_more: bool  # F40
    anywhere: bool  # no chip lies on another player's seat, or is left unpaid
    staked_seats: frozenset[int] | None = None


NOTHING = Means()
NO_TERMS: frozenset[str] = frozenset()
NO_BETS = Bets()


def at_close(state: TableState, stages: Mapping[str, Stage], means: Means) -> Verdicts:
    """The verdicts on all chips when betting closes, players in the order of their names."""
    moment = _moment(state, means)
    if _has_bets_behind(moment.book.rules):
        moment = replace(moment, staked_seats=_staked_seats(moment, stages.values()))
    parts = [_closing(moment, stages[player]) for player in sorted(stages)]
    return Verdicts(
        tuple(bet for part in parts for bet in part.accepted),
        tuple(rejection for part in parts for rejection in part.rejected),
    )


def confirming(state: TableState, means: Means) -> Moment:
    """The moment in which a player confirms; it is the same for all until something happens."""
    moment = _moment(state, means)
    if not _has_bets_behind(moment.book.rules):
        return moment
    # What is confirmed stays, so the seat's own bet has to be there before the one behind it.
    return replace(moment, staked_seats=_staked_seats(moment, ()))


def at_confirm(moment: Moment, stage: Stage) -> Verdicts:
    """The verdict on one player's chips now."""
    if not moment.takes_more and moment.confirmed.of(stage.player):
        raise Refused(BetRefusal.ALREADY_CONFIRMED)  # F40
    why = moment.means.locked(stage.player)
    if why is not None:
        raise Refused(why)
    return _verdict(moment, stage)


def standing(state: TableState, stage: Stage) -> Judgements:
    """The verdict on every chip while betting is open, together with what is confirmed."""
    if not stage.layout:
        return ()
    return _judged(_moment(state, NOTHING), stage, stage.layout).each


def has_bets_behind(state: TableState) -> bool:
    """Whether a bet may lean on another player's (F158)."""
    return _has_bets_behind(_rules(state))


def takes_more(state: TableState) -> bool:
    """Whether a player may add to confirmed bets (F40).

    Never where decisions take further stakes: what they take follows from one first bet a spot.
    """
    return _takes_more(state, _rules(state))


def _takes_more(state: TableState, rules: TableRules) -> bool:
    return state.settings.multiple_bets and Role.EXTRA not in rules.roles


def _rules(state: TableState) -> TableRules:
    return rulebook_of(state.settings, state.kinds_off).rules


def _moment(state: TableState, means: Means) -> Moment:
    current, book = state.round, rulebook_of(state.settings, state.kinds_off)
    number, confirmed, ids = 1, NO_BETS, ""
    if current is not None and not current.over:
        number, confirmed = current.number, current.bets
        # A second bet on a spot comes when the round has more bets, so its id is another one.
        ids = f"{current.round_id}/{len(confirmed)}"
    return Moment(
        state=state,
        book=book,
        confirmed=confirmed,
        means=means,
        number=number,
        ids=ids,
        takes_more=_takes_more(state, book.rules),
        anywhere=state.settings.seat_rule is SeatRule.NONE and not means.out,
    )


def _closing(moment: Moment, stage: Stage) -> Verdicts:
    if not moment.takes_more and moment.confirmed.of(stage.player):
        return _all_out(moment, stage, BetRefusal.ALREADY_CONFIRMED)
    why = moment.means.locked(stage.player)
    if why is not None:
        return _all_out(moment, stage, why)
    if _confirms_itself(moment, stage):
        return _verdict(moment, stage)
    return _all_out(moment, stage, BetRefusal.NOT_CONFIRMED)


def _all_out(moment: Moment, stage: Stage, reason: Code) -> Verdicts:
    """No chip becomes a bet; one that could not have been a bet anyway is told its own reason."""
    judgements = _judged(moment, stage, stage.layout).each
    own = [j.reason if j.reason and not j.stake else reason for j in judgements]
    rejected = (
        _rejected(stage.player, spot, why) for spot, why in zip(stage.layout, own, strict=True)
    )
    return Verdicts((), tuple(rejected))


def _confirms_itself(moment: Moment, stage: Stage) -> bool:
    settings = moment.state.settings
    at_close = settings.confirmation is Confirmation.AT_CLOSE
    by_itself = settings.auto_confirm and stage.preferences.auto_confirm
    return at_close or by_itself or stage.confirming


def _has_bets_behind(rules: TableRules) -> bool:
    return Role.BEHIND in rules.roles


def _staked_seats(moment: Moment, stages: Iterable[Stage]) -> frozenset[int]:
    """The seats with an own main bet that stands: confirmed before, or about to be accepted.

    Found without any bet behind, which changes nothing: when money is short those go first.
    """
    alone = replace(moment, staked_seats=frozenset())
    closing = (_closing(alone, stage).accepted for stage in stages)
    own = (bet for bets in (moment.confirmed.values(), *closing) for bet in bets)
    return frozenset(
        bet.seat
        for bet in own
        if bet.seat is not None and moment.book.rules.bets[bet.kind].role is Role.MAIN
    )


# --- one player -----------------------------------------------------------------------------------


def _verdict(moment: Moment, stage: Stage) -> Verdicts:
    if moment.anywhere and stage.golden is None:  # nearly always, and then nearly always this:
        judged = _judged(moment, stage, stage.layout)
        if judged.whole and judged.cash <= moment.means.cash(stage.player):
            return Verdicts(tuple([_bet(moment, stage, j) for j in judged.each]), ())
    reasons: Reasons = {}
    judged = _paid_for(moment, stage, _in_place(moment, stage, reasons), reasons)
    judgements = _cut(moment, stage, judged.each, reasons)
    taken = {spot_of(j.placement): j.stake for j in judgements}
    rejected = [
        replace(chip, stake=Cents(left))
        for chip in stage.layout
        if (left := chip.stake - taken.get(spot_of(chip), 0))
    ]
    return Verdicts(
        tuple(_bet(moment, stage, j) for j in judgements if j.stake),
        tuple(_rejected(stage.player, chip, reasons[spot_of(chip)]) for chip in rejected),
        reasons[spot_of(rejected[0])] if rejected else None,
    )


def _in_place(moment: Moment, stage: Stage, reasons: Reasons) -> Layout:
    """The chips on spots that are the player's to bet on, golden ones only if there are such."""
    if moment.anywhere and stage.golden is None:
        return stage.layout
    for chip in stage.layout:
        if not _is_theirs(moment, stage.player, chip):
            reasons[spot_of(chip)] = SeatRefusal.NOT_YOURS
        elif chip.golden and (unfit := _token(moment, stage).why_not(chip.stake)) is not None:
            reasons[spot_of(chip)] = unfit
        elif moment.means.out and (why := _unpaid(moment, stage.player, chip)) is not None:
            reasons[spot_of(chip)] = why
    return tuple(chip for chip in stage.layout if spot_of(chip) not in reasons)


def _token(moment: Moment, stage: Stage) -> Chip:
    """What stands behind the golden chip on a player's moment."""
    return moment.means.golden(stage.player, stage.golden or "")


def _unpaid(moment: Moment, player: str, chip: Placement) -> Code | None:
    """Why an operator's wallet does not cover a chip (point 9 of the design)."""
    if chip.golden:
        return None  # R29: a golden chip is ours, no wallet is asked for it
    spec = moment.book.rules.bets.get(chip.kind)
    behind = spec is not None and spec.role is Role.BEHIND
    return moment.means.out.get((player, chip.seat if behind else None))


def _is_theirs(moment: Moment, player: str, chip: Placement) -> bool:
    spec = moment.book.rules.bets.get(chip.kind)
    if moment.state.settings.seat_rule is SeatRule.NONE or spec is None or spec.role is Role.BEHIND:
        return True
    return chip.seat in moment.state.seats_of(player)


def _paid_for(moment: Moment, stage: Stage, layout: Layout, reasons: Reasons) -> Judged:
    """The chips there is money for."""
    cash = moment.means.cash(stage.player)
    judged = _judged(moment, stage, layout)
    while judged.cash > cash:
        out = _first_to_go(moment, judged.each)
        reasons[spot_of(out)] = moment.means.short(stage.player) or BetRefusal.INSUFFICIENT_BALANCE
        layout = tuple(chip for chip in layout if chip != out)
        judged = _judged(moment, stage, layout)
    return judged


def _first_to_go(moment: Moment, judgements: Sequence[Judgement]) -> Placement:
    """The newest chip that costs money, as Undo would take it; a bet behind before one's own.

    Other players may bet behind the own bet of a seat (F158), and no bet stands on a bet behind.
    """
    paid = [j.placement for j in judgements if j.stake and not j.placement.golden]
    behind = [chip for chip in paid if moment.book.rules.bets[chip.kind].role is Role.BEHIND]
    return (behind or paid)[-1]


def _cut(moment: Moment, stage: Stage, judgements: Judgements, reasons: Reasons) -> Judgements:
    """The last word on every chip: a cut takes with it what the game ties to that spot (F178)."""
    told = _told(judgements)
    cuts = [told[spot_of(j.placement)] for j in judgements if j.verdict is Verdict.CUT and j.stake]
    if cuts:
        layout = tuple(j.placement for j in judgements)
        reasons.update({spot_of(chip): cuts[0] for chip in layout})
        judgements = _judged(moment, stage, trimmed(layout, judgements, moment.state.game)).each
        reasons.update(_told(judgements))
    reasons.update(told)
    return judgements


def _told(judgements: Judgements) -> Reasons:
    return {spot_of(j.placement): j.reason for j in judgements if j.reason is not None}


def _judged(moment: Moment, stage: Stage, layout: Layout) -> Judged:
    """Judge the chips on top of what is confirmed already: limits are about both together."""
    return moment.book.judged(
        layout,
        moment.confirmed.spots_of(stage.player),
        round_of_shoe=moment.number,
        mode=stage.mode,
        own_seats=moment.state.seats_of(stage.player),
        staked_seats=moment.staked_seats,
    )


# --- words and ids --------------------------------------------------------------------------------


def _rejected(player: str, chip: Placement, reason: Code) -> Rejected:
    return Rejected(
        player=player, kind=chip.kind, seat=chip.seat, stake=chip.stake, reason=reason.value
    )


def _bet(moment: Moment, stage: Stage, judgement: Judgement) -> Bet:
    spot, player = judgement.placement, stage.player
    kind, seat = spot.kind, spot.seat
    terms = _terms(moment.book.rules.bets[kind].role, stage.preferences)
    if spot.golden:
        terms |= _token(moment, stage).terms
    return Bet(
        id=f"{moment.ids}/{player}/{kind}"
        if seat is None
        else f"{moment.ids}/{player}/{kind}:{seat}",
        player=player,
        kind=kind,
        stake=judgement.stake,
        seat=seat,
        golden=spot.golden,
        terms=terms,
    )


def _terms(role: Role, wishes: Preferences) -> frozenset[str]:
    """What the player wished when the bet was made holds for the whole round (F160, F166)."""
    if role is Role.MAIN:
        stands_at = wishes.auto_stand
        return NO_TERMS if stands_at is None else frozenset({f"{AUTO_STAND}:{stands_at}"})
    if role is Role.BEHIND:
        follows = {"follow_double": wishes.follow_double, "follow_split": wishes.follow_split}
        return frozenset(term for term, holds in follows.items() if holds)
    return NO_TERMS
