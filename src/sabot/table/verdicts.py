"""Turning chips into bets: the verdict at Confirm and at the close (P10).

Pure, and the same for everybody whatever the order of players, except that a bet behind stands
only on a seat whose own main bet stands (F158): those seats are found first. What is accepted here
can be settled later: no chip on a stranger's seat, none that nobody can pay for, and spots that
are tied together stay alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gamekit import Bet, Judgement, Placement, Reason, Role, TableRules, Verdict, judge
from sabot.gamekit.eligibility import Circumstances
from sabot.gamekit.layout import Layout
from sabot.money import Cents
from sabot.table.bets import Bets, Lies, Spot
from sabot.table.config import Confirmation, SeatRule
from sabot.table.events import Rejected
from sabot.table.golden import NO_CHIP, Chip, Chips
from sabot.table.staging import Stage, trimmed
from sabot.table.state import TableState

INSUFFICIENT = "bet/insufficient_balance"
NOT_CONFIRMED = "bet/not_confirmed"
ALREADY_CONFIRMED = "bet/already_confirmed"
NOT_YOUR_SEAT = "seat/not_yours"
AUTO_STAND = "auto_stand"

Reasons = dict[Spot, str]
Judgements = tuple[Judgement, ...]


class Verdicts(msgspec.Struct, frozen=True):
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


class _Felt(msgspec.Struct, frozen=True, kw_only=True):
    """What every player's verdict needs, gathered once for all of them."""

    state: TableState
    rules: TableRules
    confirmed: Bets
    means: Means
    staked_seats: frozenset[int] | None = None


NOTHING = Means(cash={}, golden={})
NO_BETS = Bets()


def at_close(state: TableState, stages: Mapping[str, Stage], means: Means) -> Verdicts:
    """The verdicts of everybody when betting closes, players in the order of their names."""
    felt = _felt(state, means)
    if _has_bets_behind(felt):
        felt = replace(felt, staked_seats=_staked_seats(felt, stages.values()))
    parts = [_closing(felt, stages[player]) for player in sorted(stages)]
    return Verdicts(
        tuple(bet for part in parts for bet in part.accepted),
        tuple(rejection for part in parts for rejection in part.rejected),
    )


def at_confirm(state: TableState, stage: Stage, means: Means) -> Verdicts:
    """The verdict on one player's chips now."""
    felt = _felt(state, means)
    if not _takes_more(state, felt.rules) and felt.confirmed.of(stage.player):
        raise Refused(ALREADY_CONFIRMED)  # F40
    why = means.locked.get(stage.player)
    if why is not None:
        raise Refused(why)
    if _has_bets_behind(felt):
        # What is confirmed stays, so the seat's own bet has to be there before the one behind it.
        felt = replace(felt, staked_seats=_staked_seats(felt, ()))
    return _verdict(felt, stage)


def standing(state: TableState, stage: Stage) -> Judgements:
    """The verdict on every chip while betting is open, together with what is confirmed."""
    if not stage.layout:
        return ()
    felt = _felt(state, NOTHING)
    return _judged(felt, stage, stage.layout)


def takes_more(state: TableState) -> bool:
    """Whether a player may add to confirmed bets (F40).

    Never where decisions take further stakes: what they take follows from one first bet a spot.
    """
    return _takes_more(state, _rules(state))


def _takes_more(state: TableState, rules: TableRules) -> bool:
    return state.settings.multiple_bets and Role.EXTRA not in rules.roles


def _rules(state: TableState) -> TableRules:
    return state.settings.rules(switched_off=state.kinds_off)


def _felt(state: TableState, means: Means) -> _Felt:
    current = state.round
    confirmed = NO_BETS if current is None or current.over else current.bets
    return _Felt(state=state, rules=_rules(state), confirmed=confirmed, means=means)


def _closing(felt: _Felt, stage: Stage) -> Verdicts:
    if felt.confirmed.of(stage.player) and not _takes_more(felt.state, felt.rules):
        return _all_out(felt, stage, ALREADY_CONFIRMED)
    why = felt.means.locked.get(stage.player)
    if why is not None:
        return _all_out(felt, stage, why)
    if _confirms_itself(felt, stage):
        return _verdict(felt, stage)
    return _all_out(felt, stage, NOT_CONFIRMED)


def _all_out(felt: _Felt, stage: Stage, reason: str) -> Verdicts:
    """No chip becomes a bet; one that could not have been a bet anyway is told its own reason."""
    judgements = _judged(felt, stage, stage.layout)
    own = [j.reason.value if j.reason and not j.stake else reason for j in judgements]
    rejected = (
        _rejected(stage.player, spot, why) for spot, why in zip(stage.layout, own, strict=True)
    )
    return Verdicts((), tuple(rejected))


def _confirms_itself(felt: _Felt, stage: Stage) -> bool:
    at_close = felt.state.settings.confirmation is Confirmation.AT_CLOSE
    return at_close or stage.preferences.auto_confirm or stage.confirming


