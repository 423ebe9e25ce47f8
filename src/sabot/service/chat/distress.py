"""A player who wrote words of distress is met with help: moderators cannot sanction them.

The page of the moderators offers no sanction for such a line; here the rule holds for every
client. For a day no moderator removes the line, mutes or blocks its player. A shift manager, to
whom a moderator hands the player's support over, may do so once staff have answered the player in
support: words of distress are no licence to insult others.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.errors import Refused
from sabot.service.chat import rooms
from sabot.service.chat.flags import Flag, flags_of
from sabot.service.chat.ports import ChatLine, ChatStore
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.rooms import Speaker

PROTECTED_MS = 24 * 3_600_000
"""How long a line of distress keeps moderators from sanctions: people on the next shift answer."""

LINES_MAX = 5_000
"""Lines of one player that are looked through: hours of writing at the fastest pace allowed."""

ANSWERS_MAX = 500
"""Lines of a player's support that are looked through for an answer of staff."""


def is_distress(line: ChatLine) -> bool:
    """Whether a line of a player has words of distress; a removed line keeps its text."""
    return line.role == rooms.PLAYER and Flag.DISTRESS in flags_of(line.text)


def check_no_distress(store: ChatStore, player: str, actor: Speaker, now_ms: int) -> None:
    """Refuse a sanction on a player who wrote words of distress in the last day."""
    since_ms = now_ms - PROTECTED_MS
    lines = store.lines_of(player, count=LINES_MAX)
    found = [line for line in lines if line.at_ms > since_ms and is_distress(line)]
    if not found:
        return
    if actor.role != rooms.MANAGER:
        raise Refused(ChatRefusal.DISTRESS, until_ms=found[-1].at_ms + PROTECTED_MS)
    if not _is_met(store.last(rooms.support_room(player), count=ANSWERS_MAX), found[-1].at_ms):
        raise Refused(ChatRefusal.DISTRESS_UNANSWERED)


def _is_met(support: Sequence[ChatLine], since_ms: int) -> bool:
    """Whether staff have written in the player's support since."""
    return any(line.role != rooms.PLAYER and line.at_ms >= since_ms for line in support)
