"""Chips before they are bets, and the Confirm that makes bets of them.

Pure, like every other decision. Moving a chip becomes no event: the draft says how the player's
chips lie afterwards (`Draft.moved`). Confirm adds the event; how many players' Confirms are stored
as one event is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sabot.errors import Code, Refused
from sabot.gamekit import Judgement, Placement, Reason, Role
from sabot.gamekit.layout import Layout
from sabot.gamekit.refusals import ModeRefusal
from sabot.money import Cents
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table import staging, verdicts
from sabot.table.betting import confirmed, open_round
from sabot.table.config import AnyConfig, Opening, SeatRule
from sabot.table.draft import Draft, Moved, Told, handle
from sabot.table.phases import Phase
from sabot.table.refusals import BetRefusal, PendingRefusal, SeatRefusal
from sabot.table.staging import Stage
from sabot.table.state import TableState

NOTICE = "notice"
"""The key of a notice that is about no single spot (F186)."""

LAYOUTS_MAX = 1024
"""How many chip layouts the cache keeps."""


@handle.register
def _handle_place_chip(command: c.PlaceChip, draft: Draft) -> None:
    stage = _more(draft)
    _lay(draft, _placed(draft.state, stage, command))


@handle.register
def _handle_lower_bet(command: c.LowerBet, draft: Draft) -> None:
    _lay(draft, staging.lower(_free(draft), draft.state.game, _chip(command)))


@handle.register
def _handle_undo_bet(command: c.UndoBet, draft: Draft) -> None:
    _lay(draft, staging.undo(_free(draft)))


@handle.register
def _handle_clear_bets(command: c.ClearBets, draft: Draft) -> None:
    _lay(draft, staging.clear(_free(draft)))


@handle.register
def _handle_set_mode(command: c.SetMode, draft: Draft) -> None:
    state, stage = draft.state, _free(draft)
    tied = _tied_to_mode(state)
    moved = staging.set_mode(stage, command.mode, offered=modes_of(state), tied=tied)
    if command.mode != stage.mode and _has_confirmed(state, stage.player, tied):
        raise Refused(ModeRefusal.CHIPS_IN_THE_WAY, kinds=" ".join(sorted(tied)))
    _lay(draft, moved)


@handle.register
def _handle_double_stakes(command: c.DoubleStakes, draft: Draft) -> None:
    """Double stops at the maximum (F33, F52)."""
    stage = _more(draft)
    doubled = staging.double(stage)
    judgements = verdicts.standing(draft.state, doubled)
    layout = staging.trimmed(doubled.layout, judgements, draft.state.game)
    _lay(draft, staging.relaid(doubled, layout))


@handle.register
def _handle_rebet(command: c.Rebet, draft: Draft) -> None:
    """Rebet stops at the maximum (F33, F52)."""
    stage = _more(draft)
    moved, told = _repeated(draft.state, stage, draft.inputs.last)
    _lay(draft, moved, told)


@handle.register
def _handle_confirm_bets(command: c.ConfirmBets, draft: Draft) -> None:
    stage = draft.inputs.own
    if command.chips:
        stage = _laid(draft, stage, command.chips)
    moment = verdicts.confirming(draft.state, draft.inputs.means)
    draft.bets = confirmed(moment, stage)
    draft.confirmed = stage
    draft.add(e.BetsAccepted(bets=draft.bets))


# --- the steps of a decision ----------------------------------------------------------------------


def _free(draft: Draft) -> Stage:
    """The player's chips, unless a Confirm of theirs waits for a wallet."""
    stage = draft.inputs.own
    if stage.confirming:
        raise Refused(PendingRefusal.PENDING)
    return stage


def _more(draft: Draft) -> Stage:
    """The player's chips, where more may be put down; the first chip opens betting (F47)."""
    state, player = draft.state, draft.inputs.actor
    locked = draft.inputs.means.locked(player)
    if locked is not None:
        raise Refused(locked)
    if state.phase is Phase.IDLE:
        if state.settings.opening is not Opening.FIRST_BET:
            raise Refused(BetRefusal.NO_ROUND)
        open_round(draft)
    stage = _free(draft)
    _check_more(draft.state, player)
    return stage


