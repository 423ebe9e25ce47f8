"""Incidents, calls and alarms after they happened: seen, put off, closed; and the lost picture."""

from __future__ import annotations

import re

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.draft import Draft, handle
from sabot.table.phases import Phase
from sabot.table.staff.reasons import Change
from sabot.table.staff.refusals import AlarmRefusal, IncidentRefusal, VideoRefusal
from sabot.table.staff.text_limits import text
from sabot.table.state import TableState
from sabot.table.studio.shoes import retire

MINUTES_MAX = 8 * 60
"""An alarm may wait for a shift at most."""

CANNOT_WAIT = frozenset({"studio_silent", "paused", "malfunction", "correction_waits"})
"""Alarms of priority 1: a person is needed now."""

_ALARM = re.compile(r"([a-z_]{1,32})(?::([A-Za-z0-9:._-]{1,80}))?")


@handle.register
def _handle_call_manager(command: c.CallManager, draft: Draft) -> None:
    draft.add(e.ManagerCalled(actor=draft.inputs.actor, reason=text(command.reason)))


@handle.register
def _handle_acknowledge(command: c.Acknowledge, draft: Draft) -> None:
    _kind_of(draft.state, command.alarm)
    draft.add(e.AlarmSeen(actor=draft.inputs.actor, alarm=command.alarm))


@handle.register
def _handle_put_off(command: c.PutOff, draft: Draft) -> None:
    state = draft.state
    kind = _kind_of(state, command.alarm)
    if not 1 <= command.minutes <= MINUTES_MAX:
        raise Refused(AlarmRefusal.MINUTES, minimum=1, maximum=MINUTES_MAX)
    stopped = kind == "incident" and state.phase is Phase.PAUSED
    if kind in CANNOT_WAIT or stopped:
        raise Refused(AlarmRefusal.CANNOT_WAIT, alarm=command.alarm)
    draft.add(
        e.AlarmPutOff(
            actor=draft.inputs.actor,
            alarm=command.alarm,
            minutes=command.minutes,
            reason=text(command.reason),
        )
    )


def _kind_of(state: TableState, alarm: str) -> str:
    """The kind of an alarm, if it can be one of this table's."""
    parts = _ALARM.fullmatch(alarm)
    if parts is None:
        raise Refused(AlarmRefusal.UNKNOWN, alarm=alarm[:120])
    kind, about = parts.groups()
    numbers = {
        "incident": [each.number for each in state.incidents],
        "call": [each.number for each in state.calls],
    }.get(kind)
    if numbers is not None and about not in map(str, numbers):
        raise Refused(AlarmRefusal.UNKNOWN, alarm=alarm)
    return str(kind)


@handle.register
def _handle_close_incident(command: c.CloseIncident, draft: Draft) -> None:
    """An incident ends when its table goes on, and a shift manager has said how it ended."""
    state = draft.state
    found = [each for each in state.incidents if each.number == command.incident]
    if not found:
        raise Refused(IncidentRefusal.UNKNOWN, incident=command.incident)
    if not found[0].open:
        raise Refused(IncidentRefusal.CLOSED, incident=command.incident)
    if state.phase is Phase.PAUSED and found[0].round_id == _round_id(state):
        raise Refused(IncidentRefusal.UNDECIDED, incident=command.incident)
    reason = text(command.reason)
    draft.add(e.IncidentClosed(actor=draft.inputs.actor, incident=command.incident, reason=reason))


def _round_id(state: TableState) -> str:
    return state.current.round_id if state.in_round else ""


@handle.register
def _handle_report_video(command: c.ReportVideo, draft: Draft) -> None:
    """F96, F271: a round in play goes on, and its cards are changed once the picture is back."""
    state, actor = draft.state, draft.inputs.actor
    if command.available == state.video:
        raise Refused(VideoRefusal.ALREADY_SO)
    if not command.available:
        draft.add(e.VideoLost(actor=actor))
        return
    draft.add(e.VideoBack(actor=actor))
    retire(draft, Change.VIDEO_LOST)
