"""What a table keeps of its staff: the dealers, incidents, calls, and alarms seen.

Each list has a limit; the log has all of them. Events are named by their number, and the gateway
knows when each was stored.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

INCIDENTS_MAX = 50
"""Incidents kept, open ones first: more than a table has in a bad week."""

CALLS_MAX = 8
"""Calls kept: a dealer who calls again is heard again."""

ALARMS_MAX = 64
"""Alarms kept of which a person said that they saw them, or that they may wait."""


class DealerOn(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer in charge, and since which event."""

    actor: str
    console: str
    since: int
    handing_over: bool = False


class Relief(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer that takes over next, when, and the manager that planned it."""

    dealer: str
    at_ms: int
    actor: str


class Incident(msgspec.Struct, frozen=True, kw_only=True):
    """What should not have happened, named by the number of its event.

    The detail of a scan stays in the log: it says a card that may lie face down (P13).
    """

    number: int
    kind: str
    actor: str
    position: str = ""
    first: str = ""
    detail: str = ""
    round_id: str = ""
    closed_by: str = ""
    closed_because: str = ""

    @property
    def open(self) -> bool:
        """Whether no shift manager has closed it."""
        return not self.closed_by


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """A call for the shift manager; it is open until one has seen it."""

    number: int
    actor: str
    reason: str
    seen_by: str = ""


class AlarmMark(msgspec.Struct, frozen=True, kw_only=True):
    """Which colleague saw an alarm or put it off, for how long, and the numbers of those events."""

    alarm: str
    seen_by: str = ""
    seen: int = 0
    put_off_by: str = ""
    put_off: int = 0
    minutes: int = 0
    reason: str = ""


def with_incident(incidents: tuple[Incident, ...], new: Incident) -> tuple[Incident, ...]:
    """Add an incident; beyond the limit the oldest closed one goes, or the oldest of all."""
    kept = (*incidents, new)
    if len(kept) <= INCIDENTS_MAX:
        return kept
    gone = next((each for each in kept if not each.open), kept[0])
    return tuple(each for each in kept if each is not gone)


def with_call(calls: tuple[Call, ...], new: Call) -> tuple[Call, ...]:
    """Add a call; those that were seen are over."""
    return (*unseen(calls), new)[-CALLS_MAX:]


def unseen(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """The calls that no shift manager has seen."""
    return tuple(call for call in calls if not call.seen_by)


def with_mark(marks: tuple[AlarmMark, ...], alarm: str, **said: str | int) -> tuple[AlarmMark, ...]:
    """Add what was said about an alarm to what was said before; the newest is last."""
    known = next((mark for mark in marks if mark.alarm == alarm), AlarmMark(alarm=alarm))
    others = tuple(mark for mark in marks if mark.alarm != alarm)
    return (*others, replace(known, **said))[-ALARMS_MAX:]
