"""Routes of manual credits, four eyes: one proposes, another decides (P6, F254)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import all_within_reach, check_reach, within_reach
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.office.adjustments import Adjustment
from sabot.service.office.refusals import ProposalRefusal
from sabot.wire import office as w

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]


def credit_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """Proposals, and what becomes of them."""

    @get("/api/staff/adjustments")
    async def waiting(request: AnyRequest) -> w.Credits:
        seen = await all_within_reach(deps, request, deps.house.adjustments.waiting)
        return w.Credits(credits=tuple(_credit(one) for one in seen))

    @post("/api/staff/adjustments", status_code=200)
    async def propose(request: AnyRequest, data: JSONBody[w.ProposeCredit]) -> w.Credit:
        await check_reach(deps, request, data.player)
        return _credit(
            await deps.house.adjustments.propose(
                data.id,
                actor=actor_of(caller(request)),
                role=caller(request).role,
                player=data.player,
                amount=data.amount,
                round_id=data.round,
                reason=data.reason,
            )
        )

    @post("/api/staff/adjustments/{adjustment:str}", status_code=200)
    async def decide(request: AnyRequest, adjustment: Id, data: JSONBody[w.Decide]) -> w.Credit:
        standing = await asyncio.to_thread(deps.house.adjustments.find, adjustment)
        player = await asyncio.to_thread(deps.house.players.player, standing.player)
        if not within_reach(request, player):
            raise Refused(ProposalRefusal.UNKNOWN, proposal=adjustment)
        who, desk, reason = caller(request), deps.house.adjustments, data.reason
        if data.verdict == "approve":
            decided = await desk.approve(
                adjustment, actor=actor_of(who), role=who.role, reason=reason
            )
        else:
            decided = await desk.decline(adjustment, actor=actor_of(who), reason=reason)
        deps.broadcaster.own.tell_balance(standing.player)
        return _credit(decided)

    return [waiting, propose, decide]


def _credit(one: Adjustment) -> w.Credit:
    return w.Credit(
        id=one.id,
        player=one.player,
        amount=one.amount,
        round=one.round_id,
        reason=one.reason,
        proposed_by=one.proposed_by,
        proposed_at_ms=one.proposed_at_ms,
        verdict=one.verdict.value,
        decided_by=one.decided_by,
        decided_because=one.decided_because,
        decided_at_ms=one.decided_at_ms,
    )
