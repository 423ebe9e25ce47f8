"""The hall: who looks at which table, and what each of them is told when something happened.

Owns the sockets and nothing of a table. A table publishes once; the hall turns that into one frame
per audience, one message for each player whose own things changed, and a tile for the lobby.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from sabot.errors import SabotError
from sabot.gamekit import Audience
from sabot.gateway.framing import frame
from sabot.gateway.last_seconds import LastSeconds
from sabot.gateway.lobby_screen import LobbyScreen
from sabot.gateway.purses import Purses
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.fanout import Fanout
from sabot.gateway.sockets.followers import Followers
from sabot.gateway.tables.crowd import crowd_of
from sabot.gateway.tables.feed import TableFeed
from sabot.gateway.tables.yours import spectators, yours
from sabot.service.funds import FundsBook
from sabot.service.golden import GoldenRack
from sabot.service.players import Directory
from sabot.table import events as e
from sabot.table.state import TableState
from sabot.wire import messages as m
from sabot.wire.requests import Since

CROWD_SECONDS = 0.5
"""How often the felt is shown while chips move."""

AGAIN_SECONDS = 1.0
"""After which somebody's own things are told that could not be read."""

NOWHERE = ""
"""No table has this name."""

FOR_EVERYBODY = frozenset(
    {
        e.RoundOpened,
        e.BettingEnded,
        e.BetsClosed,
        e.RoundSettled,
        e.RoundCancelled,
        e.RoundLapsed,
        e.TableRested,
        e.TableResumed,
    }
)
"""What changes the status of every player, with a bet or without."""

FOR_THOSE_IN_PLAY = frozenset(
    {
        e.SeatTaken,
        e.SeatLeft,
        e.QuestionOpened,
        e.ChoiceMade,
        e.AnswerGiven,
        e.QuestionClosed,
        e.SideBetsSwitched,
    }
)
"""What changes something for those who bet, placed chips or sit here."""

FOR_BETTORS = frozenset(
    {e.BetsClosed, e.ChoiceMade, e.AnswerGiven, e.RoundSettled, e.RoundCancelled}
)
"""What moves the balance of those who bet, wherever they look."""

ONLY_BETS = frozenset({e.BetsAccepted})
"""What nearly always happens: it concerns nobody but those who bet."""

Sockets = dict[Connection, None]
"""In the order they came."""


log = logging.getLogger("sabot.gateway")


