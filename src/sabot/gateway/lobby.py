"""The lobby: every table as a tile, kept up to date for whoever looks (F1–F6, F11)."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.gamekit import Audience, Role
from sabot.gateway.tables.feed import TableFeed
from sabot.table.config import AnyConfig, SeatRule
from sabot.table.state import TableState
from sabot.wire.messages import Lobby, Tile

COMMON_HANDS = frozenset({"player", "banker", "dealer"})


def lobby_of(feeds: Mapping[str, TableFeed]) -> Lobby:
    """All tables that are set up."""
    open_ = (feed for feed in feeds.values() if feed.host.state.config is not None)
    return Lobby(tiles=tuple(tile_of(feed) for feed in open_))


def tile_of(feed: TableFeed) -> Tile:
    """One table at a glance."""
    state = feed.host.state
    settings = state.settings
    view = feed.view(Audience.PLAYER)
    card = view.scorecard
    minimum, maximum = limits_of(settings)
    return Tile(
        table=state.table_id,
        name=settings.name,
        game=state.game.id,
        variant=settings.variant.id,
        status=view.status,
        round=view.round,
        left_ms=None if view.window is None else view.window.left_ms,
        length_ms=None if view.window is None else view.window.length_ms,
        minimum=minimum,
        maximum=maximum,
        players=_players(state),
        seats_taken=sum(bool(players) for players in state.seats.values()),
        hands=tuple(hand for hand in view.hands if hand.name in COMMON_HANDS),
        seats=0 if settings.seat_rule is SeatRule.NONE else settings.variant.seats,
        shared_seats=settings.seat_rule is SeatRule.SHARED,
        results=feed.memory.scorecards.letters(),
        good_roads=()
        if card is None
        else tuple(f"{road.pattern}:{road.side}:{road.depth}" for road in card.good_roads),
        streak=0 if card is None else card.streak,
        derived_streak=0 if card is None else card.derived_streak,
        voice=settings.voices,
    )


def limits_of(settings: AnyConfig) -> tuple[int, int]:
    """F5, F6: the limits of the first main bet stand for the table."""
    rules = settings.rules(switched_off=frozenset())
    main = next(kind for kind, spec in settings.variant.bets.items() if spec.role is Role.MAIN)
    limits = rules.limits_of(main)
    return limits.minimum, limits.maximum


def _players(state: TableState) -> int:
    """Everybody who sits or bets here."""
    seated = {player for players in state.seats.values() for player in players}
    return len(seated | (state.round.bettors if state.round is not None else frozenset()))
