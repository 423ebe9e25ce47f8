"""Who looks at the lobby, and what they are told of it.

All tables to whoever comes, and afterwards each again when more of it changed than its seconds.
What is drawn is the board's (`lobby`); this knows who has seen it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from msgspec.structs import replace

from sabot.gateway.framing import frame
from sabot.gateway.lobby import Board, tile_of
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.fanout import Fanout
from sabot.gateway.sockets.followers import Followers
from sabot.gateway.tables.feed import TableFeed
from sabot.wire import messages as m


class LobbyScreen:
    """The lobby, for all who look at it."""

    def __init__(self, feeds: Mapping[str, TableFeed], fanout: Fanout) -> None:
        self._feeds = feeds
        self._fanout = fanout
        self._board = Board(feeds, now=lambda: asyncio.get_running_loop().time())
        self._followers = Followers()
        self._wanted: dict[Connection, None] = {}  # who asked for all of it in this tick
        self._changed: dict[str, None] = {}
        self._told: dict[str, m.Tile] = {}

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._followers

    def watch(self, connection: Connection) -> None:
        """All tables now, and each again when it changes."""
        self._followers.add(connection)
        self._wanted[connection] = None
        self._fanout.soon()

    def unwatch(self, connection: Connection) -> None:
        """The lobby no more."""
        self._followers.discard(connection)

    def lobby(self) -> m.Lobby:
        """All tables."""
        return self._board.lobby()

    def changed(self, table: str) -> None:
        """A table is not what it was; told at the end of this tick."""
        if table in self._feeds:
            self._changed[table] = None
            self._board.changed(table)

    def write(self) -> None:
        """What is to be told in this tick."""
        self._write_all()
        changed, self._changed = self._changed, {}
        for table in changed:
            if self._followers:
                self._write_tile(self._feeds[table])
            else:
                self._told.pop(table, None)  # who comes next has not been told of it

    def _write_all(self) -> None:
        wanted, self._wanted = self._wanted, {}
        if wanted:
            one = self._board.frame()
            for connection in wanted:
                self._fanout.to_one(connection, one)

    def _write_tile(self, feed: TableFeed) -> None:
        """A tile, when more of it changed than the seconds."""
        if feed.host.state.config is None:
            return
        tile = tile_of(feed)
        told = self._told.get(feed.table_id)
        if told is None or replace(told, left_ms=tile.left_ms) != tile:
            self._told[feed.table_id] = tile
            self._fanout.to_all(self._followers, frame(m.TileChanged(tile=tile)))
