"""The route of a player's own results over time."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Annotated
from zoneinfo import ZoneInfoNotFoundError

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.games import variant_named
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import player_of
from sabot.gateway.http.faults import AnyRequest
from sabot.maths.returns import decimal
from sabot.service.controls.calendar import Calendar, calendar_of, written
from sabot.service.players import statistics as s
from sabot.service.private.names import variant_of as private_variant
from sabot.wire import statistics as w

POINTS = 240
"""Points of the course: a line on a screen needs no more."""

DIGITS = 4

Days = Annotated[int, QueryParameter(ge=1, le=90)]
Zone = Annotated[str | None, QueryParameter(max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$")]
"""The time zone of the player's own clock, such as `Europe/Rome`: where their days begin."""


def statistics_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What a player has won and lost, and what was to be expected."""

    def variant_of(table: str) -> str | None:
        feed = deps.broadcaster.feeds.get(table)
        return private_variant(table) if feed is None else feed.table.state.settings.variant.id

    def game_of(table: str) -> str:
        variant = variant_of(table)
        return "" if variant is None else variant_named(variant)[0].id

    def rate_of(table: str, kind: str) -> Fraction | None:
        variant = variant_of(table)
        found = () if variant is None else deps.returns(variant).get(kind, ())
        return Fraction(found[0].exact or found[0].decimal) if found else None

    @get("/api/statistics")
    async def statistics(
        request: AnyRequest, days: Days = 30, zone: Zone = None
    ) -> w.StatisticsShown:
        player, now_ms = player_of(request), deps.house.clock.wall_ms()
        calendar = _calendar(zone, deps.house.controls.calendar)
        since_ms = calendar.start_ms(calendar.day_of(now_ms) - days + 1)
        played, complete = await deps.rounds.played(player, since_ms=since_ms, until_ms=now_ms + 1)

        def work() -> w.StatisticsShown:
            rounds = s.rounds_of(played, rate_of=rate_of, game_of=game_of)
            return _shown(rounds, calendar, days=days, complete=complete)

        return await asyncio.to_thread(work)

    return [statistics]


def _calendar(zone: str | None, of_house: Calendar) -> Calendar:
    """The player's own calendar; that of the house if their zone is unknown."""
    try:
        return of_house if zone is None else calendar_of(zone)
    except ZoneInfoNotFoundError:
        return of_house


def _shown(
    rounds: list[s.RoundResult], calendar: Calendar, *, days: int, complete: bool
) -> w.StatisticsShown:
    games = sorted({one.game for one in rounds})
    return w.StatisticsShown(
        days=days,
        complete=complete,
        total=_results(s.summed(rounds)),
        games=tuple(
            w.GameResults(
                game=game, results=_results(s.summed(one for one in rounds if one.game == game))
            )
            for game in games
        ),
        by_day=tuple(
            w.DayResults(day=written(day), game=game, results=_results(sums))
            for day, game, sums in s.by_day_and_game(rounds, calendar)
        ),
        course=tuple(_point(at_ms, sums) for at_ms, sums in s.course(rounds, points=POINTS)),
    )


def _results(sums: s.Results) -> w.ResultsShown:
    low, high = sums.band or (None, None)
    expected = sums.expected
    return w.ResultsShown(
        rounds=sums.rounds,
        staked=sums.staked,
        returned=sums.returned,
        net=sums.net,
        golden=sums.golden,
        expected=None if expected is None else round(expected),
        low=low,
        high=high,
        actual_return=_share(Fraction(sums.returned), sums.staked),
        expected_return=None if expected is None else _share(sums.staked + expected, sums.staked),
        low_return=None if low is None else _share(Fraction(sums.staked + low), sums.staked),
        high_return=None if high is None else _share(Fraction(sums.staked + high), sums.staked),
    )


def _share(amount: Fraction, staked: int) -> str | None:
    return None if staked == 0 else decimal(amount / staked, DIGITS)


def _point(at_ms: int, sums: s.Results) -> w.CoursePoint:
    low, high = sums.band or (None, None)
    return w.CoursePoint(
        at_ms=at_ms,
        rounds=sums.rounds,
        net=sums.net,
        expected=None if sums.expected is None else round(sums.expected),
        low=low,
        high=high,
    )
