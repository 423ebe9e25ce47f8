"""Routes of the shift manager's desk: refunds, timelines of rounds, staff on duty."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.http.reach import who_may_know
from sabot.gateway.sockets.request_reader import actor_of
from sabot.gateway.tables.feed import TableFeed
from sabot.service.identity.roles import Role
from sabot.service.office.four_eyes import STAFF
from sabot.service.refusals import ArchiveRefusal
from sabot.studio.refund import refund_preview
from sabot.table.refusals import TableRefusal
from sabot.table.staff.refusals import RoundRefusal
from sabot.wire import desk as w
from sabot.wire.studio import RefundPreview

PAGE_MAX = 200
"""Incidents on one page."""

OF_THE_HOUSE = frozenset({Role.DEALER, Role.SUPERVISOR, Role.SHIFT_MANAGER, Role.MODERATOR})
"""The staff whose duty colleagues read; auditors, operators and programs are not of the shift."""

Table = Annotated[str, PathParameter(min_length=1, max_length=100)]
Words = Annotated[str | None, QueryParameter(min_length=1, max_length=100)]
RoundName = Annotated[str | None, QueryParameter(name="round", min_length=1, max_length=100)]
Open = Annotated[bool | None, QueryParameter(name="open")]
Moment = Annotated[int | None, QueryParameter(ge=0, le=2**53 - 1)]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]
NameOf = Callable[[str], str]


def studio_desk_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What the desk asks beside the wall."""

    def feed_of(table: str) -> TableFeed:
        feed = deps.broadcaster.feeds.get(table)
        if feed is None or feed.table.state.config is None:
            raise unknown(TableRefusal.UNKNOWN, table=table)
        return feed

    @get("/api/staff/tables/{table:str}/refund")
    async def refund(table: Table) -> RefundPreview:
        state = feed_of(table).table.state
        return await asyncio.to_thread(refund_preview, state, deps.house.players.player)

    @get("/api/staff/tables/{table:str}/timeline")
    async def timeline(request: AnyRequest, table: Table, round_id: RoundName = None) -> w.Timeline:
        state = feed_of(table).table.state
        current = None if state.round is None else state.round.round_id
        wanted = round_id or current
        if wanted is None:
            raise Refused(RoundRefusal.NONE)
        who_may_know(request, wanted)
        if wanted.rpartition("-")[0] != table:
            raise unknown(ArchiveRefusal.UNKNOWN, round=wanted)
        return await deps.rounds.timeline(wanted, table=table, name=deps.staff_name)

    @get("/api/staff/duty")
    async def duty() -> w.OnDuty:
        people = tuple(_on_duty(deps))
        return w.OnDuty(people=people, dealers=await asyncio.to_thread(_dealers, deps))

    return [refund, timeline, duty]


def _dealers(deps: Dependencies) -> tuple[w.DealerOfHouse, ...]:
    """Every dealer of the house whose account is open, by name."""
    found = (
        w.DealerOfHouse(name=one.nickname, actor=f"{STAFF}{one.account_id}")
        for one in deps.identity.staff.people()
        if one.role is Role.DEALER and one.operator is None and one.disabled is None
    )
    return tuple(sorted(found, key=lambda one: (one.name, one.actor)))


def _on_duty(deps: Dependencies) -> Iterator[w.OnDutyLine]:
    """Connected staff, and dealers in charge whose console is not connected."""
    people: dict[str, w.OnDutyLine] = {}
    tables: dict[str, list[str]] = {}
    for feed in deps.broadcaster.feeds.values():
        dealer = feed.table.state.dealer
        if dealer is not None:
            tables.setdefault(dealer.actor, []).append(feed.table_id)
    for connection in deps.broadcaster.open.everybody():
        principal = connection.principal
        if principal.role not in OF_THE_HOUSE:
            continue
        actor = actor_of(principal)
        known = people.get(actor)
        since = principal.signed_in_at_ms
        people[actor] = w.OnDutyLine(
            name=principal.nickname,
            actor=actor,
            role=principal.role.value,
            since_ms=since if known is None else min(since, known.since_ms or since),
            sockets=1 if known is None else known.sockets + 1,
            tables=tuple(tables.get(actor, ())),
        )
    for actor, held in tables.items():
        if actor not in people:
            people[actor] = w.OnDutyLine(
                name=deps.staff_name(actor),
                actor=actor,
                role=Role.DEALER.value,
                since_ms=None,
                sockets=0,
                tables=tuple(held),
            )
    yield from sorted(people.values(), key=lambda one: (one.role, one.name))
