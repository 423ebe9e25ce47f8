"""Routes of the tables: the lobby, one table's set-up, its scorecards, help, good roads, proofs."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.authority import may_know
from sabot.gateway.broadcast.good_roads import published_chances
from sabot.gateway.broadcast.lessons import lessons
from sabot.gateway.broadcast.table_info import help_of, info_of
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.tables.feed import TableFeed
from sabot.table.refusals import TableRefusal
from sabot.table.staff.refusals import ShoeRefusal
from sabot.wire import history as h
from sabot.wire.good_roads import GoodRoadChances
from sabot.wire.table_info import Help, TableInfo, Tables

Name = Annotated[str, PathParameter(min_length=1, max_length=100)]


def table_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What all people at the tables may read."""

    async def feed(request: AnyRequest, table: str) -> TableFeed:
        found = await deps.private_rooms.feed(caller(request), table)
        if found is None or found.table.state.config is None:
            raise unknown(TableRefusal.UNKNOWN, table=table)
        return found

    @get("/api/tables")
    async def tables() -> Tables:
        return Tables(tables=deps.broadcaster.lobby().tiles)

    @get("/api/tables/{table:str}")
    async def table(request: AnyRequest, table: Name) -> TableInfo:
        state = (await feed(request, table)).table.state
        dealer = None if state.dealer is None else deps.staff_name(state.dealer.actor)
        return info_of(state, deps.returns, currency=caller(request).currency, dealer=dealer)

    @get("/api/tables/{table:str}/scorecards")
    async def scorecards(request: AnyRequest, table: Name) -> h.Scorecards:
        cards = (await feed(request, table)).memory.scorecards
        current = cards.current()
        shoes = () if current is None else (current, *cards.earlier())
        return h.Scorecards(table=table, shoes=shoes)

    @get("/api/help")
    async def help_() -> Help:
        # The first time it costs half a second of a core, which tables do not wait for.
        taught = await asyncio.to_thread(lessons)
        states = [
            f.table.state
            for f in deps.broadcaster.feeds.values()
            if f.table.state.config is not None
        ]
        return help_of(states, deps.returns, taught)

    @get("/api/good-roads")
    async def good_roads() -> GoodRoadChances:
        return published_chances()

    @get("/api/shoes/{shoe_id:str}/proof")
    async def proof(request: AnyRequest, shoe_id: Name) -> h.ShoeProof:
        if not may_know(caller(request), shoe_id.rpartition(".")[0]):
            raise unknown(ShoeRefusal.UNKNOWN, shoe=shoe_id)
        return await deps.rounds.proof(shoe_id)

    return [tables, table, scorecards, help_, good_roads, proof]