class Hall:
    """Sockets, tables, and the way between them."""

    def __init__(self, *, funds: FundsBook, rack: GoldenRack, directory: Directory) -> None:
        self.feeds: dict[str, TableFeed] = {}  # the tables of the lobby
        self.private: dict[str, TableFeed] = {}  # of single players, in no list (F263)
        self.fanout = Fanout(before_writing=self._write_own)
        self.directory = directory
        self._purses = Purses(funds=funds, rack=rack, directory=directory)
        self._followers: dict[tuple[str, Audience], Followers] = {}
        self._players: dict[str, Sockets] = {}
        self._accounts: dict[str, Sockets] = {}
        self._count = 0
        self._lobby = LobbyScreen(self.feeds, self.fanout)
        self._last_seconds = LastSeconds(self._tell_last_seconds)
        self._own: dict[str, dict[str, None]] = {}  # table → players whose own part changed
        self._crowds: dict[str, asyncio.TimerHandle] = {}
        self.visits_over: list[Callable[[str, str], None]] = []  # a player's socket left a table

    # --- coming and going -------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        """A socket of a player is where that player's own messages go."""
        self._count += 1
        self._accounts.setdefault(connection.principal.account_id, {})[connection] = None
        player = connection.principal.player_id
        if player is not None:
            self._players.setdefault(player, {})[connection] = None
            self._purses.tell_anew(player)

    def leave(self, connection: Connection) -> None:
        """A closed socket changes no bet (P1)."""
        account = connection.principal.account_id
        if self._accounts.get(account, {}).pop(connection, connection) is None:
            self._count -= 1
        if not self._accounts.get(account, True):
            del self._accounts[account]
        for table in list(connection.watching):
            self.unwatch(connection, table)
        self.unwatch_lobby(connection)
        player = connection.principal.player_id
        if player in self._players:
            self._players[player].pop(connection, None)
            if not self._players[player]:
                del self._players[player]
                self._purses.forget(player)

    def kinds_with_chips(self, player: str) -> frozenset[str]:
        """The kinds of bets on which chips of a player lie now, at any table (F43)."""
        feeds = (*self.feeds.values(), *self.private.values())
        return frozenset(kind for feed in feeds for kind in feed.kinds_with_chips(player))

    def watch(
        self, connection: Connection, table: str, audience: Audience, since: Since | None
    ) -> None:
        """Show a table from now on."""
        connection.watching[table] = audience
        self._followers.setdefault((table, audience), Followers()).add(connection)
        self._catch_up(connection, table, since)

    def unwatch(self, connection: Connection, table: str) -> None:
        """Show a table no more."""
        audience = connection.watching.pop(table, None)
        if audience is not None:
            self._followers[table, audience].discard(connection)
            player = connection.principal.player_id
            if player is not None:
                for hear in self.visits_over:
                    hear(player, table)

    def watch_lobby(self, connection: Connection) -> None:
        """All tables now, and each again when it changes."""
        self._lobby.watch(connection)

    def unwatch_lobby(self, connection: Connection) -> None:
        """The lobby no more."""
        self._lobby.unwatch(connection)

    def lobby(self) -> m.Lobby:
        """All tables."""
        return self._lobby.lobby()

    def caught_up(self, connection: Connection) -> None:
        """A slow reader is back: the whole picture anew."""
        for table in connection.watching:
            self._catch_up(connection, table, None)
        if connection in self._lobby:
            self.watch_lobby(connection)
        player = connection.principal.player_id
        if player is not None:
            self.fanout.to_one(connection, frame(self.balance_of(player)))
            self._purses.tell_anew(player)

    def _catch_up(self, connection: Connection, table: str, since: Since | None) -> None:
        feed = self.feed(table)
        if feed is None:
            return
        for one in feed.catch_up(connection.watching[table], since):
            self.fanout.to_one(connection, one)
        player = connection.principal.player_id
        if player is not None:
            short = self._purses.is_short(player, feed)
            self.fanout.to_one(connection, self._own_frame(feed, player, short=short))
        self._crowd_soon(table)

    def feed(self, table: str) -> TableFeed | None:
        """A table that can be looked at, in the lobby or not."""
        return self.feeds.get(table) or self.private.get(table)

    def close_private(self, table: str) -> None:
        """Nobody looks at a private table any more: it is closed."""
        self.private.pop(table, None)
        self._last_seconds.disarm(table)
        if table in self._crowds:
            self._crowds.pop(table).cancel()
        for audience in Audience:
            for connection in tuple(self._followers.get((table, audience), ())):
                self.unwatch(connection, table)
            self._followers.pop((table, audience), None)

    def connections_of(self, player: str) -> Iterable[Connection]:
        """Every socket of a player."""
        return tuple(self._players.get(player, ()))

    def sockets(self, account: str | None = None) -> int:
        """How many sockets are open, of one account or at all."""
        return self._count if account is None else len(self._accounts.get(account, ()))

    def watching(self, table: str) -> int:
        """How many sockets look at a table."""
        return sum(len(sockets) for (name, _), sockets in self._followers.items() if name == table)

    def end_session(self, session_id: str, code: str) -> None:
        """Close every socket of a session that is over, at once."""
        for connection in self.everybody():
            if connection.principal.session_id == session_id:
                connection.end(code)

    def everybody(self) -> list[Connection]:
        """Every socket."""
        return [connection for sockets in self._accounts.values() for connection in sockets]

    # --- what tables publish ----------------------------------------------------------------------

    def published(self, state: TableState, events: Sequence[e.Event]) -> None:
        """A table changed: on disk, and from now on on every screen."""
        feed = self.feed(state.table_id)
        if feed is None:
            return
        table = state.table_id
        if feed.started_again:  # nobody's chips lie there any more
            self._own_at(table).update(dict.fromkeys(self._present(table)))
        for audience, one in feed.publish(state, events).items():
            followers = self._followers.get((table, audience))
            if followers:
                self.fanout.to_all(followers, one)
        self._tell_players(feed, events)
        self._lobby.changed(table)
        self._last_seconds.arm(feed)
        self.fanout.soon()

    def _tell_players(self, feed: TableFeed, events: Sequence[e.Event]) -> None:
        own = self._own_at(feed.table_id)
        for event in events:
            if isinstance(event, e.BetsAccepted):  # moves nobody else's balance
                for bet in event.bets:
                    own[bet.player] = None
        kinds = set(map(type, events))
        if kinds != ONLY_BETS:
            own.update(dict.fromkeys(self._concerned(feed, kinds)))

    def _concerned(self, feed: TableFeed, kinds: set[type[e.Event]]) -> set[str]:
        """For whom something changes, with a bet of their own or without."""
        concerned: set[str] = set()
        if not kinds.isdisjoint(FOR_EVERYBODY):
            concerned |= self._present(feed.table_id)
        elif not kinds.isdisjoint(FOR_THOSE_IN_PLAY):
            concerned |= self._present(feed.table_id) & _in_play(feed)
        if not kinds.isdisjoint(FOR_BETTORS):
            concerned |= feed.memory.bettors
        return concerned

    def _own_at(self, table: str) -> dict[str, None]:
        """Whose own part of a table changed in this tick."""
        own = self._own.get(table)
        if own is None:
            own = self._own[table] = {}
        return own

    def _present(self, table: str) -> set[str]:
        followers = self._followers.get((table, Audience.PLAYER), ())
        found = {connection.principal.player_id for connection in followers}
        return {player for player in found if player is not None}

    def _tell_last_seconds(self, feed: TableFeed, one: bytes) -> None:
        self.tell_table(feed.table_id, one)
        self._lobby.changed(feed.table_id)

    def tell_table(self, table: str, one: bytes) -> None:
        """The same frame for everybody who looks at a table."""
        for (name, _), followers in self._followers.items():
            if name == table and followers:
                self.fanout.to_all(followers, one)

    # --- what is a player's own -------------------------------------------------------------------

    def touched(self, player: str, table: str) -> None:
        """A player's chips moved."""
        self._own_at(table)[player] = None
        if table not in self._crowds:
            self._crowd_soon(table)
        self.fanout.soon()

    def limits_changed(self, player: str) -> None:
        """A player's own limits leave more, or less, at every table they look at."""
        for connection in self.connections_of(player):
            for table in connection.watching:
                self.touched(player, table)
        self.tell_balance(player)

    def paid(self, player: str) -> None:
        """A player's money moved, at no table."""
        if player in self._players:
            self._own_at(NOWHERE)[player] = None
            self.fanout.soon()

    def _write_own(self) -> None:
        """What changed for single players in this tick, and the tiles of the lobby."""
        own, self._own = self._own, {}
        cache: dict[tuple[str, str | None, bool, bool], bytes] = {}
        for table, players in own.items():
            for player in players:
                try:
                    self._write_own_of(player, table, cache)
                except SabotError as error:  # a disk that does not answer holds up nobody else
                    log.warning("told later: %s", error.code)
                    loop = asyncio.get_running_loop()
                    loop.call_later(AGAIN_SECONDS, self.touched, player, table)
        self._lobby.write()

    def _write_own_of(
        self, player: str, table: str, cache: dict[tuple[str, str | None, bool, bool], bytes]
    ) -> None:
        sockets = self._players.get(player)
        if not sockets:
            return
        if self._followers.get((table, Audience.PLAYER)):
            looking = [one for one in sockets if table in one.watching]
            if looking:
                self._write_yours(player, table, looking, cache)
        self._tell_balance(player, sockets)

    def _write_yours(
        self,
        player: str,
        table: str,
        looking: Iterable[Connection],
        cache: dict[tuple[str, str | None, bool, bool], bytes],
    ) -> None:
        feed = self.feed(table)
        if feed is None:
            return
        key = spectators(feed.host.state, feed.host.engine.felt, feed.memory, player)
        short = self._purses.is_short(player, feed)
        if key is None or self._purses.allowed_at(player, table) is not None:
            one = self._own_frame(feed, player, short=short)
        else:
            one = cache.get((table, *key, short)) or self._own_frame(feed, player, short=short)
            cache[table, *key, short] = one
        for connection in looking:
            self.fanout.to_one(connection, one)

    def _own_frame(self, feed: TableFeed, player: str, *, short: bool) -> bytes:
        state = feed.host.state
        allowed = self._purses.allowed_at(player, feed.table_id)
        felt, memory = feed.host.engine.felt, feed.memory
        you = yours(state, felt, memory, player, short=short, allowed=allowed)
        return frame(
            m.Yours(table=feed.table_id, epoch=feed.epoch, seq=state.seq, round=you.round, you=you)
        )

    def tell_balance(self, player: str) -> None:
        """The player's money, when it is not what was told last."""
        sockets = self._players.get(player)
        if sockets:
            self._tell_balance(player, sockets)

    def _tell_balance(self, player: str, sockets: Sockets) -> None:
        purses = self._purses
        one = purses.news(player)
        if one is None:
            return
        for connection in sockets:
            self.fanout.to_one(connection, one)
        for table in purses.short.pop(player, ()):  # it may be enough by now
            self.touched(player, table)

    def balance_of(self, player: str) -> m.Balance:
        """A player's money."""
        return self._purses.balance_of(player)

    # --- the felt while betting is open -----------------------------------------------------------

    def _crowd_soon(self, table: str) -> None:
        if table not in self._crowds:
            loop = asyncio.get_running_loop()
            self._crowds[table] = loop.call_later(CROWD_SECONDS, self._tell_crowd, table)

    def _tell_crowd(self, table: str) -> None:
        del self._crowds[table]
        feed, watching = self.feeds.get(table), self.watching(table)
        if watching and feed is not None:  # at a private table there is no crowd
            self.tell_table(table, frame(crowd_of(feed, watching=watching)))

    def close(self, say: Callable[[Connection], None]) -> None:
        """Say goodbye to everybody."""
        self._last_seconds.close()
        for handle in self._crowds.values():
            handle.cancel()
        for connection in self.everybody():
            say(connection)


def _in_play(feed: TableFeed) -> set[str]:
    """Those who bet, placed chips or sit at a table."""
    state = feed.host.state
    seated = {player for players in state.seats.values() for player in players}
    return seated | feed.memory.bettors | feed.host.engine.felt.stages.keys()