def _lay(draft: Draft, stage: Stage, told: Told | None = None) -> None:
    """Let the chips lie like this; chips that the money does not cover are refused (F76)."""
    before, means = draft.inputs.own, draft.inputs.means
    judgements = verdicts.standing(draft.state, stage)
    cost = staging.counted(judgements)
    if stage.cash > before.cash and cost > (available := means.cash(stage.player)):
        why = means.short(stage.player) or BetRefusal.INSUFFICIENT_BALANCE
        raise Refused(why, needed=cost, available=available)
    _check_golden(draft, stage)
    told = told_of(judgements) if told is None else told
    if stage.notice is not None:
        told = {**told, NOTICE: stage.notice}
    draft.moved = Moved(stage=stage, cost=cost, told=told)


def _laid(draft: Draft, stage: Stage, chips: Sequence[c.NewChip]) -> Stage:
    """A player's chips with those that a Confirm brings; Confirm judges them."""
    if len(chips) > staging.SPOTS_MAX:
        raise Refused(BetRefusal.TOO_MANY_SPOTS, maximum=staging.SPOTS_MAX)
    if stage.confirming:
        raise Refused(PendingRefusal.PENDING)
    layout = None if stage.layout else draft.inputs.layout_of(draft.state, tuple(chips))
    if layout is not None:
        return replace(stage, layout=layout)
    for chip in chips:
        stage = _placed(draft.state, stage, chip)
    _check_golden(draft, stage)
    return stage


class KnownLayouts:
    """What chips make of an empty felt under the present settings, the same for all players.

    A cache with one owner, the running table. It never changes what a decision says.
    """

    def __init__(self) -> None:
        self._settings: AnyConfig | None = None
        self._known: dict[tuple[c.NewChip, ...], Layout] = {}

    def __len__(self) -> int:
        return len(self._known)

    def layout_of(self, state: TableState, chips: tuple[c.NewChip, ...]) -> Layout | None:
        """What these chips make; None for golden ones, and where seats differ."""
        settings, known = state.settings, self._known
        if settings is not self._settings:
            self._settings, known = settings, {}
            self._known = known
        layout = known.get(chips)
        alike = layout is None and settings.seat_rule is SeatRule.NONE
        if alike and not any(chip.golden for chip in chips):
            stage = Stage(player="")
            for chip in chips:
                stage = _placed(state, stage, chip)
            if len(known) >= LAYOUTS_MAX:
                known.clear()
            layout = known[chips] = stage.layout
        return layout


def _placed(state: TableState, stage: Stage, chip: c.PlaceChip | c.NewChip) -> Stage:
    _check_spot(state, stage.player, kind=chip.kind, seat=chip.seat)
    return staging.place(stage, state.game, _chip(chip), golden=chip.golden)


def _repeated(state: TableState, stage: Stage, last: Layout) -> tuple[Stage, Told]:
    """F30: what is still valid is placed; the rest is left out, and it is said why."""
    left_out: dict[str, Code] = {}
    theirs: list[Placement] = []
    for spot in last:
        if spot.golden:
            left_out[spot_name(spot)] = BetRefusal.GOLDEN_ONCE  # R29
            continue
        why = _why_not_there(state, stage.player, kind=spot.kind, seat=spot.seat)
        if why is None:
            theirs.append(spot)
        else:
            left_out[spot_name(spot)] = why
    if left_out and not theirs:
        raise Refused(next(iter(left_out.values())))
    placed = staging.rebet(stage, state.game, tuple(theirs))
    judgements = verdicts.standing(state, placed)
    layout = staging.trimmed(placed.layout, judgements, state.game)
    before = {spot_name(spot) for spot in stage.layout}
    out = {spot_name(j.placement) for j in judgements if not j.stake} - before
    if out >= {spot_name(spot) for spot in theirs}:
        first = next(j.reason for j in judgements if spot_name(j.placement) in out)
        raise Refused(BetRefusal.NOTHING_TO_REPEAT if first is None else first)
    kept = tuple(spot for spot in layout if spot_name(spot) not in out)
    return staging.relaid(placed, kept), {**left_out, **told_of(judgements)}