def _has_bets_behind(felt: _Felt) -> bool:
    return Role.BEHIND in felt.rules.roles


def _staked_seats(felt: _Felt, stages: Iterable[Stage]) -> frozenset[int]:
    """The seats with an own main bet that stands: confirmed before, or about to be accepted.

    Found without any bet behind, which changes nothing: when money is short those go first.
    """
    alone = replace(felt, staked_seats=frozenset())
    closing = (_closing(alone, stage).accepted for stage in stages)
    own = (bet for bets in (felt.confirmed.values(), *closing) for bet in bets)
    return frozenset(
        bet.seat
        for bet in own
        if bet.seat is not None and felt.rules.bets[bet.kind].role is Role.MAIN
    )


# --- one player -----------------------------------------------------------------------------------


def _verdict(felt: _Felt, stage: Stage) -> Verdicts:
    reasons: Reasons = {}
    judgements = _paid_for(felt, stage, _in_place(felt, stage, reasons), reasons)
    if not reasons and all(j.verdict is Verdict.ACCEPTED for j in judgements):
        return Verdicts(tuple([_bet(felt, stage, j) for j in judgements]), ())
    judgements = _cut(felt, stage, judgements, reasons)
    taken = {_spot(j.placement): j.stake for j in judgements}
    rejected = [
        _rejected(stage.player, replace(chip, stake=Cents(left)), reasons[_spot(chip)])
        for chip in stage.layout
        if (left := chip.stake - taken.get(_spot(chip), 0))
    ]
    accepted = tuple(_bet(felt, stage, j) for j in judgements if j.stake)
    return Verdicts(accepted, tuple(rejected))


def _in_place(felt: _Felt, stage: Stage, reasons: Reasons) -> Layout:
    """The chips on spots that are the player's to bet on, golden ones only if there are such."""
    anywhere = felt.state.settings.seat_rule is SeatRule.NONE and not felt.means.out
    if anywhere and stage.golden is None:
        return stage.layout
    for chip in stage.layout:
        if not _is_theirs(felt, stage.player, chip):
            reasons[_spot(chip)] = NOT_YOUR_SEAT
        elif chip.golden and (unfit := _token(felt, stage).why_not(chip.stake)) is not None:
            reasons[_spot(chip)] = unfit
        elif felt.means.out and (why := _unpaid(felt, stage.player, chip)) is not None:
            reasons[_spot(chip)] = why
    return tuple(chip for chip in stage.layout if _spot(chip) not in reasons)


def _token(felt: _Felt, stage: Stage) -> Chip:
    """What stands behind the golden chip on a player's felt."""
    return felt.means.golden.get((stage.player, stage.golden or ""), NO_CHIP)


def _unpaid(felt: _Felt, player: str, chip: Placement) -> str | None:
    """Why an operator's wallet does not cover a chip (point 9 of the design)."""
    if chip.golden:
        return None  # R29: a golden chip is ours, no wallet is asked for it
    spec = felt.rules.bets.get(chip.kind)
    behind = spec is not None and spec.role is Role.BEHIND
    return felt.means.out.get((player, chip.seat if behind else None))


def _is_theirs(felt: _Felt, player: str, chip: Placement) -> bool:
    spec = felt.rules.bets.get(chip.kind)
    if felt.state.settings.seat_rule is SeatRule.NONE or spec is None or spec.role is Role.BEHIND:
        return True
    return chip.seat in felt.state.seats_of(player)


def _paid_for(felt: _Felt, stage: Stage, layout: Layout, reasons: Reasons) -> Judgements:
    """The chips there is money for."""
    cash = felt.means.cash.get(stage.player, 0)
    judgements = _judged(felt, stage, layout)
    while _cash(judgements) > cash:
        out = _first_to_go(felt, judgements)
        reasons[_spot(out)] = felt.means.short.get(stage.player, INSUFFICIENT)
        layout = tuple(chip for chip in layout if chip != out)
        judgements = _judged(felt, stage, layout)
    return judgements


def _first_to_go(felt: _Felt, judgements: Sequence[Judgement]) -> Placement:
    """The newest chip that costs money, as Undo would take it; a bet behind before one's own.

    Others may lean on the own bet of a seat (F158), and nobody leans on a bet behind.
    """
    paid = [j.placement for j in judgements if j.stake and not j.placement.golden]
    behind = [chip for chip in paid if felt.rules.bets[chip.kind].role is Role.BEHIND]
    return (behind or paid)[-1]


def _cut(felt: _Felt, stage: Stage, judgements: Judgements, reasons: Reasons) -> Judgements:
    """The last word on every chip: a cut takes with it what the game ties to that spot (F178)."""
    told = _told(judgements)
    cuts = [told[_spot(j.placement)] for j in judgements if j.verdict is Verdict.CUT and j.stake]
    if cuts:
        layout = tuple(j.placement for j in judgements)
        reasons.update({_spot(chip): cuts[0] for chip in layout})
        judgements = _judged(felt, stage, trimmed(layout, judgements, felt.state.game))
        reasons.update(_told(judgements))
    reasons.update(told)
    return judgements


