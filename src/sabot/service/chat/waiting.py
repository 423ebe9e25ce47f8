"""Support rooms as those who help see them: the newest line, and whether a manager has to answer.

A room that was handed over waits for a shift manager until one of them writes there.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sabot.service.chat.ports import ActKind, ChatLine, ChatStore, Unanswered
from sabot.service.chat.rooms import MANAGER, PLAYER

LOOKED_AT = 50
"""Lines of a room among which the answer of a shift manager is looked for."""


def described(store: ChatStore, found: Sequence[Unanswered]) -> list[Unanswered]:
    """Rooms that wait, each with its newest line; those for the manager first."""
    told = [_described(store, one) for one in found]
    return sorted(told, key=lambda one: not one.for_manager)


def _described(store: ChatStore, one: Unanswered) -> Unanswered:
    lines = store.last(one.room, count=LOOKED_AT)
    said = [line.text for line in lines if line.role == PLAYER and line.deleted_ms is None]
    return replace(
        one, last=said[-1] if said else "", for_manager=is_handed_over(store, one.room, lines)
    )


def is_handed_over(store: ChatStore, room: str, lines: Sequence[ChatLine]) -> bool:
    """Whether a moderator has handed this room over, and no shift manager has written since."""
    acts = [act for act in store.acts(place=room) if act.kind is ActKind.HAND_OVER]
    if not acts:
        return False
    since = acts[-1].number or 0
    return not any(line.role == MANAGER and line.number > since for line in lines)
