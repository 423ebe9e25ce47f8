"""Routes for tables that are out of order: two shift managers refund the stakes of a round."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.office.four_eyes import Proposal
from sabot.service.office.void_desk import body_of
from sabot.wire import office as w

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]


def void_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What staff decide about a round whose table cannot be run."""

    @get("/api/staff/voids")
    async def voids() -> w.Voids:
        waiting = await asyncio.to_thread(deps.house.voids.waiting)
        return w.Voids(proposals=tuple(_proposal(one) for one in waiting))

    @post("/api/staff/voids", status_code=200)
    async def propose(request: AnyRequest, data: JSONBody[w.ProposeVoid]) -> w.VoidProposal:
        actor = actor_of(caller(request))
        return _proposal(
            await deps.house.voids.propose(
                data.id, table=data.table, actor=actor, reason=data.reason
            )
        )

    @post("/api/staff/voids/{proposal:str}", status_code=200)
    async def decide(
        request: AnyRequest, proposal: Id, data: JSONBody[w.DecideVoid]
    ) -> w.VoidProposal:
        await asyncio.to_thread(deps.house.voids.find, proposal)
        act = deps.house.voids.approve if data.verdict == "approve" else deps.house.voids.decline
        return _proposal(await act(proposal, actor=actor_of(caller(request)), reason=data.reason))

    return [voids, propose, decide]


def _proposal(one: Proposal) -> w.VoidProposal:
    body = body_of(one)
    return w.VoidProposal(
        id=one.id,
        table=body.table,
        round=body.round,
        amount=one.amount,
        reason=one.reason,
        proposed_by=one.proposed_by,
        proposed_at_ms=one.proposed_at_ms,
        verdict=one.verdict.value,
        decided_by=one.decided_by,
        decided_because=one.decided_because,
        decided_at_ms=one.decided_at_ms,
    )
