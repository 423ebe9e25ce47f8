"""What a client sends: one JSON object per frame, identified by its `type`."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sabot.table import commands as c

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Room = Annotated[str, Meta(min_length=1, max_length=128)]
"""A kind of room and the id of a table or player; a player's id may start with an operator's."""
ID_PATTERN = r"^[A-Za-z0-9:._-]+$"
CmdId = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": ID_PATTERN})]
"""Checked here because `re.fullmatch` is three times faster than the decoder's pattern, which also
accepts a trailing newline."""
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Line = Annotated[str, Meta(max_length=4_000)]
"""A chat line as sent. The chat normalises it and then applies its own, shorter limit."""
Action = Literal["delete", "mute", "block", "unblock", "chat_off", "chat_on", "hand_over"]
"""`chat_off` and `chat_on` name a table; `hand_over` a support room that the manager takes."""
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]

_is_id = re.compile(ID_PATTERN).fullmatch


def _check_id(cmd_id: str) -> None:
    if _is_id(cmd_id) is None:
        raise ValueError(f"Expected `str` matching regex {ID_PATTERN!r}")


class Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """A request from a client."""


class Since(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last update of a table that a client has."""

    epoch: Count
    seq: Count


class Watch(Request, frozen=True, tag="watch"):
    """Show me this table; with `since`, only what I missed."""

    table: Name
    since: Since | None = None


class Unwatch(Request, frozen=True, tag="unwatch"):
    """Stop showing me this table; bets and seats stay."""

    table: Name


class WatchLobby(Request, frozen=True, tag="watch_lobby"):
    """Show me all tables at a glance."""


class UnwatchLobby(Request, frozen=True, tag="unwatch_lobby"):
    """Stop showing me the lobby."""


class Named(msgspec.Struct, frozen=True):
    """Only the id of a request, for one that is otherwise unreadable."""

    cmd_id: CmdId

    def __post_init__(self) -> None:
        _check_id(self.cmd_id)


class Answered(Request, frozen=True):
    """A request that is answered under its id."""

    cmd_id: CmdId

    def __post_init__(self) -> None:
        _check_id(self.cmd_id)


class Act(Answered, frozen=True, tag="act"):
    """A command to a table; the same `cmd_id` again is the same command, with the same answer."""

    table: Name
    command: c.AnyCommand
    bets_for: Annotated[str, Meta(max_length=128)] = ""  # as in the view; required with chips
    console: Annotated[str, Meta(max_length=64)] = ""  # of a dealer: the one that signed on


class Say(Answered, frozen=True, tag="say"):
    """Say something in a room: `table:speed-1`, `support`, or `support:<player>` for staff."""

    room: Room
    text: Line


class Enter(Request, frozen=True, tag="enter"):
    """Follow a room; its last lines come at once."""

    room: Room


class Exit(Request, frozen=True, tag="exit"):
    """Stop following a room."""

    room: Room


class Moderate(Answered, frozen=True, tag="moderate"):
    """Staff: remove a line, or keep a player from writing for a while."""

    action: Action
    target: Annotated[str, Meta(min_length=1, max_length=128)]
    reason: Text  # words for the record
    code: Annotated[str, Meta(max_length=32)] = ""  # one of the moderators' list
    minutes: Annotated[int, Meta(ge=1, le=43_200)] | None = None
    table: Name | None = None  # mute at this table alone


class WatchSupport(Request, frozen=True, tag="watch_support"):
    """Staff: show me which players wait for an answer in support, and tell me of every change."""


class UnwatchSupport(Request, frozen=True, tag="unwatch_support"):
    """Staff: stop showing me the players who wait."""


class WatchStaff(Request, frozen=True, tag="watch_staff"):
    """Staff: show me every table, with its alarms, and tell me of every change."""


class UnwatchStaff(Request, frozen=True, tag="unwatch_staff"):
    """Staff: stop showing me every table."""


class WatchChats(Request, frozen=True, tag="watch_chats"):
    """Moderators: show me the lines of every room in one feed."""


class UnwatchChats(Request, frozen=True, tag="unwatch_chats"):
    """Moderators: stop showing me the lines of every room."""


class Heartbeat(Request, frozen=True, tag="heartbeat"):
    """The studio is there: a dealer's console in charge, or a device, every 5 seconds (P5)."""

    table: Name
    console: Annotated[str, Meta(max_length=64)] = ""
    scanner: bool = True
    video: bool = True


class AnsweredAloud(Answered, frozen=True, tag="answered_aloud"):
    """A dealer says that a line of the table's chat was answered by voice."""

    room: Room
    line: Name


class Ping(Request, frozen=True, tag="ping"):
    """Are you there? The answer carries the number back."""

    n: Count


AnyRequest = (
    Watch
    | Unwatch
    | WatchLobby
    | UnwatchLobby
    | Act
    | Say
    | Enter
    | Exit
    | Moderate
    | WatchSupport
    | UnwatchSupport
    | WatchStaff
    | UnwatchStaff
    | WatchChats
    | UnwatchChats
    | Heartbeat
    | AnsweredAloud
    | Ping
)