def _told(judgements: Judgements) -> Reasons:
    return {_spot(j.placement): j.reason.value for j in judgements if j.reason is not None}


# --- chips on top of what is confirmed ------------------------------------------------------------


def _judged(felt: _Felt, stage: Stage, layout: Layout) -> Judgements:
    """Judge the chips on top of what is confirmed already: limits are about both together."""
    if not layout:
        return ()
    confirmed = felt.confirmed.spots_of(stage.player)
    if not confirmed:
        return _judge(felt, stage, layout)
    chips = {_spot(chip): chip for chip in layout}
    # What is confirmed lies there longer than any chip, so it comes first.
    together = [_joined(spot, lies, chips.get(spot)) for spot, lies in confirmed.items()]
    # A golden chip joins nothing, not even another one (R29).
    apart = [chip for spot, chip in chips.items() if chip.golden or spot not in confirmed]
    judgements = _judge(felt, stage, (*together, *apart))
    on_top = dict(zip(confirmed, judgements, strict=False))
    wronged = _wronged(confirmed, on_top)
    if wronged:
        return _without_opposite(felt, stage, layout, wronged)
    alone = iter(judgements[len(together) :])
    return tuple(
        [
            next(alone)
            if chip.golden or spot not in confirmed
            else _less(on_top[spot], chip, confirmed[spot])
            for spot, chip in chips.items()
        ]
    )


def _judge(felt: _Felt, stage: Stage, layout: Sequence[Placement]) -> Judgements:
    circumstances = Circumstances(
        round_of_shoe=felt.state.current.number if felt.state.in_round else 1,
        mode=stage.mode,
        own_seats=felt.state.seats_of(stage.player),
        staked_seats=felt.staked_seats,
    )
    return judge(layout, felt.rules, circumstances)


def _wronged(confirmed: Mapping[Spot, Lies], judged: Mapping[Spot, Judgement]) -> frozenset[str]:
    """The kinds of confirmed bets that the new chips would have cut: too late for that (R16)."""
    # A confirmed bet met its minimum, so one that falls below it now was cut for its opposite.
    opposed = (Reason.OPPOSITE, Reason.OPPOSITE_CUT, Reason.UNDER_MINIMUM)
    return frozenset(
        [
            spot[0]
            for spot, lies in confirmed.items()
            if judged[spot].reason in opposed and judged[spot].stake < lies.stake
        ]
    )


def _without_opposite(
    felt: _Felt, stage: Stage, layout: Layout, wronged: frozenset[str]
) -> Judgements:
    """The chips against a confirmed bet are refused, the others judged without them."""
    against = {kind for kind, spec in felt.rules.bets.items() if spec.opposite & wronged}
    kept = iter(_judged(felt, stage, tuple(chip for chip in layout if chip.kind not in against)))
    return tuple(_opposed(chip) if chip.kind in against else next(kept) for chip in layout)


def _opposed(chip: Placement) -> Judgement:
    return Judgement(
        placement=chip, verdict=Verdict.REFUSED, stake=Cents(0), reason=Reason.OPPOSITE
    )


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


def _cash(judgements: Iterable[Judgement]) -> int:
    return sum([j.stake for j in judgements if not j.placement.golden])


def _rejected(player: str, chip: Placement, reason: str) -> Rejected:
    return Rejected(player=player, kind=chip.kind, seat=chip.seat, stake=chip.stake, reason=reason)


def _bet(felt: _Felt, stage: Stage, judgement: Judgement) -> Bet:
    spot = judgement.placement
    name = spot.kind if spot.seat is None else f"{spot.kind}:{spot.seat}"
    # Who bets on a spot again does so when the round has more bets: the number is another one.
    return Bet(
        id=f"{felt.state.current.round_id}/{len(felt.confirmed)}/{stage.player}/{name}",
        player=stage.player,
        kind=spot.kind,
        stake=judgement.stake,
        seat=spot.seat,
        golden=spot.golden,
        terms=_terms(felt.rules.bets[spot.kind].role, stage)
        | (_token(felt, stage).terms if spot.golden else frozenset()),
    )


def _terms(role: Role, stage: Stage) -> frozenset[str]:
    """What the player wished when the bet was made holds for the whole round (F160, F166)."""
    wishes = stage.preferences
    if role is Role.MAIN and wishes.auto_stand is not None:
        return frozenset({f"{AUTO_STAND}:{wishes.auto_stand}"})
    if role is Role.BEHIND:
        follows = {"follow_double": wishes.follow_double, "follow_split": wishes.follow_split}
        return frozenset(term for term, holds in follows.items() if holds)
    return frozenset()
