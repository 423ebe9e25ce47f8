"""Routes of the staff: tables at a glance, whole rounds."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gamekit import Audience
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.http.reach import who_may_know, within_reach
from sabot.gateway.refusals import CardsRefusal
from sabot.gateway.sockets.request_reader import actor_of
from sabot.gateway.tables.feed import TableFeed
from sabot.service.refusals import HouseFault
from sabot.table.refusals import TableRefusal
from sabot.table.views import shown
from sabot.wire import office as w

Id = Annotated[str, PathParameter(min_length=1, max_length=100)]


def staff_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What those on duty ask."""

    @get("/api/staff/tables")
    async def tables() -> w.StaffTables:
        return w.StaffTables(tables=tuple(_table(f, deps) for f in deps.broadcaster.feeds.values()))

    @get("/api/staff/doubts")
    async def doubts() -> w.Doubts:
        found = sorted(deps.house.proof.doubts.values(), key=lambda one: (one.about, one.subject))
        shown_ = (
            w.DoubtShown(
                about=one.about.value,
                subject=one.subject,
                code=one.code,
                reason=one.reason,
                player=one.player or None,
            )
            for one in found
        )
        return w.Doubts(house=deps.house.proof.house, doubts=tuple(shown_))

    @get("/api/staff/rounds/{round_id:str}")
    async def round_(request: AnyRequest, round_id: Id) -> w.StaffRound:
        who = who_may_know(request, round_id)
        return await deps.rounds.staff_round(
            round_id,
            audience=who.role.audience or Audience.PLAYER,
            may_see=lambda player: within_reach(request, player),
        )

    @get("/api/staff/tables/{table:str}/hidden-cards")
    async def hidden_cards(request: AnyRequest, table: Id) -> w.HiddenCards:
        feed = deps.broadcaster.feeds.get(table)
        if feed is None:
            raise unknown(TableRefusal.UNKNOWN, table=table)
        state = feed.table.state
        actor = actor_of(caller(request))
        if not state.in_round or actor not in state.current.seen_by:
            raise Refused(CardsRefusal.NOT_ASKED, table=table)
        hands = shown(state, Audience.AUDITOR).hands
        return w.HiddenCards(
            table=table,
            round=state.current.round_id,
            hands=tuple(w.HandSeen(name=hand.name, cards=hand.cards) for hand in hands),
        )

    return [tables, doubts, hidden_cards, round_]


def _because(feed: TableFeed) -> str | None:
    """Why a table stands still: its store, or what a person or the house said."""
    if feed.table.cannot_write:
        return HouseFault.CANNOT_WRITE
    paused = feed.table.state.paused
    return None if paused is None else paused.reason


def _table(feed: TableFeed, deps: Dependencies) -> w.StaffTable:
    state = feed.table.state
    open_ = state.config is not None
    fault = deps.house.out_of_order.get(state.table_id)
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
        sockets=deps.broadcaster.open.watching(state.table_id),
        because=_because(feed),
        store_error=feed.table.store_error if feed.table.cannot_write else None,
        out_of_order=None if fault is None else fault.reason,
    )
