"""The last lines of rooms: read once, and again when something was said or deleted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.service.controls.moments import NOON, Moment
from typing_extensions import override

from sabot.adapters.memory.chat import MemoryChat
from sabot.errors import Unavailable
from sabot.service.chat import last_lines as subject
from sabot.service.chat.desk import KEPT_MS, ChatDesk
from sabot.service.chat.ports import ChatLine
from sabot.service.chat.rooms import Speaker, table_room

TABLE, OTHER = table_room("speed-1"), table_room("speed-2")
ADA = Speaker(id="ada", nickname="Ada")
MODERATOR = Speaker(id="m1", nickname="Mod", role="moderator")


class CountedChat(MemoryChat):
    """Knows which rooms were read, and may fail after a line is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self.breaks = False

    @override
    def last(self, room: str, *, count: int) -> Sequence[ChatLine]:
        self.read.append(room)
        return super().last(room, count=count)

    @override
    def say(self, line: ChatLine) -> ChatLine:
        kept = super().say(line)
        if self.breaks:
            raise Unavailable("store/outcome_unknown")
        return kept


def desk_with(store: CountedChat, clock: Moment | None = None) -> ChatDesk:
    return ChatDesk(store, clock or Moment())


def texts(desk: ChatDesk, room: str = TABLE) -> list[str]:
    return [line.text for line in desk.enter(room, ADA)]


def test_who_enters_again_and_again_asks_the_disk_once() -> None:
    store = CountedChat()
    desk = desk_with(store)
    desk.say(TABLE, ADA, "ciao")
    assert [texts(desk) for _ in range(5)] == [["ciao"]] * 5
    assert [texts(desk, OTHER) for _ in range(5)] == [[]] * 5  # an empty room is remembered too
    assert store.read == [TABLE, OTHER]


def test_what_was_said_or_deleted_since_is_shown() -> None:
    store = CountedChat()
    desk = desk_with(store)
    assert texts(desk) == []
    desk.say(TABLE, ADA, "rude words")
    assert texts(desk) == ["rude words"]
    desk.moderation.delete(TABLE, 1, MODERATOR, reason="rude")
    assert texts(desk) == [""]


def test_a_line_of_which_nobody_knows_whether_it_is_kept_is_looked_for() -> None:
    store = CountedChat()
    desk = desk_with(store)
    assert texts(desk) == []
    store.breaks = True
    with pytest.raises(Unavailable):
        desk.say(TABLE, ADA, "kept all the same")
    assert texts(desk) == ["kept all the same"]


def test_what_is_remembered_is_not_shown_for_longer_than_it_is_kept() -> None:
    clock = Moment()
    desk = desk_with(CountedChat(), clock)
    desk.say(TABLE, ADA, "old")
    clock.now_ms = NOON + KEPT_MS
    assert texts(desk) == ["old"]
    clock.now_ms += 1
    assert texts(desk) == []


def test_only_so_many_rooms_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "ROOMS_MAX", 2)
    store = CountedChat()
    desk = desk_with(store)
    for table in ("a", "b", "a", "c", "a", "b"):  # the one untouched for longest goes
        desk.enter(table_room(table), ADA)
    assert [room.partition(":")[2] for room in store.read] == ["a", "b", "c", "b"]
