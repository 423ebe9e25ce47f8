"""Routes of what waits for a second person: at the tables and in the office (I14)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from litestar import get
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.office.expiry_desk import body_of as expiry_of
from sabot.service.office.four_eyes import Proposal
from sabot.service.office.void_desk import body_of as void_of
from sabot.table import events as e
from sabot.wire import desk as w


def approval_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """The queue of the desk."""

    @get("/api/staff/approvals")
    async def approvals(request: AnyRequest) -> w.Approvals:
        me = actor_of(caller(request))

        def read() -> w.Approvals:
            found = [*_of_tables(deps, me), *_of_office(deps, me)]
            return w.Approvals(waiting=tuple(sorted(found, key=lambda one: one.at_ms or 0)))

        return await asyncio.to_thread(read)

    return [approvals]


def _of_tables(deps: Dependencies, me: str) -> Iterator[w.ApprovalLine]:
    """Corrections and cancels, which are decided at their table."""
    for feed in tuple(deps.broadcaster.feeds.values()):
        state = feed.table.state
        if not state.in_round:
            continue
        current, proposal = state.current, state.proposal
        if proposal is not None:
            yield w.ApprovalLine(
                kind="correction",
                id=f"{state.table_id}:{proposal.number}",
                table=state.table_id,
                round=current.round_id,
                player=None,
                amount=None,
                by=deps.staff_name(proposal.actor),
                at_ms=feed.moments.at(proposal.number) or None,
                reason=proposal.position,
                yours=proposal.actor == me,
            )
        if current.cancel_by is not None:
            yield w.ApprovalLine(
                kind="cancel",
                id=current.round_id,
                table=state.table_id,
                round=current.round_id,
                player=None,
                amount=sum(bet.stake for bet in current.bets.values() if not bet.golden),
                by=deps.staff_name(current.cancel_by),
                at_ms=feed.moments.since(e.CancelProposed) or None,
                reason=current.cancel_because,
                yours=current.cancel_by == me,
            )


def _of_office(deps: Dependencies, me: str) -> Iterator[w.ApprovalLine]:
    """Proposals about money, which have routes of their own."""
    for credit in deps.house.adjustments.waiting():
        yield w.ApprovalLine(
            kind="credit",
            id=credit.id,
            table=None,
            round=credit.round_id,
            player=credit.player,
            amount=credit.amount,
            by=deps.staff_name(credit.proposed_by),
            at_ms=credit.proposed_at_ms,
            reason=credit.reason,
            yours=credit.proposed_by == me,
        )
    for grant in deps.house.rack.proposals():
        yield _line(grant, "golden_chips", deps, me)
    for expiry in deps.house.expiries.waiting():
        body = expiry_of(expiry)
        yield _line(expiry, "expiry", deps, me, reason=f"{body.step.value}: {expiry.reason}")
    for void in deps.house.voids.waiting():
        about = void_of(void)
        yield _line(void, "void", deps, me, table=about.table, round_id=about.round)


def _line(
    one: Proposal,
    kind: str,
    deps: Dependencies,
    me: str,
    *,
    table: str | None = None,
    round_id: str | None = None,
    reason: str | None = None,
) -> w.ApprovalLine:
    return w.ApprovalLine(
        kind=kind,
        id=one.id,
        table=table,
        round=round_id,
        player=one.player or None,
        amount=one.amount,
        by=deps.staff_name(one.proposed_by),
        at_ms=one.proposed_at_ms,
        reason=one.reason if reason is None else reason,
        yours=one.proposed_by == me,
    )
