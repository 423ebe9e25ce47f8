"""Routes of a player's settings, and of the figures of their session."""

from __future__ import annotations

import asyncio

from litestar import get, patch
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, player_of
from sabot.gateway.http.faults import AnyRequest
from sabot.service.controls.spending import Sums
from sabot.service.identity.refusals import SessionRefusal
from sabot.service.players.preferences import Preferences
from sabot.wire import control as w


def settings_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What a player has set, and how they stand."""

    @get("/api/preferences")
    async def preferences(request: AnyRequest) -> Preferences:
        return await asyncio.to_thread(deps.preferences.preferences, player_of(request))

    @patch("/api/preferences", opt={"about": "A merge patch of `Preferences`; null: the default."})
    async def change_preferences(request: AnyRequest, data: JSONBody[w.Patch]) -> Preferences:
        player = player_of(request)
        lying = deps.broadcaster.kinds_with_chips(player)  # read on the loop, where tables change
        return await asyncio.to_thread(deps.presence.change, player, data, lying=lying)

    @get("/api/session")
    async def session(request: AnyRequest) -> w.SessionShown:
        player = player_of(request)
        await deps.house.controls.accounts.look_up(player)
        play = deps.presence.play_of(caller(request).session_id)
        if play is None:
            raise Refused(SessionRefusal.NONE_AT_THE_TABLES)
        figures = deps.house.controls.figures(player, play)
        return w.SessionShown(
            at_ms=deps.house.clock.wall_ms(),
            started_ms=figures.session_started_ms,
            minutes=figures.session_minutes,
            session=_sums(figures.session),
            today_began_ms=figures.today_began_ms,
            today_minutes=figures.today_minutes,
            today=_sums(figures.today),
            check_minutes=figures.check_minutes,
            next_check_ms=figures.next_check_ms,
        )

    return [preferences, change_preferences, session]


def _sums(sums: Sums) -> w.SumsShown:
    return w.SumsShown(staked=sums.staked, returned=sums.returned, net=sums.net)
