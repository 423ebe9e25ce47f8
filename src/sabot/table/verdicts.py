"""Turning chips into bets: the verdict at Confirm and at the close (P10).

Pure, and the same for everybody whatever the order of players, except that a bet behind stands
only on a seat whose own main bet stands (F158): those seats are found first. What is accepted here
can be settled later: no chip on a stranger's seat, none that nobody can pay for, and spots that
are tied together stay alike.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gamekit import Bet, Judgement, Placement, Reason, Role, TableRules, Verdict, judge
from sabot.gamekit.eligibility import Circumstances, Judged
from sabot.gamekit.layout import Layout
from sabot.money import Cents
from sabot.table.bets import Bets, Lies, Spot
from sabot.table.config import Confirmation, SeatRule
from sabot.table.events import Rejected
from sabot.table.golden import NO_CHIP, Chip, Chips
from sabot.table.staging import Preferences, Stage, trimmed
from sabot.table.state import TableState

INSUFFICIENT = "bet/insufficient_balance"
NOT_CONFIRMED = "bet/not_confirmed"
ALREADY_CONFIRMED = "bet/already_confirmed"
NOT_YOUR_SEAT = "seat/not_yours"
AUTO_STAND = "auto_stand"

_CLOSED = (Reason.SWITCHED_OFF, Reason.WRONG_MODE)
"""What can happen to a spot after a bet on it was confirmed (F59, F112)."""

JUDGED_MAX = 4096
"""Verdicts remembered under the same rules."""

Reasons = dict[Spot, str]
Judgements = tuple[Judgement, ...]


class Verdicts(msgspec.Struct, frozen=True, gc=False):
    """What became of some chips."""

    accepted: tuple[Bet, ...]
    rejected: tuple[Rejected, ...]


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What can be taken from the players now: cash, and golden chips from their own accounts.

    `out` are the players whose wallet has not paid, with the seat that they bet behind, or with
    None for all their other chips; and why. `short` says why a player's cash ends where it is not
    the balance that does; who is `locked` makes no bet at all.
    """

    cash: Mapping[str, int]
    golden: Chips
    out: Mapping[tuple[str, int | None], str] = {}
    short: Mapping[str, str] = {}
    locked: Mapping[str, str] = {}


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What every player's verdict needs, gathered once for all of them."""

    state: TableState
    rules: TableRules
    confirmed: Bets
    means: Means
    number: int  # of the round in its shoe
    ids: str  # how those of its bets begin
    takes_more: bool  # F40
    anywhere: bool  # no chip lies on somebody else's seat, or is left unpaid by a wallet
    staked_seats: frozenset[int] | None = None


NOTHING = Means(cash={}, golden={})
NO_TERMS: frozenset[str] = frozenset()
NO_BETS = Bets()


def at_close(state: TableState, stages: Mapping[str, Stage], means: Means) -> Verdicts:
    """The verdicts of everybody when betting closes, players in the order of their names."""
    moment = _moment(state, means)
    if _has_bets_behind(moment.rules):
        moment = replace(moment, staked_seats=_staked_seats(moment, stages.values()))
    parts = [_closing(moment, stages[player]) for player in sorted(stages)]
    return Verdicts(
        tuple(bet for part in parts for bet in part.accepted),
        tuple(rejection for part in parts for rejection in part.rejected),
    )


def confirming(state: TableState, means: Means) -> Moment:
    """The moment in which somebody confirms; it is the same for all until something happens."""
    moment = _moment(state, means)
    if not _has_bets_behind(moment.rules):
        return moment
    # What is confirmed stays, so the seat's own bet has to be there before the one behind it.
    return replace(moment, staked_seats=_staked_seats(moment, ()))


def at_confirm(moment: Moment, stage: Stage) -> Verdicts:
    """The verdict on one player's chips now."""
    if not moment.takes_more and moment.confirmed.of(stage.player):
        raise Refused(ALREADY_CONFIRMED)  # F40
    why = moment.means.locked.get(stage.player)
    if why is not None:
        raise Refused(why)
    return _verdict(moment, stage)


