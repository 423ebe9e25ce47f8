"""Routes by which staff keep a player out, and let one in again.

Each side has its own exclusion of a player: their operator, and the house. The player's own is
theirs alone, and no route of staff reaches it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from litestar import get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import all_within_reach, check_named_reach, check_reach
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.controls.bars import HOUSE
from sabot.service.office.exclusions import Exclusion
from sabot.wire import office as w

T = TypeVar("T")

SHOWN_MAX = 500
"""Exclusions in one answer, the newest; how many run is told in any case."""


async def at_tables_too(deps: Dependencies, player: str, work: Callable[[], T]) -> T:
    """Change a player's exclusion in a thread; tables read it again afterwards."""
    try:
        return await asyncio.to_thread(work)
    finally:
        deps.house.controls.own.reread(player)


def exclusion_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What is done about a player who is to be kept out."""
    desk = deps.identity.exclusions

    @get("/api/staff/exclusions")
    async def exclusions(request: AnyRequest) -> w.Exclusions:
        seen = await all_within_reach(deps, request, desk.running)
        newest = tuple(shown(one) for one in seen[:SHOWN_MAX])
        return w.Exclusions(running=len(seen), exclusions=newest)

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

        return shown(await at_tables_too(deps, data.player, work))

    @post("/api/staff/exclusions/lift", status_code=204)
    async def lift(request: AnyRequest, data: JSONBody[w.LiftExclusion]) -> None:
        await check_named_reach(deps, request, data.player)  # blocked before they ever came
        who = caller(request)
        by, actor = who.operator or HOUSE, actor_of(who)
        work = partial(desk.lift, data.player, by=by, actor=actor, reason=data.reason)
        await at_tables_too(deps, data.player, work)

    return [exclusions, exclude, lift]


def shown(one: Exclusion) -> w.ExclusionShown:
    """An exclusion as it is told."""
    return w.ExclusionShown(
        player=one.player,
        by=one.by,
        actor=one.actor,
        reason=one.reason,
        since_ms=one.since_ms,
        until_ms=one.until_ms,
    )
