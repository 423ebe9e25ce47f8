"""Routes of what waits for a second person: at the tables and in the office (I14)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping

import msgspec
from litestar import get
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused, SabotError
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.sockets.request_reader import actor_of
from sabot.gateway.tables.feed import TableFeed
from sabot.service.office.annulment import round_of
from sabot.service.office.expiry_desk import Step
from sabot.service.office.expiry_desk import body_of as expiry_of
from sabot.service.office.four_eyes import Proposal
from sabot.service.office.golden import GrantBody
from sabot.service.office.office import EXPIRY_MS
from sabot.service.office.void_desk import body_of as void_of
from sabot.table import events as e
from sabot.table.state import Proposal as CardProposal
from sabot.wire import desk as w

_grant = msgspec.json.Decoder(GrantBody).decode


def approval_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """The queue of the desk."""

    @get("/api/staff/approvals")
    async def approvals(request: AnyRequest) -> w.Approvals:
        queue = Queue(deps, actor_of(caller(request)))
        return await asyncio.to_thread(queue.read)

    return [approvals]


class Queue:
    """What waits for a second person, as one colleague sees it; reads the disk."""

    def __init__(self, deps: Dependencies, me: str) -> None:
        self._deps, self._me = deps, me

    def read(self) -> w.Approvals:
        """Everything, the longest wait first."""
        found = [*self._of_tables(), *self._of_office()]
        return w.Approvals(waiting=tuple(sorted(found, key=lambda one: one.at_ms or 0)))

    def _why_not(self, proposer: str) -> str | None:
        """Why this colleague may not decide what that one proposed."""
        try:
            self._deps.house.four_eyes.check_eyes(proposer, self._me)
        except SabotError as error:
            return error.code
        return None

    # --- at the tables ----------------------------------------------------------------------------

    def _of_tables(self) -> Iterator[w.ApprovalLine]:
        """Corrections and cancels, which are decided at their table."""
        for feed in tuple(self._deps.broadcaster.feeds.values()):
            state = feed.table.state
            if not state.in_round:
                continue
            if state.proposal is not None:
                yield self._correction(feed, state.proposal)
            if state.current.cancel_by is not None:
                yield self._cancel(feed, state.current.cancel_by)

    def _correction(self, feed: TableFeed, proposal: CardProposal) -> w.ApprovalLine:
        """A card is put right; no money moves before the round is settled."""
        state = feed.table.state
        own = proposal.actor == self._me
        return w.ApprovalLine(
            kind="correction",
            id=f"{state.table_id}:{proposal.number}",
            table=state.table_id,
            round=state.current.round_id,
            player=None,
            amount=None,
            by=self._deps.staff_name(proposal.actor),
            at_ms=feed.moments.at(proposal.number) or None,
            reason=proposal.position,
            yours=own,
            why_not="correction/same_person" if own else None,
            facts={"position": proposal.position},
        )

    def _cancel(self, feed: TableFeed, proposer: str) -> w.ApprovalLine:
        """Every stake of the round would go back."""
        state = feed.table.state
        bets = tuple(state.current.bets.values())
        stakes = sum(bet.stake for bet in bets if not bet.golden)
        return w.ApprovalLine(
            kind="cancel",
            id=state.current.round_id,
            table=state.table_id,
            round=state.current.round_id,
            player=None,
            amount=stakes,
            by=self._deps.staff_name(proposer),
            at_ms=feed.moments.since(e.CancelProposed) or None,
            reason=state.current.cancel_because,
            yours=proposer == self._me,
            why_not=self._why_not(proposer),
            players=len({bet.player for bet in bets}),
            gives=stakes,
            takes=0,
        )

    # --- in the office ----------------------------------------------------------------------------

    def _of_office(self) -> Iterator[w.ApprovalLine]:
        """Proposals about money and the date, which have routes of their own."""
        house = self._deps.house
        for credit in house.adjustments.waiting():
            yield w.ApprovalLine(
                kind="credit",
                id=credit.id,
                table=None,
                round=credit.round_id,
                player=credit.player,
                amount=credit.amount,
                by=self._deps.staff_name(credit.proposed_by),
                at_ms=credit.proposed_at_ms,
                reason=credit.reason,
                yours=credit.proposed_by == self._me,
                why_not=self._why_not(credit.proposed_by),
                players=1,
                gives=credit.amount,
                takes=0,
                until_ms=credit.proposed_at_ms + EXPIRY_MS,
            )
        for grant in house.rack.proposals():
            body = _grant(grant.body)
            chips: Mapping[str, int] = {"count": body.count, "value": body.value}
            yield self._line(grant, "golden_chips", players=1, facts=chips)
        for expiry in house.expiries.waiting():
            about = expiry_of(expiry)
            yield self._line(
                expiry,
                "expiry",
                players=1,
                gives=expiry.amount if about.step is Step.RESTORE else 0,
                facts={"step": about.step.value, "operation": about.operation},
            )
        for void in house.voids.waiting():
            place = void_of(void)
            yield self._line(
                void, "void", table=place.table, round_id=place.round, gives=void.amount
            )
        for annulment in house.annulments.waiting():
            yield self._annulment(annulment)
        yield from self._clock()

    def _annulment(self, one: Proposal) -> w.ApprovalLine:
        round_id = round_of(one)
        try:
            lines = self._deps.house.annulments.lines(round_id)
        except Refused:  # bets that cannot be read: its page says so when it is opened
            lines = []
        return self._line(
            one,
            "annulment",
            table=round_id.rpartition("-")[0],
            round_id=round_id,
            players=len(lines),
            gives=sum(max(0, line.change) for line in lines),
            takes=sum(max(0, -line.change) for line in lines),
            facts={
                "uncollected": sum(line.uncollected for line in lines),
                "theirs": sum(line.theirs for line in lines),
                "chips": sum(len(line.chips) for line in lines),
            },
        )

    def _clock(self) -> Iterator[w.ApprovalLine]:
        """A long jump of the clock, confirmed by a first person."""
        state = self._deps.house.clock_desk.with_proposal()
        if state.proposed_by is None or state.doubted_at_ms is None:
            return
        yield w.ApprovalLine(
            kind="clock",
            id=str(state.doubted_at_ms),
            table=None,
            round=None,
            player=None,
            amount=None,
            by=self._deps.staff_name(state.proposed_by),
            at_ms=state.doubted_at_ms,
            reason="",
            yours=state.proposed_by == self._me,
            why_not=self._why_not(state.proposed_by),
            facts={"house_ms": state.house_ms, "machine_ms": state.machine_ms},
        )

    def _line(
        self,
        one: Proposal,
        kind: str,
        *,
        table: str | None = None,
        round_id: str | None = None,
        players: int | None = None,
        gives: int | None = None,
        takes: int | None = None,
        facts: Mapping[str, str | int | bool] | None = None,
    ) -> w.ApprovalLine:
        return w.ApprovalLine(
            kind=kind,
            id=one.id,
            table=table,
            round=round_id,
            player=one.player or None,
            amount=one.amount,
            by=self._deps.staff_name(one.proposed_by),
            at_ms=one.proposed_at_ms,
            reason=one.reason,
            yours=one.proposed_by == self._me,
            why_not=self._why_not(one.proposed_by),
            players=players,
            gives=gives,
            takes=takes,
            until_ms=one.proposed_at_ms + EXPIRY_MS,
            facts=facts or {},
        )