def standing(state: TableState, stage: Stage) -> Judgements:
    """The verdict on every chip while betting is open, together with what is confirmed."""
    if not stage.layout:
        return ()
    return _judged(_moment(state, NOTHING), stage, stage.layout).each


def takes_more(state: TableState) -> bool:
    """Whether a player may add to confirmed bets (F40).

    Never where decisions take further stakes: what they take follows from one first bet a spot.
    """
    return _takes_more(state, _rules(state))


def _takes_more(state: TableState, rules: TableRules) -> bool:
    return state.settings.multiple_bets and Role.EXTRA not in rules.roles


def _rules(state: TableState) -> TableRules:
    return state.settings.rules(switched_off=state.kinds_off)


def _moment(state: TableState, means: Means) -> Moment:
    current, rules = state.round, _rules(state)
    number, confirmed, ids = 1, NO_BETS, ""
    if current is not None and not current.over:
        number, confirmed = current.number, current.bets
        # Who bets on a spot again does so when the round has more bets, so the id is another one.
        ids = f"{current.round_id}/{len(confirmed)}"
    return Moment(
        state=state,
        rules=rules,
        confirmed=confirmed,
        means=means,
        number=number,
        ids=ids,
        takes_more=_takes_more(state, rules),
        anywhere=state.settings.seat_rule is SeatRule.NONE and not means.out,
    )


def _closing(moment: Moment, stage: Stage) -> Verdicts:
    if not moment.takes_more and moment.confirmed.of(stage.player):
        return _all_out(moment, stage, ALREADY_CONFIRMED)
    why = moment.means.locked.get(stage.player)
    if why is not None:
        return _all_out(moment, stage, why)
    if _confirms_itself(moment, stage):
        return _verdict(moment, stage)
    return _all_out(moment, stage, NOT_CONFIRMED)


def _all_out(moment: Moment, stage: Stage, reason: str) -> Verdicts:
    """No chip becomes a bet; one that could not have been a bet anyway is told its own reason."""
    judgements = _judged(moment, stage, stage.layout).each
    own = [j.reason.value if j.reason and not j.stake else reason for j in judgements]
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
        if bet.seat is not None and moment.rules.bets[bet.kind].role is Role.MAIN
    )


# --- one player -----------------------------------------------------------------------------------


def _verdict(moment: Moment, stage: Stage) -> Verdicts:
    if moment.anywhere and stage.golden is None:  # nearly always, and then nearly always this:
        judged = _judged(moment, stage, stage.layout)
        if judged.whole and judged.cash <= moment.means.cash.get(stage.player, 0):
            return Verdicts(tuple([_bet(moment, stage, j) for j in judged.each]), ())
    reasons: Reasons = {}
    judged = _paid_for(moment, stage, _in_place(moment, stage, reasons), reasons)
    judgements = _cut(moment, stage, judged.each, reasons)
    taken = {_spot(j.placement): j.stake for j in judgements}
    rejected = [
        _rejected(stage.player, replace(chip, stake=Cents(left)), reasons[_spot(chip)])
        for chip in stage.layout
        if (left := chip.stake - taken.get(_spot(chip), 0))
    ]
    accepted = tuple(_bet(moment, stage, j) for j in judgements if j.stake)
    return Verdicts(accepted, tuple(rejected))


def _in_place(moment: Moment, stage: Stage, reasons: Reasons) -> Layout:
    """The chips on spots that are the player's to bet on, golden ones only if there are such."""
    if moment.anywhere and stage.golden is None:
        return stage.layout
    for chip in stage.layout:
        if not _is_theirs(moment, stage.player, chip):
            reasons[_spot(chip)] = NOT_YOUR_SEAT
        elif chip.golden and (unfit := _token(moment, stage).why_not(chip.stake)) is not None:
            reasons[_spot(chip)] = unfit
        elif moment.means.out and (why := _unpaid(moment, stage.player, chip)) is not None:
            reasons[_spot(chip)] = why
    return tuple(chip for chip in stage.layout if _spot(chip) not in reasons)


def _token(moment: Moment, stage: Stage) -> Chip:
    """What stands behind the golden chip on a player's moment."""
    return moment.means.golden.get((stage.player, stage.golden or ""), NO_CHIP)


