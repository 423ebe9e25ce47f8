"""What the shift manager's desk and the moderators ask over HTTP, beside the wall and the feed."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.wire.strict import Body


class TimelineLine(Body, frozen=True):
    """One event of a round, in order, with names of staff; a hidden card is null (P13)."""

    seq: int
    at_ms: int
    event: str
    actor: str | None
    position: str | None
    second: str | None
    card: str | None
    words: str | None  # of a colleague, or the code of an incident
    public: str | None  # what players read


class Timeline(Body, frozen=True):
    """What happened in the round in play, or in the last one."""

    table: str
    round: str
    lines: tuple[TimelineLine, ...]


class IncidentLine(Body, frozen=True):
    """An incident in the log of all tables."""

    table: str
    incident: int
    kind: str
    position: str
    first: str
    detail: str
    by: str
    at_ms: int
    round: str | None
    open: bool
    closed_by: str | None
    closed_because: str | None
    closed_at_ms: int | None


class Incidents(Body, frozen=True):
    """A page of the log of incidents, newest first; `next` is where the older page begins."""

    incidents: tuple[IncidentLine, ...]
    next: int | None


class ApprovalLine(Body, frozen=True):
    """Something that waits for a second person; `kind` says where it is decided.

    `credit`, `golden_chips`, `expiry`, `void`, `annulment` and `clock` are decided over HTTP,
    `correction` and `cancel` at the table. `gives` and `takes` are what an approval would move now,
    in cents: to players or operators, and from players. `facts` are the rest of what is proposed.
    """

    kind: str
    id: str
    table: str | None
    round: str | None
    player: str | None
    amount: int | None
    by: str
    at_ms: int | None
    reason: str
    yours: bool  # you proposed it, so a colleague decides
    why_not: str | None = None  # the code of why you may not decide it
    players: int | None = None  # whose money an approval would move
    gives: int | None = None
    takes: int | None = None
    until_ms: int | None = None  # when it lapses undecided; null while it lasts with its round
    facts: Mapping[str, str | int | bool] = {}


class Approvals(Body, frozen=True):
    """Everything that waits for a second person, the longest wait first."""

    waiting: tuple[ApprovalLine, ...]


class OnDutyLine(Body, frozen=True):
    """A member of the house's staff who is connected, or in charge of a table."""

    name: str
    actor: str
    role: str
    since_ms: int | None  # of the oldest session that is connected
    sockets: int
    tables: tuple[str, ...]  # that this dealer is in charge of


class DealerOfHouse(Body, frozen=True):
    """A dealer who may be planned for a table, connected or not."""

    name: str
    actor: str


class OnDuty(Body, frozen=True):
    """The staff on duty, by role and name, and every dealer of the house, by name."""

    people: tuple[OnDutyLine, ...]
    dealers: tuple[DealerOfHouse, ...] = ()


class ChatLineOf(Body, frozen=True):
    """A line of one player; the text of a removed one is for moderators alone."""

    room: str
    line: str
    text: str
    at_ms: int
    removed: bool
    flags: tuple[str, ...]


class RestrictionShown(Body, frozen=True):
    """Where a player may not write: a room, or `*` for every table."""

    place: str
    until_ms: int | None


class ChatNote(Body, frozen=True):
    """What a moderator did about a player, and why."""

    action: str
    place: str
    by: str
    at_ms: int
    reason: str
    until_ms: int | None


class ChatDeed(Body, frozen=True):
    """What a moderator did, in the record of all rooms; `line` is the one that was removed."""

    action: str
    place: str  # a room, or `*` for every table
    line: str | None
    player: str
    nickname: str
    by: str
    at_ms: int
    reason: str
    until_ms: int | None


class Moderation(Body, frozen=True):
    """The places where chat is off, and what moderators did since a moment, newest first."""

    off: tuple[str, ...]
    deeds: tuple[ChatDeed, ...]


class PlayerChat(Body, frozen=True):
    """A player as moderators see them: nothing about money or play."""

    player: str
    nickname: str
    since_ms: int | None
    lines: tuple[ChatLineOf, ...]
    restrictions: tuple[RestrictionShown, ...]
    notes: tuple[ChatNote, ...]
