"""Routes of golden chips: a few are given by one person, more by two (R29)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Malformed, Refused
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.http.reach import all_within_reach, check_reach, within_reach
from sabot.gateway.refusals import RequestRefusal
from sabot.gateway.sockets.request_reader import actor_of
from sabot.money import Currency
from sabot.service.office.golden import Grant, GrantBody
from sabot.service.office.refusals import ProposalRefusal
from sabot.table.refusals import TableRefusal
from sabot.wire import office as w

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]


def golden_chip_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """Grants, and what becomes of those that are proposals."""

    @get("/api/staff/golden-chips")
    async def waiting(request: AnyRequest) -> w.Grants:
        seen = await all_within_reach(deps, request, deps.house.rack.waiting)
        return w.Grants(grants=tuple(_granted(one) for one in seen))

    @post("/api/staff/golden-chips", status_code=200)
    async def grant(request: AnyRequest, data: JSONBody[w.GrantChips]) -> w.Granted:
        await check_reach(deps, request, data.player)
        for table in data.tables:
            if table not in deps.broadcaster.feeds:
                raise unknown(TableRefusal.UNKNOWN, table=table)
        chips = GrantBody(
            count=data.count,
            value=data.value,
            currency=_currency(data.currency),
            games=data.games,
            tables=data.tables,
            expires_at_ms=data.expires_at_ms,
        )
        who = caller(request)
        given = await deps.house.rack.grant(
            data.id,
            actor=actor_of(who),
            role=who.role,
            player=data.player,
            reason=data.reason,
            chips=chips,
        )
        deps.broadcaster.own.tell_balance(data.player)
        return _granted(given)

    @post("/api/staff/golden-chips/{grant:str}", status_code=200)
    async def decide(request: AnyRequest, grant: Id, data: JSONBody[w.Decide]) -> w.Granted:
        standing = await asyncio.to_thread(deps.house.rack.find, grant)
        player = await asyncio.to_thread(deps.house.players.player, standing.player)
        if not within_reach(request, player):
            raise Refused(ProposalRefusal.UNKNOWN, proposal=grant)
        who, rack, reason = caller(request), deps.house.rack, data.reason
        if data.verdict == "approve":
            decided = await rack.approve(grant, actor=actor_of(who), role=who.role, reason=reason)
        else:
            decided = await rack.decline(grant, actor=actor_of(who), reason=reason)
        deps.broadcaster.own.tell_balance(standing.player)
        return _granted(decided)

    return [waiting, grant, decide]


def _currency(code: str) -> Currency:
    try:
        return Currency(code)
    except ValueError:
        raise Malformed(RequestRefusal.MALFORMED, field="currency") from None


def _granted(one: Grant) -> w.Granted:
    return w.Granted(
        id=one.id,
        player=one.player,
        count=one.chips.count,
        value=one.chips.value,
        currency=one.chips.currency.value,
        expires_at_ms=one.chips.expires_at_ms,
        games=one.chips.games,
        tables=one.chips.tables,
        verdict=one.verdict.value,
    )
