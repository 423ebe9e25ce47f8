"""Chat as it is used: say a line, enter a room, moderate.

Owns the order of the checks and what is remembered between lines. Every line and every act is
stored before any client hears of it. Knows no connection: `publish` tells those who hold them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from sabot.errors import Refused, Unavailable
from sabot.service.chat import rooms
from sabot.service.chat.contacts import has_address, has_telephone
from sabot.service.chat.distress import check_no_distress
from sabot.service.chat.flags import Flag, flags_of
from sabot.service.chat.flood import Flood
from sabot.service.chat.last_lines import LastLines
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine, ChatStore, Unanswered
from sabot.service.chat.restrictions import (
    Restriction,
    check_may_write,
    is_off,
    restrictions_of,
)
from sabot.service.chat.rooms import EVERYWHERE, Speaker
from sabot.service.chat.text import cleaned
from sabot.service.chat.waiting import described
from sabot.service.ports import Clock

LATEST = 100
"""Lines of all rooms that a moderator who opens the feed is shown."""

DEEDS = 500
"""Acts in the record that a moderator is shown."""

SHOWN = 50
"""Lines that a person who enters a room is shown."""

KEPT_MS = 90 * 86_400_000
"""How long lines are kept."""

MUTE_MINUTES_MAX = 30 * 24 * 60
REASON_MAX = 500
FLOODS_MAX = 10_000
"""Players whose last lines are remembered; beyond it the idle ones are forgotten."""


class LineSaid(msgspec.Struct, frozen=True):
    """A line for all listeners of its room; the flags are for moderators alone."""

    line: ChatLine
    flags: tuple[str, ...] = ()


class LineDeleted(msgspec.Struct, frozen=True):
    """A line is to be shown as deleted."""

    line: ChatLine


class LineAnswered(msgspec.Struct, frozen=True):
    """A dealer has answered a line aloud."""

    line: ChatLine


class Moderated(msgspec.Struct, frozen=True):
    """A moderator acted; for the player it is about, or the room, and for the moderators."""

    act: ChatAct


class SupportChanged(msgspec.Struct, frozen=True):
    """A player waits for an answer in support, or no longer; for those who help."""

    room: str
    unanswered: Unanswered | None


Notice = LineSaid | LineDeleted | LineAnswered | Moderated | SupportChanged
Publish = Callable[[Notice], None]


class ChatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One player's chat: the newest lines, where they may not write, what moderators did."""

    lines: tuple[ChatLine, ...]
    restrictions: tuple[Restriction, ...]
    acts: tuple[ChatAct, ...]


