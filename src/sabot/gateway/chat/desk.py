"""Chat over the socket: which clients listen to which room, and what each is told.

The rules of chat wait for the disk and keep order, so they run in one thread of their own; what
they publish comes back to the loop and goes to the sockets in the room. Ids of people stay here:
a line is told with a nickname, and moderators name a line or a player.

A client that falls behind is left out, and reads the last lines of those rooms again later.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from sabot.errors import Corrupt, Malformed, Refused, SabotError
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.chat.feed import ModeratorFeed
from sabot.gateway.chat.moderation import Moderation, line_of
from sabot.gateway.chat.support import SupportQueue
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.request_reader import DISK_TOKENS, RequestReader, actor_of
from sabot.service.chat import rooms
from sabot.service.chat.desk import (
    ChatDesk,
    ChatRecord,
    LineAnswered,
    LineDeleted,
    LineSaid,
    Moderated,
    Notice,
    SupportChanged,
)
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine
from sabot.service.chat.rooms import Speaker
from sabot.service.identity.roles import Principal, Role
from sabot.service.tables.envelopes import told
from sabot.wire import messages as m
from sabot.wire import requests as r

ROOMS_MAX = 64
"""Rooms one socket may listen to."""

WAITING_MAX = 8
"""Requests of one socket that may wait for the thread of the rules."""

SUPPORT = "support"
"""A player's own support room, by its short name."""


