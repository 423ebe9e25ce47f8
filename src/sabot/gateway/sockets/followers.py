"""Who gets the same: sockets, and beside them where the kernel takes their bytes.

The second list is what one loop over thousands of sockets reads instead of thousands of objects. A
connection says when its place changes, so both lists are right at any time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from sabot.gateway.sockets.connection import Connection


class Followers:
    """A set of sockets, in no order that anybody may count on."""

    def __init__(self) -> None:
        self._places: dict[Connection, int] = {}
        self.connections: list[Connection] = []
        self.descriptors = array("i")

    def __len__(self) -> int:
        return len(self.connections)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self.connections)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._places

    def add(self, connection: Connection) -> None:
        """It gets what they get."""
        if connection not in self._places:
            self._places[connection] = len(self.connections)
            self.connections.append(connection)
            self.descriptors.append(connection.descriptor)
            connection.groups.add(self)

    def discard(self, connection: Connection) -> None:
        """It does not any more; the last one takes its place."""
        if connection not in self._places:
            return
        place = self._places.pop(connection)
        connection.groups.remove(self)
        last, descriptor = self.connections.pop(), self.descriptors.pop()
        if last is not connection:
            self._places[last] = place
            self.connections[place] = last
            self.descriptors[place] = descriptor

    def moved(self, connection: Connection) -> None:
        """The kernel takes its bytes elsewhere, or nowhere."""
        self.descriptors[self._places[connection]] = connection.descriptor