def _unpaid(moment: Moment, player: str, chip: Placement) -> str | None:
    """Why an operator's wallet does not cover a chip (point 9 of the design)."""
    if chip.golden:
        return None  # R29: a golden chip is ours, no wallet is asked for it
    spec = moment.rules.bets.get(chip.kind)
    behind = spec is not None and spec.role is Role.BEHIND
    return moment.means.out.get((player, chip.seat if behind else None))


def _is_theirs(moment: Moment, player: str, chip: Placement) -> bool:
    spec = moment.rules.bets.get(chip.kind)
    if moment.state.settings.seat_rule is SeatRule.NONE or spec is None or spec.role is Role.BEHIND:
        return True
    return chip.seat in moment.state.seats_of(player)


def _paid_for(moment: Moment, stage: Stage, layout: Layout, reasons: Reasons) -> Judged:
    """The chips there is money for."""
    cash = moment.means.cash.get(stage.player, 0)
    judged = _judged(moment, stage, layout)
    while judged.cash > cash:
        out = _first_to_go(moment, judged.each)
        reasons[_spot(out)] = moment.means.short.get(stage.player, INSUFFICIENT)
        layout = tuple(chip for chip in layout if chip != out)
        judged = _judged(moment, stage, layout)
    return judged


def _first_to_go(moment: Moment, judgements: Sequence[Judgement]) -> Placement:
    """The newest chip that costs money, as Undo would take it; a bet behind before one's own.

    Others may lean on the own bet of a seat (F158), and nobody leans on a bet behind.
    """
    paid = [j.placement for j in judgements if j.stake and not j.placement.golden]
    behind = [chip for chip in paid if moment.rules.bets[chip.kind].role is Role.BEHIND]
    return (behind or paid)[-1]


def _cut(moment: Moment, stage: Stage, judgements: Judgements, reasons: Reasons) -> Judgements:
    """The last word on every chip: a cut takes with it what the game ties to that spot (F178)."""
    told = _told(judgements)
    cuts = [told[_spot(j.placement)] for j in judgements if j.verdict is Verdict.CUT and j.stake]
    if cuts:
        layout = tuple(j.placement for j in judgements)
        reasons.update({_spot(chip): cuts[0] for chip in layout})
        judgements = _judged(moment, stage, trimmed(layout, judgements, moment.state.game)).each
        reasons.update(_told(judgements))
    reasons.update(told)
    return judgements


def _told(judgements: Judgements) -> Reasons:
    return {_spot(j.placement): j.reason.value for j in judgements if j.reason is not None}


# --- chips on top of what is confirmed ------------------------------------------------------------


def _judged(moment: Moment, stage: Stage, layout: Layout) -> Judged:
    """Judge the chips on top of what is confirmed already: limits are about both together.

    Whoever lays the same chips on the same bets gets the same verdict, so it is given once.
    """
    confirmed = moment.confirmed.spots_of(stage.player)
    seats = moment.state.seats_of(stage.player)
    question = (
        layout,
        (*confirmed.items(),),
        stage.mode,
        moment.number,
        seats,
        moment.staked_seats,
    )
    known = moment.rules.judged
    judged = known.get(question)
    if judged is None:
        now = Circumstances(
            round_of_shoe=moment.number,
            mode=stage.mode,
            own_seats=seats,
            staked_seats=moment.staked_seats,
        )
        judged = Judged.of(_on_top(moment.rules, layout, confirmed, now))
        if len(known) >= JUDGED_MAX:
            known.clear()
        known[question] = judged
    return judged


