"""Routes by which staff keep a player out, and let one in again.

Each side has its own exclusion of a player: their operator, and the house. The player's own is
theirs alone, and no route of staff reaches it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from litestar import get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import all_within_reach, check_reach
from sabot.gateway.reception import actor_of
from sabot.service.controls.bars import HOUSE
from sabot.service.exclusions import Exclusion
from sabot.wire import office as w

T = TypeVar("T")

SHOWN_MAX = 500
"""Exclusions in one answer, the newest; how many run is told in any case."""


def exclusion_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What is done about a player who is to be kept out."""
    desk = deps.exclusions

    async def done(player: str, work: Callable[[], T]) -> T:
        """Wait for the disk in a thread; tables look there anew afterwards."""
        try:
            return await asyncio.to_thread(work)
        finally:
            deps.controls.reread(player)

    @get("/api/staff/exclusions")
    async def exclusions(request: AnyRequest) -> w.Exclusions:
        seen = await all_within_reach(deps, request, desk.running)
        shown = tuple(_shown(one) for one in seen[:SHOWN_MAX])
        return w.Exclusions(running=len(seen), exclusions=shown)

    @post("/api/staff/exclusions", status_code=200)
    async def exclude(request: AnyRequest, data: JSONBody[w.ExcludePlayer]) -> w.ExclusionShown:
        await check_reach(deps, request, data.player)
        who = caller(request)

        def work() -> Exclusion:
            return desk.exclude(
                data.player,
                by=who.operator or HOUSE,
                until_ms=data.until_ms,
                actor=actor_of(who),
                reason=data.reason,
            )

        return _shown(await done(data.player, work))

    @post("/api/staff/exclusions/lift", status_code=204)
    async def lift(request: AnyRequest, data: JSONBody[w.LiftExclusion]) -> None:
        await check_reach(deps, request, data.player)
        who = caller(request)
        by, actor = who.operator or HOUSE, actor_of(who)
        await done(
            data.player, lambda: desk.lift(data.player, by=by, actor=actor, reason=data.reason)
        )

    return [exclusions, exclude, lift]


def _shown(one: Exclusion) -> w.ExclusionShown:
    return w.ExclusionShown(
        player=one.player,
        by=one.by,
        actor=one.actor,
        reason=one.reason,
        since_ms=one.since_ms,
        until_ms=one.until_ms,
    )
