"""What staff watch beside the rooms: the feed of every room, and the queue of support."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from sabot.errors import Refused
from sabot.gateway.chat.feed import ModeratorFeed
from sabot.gateway.chat.rules_thread import RulesThread
from sabot.gateway.chat.speakers import speaker_of
from sabot.gateway.chat.support import SupportQueue
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.wire import requests as r


class StaffWatches:
    """The requests of staff to watch."""

    def __init__(self, reader: RequestReader, thread: RulesThread) -> None:
        self._thread = thread
        self.feed = ModeratorFeed()
        self.support = SupportQueue()
        reader.on(r.WatchSupport, self._watch_support)
        reader.on(r.UnwatchSupport, self._unwatch_support)
        reader.on(r.WatchChats, self._watch_chats)
        reader.on(r.UnwatchChats, self._unwatch_chats)
        reader.catch_ups += [self._support_anew, self._chats_anew]
        reader.departures.append(self._gone)

    def _watch_chats(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.WatchChats)
        look = partial(self._thread.rules.moderation.latest, speaker_of(connection.principal))
        self._thread.run(connection, look, partial(self._shown_chats, connection, request))

    def _shown_chats(
        self, connection: Connection, request: r.WatchChats, done: Future[object]
    ) -> None:
        if not self._thread.refused(connection, request, done) and connection.open:
            lines = done.result()
            assert isinstance(lines, list)
            self.feed.show(connection, lines)

    def _unwatch_chats(self, connection: Connection, _request: object) -> None:
        self._thread.run(connection, lambda: None, lambda _done: self.feed.leave(connection))

    def _chats_anew(self, connection: Connection) -> None:
        """A slow moderator who missed a line gets the newest ones again."""
        if self.feed.missed(connection):
            with suppress(Refused):
                self._watch_chats(connection, r.WatchChats())

    def _watch_support(self, connection: Connection, request: object) -> None:
        assert isinstance(request, r.WatchSupport)
        look = partial(self._thread.rules.support.waiting, speaker_of(connection.principal))
        self._thread.run(connection, look, partial(self._shown_support, connection, request))

    def _shown_support(
        self, connection: Connection, request: r.WatchSupport, done: Future[object]
    ) -> None:
        if not self._thread.refused(connection, request, done) and connection.open:
            waiting = done.result()
            assert isinstance(waiting, list)
            self.support.show(connection, waiting)

    def _unwatch_support(self, connection: Connection, _request: object) -> None:
        # After what was asked before, as with a room.
        self._thread.run(connection, lambda: None, lambda _done: self.support.leave(connection))

    def _support_anew(self, connection: Connection) -> None:
        """A slow support client gets the waiting players again."""
        if connection in self.support:
            with suppress(Refused):  # a client that asks so much asks for this as well
                self._watch_support(connection, r.WatchSupport())

    def _gone(self, connection: Connection) -> None:
        self.support.leave(connection)
        self.feed.leave(connection)
