"""The planned change of dealer: which dealer takes over a live table next, and when.

A plan changes nothing by itself: dealers hand over and sign on as always. It is over when the
planned dealer signs on.
"""

from __future__ import annotations

import re

from sabot.errors import Refused
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.draft import Draft, handle
from sabot.table.staff.refusals import ReliefRefusal

AHEAD_MAX_MS = 24 * 3_600_000
"""A plan is for this shift or the next one."""

LATE_MAX_MS = 60_000
"""How old a time may be when it arrives: a manager who writes "now" is not refused."""

_DEALER = re.compile(r"[A-Za-z0-9:._-]{1,80}")


@handle.register
def _handle_plan_relief(command: c.PlanRelief, draft: Draft) -> None:
    state, now_ms = draft.state, draft.inputs.wall_ms
    if _DEALER.fullmatch(command.dealer) is None:
        raise Refused(ReliefRefusal.UNKNOWN_DEALER)
    if not now_ms - LATE_MAX_MS <= command.at_ms <= now_ms + AHEAD_MAX_MS:
        raise Refused(ReliefRefusal.TIME)
    if state.dealer is not None and state.dealer.actor == command.dealer:
        raise Refused(ReliefRefusal.IN_CHARGE)
    draft.add(e.ReliefPlanned(actor=draft.inputs.actor, dealer=command.dealer, at_ms=command.at_ms))


@handle.register
def _handle_drop_relief(_command: c.DropRelief, draft: Draft) -> None:
    if draft.state.relief is None:
        raise Refused(ReliefRefusal.NONE)
    draft.add(e.ReliefDropped(actor=draft.inputs.actor))