class ChatRooms:
    """The sockets in each room."""

    def __init__(self, broadcaster: Broadcaster, reader: RequestReader) -> None:
        self._broadcaster = broadcaster
        self._reader = reader
        self._desk: ChatDesk | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-chat")
        self._listeners: dict[str, dict[Connection, None]] = {}
        self._waiting: Counter[Connection] = Counter()
        self._left_out: dict[Connection, set[str]] = {}  # rooms of which lines were not told
        self._unheard: dict[Connection, bytes] = {}  # whether one may speak, not told yet
        reader.on(r.Say, self._say)
        reader.on(r.Enter, self._enter)
        reader.on(r.Exit, self._exit)
        reader.on(r.Moderate, self._moderate)
        reader.on(r.WatchSupport, self._watch_support)
        reader.on(r.UnwatchSupport, self._unwatch_support)
        reader.departures.append(self._gone)
        reader.on(r.AnsweredAloud, self._answered_aloud)
        reader.on(r.WatchChats, self._watch_chats)
        reader.on(r.UnwatchChats, self._unwatch_chats)
        reader.catch_ups += [self._caught_up, self._support_anew, self._chats_anew]
        self._support = SupportQueue()
        self._feed = ModeratorFeed()

    def attach(self, desk: ChatDesk, loop: asyncio.AbstractEventLoop) -> None:
        """The rules that are followed from now on."""
        self._desk, self._loop = desk, loop

    def close(self) -> None:
        """Let what is being written finish."""
        self._thread.shutdown()

    # --- requests ---------------------------------------------------------------------------------

    def _say(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Say)
        room = self._room(connection, request.room)
        speaker = speaker_of(connection.principal)
        say = partial(self._rules.say, room, speaker, request.text)
        self._run(connection, say, partial(self._answered, connection, request))

    def _enter(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Enter)
        room = self._room(connection, request.room)
        if len(connection.rooms) >= ROOMS_MAX and room not in connection.rooms:
            raise Refused("chat/too_many_rooms")
        enter = partial(self._rules.enter, room, speaker_of(connection.principal))
        self._run(connection, enter, partial(self._entered, connection, request, room))

    def _exit(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Exit)
        room = self._room(connection, request.room)
        # After earlier requests: a client that leaves may not have entered yet.
        self._run(connection, lambda: None, lambda _done: self._leave(connection, room))

    def _moderate(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.Moderate)
        actor = speaker_of(connection.principal)
        acts = Moderation(self._rules, self._broadcaster.directory, self._broadcaster.feeds.keys())
        done = partial(self._answered, connection, request)
        self._run(connection, acts.work(request, actor), done)

    def _answered_aloud(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.AnsweredAloud)
        room, number = line_of(request.line)
        if room != self._room(connection, request.room):
            raise Malformed("chat/no_such_line", line=request.line)
        self._check_in_charge(connection, room)
        answer = partial(self._rules.answer_aloud, room, number, speaker_of(connection.principal))
        self._run(connection, answer, partial(self._answered, connection, request))

    def _watch_chats(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.WatchChats)
        look = partial(self._rules.latest, speaker_of(connection.principal))
        self._run(connection, look, partial(self._shown_chats, connection, request))

    def _shown_chats(
        self, connection: Connection, request: r.WatchChats, done: Future[object]
    ) -> None:
        if not self._refused(connection, request, done) and connection.open:
            lines = done.result()
            assert isinstance(lines, list)
            self._feed.show(connection, lines)

    def _unwatch_chats(self, connection: Connection, _request: object) -> None:
        self._run(connection, lambda: None, lambda _done: self._feed.leave(connection))

    def _chats_anew(self, connection: Connection) -> None:
        """A slow moderator who missed a line gets the newest ones again."""
        if self._feed.missed(connection):
            with suppress(Refused):
                self._watch_chats(connection, r.WatchChats())

    def _watch_support(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.WatchSupport)
        look = partial(self._rules.waiting, speaker_of(connection.principal))
        self._run(connection, look, partial(self._shown_support, connection, request))

    def _shown_support(
        self, connection: Connection, request: r.WatchSupport, done: Future[object]
    ) -> None:
        if not self._refused(connection, request, done) and connection.open:
            waiting = done.result()
            assert isinstance(waiting, list)
            self._support.show(connection, waiting)

    def _unwatch_support(self, connection: Connection, _request: object) -> None:
        # After what was asked before, as with a room.
        self._run(connection, lambda: None, lambda _done: self._support.leave(connection))

    def _support_anew(self, connection: Connection) -> None:
        """A slow support client gets the waiting players again."""
        if connection in self._support:
            with suppress(Refused):  # a client that asks so much asks for this as well
                self._watch_support(connection, r.WatchSupport())

    @property
    def _rules(self) -> ChatDesk:
        if self._desk is None:
            raise Refused("chat/off")
        return self._desk

    def _room(self, connection: Connection, room: str) -> str:
        player = connection.principal.player_id
        room = rooms.support_room(player) if room == SUPPORT and player is not None else room
        kind, _, table = room.partition(":")
        if rooms.kind_of(room) != rooms.SUPPORT and table not in self._broadcaster.feeds:
            raise Refused("table/unknown")
        if kind == rooms.STAFF:
            self._check_in_charge(connection, room)
        return room

    def _check_in_charge(self, connection: Connection, room: str) -> None:
        """A dealer speaks for the table they are in charge of, and for no other."""
        if not self._may_hear(connection, room):
            raise Refused("chat/not_your_room", room=room)

    def _may_hear(self, connection: Connection, room: str) -> bool:
        principal = connection.principal
        if principal.role is not Role.DEALER:
            return True
        feed = self._broadcaster.feeds.get(room.partition(":")[2])
        dealer = None if feed is None else feed.table.state.dealer
        return dealer is not None and dealer.actor == actor_of(principal)

    async def record(self, player: str, principal: Principal) -> ChatRecord:
        """A player's lines and restrictions, asked in the thread of the rules."""
        look = partial(self._rules.record, player, speaker_of(principal))
        return await asyncio.get_running_loop().run_in_executor(self._thread, look)

    async def moderation(
        self, principal: Principal, *, since_ms: int
    ) -> tuple[tuple[str, ...], tuple[ChatAct, ...]]:
        """Where chat is off, and the acts since a moment, asked in the thread of the rules."""
        rules, actor, tables = self._rules, speaker_of(principal), tuple(self._broadcaster.feeds)

        def look() -> tuple[tuple[str, ...], tuple[ChatAct, ...]]:
            return rules.off(tables, actor), rules.deeds(actor, since_ms=since_ms)

        return await asyncio.get_running_loop().run_in_executor(self._thread, look)

    # --- answers ----------------------------------------------------------------------------------

    def _run(
        self,
        connection: Connection,
        work: Callable[[], object],
        then: Callable[[Future[object]], None],
    ) -> None:
        """Let the rules do it; what comes of it is heard in order with what they publish."""
        if self._waiting[connection] >= WAITING_MAX:
            raise Refused("rate/too_many_waiting")
        self._waiting[connection] += 1
        connection.owes(DISK_TOKENS)
        heard = partial(self._on_loop, self._done, connection, then)
        _ = asyncio.get_running_loop().run_in_executor(self._thread, _do, work, heard)

    def _done(
        self,
        connection: Connection,
        then: Callable[[Future[object]], None],
        done: Future[object],
    ) -> None:
        self._waiting[connection] -= 1
        if not self._waiting[connection]:
            del self._waiting[connection]
        then(done)

    def _answered(self, connection: Connection, request: r.Answered, done: Future[object]) -> None:
        if self._refused(connection, request, done):
            return
        connection.tell(m.Answer(cmd_id=request.cmd_id, accepted=True))

    def _entered(
        self, connection: Connection, request: r.Enter, room: str, done: Future[object]
    ) -> None:
        self._left_out.get(connection, set()).discard(room)
        if self._refused(connection, request, done) or not connection.open:
            return
        connection.rooms.add(room)
        self._listeners.setdefault(room, {})[connection] = None
        lines = done.result()
        assert isinstance(lines, list)
        if lines:
            self._tell_room(connection, room, [self._line(line, connection) for line in lines])

    def _refused(self, connection: Connection, request: r.Request, done: Future[object]) -> bool:
        error = done.exception()
        if error is None:
            return False
        if isinstance(error, SabotError) and not isinstance(error, Corrupt):
            self._reader.refuse(connection, request, error.code, _told(error))
        else:
            self._reader.refuse(connection, request, "server/error")
        return True

    # --- what the rules publish -------------------------------------------------------------------

    def published(self, notice: Notice) -> None:
        """Called in the thread of the rules."""
        self._on_loop(self._tell, notice)

    def _on_loop(self, tell: Callable[..., None], *args: object) -> None:
        """From the thread of the rules: the loop hears of things in the order they were done."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell, *args)

    def _tell(self, notice: Notice) -> None:
        match notice:
            case LineSaid(line, flags):
                self._tell_listeners(line)
                self._feed.tell(line, flags)
            case LineAnswered(line):
                self._tell_listeners(line)
                self._feed.tell(line)
            case LineDeleted(line):
                self._feed.tell(line)
                one = frame(m.Unsaid(room=line.room, line=line_id(line)))
                for connection in tuple(self._listeners.get(line.room, ())):
                    self._tell_room(connection, line.room, [one])
            case SupportChanged():
                self._support.changed(notice)
            case Moderated(act) if act.kind in (ActKind.MUTE, ActKind.BLOCK, ActKind.LIFT):
                lifted = act.kind is ActKind.LIFT
                told: m.Message = m.Silenced(until_ms=act.until_ms)
                told = m.Notice(code="chat/lifted") if lifted else told
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
        for connection in tuple(self._listeners.get(line.room, ())):
            if private and not self._may_hear(connection, line.room):
                self._leave(connection, line.room)
            else:
                self._tell_room(connection, line.room, [self._line(line, connection)])

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

    def _tell_room(self, connection: Connection, room: str, frames: Sequence[bytes]) -> None:
        """Tell lines of a room; a client that missed an earlier one reads these with the room."""
        left_out = self._left_out.get(connection, ())
        if connection.behind or room in left_out:
            self._left_out.setdefault(connection, set()).add(room)
        else:
            connection.write(b"".join(frames))

    def _caught_up(self, connection: Connection) -> None:
        """A slow reader is back: it enters again where lines were left out."""
        words = self._unheard.pop(connection, None)
        if words is not None:
            connection.write(words)
        for room in sorted(self._left_out.get(connection, ())):
            enter = partial(self._rules.enter, room, speaker_of(connection.principal))
            heard = partial(self._on_loop, self._entered_anew, connection, room)
            _ = asyncio.get_running_loop().run_in_executor(self._thread, _do, enter, heard)

    def _entered_anew(self, connection: Connection, room: str, done: Future[object]) -> None:
        if room in connection.rooms:
            self._entered(connection, r.Enter(room=room), room, done)

    # --- going ------------------------------------------------------------------------------------

    def _gone(self, connection: Connection) -> None:
        self._support.leave(connection)
        self._feed.leave(connection)
        for room in tuple(connection.rooms):
            self._leave(connection, room)
        self._left_out.pop(connection, None)
        self._unheard.pop(connection, None)

    def _leave(self, connection: Connection, room: str) -> None:
        connection.rooms.discard(room)
        left_out = self._left_out.get(connection, set())
        left_out.discard(room)
        if not left_out:
            self._left_out.pop(connection, None)
        listeners = self._listeners.get(room, {})
        listeners.pop(connection, None)
        if not listeners:
            self._listeners.pop(room, None)


def _do(work: Callable[[], object], heard: Callable[[Future[object]], None]) -> None:
    """In the thread of the rules."""
    done = Future[object]()
    try:
        done.set_result(work())
    except Exception as error:  # noqa: BLE001  the caller is told
        done.set_exception(error)
    heard(done)


def _told(error: SabotError) -> m.Data:
    """What a refusal says beside its code: how long to wait, until when."""
    return {
        name: value
        for name, value in told(error).items()
        if value is None or isinstance(value, str | int)
    }


def line_id(line: ChatLine) -> str:
    """A line by its room and number."""
    return f"{line.room}/{line.number}"


def speaker_of(principal: Principal) -> Speaker:
    """A person as the rules of chat know them."""
    return Speaker(
        id=principal.player_id or principal.account_id,
        nickname=principal.nickname,
        role=principal.role.value,
    )
