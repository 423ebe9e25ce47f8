"""Routes of the staff: tables at a glance, whole rounds, golden chips."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Malformed
from sabot.gamekit import Audience
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.http.reach import check_reach, who_may_know, within_reach
from sabot.gateway.reception import actor_of
from sabot.gateway.tables.feed import TableFeed
from sabot.money import Currency
from sabot.service.golden import GrantBody
from sabot.wire import office as w

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]


def staff_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What those on duty ask."""

    @get("/api/staff/tables")
    async def tables() -> w.StaffTables:
        return w.StaffTables(tables=tuple(_table(f, deps) for f in deps.hall.feeds.values()))

    @get("/api/staff/rounds/{round_id:str}")
    async def round_(request: AnyRequest, round_id: Id) -> w.StaffRound:
        who = who_may_know(request, round_id)
        return await deps.rounds.staff_round(
            round_id,
            audience=who.role.audience or Audience.PLAYER,
            may_see=lambda player: within_reach(request, player),
        )

    @post("/api/staff/golden-chips", status_code=200)
    async def grant(request: AnyRequest, data: JSONBody[w.GrantChips]) -> w.Granted:
        await check_reach(deps, request, data.player)
        for table in data.tables:
            if table not in deps.hall.feeds:
                raise unknown("table", table=table)
        chips = GrantBody(
            count=data.count,
            value=data.value,
            currency=_currency(data.currency),
            games=data.games,
            tables=data.tables,
            expires_at_ms=data.expires_at_ms,
        )
        actor = actor_of(caller(request))
        given = await deps.rack.grant(
            data.id, actor=actor, player=data.player, reason=data.reason, chips=chips
        )
        deps.hall.tell_balance(data.player)
        return w.Granted(
            id=given.id,
            player=given.player,
            count=given.chips.count,
            value=given.chips.value,
            currency=given.chips.currency.value,
            expires_at_ms=given.chips.expires_at_ms,
        )

    return [tables, round_, grant]


def _currency(code: str) -> Currency:
    try:
        return Currency(code)
    except ValueError:
        raise Malformed("request/malformed", field="currency") from None


def _table(feed: TableFeed, deps: Dependencies) -> w.StaffTable:
    state = feed.host.state
    open_ = state.config is not None
    fault = deps.out_of_order.get(state.table_id)
    return w.StaffTable(
        table=state.table_id,
        name=state.settings.name if open_ else state.table_id,
        game=state.game.id,
        variant=state.settings.variant.id if open_ else "",
        phase=state.phase.value,
        round=None if state.round is None else state.round.round_id,
        seq=state.seq,
        epoch=feed.epoch,
        players=0 if state.round is None else len(state.round.bettors),
        sockets=deps.hall.watching(state.table_id),
        because=None if state.paused is None else state.paused.reason,
        out_of_order=None if fault is None else fault.reason,
    )
