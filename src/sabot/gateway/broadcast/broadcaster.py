"""The broadcaster: which client watches which table, and what each is sent when a table changes.

Owns nothing of a table. A table publishes once. The broadcaster turns that into one frame for each
audience, one message for each player whose own part changed, and a tile for the lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabot.gamekit import Audience
from sabot.gateway.broadcast.balances import PlayerBalances
from sabot.gateway.broadcast.crowd_screen import CrowdScreen
from sabot.gateway.broadcast.last_seconds import LastSeconds
from sabot.gateway.broadcast.lobby_screen import LobbyScreen
from sabot.gateway.broadcast.open_sockets import OpenSockets
from sabot.gateway.broadcast.own_parts import OwnParts
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.fanout import Fanout
from sabot.gateway.sockets.framing import frame
from sabot.gateway.tables.crowd import crowd_of
from sabot.gateway.tables.feed import TableFeed
from sabot.service.money.funds import FundsBook
from sabot.service.office.golden import GoldenRack
from sabot.service.players.directory import Directory
from sabot.table import events as e
from sabot.table.state import TableState
from sabot.wire import messages as m
from sabot.wire.requests import Since

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
"""Events that change the status of every player present, with a bet or without."""

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
"""Events that change something for players who bet, placed chips or sit at the table."""

FOR_BETTORS = frozenset(
    {e.BetsClosed, e.ChoiceMade, e.AnswerGiven, e.RoundSettled, e.RoundCancelled}
)
"""Events that change the balance of players who bet, whichever table they watch."""

ONLY_BETS = frozenset({e.BetsAccepted})
"""By far the most frequent set of events: it concerns only the players who bet."""


class Broadcaster:
    """Connects sockets with the tables they watch.

    `open` are the sockets, `own` is what only single players are sent.
    """

    def __init__(self, *, funds: FundsBook, rack: GoldenRack, directory: Directory) -> None:
        self.feeds: dict[str, TableFeed] = {}  # the tables of the lobby
        self.private: dict[str, TableFeed] = {}  # private tables, which no lobby lists (F263)
        self.fanout = Fanout(before_writing=self._write)
        self.directory = directory
        self.open = OpenSockets()
        self._balances = PlayerBalances(funds=funds, rack=rack, directory=directory)
        self._crowds = CrowdScreen(self._tell_crowd)
        self.own = OwnParts(
            self.open,
            self.fanout,
            self._balances,
            feed_of=self.feed,
            chips_moved=self._crowds.soon,
        )
        self._lobby = LobbyScreen(self.feeds, self.fanout)
        self._last_seconds = LastSeconds(self._tell_last_seconds)
        self.visits_began: list[Callable[[str, str], None]] = []  # a player came to a table
        self.visits_over: list[Callable[[str, str], None]] = []  # a player's socket left a table
        self.tables_changed: list[Callable[[str], None]] = []  # a table of the lobby changed
        self.staff_moved: list[Callable[[str], None]] = []  # a colleague came to a table, or left

    # --- coming and going -------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        """Add a socket. A player's own messages go to all sockets of that player."""
        self.open.add(connection)
        player = connection.principal.player_id
        if player is not None:
            self._balances.tell_anew(player)

    def leave(self, connection: Connection) -> None:
        """Remove a closed socket. This changes no bet (P1)."""
        for table in list(connection.watching):
            self.unwatch(connection, table)
        self.unwatch_lobby(connection)
        last = self.open.remove(connection)
        player = connection.principal.player_id
        if last and player is not None:
            self._balances.forget(player)

    def kinds_with_chips(self, player: str) -> frozenset[str]:
        """The kinds of bets on which the player has chips now, at any table (F43)."""
        feeds = (*self.feeds.values(), *self.private.values())
        return frozenset(kind for feed in feeds for kind in feed.kinds_with_chips(player))

    def watch(
        self, connection: Connection, table: str, audience: Audience, since: Since | None
    ) -> None:
        """Show a table from now on."""
        player = connection.principal.player_id
        if player is not None and table not in connection.watching:
            for hear in self.visits_began:
                hear(player, table)
        came = table not in connection.watching
        self.open.follow(connection, table, audience)
        if came and player is None:
            self._staff_moved(table)
        self._catch_up(connection, table, since)

    def unwatch(self, connection: Connection, table: str) -> None:
        """Stop showing a table."""
        player = connection.principal.player_id
        if not self.open.unfollow(connection, table):
            return
        if player is None:
            self._staff_moved(table)
            return
        for hear in self.visits_over:
            hear(player, table)

    def _staff_moved(self, table: str) -> None:
        for hear in self.staff_moved:
            hear(table)

    def watch_lobby(self, connection: Connection) -> None:
        """Send all tables now, and each table again when it changes."""
        self._lobby.watch(connection)

    def unwatch_lobby(self, connection: Connection) -> None:
        """Stop showing the lobby."""
        self._lobby.unwatch(connection)

    def lobby(self) -> m.Lobby:
        """All tables."""
        return self._lobby.lobby()

    def caught_up(self, connection: Connection) -> None:
        """Send full snapshots to a slow client that has caught up."""
        for table in connection.watching:
            self._catch_up(connection, table, None)
        if connection in self._lobby:
            self.watch_lobby(connection)
        player = connection.principal.player_id
        if player is not None:
            self.fanout.to_one(connection, frame(self.own.balance_of(player)))
            self._balances.tell_anew(player)

    def _catch_up(self, connection: Connection, table: str, since: Since | None) -> None:
        feed = self.feed(table)
        if feed is None:
            return
        for one in feed.catch_up(connection.watching[table], since):
            self.fanout.to_one(connection, one)
        player = connection.principal.player_id
        if player is not None:
            self.fanout.to_one(connection, self.own.frame_of(feed, player))
        self._crowds.soon(table)

    def feed(self, table: str) -> TableFeed | None:
        """Find a table, whether it is in the lobby or private."""
        return self.feeds.get(table) or self.private.get(table)

    def close_private(self, table: str) -> None:
        """Remove a private table that has closed, and stop showing it."""
        self.private.pop(table, None)
        self._last_seconds.disarm(table)
        self._crowds.drop(table)
        for audience in Audience:
            for connection in tuple(self.open.followers(table, audience)):
                self.unwatch(connection, table)
        self.open.forget_table(table)

    def close(self, say: Callable[[Connection], None]) -> None:
        """Stop the timers, and close every socket through `say`."""
        self._last_seconds.close()
        self._crowds.close()
        for connection in self.open.everybody():
            say(connection)

    # --- what tables publish ----------------------------------------------------------------------

    def published(self, state: TableState, events: Sequence[e.Event]) -> None:
        """Show a change of a table, which is on disk by now, on every screen."""
        feed = self.feed(state.table_id)
        if feed is None:
            return
        table = state.table_id
        if feed.started_again:  # chips that were not bets yet are gone
            self.own.changed_at(table).update(dict.fromkeys(self.open.present(table)))
        frames = feed.publish(state, events).items()
        # The console of the dealer waits for no crowd of players.
        for audience, one in sorted(frames, key=lambda each: each[0] is Audience.PLAYER):
            followers = self.open.followers(table, audience)
            if followers:
                self.fanout.to_all(followers, one)
        self._tell_players(feed, events)
        self._lobby.changed(table)
        for hear in self.tables_changed:
            hear(table)
        self._last_seconds.arm(feed)
        self.fanout.soon()

    def _tell_players(self, feed: TableFeed, events: Sequence[e.Event]) -> None:
        changed = self.own.changed_at(feed.table_id)
        for event in events:
            if isinstance(event, e.BetsAccepted):  # changes only these players' balances
                for bet in event.bets:
                    changed[bet.player] = None
        kinds = set(map(type, events))
        if kinds != ONLY_BETS:
            changed.update(dict.fromkeys(self._concerned(feed, kinds)))

    def _concerned(self, feed: TableFeed, kinds: set[type[e.Event]]) -> set[str]:
        """Find the players for whom these kinds of events change something."""
        concerned: set[str] = set()
        if not kinds.isdisjoint(FOR_EVERYBODY):
            concerned |= self.open.present(feed.table_id)
        elif not kinds.isdisjoint(FOR_THOSE_IN_PLAY):
            concerned |= self.open.present(feed.table_id) & _in_play(feed)
        if not kinds.isdisjoint(FOR_BETTORS):
            concerned |= feed.memory.bettors
        return concerned

    def tell_table(self, table: str, one: bytes) -> None:
        """Send the same frame to every client that watches a table."""
        for followers in self.open.followers_of_all_kinds(table):
            self.fanout.to_all(followers, one)

    def _tell_last_seconds(self, feed: TableFeed, one: bytes) -> None:
        self.tell_table(feed.table_id, one)
        self._lobby.changed(feed.table_id)

    def _tell_crowd(self, table: str) -> None:
        feed, watching = self.feeds.get(table), self.open.watching(table)
        if watching and feed is not None:  # a private table has no spectators
            self.tell_table(table, frame(crowd_of(feed, watching=watching)))

    def _write(self) -> None:
        """Queue what changed in this tick: for single players, and the tiles of the lobby."""
        self.own.write()
        self._lobby.write()


def _in_play(feed: TableFeed) -> set[str]:
    """The players who bet, placed chips or sit at a table."""
    state = feed.table.state
    seated = {player for players in state.seats.values() for player in players}
    return seated | feed.memory.bettors | feed.table.staged.stages.keys()
