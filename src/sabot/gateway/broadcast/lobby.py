"""The lobby: every table as a tile, kept up to date (F1–F6, F11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sabot.gamekit import Audience, Role
from sabot.gateway.game_modules import module_of
from sabot.gateway.sockets.framing import frame
from sabot.gateway.tables.feed import TableFeed
from sabot.table.config import AnyConfig, SeatRule
from sabot.table.state import TableState
from sabot.wire.messages import Lobby, Tile

CLOCK_AGE_MAX_SECONDS = 0.25
"""How old the remaining time in a list of all tables may be."""


class Board:
    """The tiles of all tables, encoded once for all clients. A tile is rebuilt when it changes."""

    def __init__(self, feeds: Mapping[str, TableFeed], *, now: Callable[[], float]) -> None:
        self._feeds = feeds
        self._now = now
        self._drawn_at = 0.0
        self._tiles: dict[str, Tile] = {}
        self._lobby: Lobby | None = None
        self._frame: bytes | None = None

    def changed(self, table: str) -> None:
        """Rebuild the tile of this table when it is next needed."""
        self._tiles.pop(table, None)
        self._lobby = self._frame = None

    def lobby(self) -> Lobby:
        """The tiles of all tables that have settings."""
        now = self._now()
        if now - self._drawn_at > CLOCK_AGE_MAX_SECONDS:
            self._tiles.clear()
            self._lobby = self._frame = None
            self._drawn_at = now
        if self._lobby is None:
            open_ = (feed for feed in self._feeds.values() if feed.table.state.config is not None)
            self._lobby = Lobby(tiles=tuple(map(self._tile, open_)))
        return self._lobby

    def frame(self) -> bytes:
        """The lobby as an encoded frame."""
        lobby = self.lobby()
        if self._frame is None:
            self._frame = frame(lobby)
        return self._frame

    def _tile(self, feed: TableFeed) -> Tile:
        tile = self._tiles.get(feed.table_id)
        if tile is None:
            tile = self._tiles[feed.table_id] = tile_of(feed)
        return tile


def tile_of(feed: TableFeed) -> Tile:
    """Make the tile of one table."""
    state = feed.table.state
    settings = state.settings
    view = feed.view(Audience.PLAYER)
    scorecard = view.scorecard
    minimum, maximum = limits_of(settings)
    return Tile(
        table=state.table_id,
        name=settings.name,
        game=state.game.id,
        variant=settings.variant.id,
        live=settings.live,
        rehearsal=settings.rehearsal,
        status=view.status,
        round=view.round,
        left_ms=None if view.window is None else view.window.left_ms,
        length_ms=None if view.window is None else view.window.length_ms,
        minimum=minimum,
        maximum=maximum,
        players=_players(state),
        seats_taken=sum(bool(players) for players in state.seats.values()),
        hands=tuple(hand for hand in view.hands if hand.name in state.game.parts.common_hands),
        seats=0 if settings.seat_rule is SeatRule.NONE else settings.variant.seats,
        shared_seats=settings.seat_rule is SeatRule.SHARED,
        results=feed.memory.scorecards.letters(),
        good_roads=()
        if scorecard is None
        else tuple(f"{road.pattern}:{road.side}:{road.depth}" for road in scorecard.good_roads),
        streak=0 if scorecard is None else scorecard.streak,
        derived_streak=0 if scorecard is None else scorecard.derived_streak,
        voice=settings.voices,
        module=module_of(state.game),
    )


def limits_of(settings: AnyConfig) -> tuple[int, int]:
    """F5, F6: the tile shows the limits of the first main bet."""
    rules = settings.rules()
    main = next(kind for kind, spec in settings.variant.bets.items() if spec.role is Role.MAIN)
    limits = rules.limits_of(main)
    return limits.minimum, limits.maximum


def _players(state: TableState) -> int:
    """Count the players who sit or bet here."""
    seated = {player for players in state.seats.values() for player in players}
    return len(seated | (state.round.bettors if state.round is not None else frozenset()))
