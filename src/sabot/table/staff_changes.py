"""What the acts of staff change: pauses, corrections, incidents, alarms, the dealer in charge."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sabot.table import events as e
from sabot.table.changes import apply, shoe_of, with_shoe
from sabot.table.phases import Phase
from sabot.table.replays import corrected, moved, phase_of, replayed
from sabot.table.staff.reasons import read_by_players
from sabot.table.staff.state import (
    Call,
    DealerOn,
    Incident,
    Relief,
    with_call,
    with_incident,
    with_mark,
)
from sabot.table.state import Paused, Proposal, Step, TableState, Timer

# --- standing still -------------------------------------------------------------------------------


@apply.register
def _apply_table_paused(event: e.TablePaused, state: TableState) -> TableState:
    paused = Paused(
        phase=state.phase,
        reason=event.reason,
        public=read_by_players(event.reason, event.public),
        actor=event.actor,
        number=state.seq,
    )
    return replace(state, phase=Phase.PAUSED, paused=paused, timer=None)


@apply.register
def _apply_table_resumed(event: e.TableResumed, state: TableState) -> TableState:
    assert state.paused is not None
    # A table that rested may have lost its cards, or been switched off, while it stood still.
    phase = state.paused.phase if state.in_round else resting_phase(state)
    # The players who were interrupted get a full new window (R18).
    window = window_of(state, phase)
    timer = None if window is None else Timer(state.seq, window)
    resumed = replace(state, phase=phase, paused=None, proposal=None, rescan="", timer=timer)
    if state.round is None:
        return resumed
    return replace(
        resumed, round=replace(state.round, cancel_by=None, cancel_because="", cancel_public="")
    )


def resting_phase(state: TableState) -> Phase:
    """Where a table rests between two rounds."""
    if state.switched_off:
        return Phase.OFF
    changed = state.shoe is None or state.shoe.retired is not None
    return Phase.SHUFFLE if changed else Phase.IDLE


def window_of(state: TableState, phase: Phase) -> int | None:
    """How long a phase lasts that ends by the clock."""
    timers = state.settings.timers
    windows: Mapping[Phase, int | None] = {
        Phase.BETTING: state.settings.betting_window,
        Phase.CLOSED: timers.debits,
        Phase.OFFER: timers.insurance,
        Phase.DECISION: timers.decision,
        Phase.RESULT: timers.result,
        Phase.CANCELLED: timers.cancelled,
    }
    return windows.get(phase)


# --- proposals ------------------------------------------------------------------------------------


@apply.register
def _apply_correction_proposed(event: e.CorrectionProposed, state: TableState) -> TableState:
    proposal = Proposal(
        actor=event.actor,
        position=event.position,
        code=event.code,
        card=event.card,
        salt=event.salt,
        manual=event.manual,
        number=state.seq,
    )
    return replace(state, proposal=proposal, rescan="")


@apply.register
def _apply_move_proposed(event: e.MoveProposed, state: TableState) -> TableState:
    proposal = Proposal(
        actor=event.actor, position=event.first, second=event.second, number=state.seq
    )
    return replace(state, proposal=proposal, rescan="")


@apply.register
def _apply_correction_withdrawn(event: e.CorrectionWithdrawn, state: TableState) -> TableState:
    return replace(state, proposal=None)


@apply.register
def _apply_correction_declined(event: e.CorrectionDeclined, state: TableState) -> TableState:
    return replace(state, proposal=None, rescan=event.rescan)


@apply.register
def _apply_cancel_proposed(event: e.CancelProposed, state: TableState) -> TableState:
    proposed = replace(
        state.current,
        cancel_by=event.actor,
        cancel_because=event.reason,
        cancel_public=read_by_players(event.reason, event.public),
    )
    return replace(state, round=proposed)


@apply.register
def _apply_hidden_cards_seen(event: e.HiddenCardsSeen, state: TableState) -> TableState:
    current = state.current
    if current.cancel_by == event.actor:
        current = replace(current, cancel_by=None, cancel_because="", cancel_public="")
    return replace(state, round=replace(current, seen_by=current.seen_by | {event.actor}))


@apply.register
def _apply_card_corrected(event: e.CardCorrected, state: TableState) -> TableState:
    return _with_steps(state, corrected(state.current.steps, event))


@apply.register
def _apply_cards_moved(event: e.CardsMoved, state: TableState) -> TableState:
    return _with_steps(state, moved(state.current.steps, event))


def _with_steps(state: TableState, steps: tuple[Step, ...]) -> TableState:
    """The round as it is with these cards."""
    current = state.current
    play = replayed(state, steps)
    expected = state.game.expects(play)
    # The same question stays open; another one is opened as a new window.
    question = current.question
    kept = question if question is not None and question.ask == expected else None
    changed = replace(current, steps=steps, play=play, expected=expected, question=kept)
    assert state.paused is not None, "a card is corrected while the table stands still"
    paused = replace(state.paused, phase=phase_of(expected, steps))
    # The card that was never there may still come, the one that is there may not come again.
    codes = (shoe_of(state).codes - frozenset(current.codes)) | frozenset(changed.codes)
    shown = replace(with_shoe(state, codes=codes), round=changed, paused=paused)
    return replace(shown, proposal=None, rescan="")


# --- incidents, calls and alarms ------------------------------------------------------------------


@apply.register
def _apply_incident_recorded(event: e.IncidentRecorded, state: TableState) -> TableState:
    incident = Incident(
        number=state.seq,
        kind=event.kind,
        actor=event.actor,
        position=event.position,
        first=event.first,
        detail="" if event.kind.startswith("scan/") else event.detail,
        round_id=state.current.round_id if state.in_round else "",
    )
    return replace(state, incidents=with_incident(state.incidents, incident))


@apply.register
def _apply_incident_closed(event: e.IncidentClosed, state: TableState) -> TableState:
    incidents = tuple(
        replace(each, closed_by=event.actor, closed_because=event.reason)
        if each.number == event.incident
        else each
        for each in state.incidents
    )
    return replace(state, incidents=incidents)


@apply.register
def _apply_manager_called(event: e.ManagerCalled, state: TableState) -> TableState:
    call = Call(number=state.seq, actor=event.actor, reason=event.reason)
    return replace(state, calls=with_call(state.calls, call))


@apply.register
def _apply_alarm_seen(event: e.AlarmSeen, state: TableState) -> TableState:
    calls = tuple(
        replace(call, seen_by=event.actor) if event.alarm == f"call:{call.number}" else call
        for call in state.calls
    )
    alarms = with_mark(state.alarms, event.alarm, seen_by=event.actor, seen=state.seq)
    return replace(state, calls=calls, alarms=alarms)


@apply.register
def _apply_alarm_put_off(event: e.AlarmPutOff, state: TableState) -> TableState:
    alarms = with_mark(
        state.alarms,
        event.alarm,
        put_off_by=event.actor,
        put_off=state.seq,
        minutes=event.minutes,
        reason=event.reason,
    )
    return replace(state, alarms=alarms)


@apply.register
def _apply_video_lost(_event: e.VideoLost, state: TableState) -> TableState:
    return replace(state, video=False)


@apply.register
def _apply_video_back(_event: e.VideoBack, state: TableState) -> TableState:
    return replace(state, video=True)


# --- the dealer in charge -------------------------------------------------------------------------


@apply.register
def _apply_dealer_signed_on(event: e.DealerSignedOn, state: TableState) -> TableState:
    dealer = DealerOn(actor=event.actor, console=event.console, since=state.seq)
    awaited = state.relief is not None and state.relief.dealer == event.actor
    return replace(state, dealer=dealer, relief=None if awaited else state.relief)


@apply.register
def _apply_hand_over_offered(_event: e.HandOverOffered, state: TableState) -> TableState:
    if state.dealer is None:
        return state
    return replace(state, dealer=replace(state.dealer, handing_over=True))


@apply.register
def _apply_dealer_signed_off(_event: e.DealerSignedOff, state: TableState) -> TableState:
    return replace(state, dealer=None)


@apply.register
def _apply_relief_planned(event: e.ReliefPlanned, state: TableState) -> TableState:
    relief = Relief(dealer=event.dealer, at_ms=event.at_ms, actor=event.actor)
    return replace(state, relief=relief)


@apply.register
def _apply_relief_dropped(_event: e.ReliefDropped, state: TableState) -> TableState:
    return replace(state, relief=None)
