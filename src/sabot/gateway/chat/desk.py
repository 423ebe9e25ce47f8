"""Chat over the socket: what clients say and hear in rooms.

Owns what each client in a room is told. Ids of people stay here: a line is told with a nickname,
and moderators name a line or a player.
"""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

from sabot.errors import Malformed, Refused
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.chat.access import RoomAccess
from sabot.gateway.chat.listeners import RoomListeners
from sabot.gateway.chat.moderation import Moderation, line_of
from sabot.gateway.chat.rules_thread import RulesThread
from sabot.gateway.chat.speakers import line_id, speaker_of
from sabot.gateway.chat.staff_watches import StaffWatches
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.service.chat import rooms
from sabot.service.chat.moderation import ChatRecord
from sabot.service.chat.notices import (
    LineAnswered,
    LineDeleted,
    LineSaid,
    Moderated,
    Notice,
    SupportChanged,
)
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.identity.roles import Principal
from sabot.wire import messages as m
from sabot.wire import requests as r

ROOMS_MAX = 64
"""Rooms one socket may listen to."""


class ChatRooms:
    """The rooms of one process."""

    def __init__(self, broadcaster: Broadcaster, reader: RequestReader) -> None:
        self._broadcaster = broadcaster
        self.thread = RulesThread(reader)
        self._access = RoomAccess(broadcaster)
        self._listeners = RoomListeners()
        self._unheard: dict[Connection, bytes] = {}  # whether one may speak, not told yet
        reader.on(r.Say, self._say)
        reader.on(r.Enter, self._enter)
        reader.on(r.Exit, self._exit)
        reader.on(r.Moderate, self._moderate)
        reader.on(r.AnsweredAloud, self._answered_aloud)
        reader.departures.append(self._gone)
        reader.catch_ups.append(self._caught_up)
        self._watches = StaffWatches(reader, self.thread)

    # --- requests ---------------------------------------------------------------------------------

    def _say(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Say)
        room = self._access.room(connection, request.room)
        speaker = speaker_of(connection.principal)
        say = partial(self.thread.rules.say, room, speaker, request.text)
        self.thread.run(connection, say, partial(self.thread.answered, connection, request))

    def _enter(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Enter)
        room = self._access.room(connection, request.room)
        if len(connection.rooms) >= ROOMS_MAX and room not in connection.rooms:
            raise Refused(ChatRefusal.TOO_MANY_ROOMS)
        enter = partial(self.thread.rules.enter, room, speaker_of(connection.principal))
        self.thread.run(connection, enter, partial(self._entered, connection, request, room))

    def _exit(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Exit)
        room = self._access.room(connection, request.room)
        # After earlier requests: a client that leaves may not have entered yet.
        self.thread.run(
            connection, lambda: None, lambda _done: self._listeners.leave(connection, room)
        )

    def _moderate(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Moderate)
        actor = speaker_of(connection.principal)
        acts = Moderation(
            self.thread.rules.moderation,
            self._broadcaster.directory,
            self._broadcaster.feeds.keys(),
        )
        done = partial(self.thread.answered, connection, request)
        self.thread.run(connection, acts.work(request, actor), done)

    def _answered_aloud(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.AnsweredAloud)
        room, number = line_of(request.line)
        if room != self._access.room(connection, request.room):
            raise Malformed(ChatRefusal.NO_SUCH_LINE, line=request.line)
        self._access.check_in_charge(connection, room)
        answer = partial(
            self.thread.rules.answer_aloud, room, number, speaker_of(connection.principal)
        )
        self.thread.run(connection, answer, partial(self.thread.answered, connection, request))

    async def record(self, player: str, principal: Principal) -> ChatRecord:
        """A player's lines and restrictions, asked in the thread of the rules."""
        look = partial(self.thread.rules.moderation.record, player, speaker_of(principal))
        return await self.thread.ask(look)

    async def moderation(
        self, principal: Principal, *, since_ms: int
    ) -> tuple[tuple[str, ...], tuple[ChatAct, ...]]:
        """Where chat is off, and the acts since a moment, asked in the thread of the rules."""
        rules, actor, tables = (
            self.thread.rules.moderation,
            speaker_of(principal),
            tuple(self._broadcaster.feeds),
        )

        def look() -> tuple[tuple[str, ...], tuple[ChatAct, ...]]:
            return rules.off(tables, actor), rules.deeds(actor, since_ms=since_ms)

        return await self.thread.ask(look)

    def _entered(
        self, connection: Connection, request: r.Enter, room: str, done: Future[object]
    ) -> None:
        self._listeners.reads_again(connection, room)
        if self.thread.refused(connection, request, done) or not connection.open:
            return
        self._listeners.enter(connection, room)
        lines = done.result()
        assert isinstance(lines, list)
        if lines:
            self._listeners.tell(connection, room, [self._line(line, connection) for line in lines])

    # --- what the rules publish -------------------------------------------------------------------

    def published(self, notice: Notice) -> None:
        """Called in the thread of the rules."""
        self.thread.on_loop(self._tell, notice)

    def _tell(self, notice: Notice) -> None:
        match notice:
            case LineSaid(line, flags):
                self._tell_listeners(line)
                self._watches.feed.tell(line, flags)
            case LineAnswered(line):
                self._tell_listeners(line)
                self._watches.feed.tell(line)
            case LineDeleted(line):
                self._watches.feed.tell(line)
                one = frame(m.Unsaid(room=line.room, line=line_id(line)))
                for connection in self._listeners.of(line.room):
                    self._listeners.tell(connection, line.room, [one])
            case SupportChanged():
                self._watches.support.changed(notice)
            case Moderated(act) if act.kind in (ActKind.MUTE, ActKind.BLOCK, ActKind.LIFT):
                lifted = act.kind is ActKind.LIFT
                told: m.Message = m.Silenced(until_ms=act.until_ms)
                told = m.Notice(code=ChatRefusal.LIFTED) if lifted else told
                for connection in self._broadcaster.open.of_player(act.player):
                    if connection.behind:
                        self._unheard[connection] = frame(told)
                    else:
                        connection.tell(told)
            case _:
                return

    def _tell_listeners(self, line: ChatLine) -> None:
        """Tell a line to those in its room; a dealer who is no longer in charge hears no more."""
        private = rooms.kind_of(line.room) == rooms.STAFF
        for connection in self._listeners.of(line.room):
            if private and not self._access.may_hear(connection, line.room):
                self._listeners.leave(connection, line.room)
            else:
                self._listeners.tell(connection, line.room, [self._line(line, connection)])

    def _line(self, line: ChatLine, connection: Connection) -> bytes:
        return frame(
            m.Said(
                room=line.room,
                line=line_id(line),
                nickname=line.nickname,
                text=line.text,
                at_ms=line.at_ms,
                role=line.role,
                own=line.speaker == speaker_of(connection.principal).id,
                removed=line.deleted_ms is not None,
                answered=line.answered,
            )
        )

    # --- slow readers -----------------------------------------------------------------------------

    def _caught_up(self, connection: Connection) -> None:
        """A slow reader is back: it enters again where lines were left out."""
        words = self._unheard.pop(connection, None)
        if words is not None:
            connection.write(words)
        for room in self._listeners.missed(connection):
            enter = partial(self.thread.rules.enter, room, speaker_of(connection.principal))
            self.thread.do(enter, partial(self._entered_anew, connection, room))

    def _entered_anew(self, connection: Connection, room: str, done: Future[object]) -> None:
        if room in connection.rooms:
            self._entered(connection, r.Enter(room=room), room, done)

    def _gone(self, connection: Connection) -> None:
        self._listeners.gone(connection)
        self._unheard.pop(connection, None)
