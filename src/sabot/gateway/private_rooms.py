"""Private tables as the gateway shows them: to their player and to staff, in no list (F263).

Owns the feeds of private tables, from opening to closing. A player who looks at a table of theirs
that is closed, or was open when the house stopped, finds it open again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sabot.errors import Refused, SabotError
from sabot.gateway.authority import may_know
from sabot.gateway.framing import frame
from sabot.gateway.hall import Hall
from sabot.gateway.reception import CLOSED, Reception
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.tables.feed import TableFeed
from sabot.service.host import TableHost
from sabot.service.identity.roles import Principal
from sabot.service.private_names import belongs_to
from sabot.service.private_tables import PrivateTables
from sabot.wire import messages as m
from sabot.wire import requests

FeedOf = Callable[[TableHost], TableFeed]
Greet = Callable[[str], None]
"""Tell the tables a player's wishes."""


class PrivateRooms:
    """The gateway's side of private tables."""

    def __init__(
        self,
        hall: Hall,
        reception: Reception,
        private: PrivateTables,
        *,
        feed_of: FeedOf,
        greet: Greet,
    ) -> None:
        self._hall = hall
        self._reception = reception
        self._private = private
        self._feed_of = feed_of
        self._greet = greet
        # Who waits for a door to open, and with which wish; with none who looks elsewhere by now.
        self._coming: dict[tuple[Connection, str], requests.Watch | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        reception.on(requests.Watch, self._watch)
        reception.on(requests.Unwatch, self._unwatch)
        private.attend(self)

    # --- what is told about tables ----------------------------------------------------------------

    def opened(self, host: TableHost) -> None:
        """A private table can be looked at."""
        self._hall.private[host.state.table_id] = self._feed_of(host)
        owner = None if host.state.config is None else host.state.config.owner
        if owner is not None:
            self._greet(owner)

    def closed(self, table_id: str) -> None:
        """It cannot any more; whoever looks at it hears so, after the last that happened there."""
        closed = m.Notice(code=CLOSED, data={"table": table_id})
        self._hall.tell_table(table_id, frame(closed))
        self._hall.fanout.flush()
        self._hall.close_private(table_id)

    def watching(self, table_id: str) -> int:
        """How many look at it."""
        return self._hall.watching(table_id)

    # --- coming to them ---------------------------------------------------------------------------

    async def open(self, player: str, variant: str) -> str:
        """A player's table of a game."""
        return (await self._private.open(player, variant)).state.table_id

    async def feed(self, principal: Principal, table: str) -> TableFeed | None:
        """A table, if there is one for whoever asks; their own is opened for them."""
        if not may_know(principal, table):
            return None
        player = self._shut_out(principal, table)
        if player is not None:
            try:
                await self._private.reopen(player, table)
            except Refused as refusal:
                if refusal.code != "table/unknown":
                    raise
        return self._hall.feed(table)

    def _shut_out(self, principal: Principal, table: str) -> str | None:
        """The player before the closed door of their own table, if it is one."""
        player = principal.player_id
        closed = self._hall.feed(table) is None
        return player if closed and player is not None and belongs_to(table, player) else None

    def _watch(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Watch)
        player = self._shut_out(connection.principal, request.table)
        if player is None:
            self._reception.watch(connection, request)
            return
        key = connection, request.table
        comes = key in self._coming
        self._coming[key] = request
        if not comes:
            task = asyncio.get_running_loop().create_task(self._come(player, *key))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _unwatch(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Unwatch)
        if (connection, request.table) in self._coming:
            self._coming[connection, request.table] = None
        self._reception.unwatch(connection, request)

    async def _come(self, player: str, connection: Connection, table: str) -> None:
        refused = None
        try:
            await self._private.reopen(player, table)
        except SabotError as error:
            refused = error.code
        finally:
            request = self._coming.pop((connection, table))
        if request is None or connection not in self._hall.connections_of(player):
            return
        if refused is None:
            self._reception.watch(connection, request)
        else:
            self._reception.refuse(connection, request, refused)
