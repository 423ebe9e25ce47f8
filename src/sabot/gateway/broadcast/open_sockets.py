"""The open sockets: whose they are, and which tables each of them watches.

Owns the lists and sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabot.gamekit import Audience
from sabot.gateway.sockets.connection import Connection

Sockets = dict[Connection, None]
"""Sockets in the order in which they opened."""


class OpenSockets:
    """Every socket, by account, by player and by the tables it watches."""

    def __init__(self) -> None:
        self._accounts: dict[str, Sockets] = {}
        self._players: dict[str, Sockets] = {}
        self._followers: dict[tuple[str, Audience], Sockets] = {}
        self._count = 0

    def add(self, connection: Connection) -> None:
        """Add a socket that has opened."""
        self._count += 1
        self._accounts.setdefault(connection.principal.account_id, {})[connection] = None
        player = connection.principal.player_id
        if player is not None:
            self._players.setdefault(player, {})[connection] = None

    def remove(self, connection: Connection) -> bool:
        """Remove a socket; say whether it was the last one of its player."""
        account = connection.principal.account_id
        if self._accounts.get(account, {}).pop(connection, connection) is None:
            self._count -= 1
        if not self._accounts.get(account, True):
            del self._accounts[account]
        player = connection.principal.player_id
        if player not in self._players:
            return False
        self._players[player].pop(connection, None)
        if self._players[player]:
            return False
        del self._players[player]
        return True

    def follow(self, connection: Connection, table: str, audience: Audience) -> None:
        """Let a socket watch a table."""
        connection.watching[table] = audience
        self._followers.setdefault((table, audience), {})[connection] = None

    def unfollow(self, connection: Connection, table: str) -> bool:
        """Let a socket watch a table no more; say whether it did."""
        audience = connection.watching.pop(table, None)
        if audience is None:
            return False
        self._followers[table, audience].pop(connection, None)
        return True

    def forget_table(self, table: str) -> None:
        """Forget a table that no socket watches any more."""
        for audience in Audience:
            self._followers.pop((table, audience), None)

    # --- which there are --------------------------------------------------------------------------

    def sockets(self, account: str | None = None) -> int:
        """Count the open sockets, of one account or all."""
        return self._count if account is None else len(self._accounts.get(account, ()))

    def everybody(self) -> list[Connection]:
        """Every socket."""
        return [connection for sockets in self._accounts.values() for connection in sockets]

    def of_player(self, player: str) -> Iterable[Connection]:
        """Every socket of a player."""
        return tuple(self._players.get(player, ()))

    def has(self, player: str) -> bool:
        """Whether a player has a socket."""
        return player in self._players

    def followers(self, table: str, audience: Audience) -> Sockets:
        """The sockets that watch a table as one audience; empty without any."""
        return self._followers.get((table, audience)) or {}

    def followers_of_all_kinds(self, table: str) -> Iterator[Sockets]:
        """The sockets that watch a table, audience by audience."""
        for (name, _), followers in self._followers.items():
            if name == table and followers:
                yield followers

    def watching(self, table: str) -> int:
        """Count the sockets that watch a table."""
        return sum(map(len, self.followers_of_all_kinds(table)))

    def present(self, table: str) -> set[str]:
        """The players who watch a table."""
        followers = self.followers(table, Audience.PLAYER)
        found = {connection.principal.player_id for connection in followers}
        return {player for player in found if player is not None}

    def end_session(self, session_id: str, code: str) -> None:
        """Close every socket of a session that has ended, at once."""
        for connection in self.everybody():
            if connection.principal.session_id == session_id:
                connection.end(code)
