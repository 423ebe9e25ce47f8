"""What acts of moderation mean now: which players may not write where, and which rooms are off.

Pure: acts in order go in. The newest act about a player in a place replaces the ones before it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabot.errors import Refused
from sabot.service.chat.ports import ActKind, ChatAct
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.rooms import EVERYWHERE

_STOPPING = frozenset({ActKind.MUTE, ActKind.BLOCK})
_SWITCHES = frozenset({ActKind.SWITCH_OFF, ActKind.SWITCH_ON})


class Restriction(msgspec.Struct, frozen=True, kw_only=True):
    """A player may not write in a place; without an end until it is lifted.

    Why is in the act, for staff: what a moderator wrote about a player is not told to the player.
    """

    place: str
    until_ms: int | None = None

    def holds(self, now_ms: int) -> bool:
        """Whether it still does."""
        return self.until_ms is None or now_ms < self.until_ms


def restrictions_of(acts: Iterable[ChatAct], now_ms: int) -> dict[str, Restriction]:
    """The restrictions of one player by place, from the acts about them."""
    held: dict[str, Restriction] = {}
    for act in acts:
        if act.kind in _STOPPING:
            held[act.place] = Restriction(place=act.place, until_ms=act.until_ms)
        elif act.kind is ActKind.LIFT:
            held.pop(act.place, None)
    return {place: found for place, found in held.items() if found.holds(now_ms)}


def check_may_write(held: dict[str, Restriction], room: str, now_ms: int) -> None:
    """Refuse a player who was stopped, here or everywhere; what lasts longest is said."""
    here = [found for place in (EVERYWHERE, room) if (found := held.get(place)) is not None]
    holding = [found for found in here if found.holds(now_ms)]
    if holding:
        longest = max(holding, key=lambda found: (found.until_ms is None, found.until_ms or 0))
        raise Refused(ChatRefusal.BLOCKED, until_ms=longest.until_ms)


def is_off(acts: Iterable[ChatAct]) -> bool:
    """Whether a room was switched off, from the acts about it."""
    switched = [act.kind for act in acts if act.kind in _SWITCHES]
    return bool(switched) and switched[-1] is ActKind.SWITCH_OFF