def _on_top(
    rules: TableRules, layout: Layout, confirmed: Mapping[Spot, Lies], now: Circumstances
) -> Judgements:
    """Judge chips together with what is confirmed."""
    if not layout or not confirmed:
        return judge(layout, rules, now)
    chips = {_spot(chip): chip for chip in layout}
    # What is confirmed lies there longer than any chip, so it comes first.
    together = [_joined(spot, lies, chips.get(spot)) for spot, lies in confirmed.items()]
    # A golden chip joins nothing, not even another one (R29).
    apart = [chip for spot, chip in chips.items() if chip.golden or spot not in confirmed]
    judgements = judge((*together, *apart), rules, now)
    on_top = dict(zip(confirmed, judgements, strict=False))
    closed = {spot[0]: on_top[spot].reason for spot in confirmed if on_top[spot].reason in _CLOSED}
    if closed:
        return _without_closed(rules, layout, confirmed, now, closed)
    wronged = _wronged(confirmed, on_top)
    if wronged:
        return _without_opposite(rules, layout, confirmed, now, wronged)
    alone = iter(judgements[len(together) :])
    return tuple(
        [
            next(alone)
            if chip.golden or spot not in confirmed
            else _less(on_top[spot], chip, confirmed[spot])
            for spot, chip in chips.items()
        ]
    )


def _wronged(confirmed: Mapping[Spot, Lies], judged: Mapping[Spot, Judgement]) -> frozenset[str]:
    """The kinds of confirmed bets that the new chips would have cut: too late for that (R16)."""
    opposed = (Reason.OPPOSITE, Reason.OPPOSITE_CUT)
    return frozenset(
        [
            spot[0]
            for spot, lies in confirmed.items()
            if judged[spot].reason in opposed and judged[spot].stake < lies.stake
        ]
    )


def _without_closed(
    rules: TableRules,
    layout: Layout,
    confirmed: Mapping[Spot, Lies],
    now: Circumstances,
    closed: Mapping[str, Reason | None],
) -> Judgements:
    """No more chips where a spot was closed over a confirmed bet; others still reckon with it."""
    opened = dataclasses.replace(
        rules,
        bets={**rules.bets, **{k: dataclasses.replace(rules.bets[k], mode=None) for k in closed}},
        switched_off=rules.switched_off - closed.keys(),
        switched_on=rules.switched_on | closed.keys(),
    )
    others = tuple(chip for chip in layout if chip.kind not in closed)
    kept = iter(_on_top(opened, others, confirmed, now))
    return tuple(
        _refused(chip, closed[chip.kind]) if chip.kind in closed else next(kept) for chip in layout
    )


def _without_opposite(
    rules: TableRules,
    layout: Layout,
    confirmed: Mapping[Spot, Lies],
    now: Circumstances,
    wronged: frozenset[str],
) -> Judgements:
    """The chips against a confirmed bet are refused, the others judged without them."""
    against = {kind for kind, spec in rules.bets.items() if spec.opposite & wronged}
    others = tuple(chip for chip in layout if chip.kind not in against)
    kept = iter(_on_top(rules, others, confirmed, now))
    return tuple(
        _refused(chip, Reason.OPPOSITE) if chip.kind in against else next(kept) for chip in layout
    )


def _refused(chip: Placement, reason: Reason | None) -> Judgement:
    return Judgement(placement=chip, verdict=Verdict.REFUSED, stake=Cents(0), reason=reason)


def _joined(spot: Spot, lies: Lies, chip: Placement | None) -> Placement:
    kind, seat, golden = spot
    more = 0 if chip is None or golden else chip.stake
    return Placement(kind=kind, stake=Cents(lies.stake + more), seat=seat, golden=golden)


def _less(judgement: Judgement, chip: Placement, lies: Lies) -> Judgement:
    stake = Cents(max(0, judgement.stake - lies.stake))
    return Judgement(
        placement=chip,
        verdict=judgement.verdict,
        stake=stake,
        reason=judgement.reason,
        limit=judgement.limit,
    )


# --- words and ids --------------------------------------------------------------------------------


def _spot(chip: Placement) -> Spot:
    return (chip.kind, chip.seat, chip.golden)


def _rejected(player: str, chip: Placement, reason: str) -> Rejected:
    return Rejected(player=player, kind=chip.kind, seat=chip.seat, stake=chip.stake, reason=reason)


def _bet(moment: Moment, stage: Stage, judgement: Judgement) -> Bet:
    spot, player = judgement.placement, stage.player
    kind, seat = spot.kind, spot.seat
    terms = _terms(moment.rules.bets[kind].role, stage.preferences)
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
