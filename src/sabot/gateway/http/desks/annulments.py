"""Routes for settled rounds that were void: two shift managers reverse their money."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import named
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.office.annulled import PlayerLine, body_of, change_of
from sabot.service.office.annulment import Done, round_of
from sabot.service.office.four_eyes import Matter, Proposal, Verdict
from sabot.wire import messages as m
from sabot.wire import office as w

ANNULLED = "round/annulled"
"""The notice to a player of the round."""

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]
RoundName = Annotated[str, QueryParameter(name="round", min_length=1, max_length=100)]


def annulment_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What staff decide about a round that was settled after a malfunction."""
    desk = deps.house.annulments

    @get("/api/staff/annulments")
    async def annulments() -> w.Annulments:
        waiting = await asyncio.to_thread(desk.waiting)
        annulled = await asyncio.to_thread(lambda: [*_carried_out(deps)])
        return w.Annulments(
            proposals=tuple(_told(deps, one) for one in waiting), annulled=tuple(annulled)
        )

    @get("/api/staff/annulments/preview")
    async def preview(round_id: RoundName) -> w.AnnulmentPreview:
        lines = await asyncio.to_thread(desk.preview, round_id)
        return w.AnnulmentPreview(round=round_id, lines=tuple(map(_line, lines)))

    @post("/api/staff/annulments", status_code=200)
    async def propose(request: AnyRequest, data: JSONBody[w.ProposeAnnulment]) -> w.Annulment:
        proposed = await desk.propose(
            data.id, round_id=data.round, actor=actor_of(caller(request)), reason=data.reason
        )
        return _told(deps, proposed)

    @post("/api/staff/annulments/{proposal:str}", status_code=200)
    async def decide(
        request: AnyRequest, proposal: Id, data: JSONBody[w.DecideAnnulment]
    ) -> w.Annulment:
        await asyncio.to_thread(desk.find, proposal)
        act = desk.approve if data.verdict == "approve" else desk.decline
        decided = await act(proposal, actor=actor_of(caller(request)), reason=data.reason)
        answer = _told(deps, decided)
        if decided.verdict is Verdict.APPROVED:
            for line in answer.lines:
                _tell(deps, line, answer.round)
        return answer

    return [annulments, preview, propose, decide]


def _told(deps: Dependencies, proposal: Proposal) -> w.Annulment:
    """A proposal with what it means now, or with what its approval did."""
    desk, round_id = deps.house.annulments, round_of(proposal)
    if proposal.verdict is Verdict.APPROVED:
        done = desk.done(round_id)
        return _annulment(proposal, () if done is None else _done_lines(deps, done))
    return _annulment(proposal, map(_line, desk.lines(round_id)))


def _carried_out(deps: Dependencies) -> Iterable[w.Annulment]:
    """The rounds that were annulled; one whose acts cannot be read is left out."""
    desk = deps.house.annulments
    for done in desk.all_done():
        body = body_of(done.acts[0])
        if body is not None:
            proposal = desk.find(body.proposal.removeprefix(f"{Matter.ANNUL}:"))
            yield _annulment(proposal, _done_lines(deps, done))


def _done_lines(deps: Dependencies, done: Done) -> Iterable[w.AnnulmentLine]:
    for act in done.acts:
        body = body_of(act)
        if body is not None:
            yield w.AnnulmentLine(
                player=act.player,
                operator=named(deps, act.player).operator,
                currency=body.currency.value,
                staked=body.staked,
                paid=body.paid,
                amount=change_of(act, body),
                uncollected=body.uncollected,
                theirs=body.theirs,
                chips=sum(one.amount for one in done.chips if one.player == act.player),
            )


def _tell(deps: Dependencies, line: w.AnnulmentLine, round_id: str) -> None:
    """Tell a player on every screen, with the balance as it is now."""
    notice = m.Notice(code=ANNULLED, data={"round": round_id, "amount": line.amount})
    for connection in deps.broadcaster.open.of_player(line.player):
        connection.tell(notice)
    deps.broadcaster.own.limits_changed(line.player)


def _line(line: PlayerLine) -> w.AnnulmentLine:
    return w.AnnulmentLine(
        player=line.player.player_id,
        operator=line.player.operator,
        currency=line.player.currency.value,
        staked=line.staked,
        paid=line.paid,
        amount=line.change,
        uncollected=line.uncollected,
        theirs=line.theirs,
        chips=sum(chip.value for chip in line.chips),
    )


def _annulment(proposal: Proposal, lines: Iterable[w.AnnulmentLine]) -> w.Annulment:
    return w.Annulment(
        id=proposal.id,
        round=round_of(proposal),
        amount=proposal.amount,
        reason=proposal.reason,
        proposed_by=proposal.proposed_by,
        proposed_at_ms=proposal.proposed_at_ms,
        verdict=proposal.verdict.value,
        decided_by=proposal.decided_by,
        decided_because=proposal.decided_because,
        decided_at_ms=proposal.decided_at_ms,
        lines=tuple(lines),
    )
