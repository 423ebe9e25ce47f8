"""Rooms, roles, moderation and what who enters is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from tests.service.controls.moments import NOON, Moment
from typing_extensions import override

from sabot.adapters.memory.chat import MemoryChat
from sabot.errors import Malformed, Refused, SabotError, Unavailable
from sabot.service.chat import writers as subject
from sabot.service.chat.desk import ChatDesk
from sabot.service.chat.moderation import MUTE_MINUTES_MAX
from sabot.service.chat.notices import LineDeleted, LineSaid, Notice, SupportChanged
from sabot.service.chat.ports import ActKind, Unanswered
from sabot.service.chat.rooms import Speaker, support_room, table_room
from sabot.service.tables.envelopes import told

TABLE, OTHER = table_room("speed-1"), table_room("speed-2")
ADA = Speaker(id="ada", nickname="Ada")
BOB = Speaker(id="bob", nickname="Bob")
DEALER = Speaker(id="d7", nickname="Lena", role="dealer")
MODERATOR = Speaker(id="m1", nickname="Mod", role="moderator")
MANAGER = Speaker(id="s1", nickname="Shift", role="shift_manager")
MINUTE = 60_000


class Chat:
    """A desk with a clock, and what it told."""

    def __init__(self) -> None:
        self.clock = Moment()
        self.store = MemoryChat()
        self.told: list[Notice] = []
        self.desk = self.start()

    def start(self) -> ChatDesk:
        """The process begins, or begins again."""
        self.desk = ChatDesk(self.store, self.clock, publish=self.told.append)
        return self.desk

    def refused(self, room: str, speaker: Speaker, text: str = "ciao") -> SabotError:
        """The refusal of a line, which must leave no trace."""
        before = self.store.last(room, count=99)
        told = len(self.told)
        with pytest.raises(SabotError) as refusal:
            self.desk.say(room, speaker, text)
        assert (self.store.last(room, count=99), len(self.told)) == (before, told)
        return refusal.value


def test_F227_players_and_dealer_talk_at_a_table() -> None:
    chat = Chat()
    asked = chat.desk.say(TABLE, ADA, " which  shoe? ")
    answered = chat.desk.say(TABLE, DEALER, "the second")
    assert chat.told == [LineSaid(asked), LineSaid(answered)]
    assert [(one.nickname, one.role, one.text) for one in chat.desk.enter(TABLE, BOB)] == [
        ("Ada", "player", "which shoe?"),
        ("Lena", "dealer", "the second"),
    ]
    assert chat.desk.enter(OTHER, BOB) == []


def test_F228_support_is_between_one_player_and_those_who_help() -> None:
    chat = Chat()
    room = support_room("ada")
    chat.desk.say(room, ADA, "help")
    chat.desk.say(room, MODERATOR, "gladly")
    for stranger in (BOB, DEALER):
        assert chat.refused(room, stranger).code == "chat/not_your_room"
        with pytest.raises(Refused, match="chat/not_your_room"):
            chat.desk.enter(room, stranger)
    assert len(chat.desk.enter(room, ADA)) == 2


def test_F228_those_who_help_hear_who_waits_since_when_and_with_how_many_lines() -> None:
    chat = Chat()
    room, begun = support_room("ada"), chat.clock.wall_ms()
    chat.desk.say(room, ADA, "help")
    chat.clock.now_ms += MINUTE
    chat.desk.say(room, ADA, "please")
    chat.desk.say(TABLE, ADA, "hello")  # no support: nobody is told
    chat.desk.say(support_room("bob"), BOB, "me too")
    waits = Unanswered(room=room, nickname="Ada", since_ms=begun, lines=2)
    assert [(one.room, one.since_ms, one.lines) for one in chat.desk.support.waiting(MANAGER)] == [
        (room, begun, 2),
        (support_room("bob"), begun + MINUTE, 1),
    ]
    chat.desk.moderation.delete(room, 1, MODERATOR, reason="a number of a card")
    chat.desk.say(room, MODERATOR, "gladly")
    changes = [one for one in chat.told if isinstance(one, SupportChanged) and one.room == room]
    assert [one.unanswered for one in changes] == [
        replace(waits, lines=1, last="help"),
        replace(waits, last="please"),
        replace(waits, since_ms=begun + MINUTE, lines=1, last="please"),
        None,
    ]
    assert [one.room for one in chat.desk.support.waiting(MODERATOR)] == [support_room("bob")]
    for stranger in (ADA, DEALER):
        with pytest.raises(Refused, match="chat/not_your_room"):
            chat.desk.support.waiting(stranger)


def test_F228_a_line_that_was_said_is_said_though_the_list_cannot_be_read() -> None:
    class Forgetful(MemoryChat):
        @override
        def unanswered(self, room: str | None = None) -> list[Unanswered]:
            raise Unavailable("store/busy")

    chat = Chat()
    chat.store = Forgetful()
    asked = chat.start().say(support_room("ada"), ADA, "help")
    assert chat.told == [LineSaid(asked)]


@pytest.mark.parametrize("room", ["", "table:", "lobby:1", "table", "support:" + "x" * 301])
def test_there_are_no_other_rooms(room: str) -> None:
    with pytest.raises(Malformed, match="chat/no_such_room"):
        Chat().desk.say(room, ADA, "ciao")


def test_who_has_no_role_here_writes_nothing() -> None:
    auditor = Speaker(id="a1", nickname="Audit", role="auditor")
    assert Chat().refused(TABLE, auditor).code == "chat/not_your_room"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "chat/empty"),
        ("x" * 201, "chat/too_long"),
        ("see www.lucky.bet", "chat/link"),
        ("ada chiocciola gmail punto com", "chat/link"),
        ("tre tre tre uno due quattro nove", "chat/telephone"),
        ("chiamami: 333 123 4567", "chat/telephone"),
    ],
)
def test_F229_a_line_that_may_not_be_is_refused(text: str, code: str) -> None:
    assert Chat().refused(TABLE, ADA, text).code == code


def test_support_may_be_told_a_telephone_number_and_no_link() -> None:
    chat = Chat()
    room = support_room(ADA.id)
    assert chat.desk.say(room, ADA, "chiamami: 333 123 4567").text == "chiamami: 333 123 4567"
    assert chat.refused(room, ADA, "see www.lucky.bet").code == "chat/link"


def test_staff_may_write_links_and_as_fast_as_they_can() -> None:
    chat = Chat()
    for _ in range(10):
        chat.desk.say(TABLE, MODERATOR, "rules: https://example.test")
    assert len(chat.desk.enter(TABLE, ADA)) == 10


def test_F229_who_writes_too_fast_is_told_how_long_to_wait_in_every_room() -> None:
    chat = Chat()
    for number in range(5):
        chat.desk.say(TABLE, ADA, f"line {number}")
    refusal = chat.refused(OTHER, ADA)
    assert (refusal.code, refusal.data) == ("chat/too_fast", {"wait_ms": 10_000})
    chat.desk.say(TABLE, BOB, "ciao")
    chat.clock.now_ms += 10_000
    chat.desk.say(OTHER, ADA, "ciao")


def test_who_enters_sees_the_last_50_lines() -> None:
    chat = Chat()
    for number in range(60):
        chat.desk.say(TABLE, DEALER, f"line {number}")
    shown = chat.desk.enter(TABLE, ADA)
    assert [shown[0].text, shown[-1].text, len(shown)] == ["line 10", "line 59", 50]


# --- moderation -----------------------------------------------------------------------------------


def test_F229_I14_a_deleted_line_is_shown_without_its_text_and_stays_in_the_log() -> None:
    chat = Chat()
    chat.desk.say(TABLE, ADA, "rude words")
    chat.clock.now_ms += 5
    deleted = chat.desk.moderation.delete(TABLE, 1, MODERATOR, reason="rude")
    assert (deleted.text, deleted.deleted_ms) == ("", NOON + 5)
    assert chat.told[-1] == LineDeleted(deleted)
    assert chat.desk.enter(TABLE, BOB) == [deleted]
    kept = chat.store.line(TABLE, 1)
    assert kept is not None
    assert kept.text == "rude words"
    [act] = chat.store.acts()
    assert (act.kind, act.player, act.actor, act.role) == (
        ActKind.DELETE,
        "ada",
        "m1",
        "moderator",
    )
    assert (act.reason, act.before, act.after, act.at_ms) == (
        "rude",
        "rude words",
        "deleted",
        NOON + 5,
    )
    for number, code in ((1, "chat/deleted_already"), (2, "chat/no_such_line")):
        with pytest.raises(Refused, match=code):
            chat.desk.moderation.delete(TABLE, number, MODERATOR, reason="rude")


def test_F229_who_said_a_line_is_silenced_if_they_are_a_player() -> None:
    """Staff are held to no restriction: a mute that is accepted must not leave them talking."""
    chat = Chat()
    said = chat.desk.say(TABLE, ADA, "ciao")
    assert chat.desk.moderation.speaker(TABLE, said.number) == "ada"
    dealt = chat.desk.say(TABLE, DEALER, "good luck")
    with pytest.raises(Refused, match="chat/no_such_player"):
        chat.desk.moderation.speaker(TABLE, dealt.number)


def test_F229_words_of_despair_keep_moderators_from_a_sanction_for_a_day() -> None:
    chat = Chat()
    chat.desk.say(TABLE, ADA, "Non ce la faccio più")
    chat.clock.now_ms += MINUTE
    with pytest.raises(Refused, match="chat/distress_unanswered"):
        chat.desk.moderation.block("ada", MANAGER, reason="x")
    chat.desk.say(support_room("ada"), MODERATOR, "We are here")
    chat.desk.moderation.delete(TABLE, 1, MANAGER, reason="asked for by the player")
    chat.start()  # nothing of it is remembered in memory alone, and a removed line still counts
    chat.clock.now_ms += 24 * 60 * MINUTE - 2 * MINUTE
    with pytest.raises(Refused, match="chat/distress") as refusal:
        chat.desk.moderation.mute("ada", MODERATOR, minutes=5, reason="x")
    assert told(refusal.value)["until_ms"] == chat.clock.wall_ms() + MINUTE
    chat.desk.moderation.mute("bob", MODERATOR, minutes=5, reason="x")
    chat.clock.now_ms += 2 * MINUTE
    assert chat.desk.moderation.mute("ada", MODERATOR, minutes=5, reason="x").kind is ActKind.MUTE


def test_F229_a_moderator_removes_no_line_of_a_colleague() -> None:
    chat = Chat()
    chat.desk.say(TABLE, DEALER, "Ho perso tutto")  # the words of staff are no distress
    with pytest.raises(Refused, match="chat/staff_line"):
        chat.desk.moderation.delete(TABLE, 1, MODERATOR, reason="x")
    assert chat.desk.moderation.delete(TABLE, 1, MANAGER, reason="x").deleted_ms
    chat.desk.say(TABLE, MODERATOR, "Hello")
    assert chat.desk.moderation.delete(TABLE, 2, MODERATOR, reason="the wrong table").deleted_ms


def test_F229_a_mute_at_a_table_ends_by_itself() -> None:
    chat = Chat()
    chat.desk.moderation.mute("ada", MANAGER, minutes=10, reason="spam", place=TABLE)
    refusal = chat.refused(TABLE, ADA)
    assert refusal.code == "chat/blocked"
    assert refusal.data == {"until_ms": NOON + 10 * MINUTE}
    chat.desk.say(OTHER, ADA, "ciao")
    chat.clock.now_ms += 10 * MINUTE
    chat.desk.say(TABLE, ADA, "ciao")


def test_F229_a_block_everywhere_lasts_until_it_is_lifted_and_over_a_restart() -> None:
    chat = Chat()
    chat.desk.say(TABLE, ADA, "before")
    chat.desk.moderation.block("ada", MODERATOR, reason="abuse")
    for desk in (chat.desk, chat.start()):
        assert [one.place for one in desk.moderation.record("ada", MODERATOR).restrictions] == ["*"]
        chat.clock.now_ms += 400 * 86_400_000
        for room in (TABLE, OTHER):
            refusal = chat.refused(room, ADA)
            assert refusal.data == {"until_ms": None}
    chat.desk.say(support_room("ada"), ADA, "why?")  # somebody has to hear them
    chat.desk.moderation.lift("ada", MANAGER, reason="sorry")
    chat.desk.say(TABLE, ADA, "thanks")
    with pytest.raises(Refused, match="chat/not_blocked"):
        chat.desk.moderation.lift("ada", MANAGER, reason="again")
    told = [(act.kind, act.before, act.after) for act in chat.store.acts(player="ada")]
    assert told == [(ActKind.BLOCK, "free", "blocked"), (ActKind.LIFT, "blocked", "free")]


def test_of_two_restrictions_the_longer_one_is_said() -> None:
    chat = Chat()
    chat.desk.moderation.mute("ada", MODERATOR, minutes=60, reason="long")
    chat.desk.moderation.mute("ada", MODERATOR, minutes=5, reason="short", place=TABLE)
    assert chat.refused(TABLE, ADA).data["until_ms"] == NOON + 60 * MINUTE
    chat.desk.moderation.block("ada", MODERATOR, reason="for good", place=TABLE)
    assert chat.refused(TABLE, ADA).data["until_ms"] is None
    assert chat.refused(OTHER, ADA).data["until_ms"] == NOON + 60 * MINUTE


def test_chat_can_be_switched_off_for_players_at_one_table_or_all() -> None:
    chat = Chat()
    for place in (TABLE, "*"):
        chat.desk.moderation.switch(place, MANAGER, on=False, reason="incident")
        assert chat.refused(TABLE, ADA).code == "chat/off"
        assert chat.start() is chat.desk
        assert chat.refused(TABLE, ADA).code == "chat/off"
        chat.desk.say(TABLE, DEALER, "one moment")
        chat.desk.moderation.switch(place, MANAGER, on=True, reason="solved")
        chat.desk.say(TABLE, ADA, f"back {place}")


@pytest.mark.parametrize("speaker", [ADA, DEALER])
def test_only_moderators_moderate(speaker: Speaker) -> None:
    chat = Chat()
    chat.desk.say(TABLE, BOB, "ciao")
    attempts: list[Callable[[], object]] = [
        lambda: chat.desk.moderation.delete(TABLE, 1, speaker, reason="x"),
        lambda: chat.desk.moderation.mute("bob", speaker, minutes=5, reason="x"),
        lambda: chat.desk.moderation.block("bob", speaker, reason="x"),
        lambda: chat.desk.moderation.lift("bob", speaker, reason="x"),
        lambda: chat.desk.moderation.switch(TABLE, speaker, on=False, reason="x"),
    ]
    for attempt in attempts:
        with pytest.raises(Refused, match="chat/not_a_moderator"):
            attempt()
    assert list(chat.store.acts()) == []


def test_I14_an_act_needs_a_reason_a_place_and_a_length() -> None:
    chat = Chat()
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(Refused, match="chat/reason_needed"):
            chat.desk.moderation.block("ada", MODERATOR, reason=reason)
    for minutes in (0, MUTE_MINUTES_MAX + 1):
        with pytest.raises(Refused, match="chat/minutes"):
            chat.desk.moderation.mute("ada", MODERATOR, minutes=minutes, reason="x")
    with pytest.raises(Refused, match="chat/support_stays_open"):
        chat.desk.moderation.block("ada", MODERATOR, reason="x", place=support_room("ada"))
    assert list(chat.store.acts()) == []


def test_lines_are_kept_for_90_days() -> None:
    chat = Chat()
    chat.desk.say(TABLE, ADA, "old")
    chat.clock.now_ms += 90 * 86_400_000
    chat.desk.say(TABLE, ADA, "young")
    assert chat.desk.forget_old() == 0
    chat.clock.now_ms += 1
    assert chat.desk.forget_old() == 1
    assert [line.text for line in chat.desk.enter(TABLE, BOB)] == ["young"]


def test_only_so_many_players_last_lines_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "FLOODS_MAX", 3)
    chat = Chat()
    for number in range(3):
        chat.desk.say(TABLE, Speaker(id=f"p{number}", nickname="P"), "ciao")
    chat.clock.now_ms += 60 * MINUTE
    chat.desk.say(TABLE, ADA, "ciao")
    assert set(chat.desk._writers._floods) == {"ada"}
