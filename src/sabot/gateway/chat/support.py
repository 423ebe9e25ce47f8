"""Which players wait for an answer in support, as those who help are shown it (F228).

Owns the sockets that watch the list. The rules of chat know what is in it; names of players are
told, since the room of a support is called after its player.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.service.chat.notices import SupportChanged
from sabot.service.chat.ports import Unanswered
from sabot.wire import messages as m

SHOWN_MAX = 200
"""Rooms that are listed at once, those who wait longest; how many wait is told in any case."""


class SupportQueue:
    """The sockets of those who look at the list."""

    def __init__(self) -> None:
        self._sockets: dict[Connection, None] = {}

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._sockets

    def show(self, connection: Connection, waiting: Sequence[Unanswered]) -> None:
        """The whole list now, and every change from now on."""
        self._sockets[connection] = None
        rooms = tuple(_told(one) for one in waiting[:SHOWN_MAX])
        connection.tell(m.Support(waiting=len(waiting), rooms=rooms))

    def leave(self, connection: Connection) -> None:
        """The list no more."""
        self._sockets.pop(connection, None)

    def changed(self, notice: SupportChanged) -> None:
        """A player began to wait, waits with more lines, or has an answer."""
        answered = m.SupportRoom(room=notice.room, nickname="", since_ms=None, lines=0)
        room = answered if notice.unanswered is None else _told(notice.unanswered)
        one = frame(m.SupportChanged(room=room))
        for connection in tuple(self._sockets):
            connection.write(one)


def _told(one: Unanswered) -> m.SupportRoom:
    return m.SupportRoom(
        room=one.room,
        nickname=one.nickname,
        since_ms=one.since_ms,
        lines=one.lines,
        last=one.last,
        for_manager=one.for_manager,
    )
