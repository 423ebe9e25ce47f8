"""One suite for every store of chat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.chat import MemoryChat
from sabot.adapters.sql.readers.chat import SqlChat
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine, ChatStore, Unanswered

ROOM = "table:speed-1"


@pytest.fixture
def chat(store: AnyStore) -> ChatStore:
    return MemoryChat() if isinstance(store, MemoryStore) else SqlChat(store.database)


def line(text: str, *, room: str = ROOM, at_ms: int = 1) -> ChatLine:
    return ChatLine(
        room=room,
        number=0,
        speaker="ada",
        nickname="Ada",
        role="player",
        text=text,
        at_ms=at_ms,
    )


def act(
    kind: ActKind, *, place: str = "*", player: str = "ada", number: int | None = None
) -> ChatAct:
    return ChatAct(
        kind=kind,
        place=place,
        player=player,
        actor="mod",
        role="moderator",
        reason="spam",
        before="free",
        after="blocked",
        at_ms=7,
        number=number,
        until_ms=99 if kind is ActKind.MUTE else None,
    )


def test_F227_lines_are_numbered_room_by_room(chat: ChatStore) -> None:
    rooms = [ROOM, ROOM, "support:ada", ROOM]
    said = [chat.say(line(f"è {n}", room=room)) for n, room in enumerate(rooms)]
    assert [one.number for one in said] == [1, 2, 1, 3]
    assert chat.line(ROOM, 2) == said[1]
    assert chat.line(ROOM, 4) is chat.line("a\0b", 1) is None
    assert list(chat.last(ROOM, count=2)) == [said[1], said[3]]
    assert list(chat.last("table:other", count=2)) == []


def test_F229_a_deleted_line_stays_in_the_log_and_is_deleted_once(chat: ChatStore) -> None:
    said = chat.say(line("rude"))
    deletion = act(ActKind.DELETE, place=ROOM, number=1)
    kept = chat.delete(deletion)
    assert kept == replace(deletion, id=1)
    assert chat.line(ROOM, 1) == replace(said, deleted_ms=7)
    assert chat.delete(deletion) is None
    assert chat.delete(replace(deletion, number=2)) is None
    assert list(chat.acts()) == [kept]


def test_I14_acts_are_kept_in_order_and_found_by_player_and_place(chat: ChatStore) -> None:
    acts = [
        act(ActKind.MUTE),
        act(ActKind.BLOCK, player="bob"),
        act(ActKind.SWITCH_OFF, place=ROOM, player=""),
        act(ActKind.LIFT),
    ]
    kept = [chat.act(one) for one in acts]
    assert kept == [replace(one, id=number) for number, one in enumerate(acts, start=1)]
    assert list(chat.acts()) == kept
    assert list(chat.acts(player="ada")) == [kept[0], kept[3]]
    assert list(chat.acts(place=ROOM)) == [kept[2]]
    assert list(chat.acts(player="a\0b")) == []


def test_old_lines_are_forgotten_and_numbers_go_on(chat: ChatStore) -> None:
    for number, room in enumerate((ROOM, "support:ada", ROOM), start=1):
        chat.say(line("x", room=room, at_ms=number))
    chat.act(act(ActKind.BLOCK))
    assert chat.forget(2) == 1
    assert chat.forget(2) == 0
    assert [one.at_ms for one in chat.last(ROOM, count=9)] == [3]
    assert chat.forget(9) == 2
    assert chat.say(line("y")).number == 3
    assert len(chat.acts()) == 1


def test_F228_who_waits_in_support_waits_from_the_first_line_after_the_last_of_staff(
    chat: ChatStore,
) -> None:
    ada, bob = "support:ada", "support:acme:bob"

    def staff(room: str, at_ms: int) -> None:
        chat.say(replace(line("yes?", room=room, at_ms=at_ms), role="moderator", nickname="Mod"))

    assert list(chat.unanswered()) == []
    chat.say(line("at a table"))
    chat.say(line("one", room=ada, at_ms=5))
    staff(ada, at_ms=6)
    assert list(chat.unanswered()) == list(chat.unanswered("a\0b")) == []
    for at_ms in (7, 8, 9):
        chat.say(line(f"at {at_ms}", room=ada, at_ms=at_ms))
    chat.say(line("help", room=bob, at_ms=6))
    waits = Unanswered(room=ada, nickname="Ada", since_ms=7, lines=3)
    longer = Unanswered(room=bob, nickname="Ada", since_ms=6, lines=1)
    assert list(chat.unanswered()) == [longer, waits]
    assert list(chat.unanswered(ada)) == [waits]
    chat.delete(act(ActKind.DELETE, place=ada, number=3))
    assert list(chat.unanswered(ada)) == [replace(waits, since_ms=8, lines=2)]
    staff(bob, at_ms=10)
    assert [one.room for one in chat.unanswered()] == [ada]
    assert list(chat.unanswered(bob)) == []


def test_F228_an_answer_that_was_deleted_is_none(chat: ChatStore) -> None:
    room = "support:ada"
    chat.say(line("help", room=room, at_ms=5))
    chat.say(replace(line("first", room=room, at_ms=6), role="moderator", nickname="Mod"))
    chat.say(line("and?", room=room, at_ms=7))
    chat.say(replace(line("oops", room=room, at_ms=8), role="moderator", nickname="Mod"))
    assert list(chat.unanswered()) == []
    waits = Unanswered(room=room, nickname="Ada", since_ms=7, lines=1)
    chat.delete(act(ActKind.DELETE, place=room, number=4))
    assert list(chat.unanswered()) == [waits]
    chat.delete(act(ActKind.DELETE, place=room, number=2))
    assert list(chat.unanswered()) == [replace(waits, since_ms=5, lines=2)]


def test_F229_acts_since_a_moment(chat: ChatStore) -> None:
    kept = chat.act(act(ActKind.MUTE))
    assert list(chat.acts(since_ms=7)) == [kept]
    assert list(chat.acts(since_ms=8)) == []