class ChatDesk:
    """All rooms of one process."""

    def __init__(
        self, store: ChatStore, clock: Clock, *, publish: Publish = lambda _notice: None
    ) -> None:
        self._store = store
        self._clock = clock
        self._publish = publish
        self._floods: dict[str, Flood] = {}
        self._restrictions: dict[str, dict[str, Restriction]] = {}
        self._off: dict[str, bool] = {}
        self._last = LastLines(store, count=SHOWN)
        self._answered: dict[str, set[int]] = {}  # room → lines answered aloud

    # --- all people -------------------------------------------------------------------------------

    def say(self, room: str, speaker: Speaker, text: str) -> ChatLine:
        """Say a line. The checks in order: room, switched off, blocked, text, contacts, flood."""
        rooms.check_may_enter(room, speaker)
        now_ms = self._clock.wall_ms()
        if speaker.is_player:
            self._check_open(room, speaker, now_ms)
        line = cleaned(text)
        if speaker.is_player:
            _check_contacts(room, line)
            self._flood_of(speaker.id, now_ms).check(line, now_ms)
        self._last.forget(room)
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
            flood = self._flood_of(speaker.id, now_ms)
            flags = self._flags(line, fast=flood.is_fast(now_ms))
            flood.wrote(line, now_ms)
        self._publish(LineSaid(said, flags))
        self._tell_support(said)
        return said

    def enter(self, room: str, speaker: Speaker) -> list[ChatLine]:
        """The last lines of a room, deleted ones without their text."""
        rooms.check_may_enter(room, speaker)
        since_ms = self._clock.wall_ms() - KEPT_MS  # of those remembered none is shown for longer
        lines = [_shown(line) for line in self._last.of(room) if line.at_ms >= since_ms]
        return self._marked(room, lines)

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

    @staticmethod
    def _flags(line: str, *, fast: bool) -> tuple[str, ...]:
        """Distress stands alone: pace is no reason to look at such a line in another way."""
        found = flags_of(line)
        if fast and Flag.DISTRESS not in found:
            found = (*found, Flag.PACE)
        return tuple(flag.value for flag in found)

    def answer_aloud(self, room: str, number: int, actor: Speaker) -> ChatLine:
        """A dealer has answered a line by voice; all listeners of the room see it."""
        if rooms.kind_of(room) != rooms.TABLE or actor.role != rooms.DEALER:
            raise Refused("chat/not_your_room", room=room)
        line = self._line(room, number)
        if number in self._answered_in(room):
            raise Refused("chat/answered_already", room=room, number=number)
        act = self._act(ActKind.ANSWER, room, line.speaker, actor, "aloud", before="", after="")
        self._store.act(replace(act, number=number))
        self._answered[room].add(number)
        answered = replace(_shown(line), answered=True)
        self._publish(LineAnswered(answered))
        return answered

    def waiting(self, speaker: Speaker) -> list[Unanswered]:
        """Which players wait in support: those for the manager first, then the longest wait."""
        rooms.check_may_support(speaker)
        return described(self._store, self._store.unanswered())

    def _tell_support(self, line: ChatLine) -> None:
        """A support room has a new line, or lost one: support staff hear how it stands."""
        if rooms.kind_of(line.room) != rooms.SUPPORT:
            return
        try:
            found = next(iter(self._store.unanswered(line.room)), None)
        except Unavailable:
            return  # what was done is done; a client that reads the list again sees it
        told = None if found is None else described(self._store, [found])[0]
        self._publish(SupportChanged(line.room, told))

    def _check_open(self, room: str, speaker: Speaker, now_ms: int) -> None:
        """Support stays open to players who may not write at tables: they must reach staff."""
        if rooms.kind_of(room) == rooms.SUPPORT:
            return
        if self._is_off(room) or self._is_off(EVERYWHERE):
            raise Refused("chat/off")
        check_may_write(self._restrictions_of(speaker.id, now_ms), room, now_ms)

    def _is_off(self, place: str) -> bool:
        if place not in self._off:
            self._off[place] = is_off(self._store.acts(place=place))
        return self._off[place]

    def _restrictions_of(self, player: str, now_ms: int) -> dict[str, Restriction]:
        if player not in self._restrictions:
            acts = self._store.acts(player=player)
            self._restrictions[player] = restrictions_of(acts, now_ms)
        return self._restrictions[player]

    def _flood_of(self, player: str, now_ms: int) -> Flood:
        found = self._floods.get(player)
        if found is None:
            if len(self._floods) >= FLOODS_MAX:
                awake = {p: f for p, f in self._floods.items() if not f.idle(now_ms)}
                self._floods = awake
            found = self._floods[player] = Flood()
        return found

    # --- moderators -------------------------------------------------------------------------------

    def latest(self, speaker: Speaker) -> list[tuple[ChatLine, tuple[str, ...]]]:
        """The newest lines of every room with their flags, where the feed of moderators begins."""
        rooms.check_may_moderate(speaker)
        found = []
        for line in self._store.latest(count=LATEST):
            words = flags_of(line.text) if line.role == rooms.PLAYER else ()
            (marked,) = self._marked(line.room, [_shown(line)])
            found.append((marked, tuple(flag.value for flag in words)))
        return found

    def hand_over(self, room: str, actor: Speaker, *, reason: str) -> ChatAct:
        """Leave a player's support room to the shift manager."""
        rooms.check_may_moderate(actor)
        if rooms.kind_of(room) != rooms.SUPPORT:
            raise Refused("chat/not_support", room=room)
        lines = self._store.last(room, count=1)
        if not lines:
            raise Refused("chat/no_such_line", room=room)
        act = self._act(
            ActKind.HAND_OVER, room, room.partition(":")[2], actor, reason, before="", after=""
        )
        kept = self._store.act(replace(act, number=lines[-1].number))
        self._tell_support(lines[-1])
        return kept

    def record(self, player: str, actor: Speaker) -> ChatRecord:
        """What moderators read about a player: lines, restrictions and acts, and no money."""
        rooms.check_may_moderate(actor)
        return ChatRecord(
            lines=tuple(self._store.lines_of(player, count=SHOWN)),
            restrictions=tuple(self.restrictions(player).values()),
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
        return tuple(place for place in places if self._is_off(place))

    def delete(self, room: str, number: int, actor: Speaker, *, reason: str) -> ChatLine:
        """Delete a line; its text stays in the log and is not shown in the room."""
        rooms.check_may_moderate(actor)
        line = self._line(room, number)
        if line.role == rooms.PLAYER:
            self._check_help_first(line.speaker, actor)
        elif actor.role != rooms.MANAGER and line.speaker != actor.id:
            raise Refused("chat/staff_line", line=f"{room}/{number}")
        act = self._act(ActKind.DELETE, room, line.speaker, actor, reason, before=line.text)
        self._last.forget(room)
        if self._store.delete(replace(act, number=number)) is None:
            raise Refused("chat/deleted_already", room=room, number=number)
        deleted = _shown(replace(line, deleted_ms=act.at_ms))
        self._publish(LineDeleted(deleted))
        self._tell_support(deleted)
        return deleted

    def speaker(self, room: str, number: int) -> str:
        """Which player said a line: whom a moderator means who names it."""
        line = self._line(room, number)
        if line.role != rooms.PLAYER:
            raise Refused("chat/no_such_player", room=room, number=number)
        return line.speaker

    def _line(self, room: str, number: int) -> ChatLine:
        line = self._store.line(room, number)
        if line is None:
            raise Refused("chat/no_such_line", room=room, number=number)
        return line

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
            raise Refused("chat/minutes", lowest=1, highest=MUTE_MINUTES_MAX)
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
        if place not in self.restrictions(player):
            raise Refused("chat/not_blocked", player=player, place=place)
        return self._restrict(ActKind.LIFT, player, actor, reason, place=place, until_ms=None)

    def switch(self, place: str, actor: Speaker, *, on: bool, reason: str) -> ChatAct:
        """Switch the chat of one table, or of all tables, on or off for players."""
        rooms.check_may_moderate(actor)
        _check_place(place)
        was = "off" if self._is_off(place) else "on"
        kind = ActKind.SWITCH_ON if on else ActKind.SWITCH_OFF
        act = self._act(kind, place, "", actor, reason, before=was, after="on" if on else "off")
        kept = self._store.act(act)
        self._off[place] = not on
        self._publish(Moderated(kept))
        return kept

    def restrictions(self, player: str) -> dict[str, Restriction]:
        """Where a player may not write now."""
        now_ms = self._clock.wall_ms()
        held = self._restrictions_of(player, now_ms)
        return {place: found for place, found in held.items() if found.holds(now_ms)}

    def forget_old(self) -> int:
        """The job of every night: remove lines older than 90 days; how many those were."""
        return self._store.forget(self._clock.wall_ms() - KEPT_MS)

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
        before = self.restrictions(player).get(place)
        act = self._act(
            kind, place, player, actor, reason, before=_words(before), after=_end(kind, until_ms)
        )
        kept = self._store.act(replace(act, until_ms=until_ms))
        del self._restrictions[player]
        self._publish(Moderated(kept))
        return kept

    def _check_help_first(self, player: str, actor: Speaker) -> None:
        check_no_distress(self._store, player, actor, self._clock.wall_ms())

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
        said = reason.strip()
        if not 0 < len(said) <= REASON_MAX:
            raise Refused("chat/reason_needed", longest=REASON_MAX)
        return ChatAct(
            kind=kind,
            place=place,
            player=player,
            actor=actor.id,
            role=actor.role,
            reason=said,
            before=before,
            after=after,
            at_ms=self._clock.wall_ms(),
        )


def _shown(line: ChatLine) -> ChatLine:
    return line if line.deleted_ms is None else replace(line, text="")


def _check_place(place: str) -> None:
    if place != EVERYWHERE and rooms.kind_of(place) != rooms.TABLE:
        raise Refused("chat/support_stays_open", place=place)


def _words(restriction: Restriction | None) -> str:
    if restriction is None:
        return "free"
    return _end(ActKind.BLOCK, restriction.until_ms)


def _end(kind: ActKind, until_ms: int | None) -> str:
    if kind is ActKind.LIFT:
        return "free"
    return "blocked" if until_ms is None else f"muted until {until_ms}"


def _check_contacts(room: str, line: str) -> None:
    """Refuse a way to reach a player elsewhere; support may be told where to call back."""
    if has_address(line):
        raise Refused("chat/link")
    if rooms.kind_of(room) != rooms.SUPPORT and has_telephone(line):
        raise Refused("chat/telephone")
