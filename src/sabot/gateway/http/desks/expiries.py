"""Routes of the clock and of what is about to expire: seen by staff, decided by two (P8, F256)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import all_within_reach
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.office.clock_desk import ClockState
from sabot.service.office.expiry_desk import Announced, Step, body_of
from sabot.service.office.four_eyes import Proposal
from sabot.wire import expiry as w

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]


def expiry_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What staff see of time, and decide about what has run out of it."""

    @get("/api/staff/clock")
    async def clock() -> w.ClockShown:
        return _clock(await asyncio.to_thread(deps.house.clock_desk.with_proposal))

    @post("/api/staff/clock", status_code=200)
    async def confirm(request: AnyRequest, data: JSONBody[w.ConfirmClock]) -> w.ClockShown:
        actor = actor_of(caller(request))
        return _clock(
            await deps.house.clock_desk.confirm(actor=actor, at_ms=data.at_ms, reason=data.reason)
        )

    @get("/api/staff/expiries")
    async def expiries(request: AnyRequest) -> w.Expiries:
        announced = await all_within_reach(deps, request, deps.house.expiries.announced)
        waiting = await all_within_reach(deps, request, deps.house.expiries.waiting)
        return w.Expiries(
            announced=tuple(_announced(one) for one in announced),
            proposals=tuple(_proposal(one) for one in waiting),
        )

    @post("/api/staff/expiries", status_code=200)
    async def propose(request: AnyRequest, data: JSONBody[w.ProposeExpiry]) -> w.ExpiryProposal:
        proposed = await deps.house.expiries.propose(
            data.id,
            operation=data.operation,
            step=Step(data.step),
            actor=actor_of(caller(request)),
            reason=data.reason,
        )
        return _proposal(proposed)

    @post("/api/staff/expiries/{proposal:str}", status_code=200)
    async def decide(
        request: AnyRequest, proposal: Id, data: JSONBody[w.DecideExpiry]
    ) -> w.ExpiryProposal:
        await asyncio.to_thread(deps.house.expiries.find, proposal)
        act = (
            deps.house.expiries.approve
            if data.verdict == "approve"
            else deps.house.expiries.decline
        )
        decided = await act(proposal, actor=actor_of(caller(request)), reason=data.reason)
        return _proposal(decided)

    return [clock, confirm, expiries, propose, decide]


def _clock(state: ClockState) -> w.ClockShown:
    return w.ClockShown(
        house_ms=state.house_ms,
        machine_ms=state.machine_ms,
        in_doubt=state.doubted_at_ms is not None,
        doubted_at_ms=state.doubted_at_ms,
        confirmed_at_ms=state.confirmed_at_ms or None,
        needs_two=state.needs_two,
        proposed_by=state.proposed_by,
    )


def _announced(one: Announced) -> w.AnnouncedExpiry:
    row = one.operation
    return w.AnnouncedExpiry(
        operation=row.id,
        operator=row.operator,
        player=row.player,
        kind=row.kind,
        amount=row.amount,
        round=row.round_id,
        since_ms=row.at_ms,
        announced_at_ms=one.announced_at_ms,
        due_at_ms=one.due_at_ms,
    )


def _proposal(one: Proposal) -> w.ExpiryProposal:
    body = body_of(one)
    return w.ExpiryProposal(
        id=one.id,
        operation=body.operation,
        step=body.step.value,
        player=one.player,
        amount=one.amount,
        reason=one.reason,
        proposed_by=one.proposed_by,
        proposed_at_ms=one.proposed_at_ms,
        verdict=one.verdict.value,
        decided_by=one.decided_by,
        decided_because=one.decided_because,
        decided_at_ms=one.decided_at_ms,
    )
