"""What moderators do: read, delete, stop players from writing, close rooms, hand over.

Owns the order of their checks. Every act is stored before any client hears of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.chat import rooms
from sabot.service.chat.distress import check_no_distress
from sabot.service.chat.flags import flags_of
from sabot.service.chat.notices import LineDeleted, Moderated, Publish
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine, ChatStore
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.restrictions import Restriction
from sabot.service.chat.room_lines import SHOWN, RoomLines, shown
from sabot.service.chat.rooms import EVERYWHERE, Speaker
from sabot.service.chat.support import SupportDesk
from sabot.service.chat.writers import Writers
from sabot.service.ports import Clock

LATEST = 100
"""Lines of all rooms that a moderator who opens the feed is shown."""

DEEDS = 500
"""Acts in the record that a moderator is shown."""

MUTE_MINUTES_MAX = 30 * 24 * 60
REASON_MAX = 500


class ChatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One player's chat: the newest lines, where they may not write, what moderators did."""

    lines: tuple[ChatLine, ...]
    restrictions: tuple[Restriction, ...]
    acts: tuple[ChatAct, ...]


class ModerationDesk:
    """The acts of moderators in every room."""

    def __init__(
        self,
        store: ChatStore,
        clock: Clock,
        *,
        lines: RoomLines,
        writers: Writers,
        support: SupportDesk,
        publish: Publish,
    ) -> None:
        self._store = store
        self._clock = clock
        self._lines = lines
        self._writers = writers
        self._support = support
        self._publish = publish

    def latest(self, speaker: Speaker) -> list[tuple[ChatLine, tuple[str, ...]]]:
        """The newest lines of every room with their flags, where the feed of moderators begins."""
        rooms.check_may_moderate(speaker)
        found = []
        for line in self._lines.newest(LATEST):
            words = flags_of(line.text) if line.role == rooms.PLAYER else ()
            found.append((line, tuple(flag.value for flag in words)))
        return found

    def hand_over(self, room: str, actor: Speaker, *, reason: str) -> ChatAct:
        """Leave a player's support room to the shift manager."""
        rooms.check_may_moderate(actor)
        if rooms.kind_of(room) != rooms.SUPPORT:
            raise Refused(ChatRefusal.NOT_SUPPORT, room=room)
        lines = self._store.last(room, count=1)
        if not lines:
            raise Refused(ChatRefusal.NO_SUCH_LINE, room=room)
        act = self._act(
            ActKind.HAND_OVER, room, room.partition(":")[2], actor, reason, before="", after=""
        )
        kept = self._store.act(replace(act, number=lines[-1].number))
        self._support.changed(lines[-1])
        return kept

    def record(self, player: str, actor: Speaker) -> ChatRecord:
        """What moderators read about a player: lines, restrictions and acts, and no money."""
        rooms.check_may_moderate(actor)
        return ChatRecord(
            lines=tuple(self._store.lines_of(player, count=SHOWN)),
            restrictions=tuple(self._restrictions(player).values()),
            acts=tuple(self._store.acts(player=player))[-SHOWN:],
        )

    def deeds(self, actor: Speaker, *, since_ms: int) -> tuple[ChatAct, ...]:
        """The record of moderation since a moment, newest first; answers of dealers are no part."""
        rooms.check_may_moderate(actor)
        acts = self._store.acts(since_ms=since_ms)
        return tuple(act for act in reversed(acts) if act.kind is not ActKind.ANSWER)[:DEEDS]

    def off(self, tables: Iterable[str], actor: Speaker) -> tuple[str, ...]:
        """Where chat is off: everywhere, or at which of these tables."""
        rooms.check_may_moderate(actor)
        places = (EVERYWHERE, *(rooms.table_room(table) for table in tables))
        return tuple(place for place in places if self._writers.is_off(place))

    def delete(self, room: str, number: int, actor: Speaker, *, reason: str) -> ChatLine:
        """Delete a line; its text stays in the log and is not shown in the room."""
        rooms.check_may_moderate(actor)
        line = self._lines.line(room, number)
        if line.role == rooms.PLAYER:
            self._check_help_first(line.speaker, actor)
        elif actor.role != rooms.MANAGER and line.speaker != actor.id:
            raise Refused(ChatRefusal.STAFF_LINE, line=f"{room}/{number}")
        act = self._act(ActKind.DELETE, room, line.speaker, actor, reason, before=line.text)
        self._lines.changes(room)
        if self._store.delete(replace(act, number=number)) is None:
            raise Refused(ChatRefusal.DELETED_ALREADY, room=room, number=number)
        deleted = shown(replace(line, deleted_ms=act.at_ms))
        self._publish(LineDeleted(deleted))
        self._support.changed(deleted)
        return deleted

    def speaker(self, room: str, number: int) -> str:
        """Which player said a line: whom a moderator means who names it."""
        line = self._lines.line(room, number)
        if line.role != rooms.PLAYER:
            raise Refused(ChatRefusal.NO_SUCH_PLAYER, room=room, number=number)
        return line.speaker

    def mute(
        self,
        player: str,
        actor: Speaker,
        *,
        minutes: int,
        reason: str,
        place: str = EVERYWHERE,
    ) -> ChatAct:
        """Stop a player for some minutes, at one table or everywhere."""
        if not 1 <= minutes <= MUTE_MINUTES_MAX:
            raise Refused(ChatRefusal.MINUTES, lowest=1, highest=MUTE_MINUTES_MAX)
        until_ms = self._clock.wall_ms() + minutes * 60_000
        return self._restrict(ActKind.MUTE, player, actor, reason, place=place, until_ms=until_ms)

    def block(
        self, player: str, actor: Speaker, *, reason: str, place: str = EVERYWHERE
    ) -> ChatAct:
        """Stop a player until a moderator lifts it."""
        return self._restrict(ActKind.BLOCK, player, actor, reason, place=place, until_ms=None)

    def lift(self, player: str, actor: Speaker, *, reason: str, place: str = EVERYWHERE) -> ChatAct:
        """Let a player write again in a place where they were stopped."""
        rooms.check_may_moderate(actor)
        if place not in self._restrictions(player):
            raise Refused(ChatRefusal.NOT_BLOCKED, player=player, place=place)
        return self._restrict(ActKind.LIFT, player, actor, reason, place=place, until_ms=None)

    def switch(self, place: str, actor: Speaker, *, on: bool, reason: str) -> ChatAct:
        """Switch the chat of one table, or of all tables, on or off for players."""
        rooms.check_may_moderate(actor)
        _check_place(place)
        was = "off" if self._writers.is_off(place) else "on"
        kind = ActKind.SWITCH_ON if on else ActKind.SWITCH_OFF
        act = self._act(kind, place, "", actor, reason, before=was, after="on" if on else "off")
        kept = self._store.act(act)
        self._writers.switched(place, on=on)
        self._publish(Moderated(kept))
        return kept

    def _restrict(
        self,
        kind: ActKind,
        player: str,
        actor: Speaker,
        reason: str,
        *,
        place: str,
        until_ms: int | None,
    ) -> ChatAct:
        rooms.check_may_moderate(actor)
        _check_place(place)
        if kind is not ActKind.LIFT:
            self._check_help_first(player, actor)
        before = self._restrictions(player).get(place)
        act = self._act(
            kind, place, player, actor, reason, before=_words(before), after=_end(kind, until_ms)
        )
        kept = self._store.act(replace(act, until_ms=until_ms))
        self._writers.restricted(player)
        self._publish(Moderated(kept))
        return kept

    def _check_help_first(self, player: str, actor: Speaker) -> None:
        check_no_distress(self._store, player, actor, self._clock.wall_ms())

    def _restrictions(self, player: str) -> dict[str, Restriction]:
        return self._writers.restrictions(player, self._clock.wall_ms())

    def _act(
        self,
        kind: ActKind,
        place: str,
        player: str,
        actor: Speaker,
        reason: str,
        *,
        before: str,
        after: str = "deleted",
    ) -> ChatAct:
        return checked_act(
            kind,
            place,
            player,
            actor,
            reason,
            before=before,
            after=after,
            at_ms=self._clock.wall_ms(),
        )


def checked_act(
    kind: ActKind,
    place: str,
    player: str,
    actor: Speaker,
    reason: str,
    *,
    before: str,
    after: str,
    at_ms: int,
) -> ChatAct:
    """An act for the record; refused without a reason."""
    said = reason.strip()
    if not 0 < len(said) <= REASON_MAX:
        raise Refused(ChatRefusal.REASON_NEEDED, longest=REASON_MAX)
    return ChatAct(
        kind=kind,
        place=place,
        player=player,
        actor=actor.id,
        role=actor.role,
        reason=said,
        before=before,
        after=after,
        at_ms=at_ms,
    )


def _check_place(place: str) -> None:
    if place != EVERYWHERE and rooms.kind_of(place) != rooms.TABLE:
        raise Refused(ChatRefusal.SUPPORT_STAYS_OPEN, place=place)


def _words(restriction: Restriction | None) -> str:
    if restriction is None:
        return "free"
    return _end(ActKind.BLOCK, restriction.until_ms)


def _end(kind: ActKind, until_ms: int | None) -> str:
    if kind is ActKind.LIFT:
        return "free"
    return "blocked" if until_ms is None else f"muted until {until_ms}"
