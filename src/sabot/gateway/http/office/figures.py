"""Routes of sums: what tables took, by hour, by day, or in all (F258)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Malformed
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.service.reports.facts import DAY_MS, EVERYBODY, HOUR_MS, Owner, Sum
from sabot.service.reports.ports import HourSum
from sabot.wire import figures as w

LONGEST_MS = 400 * DAY_MS
PERIOD = "it is after `since`, and at most 400 days after it"

Moment = Annotated[int, QueryParameter(ge=0, le=2**53 - 1)]


class By(StrEnum):
    """How long each line is."""

    HOUR = "hour"
    DAY = "day"
    ALL = "all"


Each = Annotated[By, QueryParameter()]


def office_figure_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """Sums for those who may know all of them, or those of an operator."""

    @get("/api/office/figures")
    async def figures(
        request: AnyRequest, *, since: Moment, until: Moment, by: Each = By.DAY
    ) -> w.FiguresTold:
        if not since < until <= since + LONGEST_MS:
            raise Malformed("request/malformed", field="until", reason=PERIOD)
        operator = caller(request).operator

        def read() -> w.FiguresTold:
            hours = deps.figures.hours(since_ms=since, until_ms=until, operator=operator)
            players = deps.figures.players(
                since_ms=since // DAY_MS * DAY_MS, until_ms=until, operator=operator
            )
            return w.FiguresTold(
                since_ms=since // HOUR_MS * HOUR_MS,
                until_ms=until,
                players=players,
                lines=lines_of(hours, by=by, since_ms=since, everybody=operator is None),
                as_of_ms=deps.house.figures_read_ms,
            )

        return await asyncio.to_thread(read)

    return [figures]


def lines_of(
    hours: Sequence[HourSum], *, by: By, since_ms: int, everybody: bool
) -> tuple[w.FigureLine, ...]:
    """One line for each table, variant and length of time, oldest first."""
    units = {By.HOUR: HOUR_MS, By.DAY: DAY_MS}
    rounds: dict[tuple[int, str, str], int] = {}
    money: dict[tuple[int, str, str], dict[Owner, Sum]] = {}
    for hour in hours:
        unit = units.get(by)
        begin = since_ms if unit is None else hour.hour_ms // unit * unit
        key = (begin, hour.table_id, hour.variant)
        if (hour.owner == EVERYBODY) == everybody:
            rounds[key] = rounds.get(key, 0) + hour.rounds
        if hour.owner != EVERYBODY:
            sums = money.setdefault(key, {})
            known = sums.get(hour.owner, Sum())
            sums[hour.owner] = Sum(*(a + b for a, b in zip(known, hour.sum, strict=True)))
    return tuple(
        w.FigureLine(
            from_ms=key[0],
            table=key[1],
            variant=key[2],
            rounds=rounds[key],
            money=tuple(_shown(*each) for each in sorted(money.get(key, {}).items())),
        )
        for key in sorted(rounds)
    )


def _shown(owner: Owner, total: Sum) -> w.MoneyPart:
    return w.MoneyPart(
        operator=owner.operator, currency=owner.currency, players=None, **total._asdict()
    )
