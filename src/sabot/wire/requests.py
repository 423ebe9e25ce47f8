"""What a client sends: one JSON object a frame, its `type` says what it is."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sabot.table import commands as c

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Room = Annotated[str, Meta(min_length=1, max_length=128)]
"""A kind of room with a table or a player, whose id may have that of an operator before it."""
ID_PATTERN = r"^[A-Za-z0-9:._-]+$"
CmdId = Annotated[str, Meta(min_length=1, max_length=64, extra_json_schema={"pattern": ID_PATTERN})]
"""Looked at here, in a third of the time that the decoder needs; and to the decoder a line break
after the end is none."""
Text = Annotated[str, Meta(min_length=1, max_length=200)]
Line = Annotated[str, Meta(max_length=4_000)]
"""What is said, before the chat has brought it into its form and measured it."""
Action = Literal["delete", "mute", "block", "unblock"]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]

_is_id = re.compile(ID_PATTERN).fullmatch


def _check_id(cmd_id: str) -> None:
    if _is_id(cmd_id) is None:
        raise ValueError(f"Expected `str` matching regex {ID_PATTERN!r}")


class Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """Something a client wants."""


class Since(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last update a client has of a table."""

    epoch: Count
    seq: Count


class Watch(Request, frozen=True, tag="watch"):
    """Show me this table; with `since`, only what I missed."""

    table: Name
    since: Since | None = None


class Unwatch(Request, frozen=True, tag="unwatch"):
    """Show me this table no more; bets and seats stay."""

    table: Name


class WatchLobby(Request, frozen=True, tag="watch_lobby"):
    """Show me all tables at a glance."""


class UnwatchLobby(Request, frozen=True, tag="unwatch_lobby"):
    """Show me the lobby no more."""


class Named(msgspec.Struct, frozen=True):
    """The id of a request, whatever else is wrong with it."""

    cmd_id: CmdId

    def __post_init__(self) -> None:
        _check_id(self.cmd_id)


class Answered(Request, frozen=True):
    """Something that is answered under its id."""

    cmd_id: CmdId

    def __post_init__(self) -> None:
        _check_id(self.cmd_id)


class Act(Answered, frozen=True, tag="act"):
    """A command to a table; the same `cmd_id` again is the same command, with the same answer."""

    table: Name
    command: c.AnyCommand
    bets_for: Annotated[str, Meta(max_length=128)] = ""  # as in the view; chips have to name it


class Say(Answered, frozen=True, tag="say"):
    """Say something in a room: `table:speed-1`, `support`, or `support:<player>` for staff."""

    room: Room
    text: Line


class Enter(Request, frozen=True, tag="enter"):
    """Listen to a room; its last lines come at once."""

    room: Room


class Exit(Request, frozen=True, tag="exit"):
    """Listen to a room no more."""

    room: Room


class Moderate(Answered, frozen=True, tag="moderate"):
    """Staff: take back a line, or keep somebody from speaking for a while."""

    action: Action
    target: Annotated[str, Meta(min_length=1, max_length=128)]
    reason: Text
    minutes: Annotated[int, Meta(ge=1, le=43_200)] | None = None


class WatchSupport(Request, frozen=True, tag="watch_support"):
    """Staff: show me which players wait for an answer in support, and tell me of every change."""


class UnwatchSupport(Request, frozen=True, tag="unwatch_support"):
    """Show me those who wait no more."""


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
    | Ping
)
