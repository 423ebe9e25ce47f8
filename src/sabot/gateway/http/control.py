"""Routes of a player's own limits and pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import StrEnum

from litestar import get, post, put
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, player_of
from sabot.gateway.http.faults import AnyRequest
from sabot.service.controls.calendar import Calendar
from sabot.service.controls.limits import Controls, Limit, Pause, lock_at
from sabot.service.identity.rows import Ended
from sabot.wire import control as w


class LimitName(StrEnum):
    """What can be set by name: the limits, and how often the reality check comes."""

    STAKE_PER_ROUND = Limit.STAKE_PER_ROUND.value
    STAKE_PER_DAY = Limit.STAKE_PER_DAY.value
    LOSS_PER_DAY = Limit.LOSS_PER_DAY.value
    LOSS_PER_WEEK = Limit.LOSS_PER_WEEK.value
    LOSS_PER_MONTH = Limit.LOSS_PER_MONTH.value
    SESSION_TIME = Limit.SESSION_TIME.value
    REALITY_CHECK = "reality_check"


def control_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What a player forbids themselves."""
    desk = deps.house.controls

    async def changed(player: str, change: Callable[[], Controls]) -> w.LimitsShown:
        """Wait for the disk in a thread; tables look there again afterwards."""
        try:
            after = await asyncio.to_thread(change)
        finally:
            desk.own.reread(player)
        await desk.accounts.look_up(player)
        deps.broadcaster.own.limits_changed(player)
        return _shown(
            after, desk.used(player), deps.house.clock.wall_ms(), deps.house.controls.calendar
        )

    @get("/api/limits")
    async def limits(request: AnyRequest) -> w.LimitsShown:
        player = player_of(request)
        held = await asyncio.to_thread(desk.own.of, player)
        await desk.accounts.look_up(player)
        return _shown(
            held, desk.used(player), deps.house.clock.wall_ms(), deps.house.controls.calendar
        )

    @put("/api/limits/{name:str}")
    async def set_limit(
        request: AnyRequest, name: FromPath[LimitName], data: JSONBody[w.SetLimit]
    ) -> w.LimitsShown:
        player = player_of(request)
        if name is LimitName.REALITY_CHECK:
            return await changed(player, lambda: desk.set_check(player, data.value))
        limit = Limit(name.value)
        return await changed(player, lambda: desk.own.set_limit(player, limit, data.value))

    @post("/api/cool-off", status_code=200)
    async def cool_off(request: AnyRequest, data: JSONBody[w.CoolOff]) -> w.LimitsShown:
        player = player_of(request)
        return await changed(player, lambda: desk.own.pause(player, Pause(data.span)))

    @post("/api/exclusion", status_code=200)
    async def exclude(request: AnyRequest, data: JSONBody[w.Exclude]) -> w.LimitsShown:
        player, account = player_of(request), caller(request).account_id
        after = await changed(player, lambda: desk.own.pause(player, Pause(data.span)))
        await asyncio.to_thread(deps.identity.sessions.end_all, account, Ended.EXCLUDED)
        return after

    @post("/api/session/check", status_code=204)
    async def answer_check(request: AnyRequest) -> None:
        desk.time.answer_check(player_of(request))

    return [limits, set_limit, cool_off, exclude, answer_check]


def _shown(
    controls: Controls, used: Mapping[Limit, int], now_ms: int, calendar: Calendar
) -> w.LimitsShown:
    lock = lock_at(controls, now_ms)
    return w.LimitsShown(
        limits=tuple(
            _limit(controls, limit, used.get(limit), calendar.resets_ms(limit, now_ms))
            for limit in Limit
        ),
        check_minutes=controls.check_minutes,
        lock=None if lock is None else w.LockShown(code=lock.code, until_ms=lock.until_ms),
    )


def _limit(
    controls: Controls, limit: Limit, used: int | None, resets_ms: int | None
) -> w.LimitShown:
    waits = controls.pending.get(limit)
    return w.LimitShown(
        name=limit.value,
        value=controls.limits.get(limit),
        used=used,
        resets_ms=resets_ms,
        highest=limit.highest,
        waiting=None if waits is None else w.WaitingLimit(value=waits.value, acts_ms=waits.acts_ms),
    )
