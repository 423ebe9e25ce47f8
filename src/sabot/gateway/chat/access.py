"""Which rooms a client may name: those of tables that exist, and a dealer only their own."""

from __future__ import annotations

from sabot.errors import Refused
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.chat import rooms
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.identity.roles import Role
from sabot.table.refusals import TableRefusal

SUPPORT = "support"
"""A player's own support room, by its short name."""


class RoomAccess:
    """Checks the rooms that clients name."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster

    def room(self, connection: Connection, room: str) -> str:
        """The full name of a room that a client names; refused if it is not theirs to enter."""
        player = connection.principal.player_id
        room = rooms.support_room(player) if room == SUPPORT and player is not None else room
        kind, _, table = room.partition(":")
        if rooms.kind_of(room) != rooms.SUPPORT and table not in self._broadcaster.feeds:
            raise Refused(TableRefusal.UNKNOWN)
        if kind == rooms.STAFF:
            self.check_in_charge(connection, room)
        return room

    def check_in_charge(self, connection: Connection, room: str) -> None:
        """A dealer speaks for the table they are in charge of, and for no other."""
        if not self.may_hear(connection, room):
            raise Refused(ChatRefusal.NOT_YOUR_ROOM, room=room)

    def may_hear(self, connection: Connection, room: str) -> bool:
        """Whether the private lines of this room are for this client."""
        principal = connection.principal
        if principal.role is not Role.DEALER:
            return True
        feed = self._broadcaster.feeds.get(room.partition(":")[2])
        dealer = None if feed is None else feed.table.state.dealer
        return dealer is not None and dealer.actor == actor_of(principal)
