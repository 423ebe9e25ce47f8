"""What happened among the staff of a table, besides cards and bets; part of `events.py`.

Also what every event is: a fact in the past tense whose tag is the name of its class.
"""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Something that happened; the tag is the class name."""


class IncidentClosed(Event, frozen=True):
    """A shift manager said how an incident ended."""

    actor: str
    incident: int
    reason: str


class AlarmSeen(Event, frozen=True):
    """A member of staff saw an alarm of this table."""

    actor: str
    alarm: str


class AlarmPutOff(Event, frozen=True):
    """An alarm of this table rests for some minutes."""

    actor: str
    alarm: str
    minutes: int
    reason: str


class VideoLost(Event, frozen=True):
    """The picture of the table is not available (F271)."""

    actor: str


class VideoBack(Event, frozen=True):
    """The picture of the table is there again; the cards have to be changed (F96)."""

    actor: str


class MoveProposed(Event, frozen=True):
    """A member of staff says that two cards lie in each other's place."""

    actor: str
    first: str
    second: str


class CorrectionWithdrawn(Event, frozen=True):
    """A proposal about a card was taken back by its proposer."""

    actor: str


class CorrectionDeclined(Event, frozen=True):
    """The shift manager refused a proposal about a card; `rescan` is a position to read again."""

    actor: str
    reason: str
    rescan: str = ""


class CardsMoved(Event, frozen=True):
    """The shift manager confirmed that two cards lie in each other's place (F243)."""

    actor: str
    first: str
    second: str


class DealerSignedOn(Event, frozen=True):
    """A dealer took charge of the table, and deals from here on."""

    actor: str
    console: str


class HandOverOffered(Event, frozen=True):
    """The dealer in charge lets a colleague sign on."""

    actor: str


class DealerSignedOff(Event, frozen=True):
    """The table has no dealer; `actor` is the dealer, or the manager that relieved the dealer."""

    actor: str
    dealer: str
    reason: str = ""


class ReliefPlanned(Event, frozen=True):
    """A shift manager said which dealer takes over next, and when by the date of the house."""

    actor: str
    dealer: str
    at_ms: int


class ReliefDropped(Event, frozen=True):
    """The planned change of dealer does not happen."""

    actor: str
