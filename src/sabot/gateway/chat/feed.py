"""One feed of every room for those who moderate, with the id of the player and what was found.

Owns who looks at it. A client that falls behind is shown the newest lines again when it is back.
The private lines of staff are in no feed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.service.chat import rooms
from sabot.service.chat.ports import ChatLine
from sabot.wire import messages as m

Flags = tuple[str, ...]


class ModeratorFeed:
    """The sockets of those who look at every room."""

    def __init__(self) -> None:
        self._sockets: dict[Connection, None] = {}
        self._missed: set[Connection] = set()  # those that a line could not be told

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._sockets

    def show(self, connection: Connection, lines: Sequence[tuple[ChatLine, Flags]]) -> None:
        """The newest lines now, and every line from now on."""
        self._sockets[connection] = None
        self._missed.discard(connection)
        if lines:
            connection.write(b"".join(frame(told(line, flags)) for line, flags in lines))

    def leave(self, connection: Connection) -> None:
        """No more lines."""
        self._sockets.pop(connection, None)
        self._missed.discard(connection)

    def missed(self, connection: Connection) -> bool:
        """Whether this client was left out while it was slow."""
        return connection in self._missed

    def tell(self, line: ChatLine, flags: Flags = ()) -> None:
        """A line was said, removed, or answered aloud."""
        if not self._sockets or rooms.kind_of(line.room) == rooms.STAFF:
            return
        one = frame(told(line, flags))
        for connection in tuple(self._sockets):
            if connection.behind:
                self._missed.add(connection)
            else:
                connection.write(one)


def told(line: ChatLine, flags: Flags) -> m.ChatLine:
    """A line as moderators read it; staff have no id here."""
    of_player = line.role == rooms.PLAYER
    return m.ChatLine(
        room=line.room,
        line=f"{line.room}/{line.number}",
        player=line.speaker if of_player else "",
        nickname=line.nickname,
        text=line.text,
        at_ms=line.at_ms,
        role=line.role,
        flags=flags,
        removed=line.deleted_ms is not None,
        answered=line.answered,
    )
