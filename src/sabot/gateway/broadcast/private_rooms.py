"""Private tables as the gateway shows them: to their player and to staff, in no list (F263).

Owns the feeds of private tables, from opening to closing. When a player watches their own table,
and it is closed or was open when the house stopped, it opens again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sabot.errors import Refused, SabotError
from sabot.gateway.authority import may_know
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.request_reader import CLOSED, RequestReader
from sabot.gateway.tables.feed import TableFeed
from sabot.service.identity.roles import Principal
from sabot.service.private.names import belongs_to
from sabot.service.private.port import PrivateTablesPort
from sabot.service.tables.link import TablePort
from sabot.table.refusals import TableRefusal
from sabot.wire import messages as m
from sabot.wire import requests

FeedOf = Callable[[TablePort], TableFeed]
Greet = Callable[[str], None]
"""Sends a player's wishes to the tables."""


class PrivateRooms:
    """The gateway's side of private tables."""

    def __init__(
        self,
        broadcaster: Broadcaster,
        reader: RequestReader,
        private: PrivateTablesPort,
        *,
        feed_of: FeedOf,
        greet: Greet,
    ) -> None:
        self._broadcaster = broadcaster
        self._reader = reader
        self._private = private
        self._feed_of = feed_of
        self._greet = greet
        # Clients that wait for a table to open, with their request; None if they left it since.
        self._coming: dict[tuple[Connection, str], requests.Watch | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        reader.on(requests.Watch, self._watch)
        reader.on(requests.Unwatch, self._unwatch)
        private.attend(self)

    # --- opening and closing ----------------------------------------------------------------------

    def opened(self, table: TablePort) -> None:
        """Show a private table that has opened."""
        self._broadcaster.private[table.state.table_id] = self._feed_of(table)
        owner = None if table.state.config is None else table.state.config.owner
        if owner is not None:
            self._greet(owner)

    def closed(self, table_id: str) -> None:
        """Send the last events and a notice to every client that watches it, and remove it."""
        closed = m.Notice(code=CLOSED, data={"table": table_id})
        self._broadcaster.tell_table(table_id, frame(closed))
        self._broadcaster.fanout.flush()
        self._broadcaster.close_private(table_id)

    def watching(self, table_id: str) -> int:
        """Count the sockets that watch it."""
        return self._broadcaster.open.watching(table_id)

    # --- coming to them ---------------------------------------------------------------------------

    async def open(self, player: str, variant: str) -> str:
        """Open a player's table of a variant, and give its id."""
        return (await self._private.open(player, variant)).state.table_id

    async def feed(self, principal: Principal, table: str) -> TableFeed | None:
        """Find a table that the account may know. A player's own table opens if it is closed."""
        if not may_know(principal, table):
            return None
        player = self._shut_out(principal, table)
        if player is not None:
            try:
                await self._private.reopen(player, table)
            except Refused as refusal:
                if refusal.code != TableRefusal.UNKNOWN:
                    raise
        return self._broadcaster.feed(table)

    def _shut_out(self, principal: Principal, table: str) -> str | None:
        """The player, if this is their own table and it is closed."""
        player = principal.player_id
        closed = self._broadcaster.feed(table) is None
        return player if closed and player is not None and belongs_to(table, player) else None

    def _watch(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Watch)
        player = self._shut_out(connection.principal, request.table)
        if player is None:
            self._reader.watch(connection, request)
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
        self._reader.unwatch(connection, request)

    async def _come(self, player: str, connection: Connection, table: str) -> None:
        refused = None
        try:
            await self._private.reopen(player, table)
        except SabotError as error:
            refused = error.code
        finally:
            request = self._coming.pop((connection, table))
        if request is None or connection not in self._broadcaster.open.of_player(player):
            return
        if refused is None:
            self._reader.watch(connection, request)
        else:
            self._reader.refuse(connection, request, refused)
