"""What chat publishes: lines said, deleted and answered, acts of moderators, and support."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sabot.service.chat.ports import ChatAct, ChatLine, Unanswered


class LineSaid(msgspec.Struct, frozen=True):
    """A line for all listeners of its room; the flags are for moderators alone."""

    line: ChatLine
    flags: tuple[str, ...] = ()


class LineDeleted(msgspec.Struct, frozen=True):
    """A line is to be shown as deleted."""

    line: ChatLine


class LineAnswered(msgspec.Struct, frozen=True):
    """A dealer has answered a line aloud."""

    line: ChatLine


class Moderated(msgspec.Struct, frozen=True):
    """A moderator acted; for the player it is about, or the room, and for the moderators."""

    act: ChatAct


class SupportChanged(msgspec.Struct, frozen=True):
    """A player waits for an answer in support, or no longer; for those who help."""

    room: str
    unanswered: Unanswered | None


Notice = LineSaid | LineDeleted | LineAnswered | Moderated | SupportChanged
Publish = Callable[[Notice], None]