# --- checks ---------------------------------------------------------------------------------------


def _check_more(state: TableState, player: str) -> None:
    """F40: where bets are confirmed once a round, no chip follows."""
    bets = state.in_round and state.current.bets.of(player)
    if bets and not verdicts.takes_more(state):
        raise Refused(BetRefusal.ALREADY_CONFIRMED)


def _check_spot(state: TableState, player: str, *, kind: str, seat: int | None) -> None:
    why = _why_not_there(state, player, kind=kind, seat=seat)
    if why is Reason.NOT_OFFERED:
        raise Refused(why, kind=kind)
    if why is not None:
        raise Refused(why, seat=seat)


def _why_not_there(state: TableState, player: str, *, kind: str, seat: int | None) -> Code | None:
    """A chip lies on a seat where the table has seats: the player's, or any for bets behind."""
    spec = state.settings.variant.bets.get(kind)
    if spec is None:
        return Reason.NOT_OFFERED
    if state.settings.seat_rule is SeatRule.NONE:
        return None if seat is None else SeatRefusal.NONE_HERE
    if spec.role is Role.BEHIND:
        return None if state.seats.get(seat or 0) else SeatRefusal.EMPTY
    return None if seat in state.seats_of(player) else SeatRefusal.NOT_YOURS


def _check_golden(draft: Draft, stage: Stage) -> None:
    """R29: a golden chip that was granted, for this table, and not yet played elsewhere."""
    if stage.golden is None or stage.golden_value <= draft.inputs.own.golden_value:
        return
    token = draft.inputs.means.golden(stage.player, stage.golden)
    for spot in stage.layout:
        why = token.why_not(spot.stake) if spot.golden else None
        if why is not None:
            raise Refused(why, needed=spot.stake, available=token.amount)
    if stage.golden_value > token.amount:
        raise Refused(BetRefusal.NO_GOLDEN_CHIP, needed=stage.golden_value, available=token.amount)


# --- words ----------------------------------------------------------------------------------------


def told_of(judgements: Sequence[Judgement]) -> Told:
    """The verdict on every spot, in a word or a reason."""
    return {
        spot_name(j.placement): j.verdict.value if j.reason is None else j.reason.value
        for j in judgements
    }


def spot_name(spot: Placement) -> str:
    """How a reply names a spot: its kind, and its seat where there are seats."""
    return str(spot.kind) if spot.seat is None else f"{spot.kind}:{spot.seat}"


def modes_of(state: TableState) -> Sequence[str]:
    """The commission modes of the table, the usual one first; none where there is no choice."""
    found = (spec.mode for spec in state.settings.variant.bets.values())
    return tuple(dict.fromkeys(mode for mode in found if mode is not None))


def _tied_to_mode(state: TableState) -> frozenset[str]:
    """The spots that may hold no chip while the mode is switched (F112)."""
    bets = state.settings.variant.bets
    return frozenset(kind for kind, spec in bets.items() if spec.mode is not None)


def _has_confirmed(state: TableState, player: str, kinds: frozenset[str]) -> bool:
    return state.in_round and any(bet.kind in kinds for bet in state.current.bets.of(player))


def _chip(command: c.PlaceChip | c.NewChip | c.LowerBet) -> Placement:
    golden = not isinstance(command, c.LowerBet) and command.golden is not None
    return Placement(
        kind=command.kind, stake=Cents(command.amount), seat=command.seat, golden=golden
    )


def last_layouts(state: TableState) -> Mapping[str, Layout]:
    """What every bettor placed in the round, for Rebet: one stake a spot (F30)."""
    layouts: dict[str, dict[tuple[str, int | None, bool], Placement]] = {}
    for bet in state.current.bets.values():
        if bet.parent is None:
            spots = layouts.setdefault(bet.player, {})
            spot = (bet.kind, bet.seat, bet.golden)
            before = spots[spot].stake if spot in spots else 0
            spots[spot] = Placement(
                kind=bet.kind, stake=Cents(before + bet.stake), seat=bet.seat, golden=bet.golden
            )
    return {player: tuple(spots.values()) for player, spots in layouts.items()}
