"""The clients that watch the lobby, and what they have been sent of it.

A client first gets all tables, and then each table again when more than its remaining time has
changed. The board (`lobby`) makes the tiles; this module knows which have been sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from msgspec.structs import replace

from sabot.gateway.broadcast.lobby import Board, tile_of
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.fanout import Fanout
from sabot.gateway.sockets.framing import frame
from sabot.gateway.tables.feed import TableFeed
from sabot.wire import messages as m


class LobbyScreen:
    """The lobby, for all clients that watch it."""

    def __init__(self, feeds: Mapping[str, TableFeed], fanout: Fanout) -> None:
        self._feeds = feeds
        self._fanout = fanout
        self._board = Board(feeds, now=lambda: asyncio.get_running_loop().time())
        self._followers: dict[Connection, None] = {}
        self._wanted: dict[Connection, None] = {}  # clients that asked for all of it in this tick
        self._changed: dict[str, None] = {}
        self._told: dict[str, m.Tile] = {}

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._followers

    def watch(self, connection: Connection) -> None:
        """Send all tables now, and each table again when it changes."""
        self._followers[connection] = None
        self._wanted[connection] = None
        self._fanout.soon()

    def unwatch(self, connection: Connection) -> None:
        """Stop showing the lobby."""
        self._followers.pop(connection, None)

    def lobby(self) -> m.Lobby:
        """All tables."""
        return self._board.lobby()

    def changed(self, table: str) -> None:
        """Send the tile of this table at the end of this tick."""
        if table in self._feeds:
            self._changed[table] = None
            self._board.changed(table)

    def write(self) -> None:
        """Queue what has to be sent in this tick."""
        self._write_all()
        changed, self._changed = self._changed, {}
        for table in changed:
            if self._followers:
                self._write_tile(self._feeds[table])
            else:
                self._told.pop(table, None)  # the next client has not been sent this tile

    def _write_all(self) -> None:
        wanted, self._wanted = self._wanted, {}
        if wanted:
            one = self._board.frame()
            for connection in wanted:
                self._fanout.to_one(connection, one)

    def _write_tile(self, feed: TableFeed) -> None:
        """Send a tile if more than its remaining time has changed."""
        if feed.table.state.config is None:
            return
        tile = tile_of(feed)
        told = self._told.get(feed.table_id)
        if told is None or replace(told, left_ms=tile.left_ms) != tile:
            self._told[feed.table_id] = tile
            self._fanout.to_all(self._followers, frame(m.TileChanged(tile=tile)))
