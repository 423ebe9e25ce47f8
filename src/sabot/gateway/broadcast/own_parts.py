"""What only one player sees of a table: own chips, bets and status, and the balance everywhere.

Owns which players' parts changed in this tick. They are written together before the sockets are, so
a player is sent each part once a tick, and players with the same part share its bytes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from sabot.errors import SabotError
from sabot.gamekit import Audience
from sabot.gateway.broadcast.balances import PlayerBalances
from sabot.gateway.broadcast.open_sockets import OpenSockets
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.fanout import Fanout
from sabot.gateway.sockets.framing import frame
from sabot.gateway.tables.feed import TableFeed
from sabot.gateway.tables.yours import spectators, yours
from sabot.wire import messages as m

AGAIN_SECONDS = 1.0
"""How soon a player's own part is tried again after it could not be read."""

NOWHERE = ""
"""Stands for no table: the player's balance changed elsewhere."""

Shared = dict[tuple[str, str | None, bool, bool], bytes]
"""Own parts that are the same for several players: those who watch without a bet."""

log = logging.getLogger("sabot.gateway")


class OwnParts:
    """Each player's own part of each table, and their balance."""

    def __init__(
        self,
        sockets: OpenSockets,
        fanout: Fanout,
        balances: PlayerBalances,
        *,
        feed_of: Callable[[str], TableFeed | None],
        chips_moved: Callable[[str], None],
    ) -> None:
        self._sockets = sockets
        self._fanout = fanout
        self._balances = balances
        self._feed_of = feed_of
        self._chips_moved = chips_moved
        self._changed: dict[str, dict[str, None]] = {}  # table → players

    def changed_at(self, table: str) -> dict[str, None]:
        """The players whose own part of a table changed in this tick; callers add to them."""
        found = self._changed.get(table)
        if found is None:
            found = self._changed[table] = {}
        return found

    def touched(self, player: str, table: str) -> None:
        """Show a player's own part of a table again: their chips moved."""
        self.changed_at(table)[player] = None
        self._chips_moved(table)
        self._fanout.soon()

    def limits_changed(self, player: str) -> None:
        """Show a player every watched table again: their own limits leave more or less now."""
        for connection in self._sockets.of_player(player):
            for table in connection.watching:
                self.touched(player, table)
        self.tell_balance(player)

    def paid(self, player: str) -> None:
        """Show a player's balance again: it changed outside any table."""
        if self._sockets.has(player):
            self.changed_at(NOWHERE)[player] = None
            self._fanout.soon()

    # --- writing ----------------------------------------------------------------------------------

    def write(self) -> None:
        """Queue what changed for single players in this tick."""
        changed, self._changed = self._changed, {}
        shared: Shared = {}
        for table, players in changed.items():
            for player in players:
                try:
                    self._write_of(player, table, shared)
                except SabotError as error:  # a failed read must not hold up other players
                    log.warning("a player's own part is sent later: %s", error.code)
                    loop = asyncio.get_running_loop()
                    loop.call_later(AGAIN_SECONDS, self.touched, player, table)

    def _write_of(self, player: str, table: str, shared: Shared) -> None:
        sockets = self._sockets.of_player(player)
        if not sockets:
            return
        if self._sockets.followers(table, Audience.PLAYER):
            looking = [one for one in sockets if table in one.watching]
            if looking:
                self._write_yours(player, table, looking, shared)
        self._tell_balance(player, sockets)

    def _write_yours(
        self, player: str, table: str, looking: Iterable[Connection], shared: Shared
    ) -> None:
        feed = self._feed_of(table)
        if feed is None:
            return
        key = spectators(feed.table.state, feed.table.staged, feed.memory, player)
        short = self._balances.is_short(player, feed)
        if key is None or self._balances.allowed_at(player, table) is not None:
            one = self._frame(feed, player, short=short)
        else:
            one = shared.get((table, *key, short)) or self._frame(feed, player, short=short)
            shared[table, *key, short] = one
        for connection in looking:
            self._fanout.to_one(connection, one)

    def frame_of(self, feed: TableFeed, player: str) -> bytes:
        """A player's own part of a table as it is now."""
        return self._frame(feed, player, short=self._balances.is_short(player, feed))

    def _frame(self, feed: TableFeed, player: str, *, short: bool) -> bytes:
        state = feed.table.state
        allowed = self._balances.allowed_at(player, feed.table_id)
        felt, memory = feed.table.staged, feed.memory
        you = yours(state, felt, memory, player, short=short, allowed=allowed)
        return frame(
            m.Yours(table=feed.table_id, epoch=feed.epoch, seq=state.seq, round=you.round, you=you)
        )

    # --- the balance ------------------------------------------------------------------------------

    def balance_of(self, player: str) -> m.Balance:
        """Give a player's balance."""
        return self._balances.balance_of(player)

    def tell_balance(self, player: str) -> None:
        """Send the player's balance if it differs from the last one sent."""
        sockets = self._sockets.of_player(player)
        if sockets:
            self._tell_balance(player, sockets)

    def _tell_balance(self, player: str, sockets: Iterable[Connection]) -> None:
        one = self._balances.news(player)
        if one is None:
            return
        for connection in sockets:
            self._fanout.to_one(connection, one)
        for table in self._balances.short.pop(player, ()):  # the money may be enough by now
            self.touched(player, table)
