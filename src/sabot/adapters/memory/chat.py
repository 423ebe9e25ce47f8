"""Chat in memory: what the SQL one is compared with, and what tests use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sabot.service.chat.ports import ChatAct, ChatLine, Unanswered
from sabot.service.chat.rooms import PLAYER, STAFF, SUPPORT, kind_of


class MemoryChat:
    """Lines and acts in lists."""

    def __init__(self) -> None:
        self._lines: dict[str, dict[int, ChatLine]] = {}
        self._numbers: dict[str, int] = {}
        self._acts: list[ChatAct] = []

    def say(self, line: ChatLine) -> ChatLine:
        """Keep a line under the next number of its room."""
        number = self._numbers.get(line.room, 0) + 1
        self._numbers[line.room] = number
        kept = replace(line, number=number)
        self._lines.setdefault(line.room, {})[number] = kept
        return kept

    def line(self, room: str, number: int) -> ChatLine | None:
        """One line."""
        return self._lines.get(room, {}).get(number)

    def last(self, room: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of a room, oldest first."""
        return list(self._lines.get(room, {}).values())[-count:]

    def latest(self, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of all rooms but the private ones of staff, oldest first."""
        return self._all(lambda line: kind_of(line.room) != STAFF)[-count:]

    def lines_of(self, speaker: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of one person in all rooms, oldest first."""
        return self._all(lambda line: line.speaker == speaker)[-count:]

    def _all(self, wanted: Callable[[ChatLine], bool]) -> list[ChatLine]:
        lines = (line for room in self._lines.values() for line in room.values())
        return sorted(filter(wanted, lines), key=lambda line: line.at_ms)

    def unanswered(self, room: str | None = None) -> Sequence[Unanswered]:
        """Every support, or this one, whose player waits for an answer; the longest wait first."""
        found = [
            Unanswered(
                room=name, nickname=lines[-1].nickname, since_ms=lines[0].at_ms, lines=len(lines)
            )
            for name in self._lines
            if kind_of(name) == SUPPORT and room in (None, name) and (lines := self._waiting(name))
        ]
        return sorted(found, key=lambda one: (one.since_ms, one.room))

    def _waiting(self, room: str) -> list[ChatLine]:
        lines = [line for line in self._lines[room].values() if line.deleted_ms is None]
        answered = max((line.number for line in lines if line.role != PLAYER), default=0)
        return [line for line in lines if line.number > answered]

    def delete(self, act: ChatAct) -> ChatAct | None:
        """Mark a line as deleted, with the act that says so."""
        assert act.number is not None
        line = self.line(act.place, act.number)
        if line is None or line.deleted_ms is not None:
            return None
        self._lines[act.place][act.number] = replace(line, deleted_ms=act.at_ms)
        return self.act(act)

    def act(self, act: ChatAct) -> ChatAct:
        """Keep an act under the next id."""
        kept = replace(act, id=len(self._acts) + 1)
        self._acts.append(kept)
        return kept

    def acts(
        self,
        *,
        player: str | None = None,
        place: str | None = None,
        since_ms: int | None = None,
    ) -> Sequence[ChatAct]:
        """Acts in order: all, of one player, about one place, or since a moment."""
        return [
            act
            for act in self._acts
            if player in (None, act.player)
            and place in (None, act.place)
            and (since_ms is None or act.at_ms >= since_ms)
        ]

    def forget(self, before_ms: int) -> int:
        """Remove the lines that were said before."""
        forgotten = 0
        for room, lines in self._lines.items():
            kept = {number: line for number, line in lines.items() if line.at_ms >= before_ms}
            forgotten += len(lines) - len(kept)
            self._lines[room] = kept
        return forgotten
