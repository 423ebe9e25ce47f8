"""Routes of the log of incidents: those of every table, open and closed (F276)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.service.storage.archive import OfTable
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.views import incident_detail
from sabot.wire import desk as w

PAGE_MAX = 200
"""Incidents on one page."""

Words = Annotated[str | None, QueryParameter(min_length=1, max_length=100)]
Open = Annotated[bool | None, QueryParameter(name="open")]
Moment = Annotated[int | None, QueryParameter(ge=0, le=2**53 - 1)]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]
NameOf = Callable[[str], str]


def incident_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What staff follow up."""

    @get("/api/staff/incidents")
    async def incidents(
        *,
        table: Words = None,
        kind: Words = None,
        is_open: Open = None,
        since: Moment = None,
        until: Moment = None,
        limit: Limit = 50,
    ) -> w.Incidents:
        def read() -> w.Incidents:
            found = list(
                deps.archive.incidents(
                    since_ms=since or 0,
                    until_ms=until or deps.house.clock.wall_ms() + 1,
                    table_id=table,
                    limit=PAGE_MAX,
                )
            )
            oldest = found[-1].stored.at_ms if found else 0
            closed = _closings(deps.archive.closings(since_ms=oldest, table_id=table))
            lines = [_incident(one, closed, deps.staff_name) for one in found]
            wanted = [
                line for line in lines if kind in (None, line.kind) and is_open in (None, line.open)
            ]
            more = len(wanted) > limit or len(found) == PAGE_MAX
            last = wanted[limit - 1].at_ms if len(wanted) > limit else oldest
            # Named again on the next page, so that none of one moment is left out.
            return w.Incidents(incidents=tuple(wanted[:limit]), next=last + 1 if more else None)

        return await asyncio.to_thread(read)

    return [incidents]


def _closings(found: Iterable[OfTable]) -> dict[tuple[str, int], tuple[e.IncidentClosed, int]]:
    closed = {}
    for table, stored in found:
        event = codec.decode(stored.kind, stored.version, stored.body)
        assert isinstance(event, e.IncidentClosed)
        closed[table, event.incident] = event, stored.at_ms
    return closed


def _incident(
    found: OfTable, closed: dict[tuple[str, int], tuple[e.IncidentClosed, int]], name: NameOf
) -> w.IncidentLine:
    table, stored = found
    event = codec.decode(stored.kind, stored.version, stored.body)
    assert isinstance(event, e.IncidentRecorded)
    ended = closed.get((table, stored.seq))
    return w.IncidentLine(
        table=table,
        incident=stored.seq,
        kind=event.kind,
        position=event.position,
        first=event.first,
        detail=incident_detail(event, sees_hidden_cards=False),
        by=name(event.actor),
        at_ms=stored.at_ms,
        round=stored.round_id or None,
        open=ended is None,
        closed_by=None if ended is None else name(ended[0].actor),
        closed_because=None if ended is None else ended[0].reason,
        closed_at_ms=None if ended is None else ended[1],
    )
