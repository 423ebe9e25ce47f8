"""The lines of rooms as people read them: deleted ones without text, answered ones marked.

Owns what is remembered of rooms between lines: the last ones, and which were answered aloud.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.chat import rooms
from sabot.service.chat.last_lines import LastLines
from sabot.service.chat.ports import ActKind, ChatLine, ChatStore
from sabot.service.chat.refusals import ChatRefusal

SHOWN = 50
"""Lines that a person who enters a room is shown."""


class RoomLines:
    """The lines of every room."""

    def __init__(self, store: ChatStore) -> None:
        self._store = store
        self._last = LastLines(store, count=SHOWN)
        self._answered: dict[str, set[int]] = {}  # room → lines answered aloud

    def of(self, room: str, *, since_ms: int) -> list[ChatLine]:
        """The last lines of a room."""
        return self._marked(
            room, [shown(line) for line in self._last.of(room) if line.at_ms >= since_ms]
        )

    def newest(self, count: int) -> Sequence[ChatLine]:
        """The newest lines of all rooms."""
        found = self._store.latest(count=count)
        return [marked for line in found for marked in self._marked(line.room, [shown(line)])]

    def line(self, room: str, number: int) -> ChatLine:
        """One line with its text, also when it was deleted."""
        line = self._store.line(room, number)
        if line is None:
            raise Refused(ChatRefusal.NO_SUCH_LINE, room=room, number=number)
        return line

    def changes(self, room: str) -> None:
        """A line is about to be written or deleted there."""
        self._last.forget(room)

    def is_answered(self, room: str, number: int) -> bool:
        """Whether a dealer has answered a line aloud."""
        return number in self._answered_in(room)

    def answered(self, room: str, number: int) -> None:
        """A dealer has answered a line aloud."""
        self._answered_in(room).add(number)

    def _marked(self, room: str, lines: list[ChatLine]) -> list[ChatLine]:
        """The lines, those that were answered aloud marked as such."""
        if rooms.kind_of(room) != rooms.TABLE or not lines:
            return lines
        answered = self._answered_in(room)
        return [replace(one, answered=True) if one.number in answered else one for one in lines]

    def _answered_in(self, room: str) -> set[int]:
        if room not in self._answered:
            acts = self._store.acts(place=room)
            answers = {act.number for act in acts if act.kind is ActKind.ANSWER}
            self._answered[room] = {number for number in answers if number is not None}
        return self._answered[room]


def shown(line: ChatLine) -> ChatLine:
    """A line without its text, if it was deleted."""
    return line if line.deleted_ms is None else replace(line, text="")
