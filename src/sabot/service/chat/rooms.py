"""Rooms, and who may do what in them.

Three kinds: the chat of a table, open to all people there; a player's private support; and a
private line between a table's dealer and the shift manager. Roles are words from the code that
checks identities. Which dealer is in charge is not known here: the gateway checks it.
"""

from __future__ import annotations

import msgspec

from sabot.errors import Malformed, Refused
from sabot.service.chat.refusals import ChatRefusal

TABLE, SUPPORT, STAFF = "table", "support", "staff"
EVERYWHERE = "*"
"""As a place of a restriction: every table."""

PLAYER = "player"
WRITERS = frozenset({PLAYER, "dealer", "supervisor", "shift_manager", "moderator"})
SUPPORTERS = frozenset({"shift_manager", "moderator", "support"})
MODERATORS = frozenset({"shift_manager", "moderator"})
PRIVATE_LINE = frozenset({"dealer", "supervisor", "shift_manager"})
DEALER, MANAGER = "dealer", "shift_manager"

NAME_MAX = 300


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """The person who speaks or acts; the nickname is what others see."""

    id: str
    nickname: str
    role: str = PLAYER

    @property
    def is_player(self) -> bool:
        return self.role == PLAYER


def table_room(table_id: str) -> str:
    """The chat of a table.

    >>> table_room("speed-1")
    'table:speed-1'
    """
    return f"{TABLE}:{table_id}"


def support_room(player_id: str) -> str:
    """A player's private support."""
    return f"{SUPPORT}:{player_id}"


def kind_of(room: str) -> str:
    """The kind of a room; anything else is no room."""
    kind, _, name = room.partition(":")
    if kind not in (TABLE, SUPPORT, STAFF) or not 0 < len(name) <= NAME_MAX:
        raise Malformed(ChatRefusal.NO_SUCH_ROOM, room=room[:NAME_MAX])
    return kind


def check_may_enter(room: str, speaker: Speaker) -> None:
    """Refuse who has no business in a room: support is between one player and those who help."""
    allowed = WRITERS | SUPPORTERS
    kind = kind_of(room)
    if kind == STAFF:
        allowed = PRIVATE_LINE
    elif kind == SUPPORT:
        allowed = SUPPORTERS
        if speaker.is_player and room == support_room(speaker.id):
            return
    if speaker.role not in allowed:
        raise Refused(ChatRefusal.NOT_YOUR_ROOM, room=room)


def check_may_support(speaker: Speaker) -> None:
    """Refuse a speaker who may not see which players wait for an answer."""
    if speaker.role not in SUPPORTERS:
        raise Refused(ChatRefusal.NOT_YOUR_ROOM, role=speaker.role)


def check_may_moderate(speaker: Speaker) -> None:
    """Refuse a speaker who may not delete, mute and block."""
    if speaker.role not in MODERATORS:
        raise Refused(ChatRefusal.NOT_A_MODERATOR, role=speaker.role)
