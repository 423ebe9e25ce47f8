"""Which clients listen to which room, and which of them missed a line.

A client that falls behind is left out, and reads the last lines of those rooms again later.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gateway.sockets.connection import Connection


class RoomListeners:
    """The sockets in each room."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[Connection, None]] = {}
        self._left_out: dict[Connection, set[str]] = {}  # rooms of which lines were not told

    def of(self, room: str) -> tuple[Connection, ...]:
        """The clients in a room."""
        return tuple(self._listeners.get(room, ()))

    def enter(self, connection: Connection, room: str) -> None:
        """A client listens from now on."""
        connection.rooms.add(room)
        self._listeners.setdefault(room, {})[connection] = None

    def leave(self, connection: Connection, room: str) -> None:
        """A client listens no more."""
        connection.rooms.discard(room)
        left_out = self._left_out.get(connection, set())
        left_out.discard(room)
        if not left_out:
            self._left_out.pop(connection, None)
        listeners = self._listeners.get(room, {})
        listeners.pop(connection, None)
        if not listeners:
            self._listeners.pop(room, None)

    def gone(self, connection: Connection) -> None:
        """A socket is closed."""
        for room in tuple(connection.rooms):
            self.leave(connection, room)
        self._left_out.pop(connection, None)

    # --- slow readers -----------------------------------------------------------------------------

    def tell(self, connection: Connection, room: str, frames: Sequence[bytes]) -> None:
        """Tell lines of a room; a client that missed an earlier one reads these with the room."""
        left_out = self._left_out.get(connection, ())
        if connection.behind or room in left_out:
            self._left_out.setdefault(connection, set()).add(room)
        else:
            connection.write(b"".join(frames))

    def missed(self, connection: Connection) -> list[str]:
        """The rooms of which a client missed lines."""
        return sorted(self._left_out.get(connection, ()))

    def reads_again(self, connection: Connection, room: str) -> None:
        """The lines that a client missed are about to be told."""
        self._left_out.get(connection, set()).discard(room)
