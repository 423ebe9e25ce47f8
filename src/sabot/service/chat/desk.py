"""Chat as people use it: say a line, enter a room, answer aloud.

Owns the order of the checks, and wires the parts of chat: lines, writers, support, moderation.
Every line is stored before any client hears of it. Knows no connection: `publish` tells those who
hold them.
"""

from __future__ import annotations

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.chat import rooms
from sabot.service.chat.contacts import has_address, has_telephone
from sabot.service.chat.flags import Flag, flags_of
from sabot.service.chat.moderation import ModerationDesk, checked_act
from sabot.service.chat.notices import LineAnswered, LineSaid, Publish
from sabot.service.chat.ports import ActKind, ChatLine, ChatStore
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.room_lines import RoomLines, shown
from sabot.service.chat.rooms import Speaker
from sabot.service.chat.support import SupportDesk
from sabot.service.chat.text import cleaned
from sabot.service.chat.writers import Writers
from sabot.service.ports import Clock

KEPT_MS = 90 * 86_400_000
"""How long lines are kept."""


class ChatDesk:
    """All rooms of one process."""

    def __init__(
        self, store: ChatStore, clock: Clock, *, publish: Publish = lambda _notice: None
    ) -> None:
        self._store = store
        self._clock = clock
        self._publish = publish
        self._lines = RoomLines(store)
        self._writers = Writers(store)
        self.support = SupportDesk(store, publish)
        self.moderation = ModerationDesk(
            store,
            clock,
            lines=self._lines,
            writers=self._writers,
            support=self.support,
            publish=publish,
        )

    def say(self, room: str, speaker: Speaker, text: str) -> ChatLine:
        """Say a line. The checks in order: room, switched off, blocked, text, contacts, flood."""
        rooms.check_may_enter(room, speaker)
        now_ms = self._clock.wall_ms()
        if speaker.is_player:
            self._writers.check_open(room, speaker, now_ms)
        line = cleaned(text)
        if speaker.is_player:
            _check_contacts(room, line)
            self._writers.flood_of(speaker.id, now_ms).check(line, now_ms)
        self._lines.changes(room)
        said = self._store.say(
            ChatLine(
                room=room,
                number=0,
                speaker=speaker.id,
                nickname=speaker.nickname,
                role=speaker.role,
                text=line,
                at_ms=now_ms,
            )
        )
        flags: tuple[str, ...] = ()
        if speaker.is_player:
            flood = self._writers.flood_of(speaker.id, now_ms)
            flags = self._flags(line, fast=flood.is_fast(now_ms))
            flood.wrote(line, now_ms)
        self._publish(LineSaid(said, flags))
        self.support.changed(said)
        return said

    def enter(self, room: str, speaker: Speaker) -> list[ChatLine]:
        """The last lines of a room, deleted ones without their text."""
        rooms.check_may_enter(room, speaker)
        since_ms = self._clock.wall_ms() - KEPT_MS  # of those remembered none is shown for longer
        return self._lines.of(room, since_ms=since_ms)

    def answer_aloud(self, room: str, number: int, actor: Speaker) -> ChatLine:
        """A dealer has answered a line by voice; all listeners of the room see it."""
        if rooms.kind_of(room) != rooms.TABLE or actor.role != rooms.DEALER:
            raise Refused(ChatRefusal.NOT_YOUR_ROOM, room=room)
        line = self._lines.line(room, number)
        if self._lines.is_answered(room, number):
            raise Refused(ChatRefusal.ANSWERED_ALREADY, room=room, number=number)
        act = checked_act(
            ActKind.ANSWER,
            room,
            line.speaker,
            actor,
            "aloud",
            before="",
            after="",
            at_ms=self._clock.wall_ms(),
        )
        self._store.act(replace(act, number=number))
        self._lines.answered(room, number)
        answered = replace(shown(line), answered=True)
        self._publish(LineAnswered(answered))
        return answered

    @staticmethod
    def _flags(line: str, *, fast: bool) -> tuple[str, ...]:
        """Distress stands alone: pace is no reason to look at such a line in another way."""
        found = flags_of(line)
        if fast and Flag.DISTRESS not in found:
            found = (*found, Flag.PACE)
        return tuple(flag.value for flag in found)

    def forget_old(self) -> int:
        """The job of every night: remove lines older than 90 days; how many those were."""
        return self._store.forget(self._clock.wall_ms() - KEPT_MS)


def _check_contacts(room: str, line: str) -> None:
    """Refuse a way to reach a player elsewhere; support may be told where to call back."""
    if has_address(line):
        raise Refused(ChatRefusal.LINK)
    if rooms.kind_of(room) != rooms.SUPPORT and has_telephone(line):
        raise Refused(ChatRefusal.TELEPHONE)
