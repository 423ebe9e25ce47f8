"""Routes of finished rounds: a list that can be searched, and the same list as CSV."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import check_reach
from sabot.money import format_cents
from sabot.service.reports.facts import Ended, Mark, Owner
from sabot.service.reports.ports import COUNTED_MAX, FoundRound, Part, Place, Wanted
from sabot.wire import figures as w

PAGE_MAX = 200
CSV_PAGE = 1_000
"""Rounds that are read at once while a file is sent."""

LATEST_MS = 253_402_300_799_999
"""The last moment that has four digits for its year."""

PLACE = r"^[0-9]{1,16}\.[^\x00]{1,120}$"

Name = Annotated[str | None, QueryParameter(min_length=1, max_length=100)]
Moment = Annotated[int | None, QueryParameter(ge=0, le=2**53 - 1)]
Limit = Annotated[int, QueryParameter(ge=1, le=PAGE_MAX)]
Before = Annotated[str | None, QueryParameter(max_length=140, pattern=PLACE)]
How = Annotated[Ended | None, QueryParameter()]
Flag = Annotated[str | None, QueryParameter(pattern="^(corrected|incident|paused|golden)$")]

HEADER = (
    "round",
    "table",
    "game",
    "variant",
    "version",
    "opened",
    "ended",
    "how",
    "marks",
    "operator",
    "currency",
    "players",
    "bets",
    "staked",
    "paid",
    "golden",
    "golden_paid",
)


def office_round_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """The rounds that were played, for those who may know all of them or those of an operator."""
    figures = deps.figures

    async def asked(
        request: AnyRequest,
        *,
        since: int | None,
        until: int | None,
        table: str | None,
        game: str | None,
        ended: Ended | None,
        mark: str | None,
        player: str | None,
    ) -> Wanted:
        if player is not None and caller(request).operator is not None:
            await check_reach(deps, request, player)  # in which rounds others bet is not told
        return Wanted(
            since_ms=since or 0,
            until_ms=deps.house.clock.wall_ms() + 1 if until is None else until,
            operator=caller(request).operator,
            table=table,
            game=game,
            ended=ended,
            mark=None if mark is None else Mark[mark.upper()],
            player=player,
        )

    @get("/api/office/rounds")
    async def rounds(
        request: AnyRequest,
        *,
        since: Moment = None,
        until: Moment = None,
        table: Name = None,
        game: Name = None,
        ended: How = None,
        mark: Flag = None,
        player: Name = None,
        before: Before = None,
        limit: Limit = 50,
    ) -> w.FinishedRounds:
        wanted = await asked(
            request,
            since=since,
            until=until,
            table=table,
            game=game,
            ended=ended,
            mark=mark,
            player=player,
        )

        def read() -> w.FinishedRounds:
            found = figures.rounds(wanted, limit=limit + 1, before=_place(before))
            count = figures.count(wanted)
            last = found[limit - 1].facts if len(found) > limit else None
            return w.FinishedRounds(
                rounds=tuple(_shown(one) for one in found[:limit]),
                next=None if last is None else f"{last.ended_ms}.{last.round_id}",
                count=min(count, COUNTED_MAX),
                more=count > COUNTED_MAX,
                as_of_ms=deps.house.figures_read_ms,
            )

        return await asyncio.to_thread(read)

    @get("/api/office/rounds.csv")
    async def rounds_csv(
        request: AnyRequest,
        *,
        since: Moment = None,
        until: Moment = None,
        table: Name = None,
        game: Name = None,
        ended: How = None,
        mark: Flag = None,
        player: Name = None,
    ) -> Stream:
        wanted = await asked(
            request,
            since=since,
            until=until,
            table=table,
            game=game,
            ended=ended,
            mark=mark,
            player=player,
        )

        async def lines() -> AsyncIterator[str]:
            yield _csv([HEADER])
            before, count = None, 0
            while True:
                page = await asyncio.to_thread(
                    figures.rounds, wanted, limit=CSV_PAGE, before=before
                )
                count += len(page)
                yield _csv(row for one in page for row in _rows(one))
                if len(page) < CSV_PAGE:
                    break
                before = Place(page[-1].facts.ended_ms, page[-1].facts.round_id)
            yield _csv([_last(wanted, count, deps.house.clock.wall_ms())])

        saved_as = 'attachment; filename="rounds.csv"'
        return Stream(
            lines(),
            media_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": saved_as},
        )

    return [rounds, rounds_csv]


def _place(before: str | None) -> Place | None:
    if before is None:
        return None
    ended_ms, _, name = before.partition(".")
    return Place(int(ended_ms), name)


def _marks(marks: int) -> tuple[str, ...]:
    return tuple(mark.name.lower() for mark in Mark if mark & marks and mark.name)


def part_shown(owner: Owner, part: Part) -> w.MoneyPart:
    """The money of one operator's players in one round."""
    return w.MoneyPart(
        operator=owner.operator,
        currency=owner.currency,
        players=part.players,
        **part.sum._asdict(),
    )


def _shown(one: FoundRound) -> w.FinishedRound:
    facts = one.facts
    return w.FinishedRound(
        round=facts.round_id,
        table=facts.table_id,
        game=facts.game,
        variant=facts.variant,
        version=facts.config_version,
        opened_ms=facts.opened_ms,
        ended_ms=facts.ended_ms,
        ended=facts.ended.value,
        marks=_marks(facts.marks),
        money=tuple(part_shown(*each) for each in sorted(one.parts.items())),
    )


# --- CSV ------------------------------------------------------------------------------------------


def _csv(rows: Iterable[Sequence[str | int]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def _rows(one: FoundRound) -> Iterator[Sequence[str | int]]:
    """A line for each operator and currency, or one without money."""
    facts = one.facts
    about = (
        facts.round_id,
        facts.table_id,
        facts.game,
        facts.variant,
        facts.config_version,
        _time(facts.opened_ms),
        _time(facts.ended_ms),
        facts.ended.value,
        " ".join(_marks(facts.marks)),
    )
    for owner, part in sorted(one.parts.items()):
        bets, *cents = part.sum
        yield (*about, *owner, part.players, bets, *(_decimal(cent) for cent in cents))
    if not one.parts:
        yield (*about, "", "", 0, 0, *["0.00"] * 4)


def _last(wanted: Wanted, count: int, now_ms: int) -> Sequence[str]:
    """What the file holds: the filters, how many rounds, and when."""
    filters = [
        f"{name}={value}"
        for name, value in (
            ("since", _time(wanted.since_ms)),
            ("until", _time(wanted.until_ms)),
            ("operator", wanted.operator),
            ("table", wanted.table),
            ("game", wanted.game),
            ("ended", wanted.ended),
            ("mark", None if wanted.mark is None else wanted.mark.name),
            ("player", wanted.player),
        )
        if value is not None
    ]
    return [f"# {' '.join(filters)}", f"rounds={count}", f"made={_time(now_ms)}"]


def _time(at_ms: int) -> str:
    """A moment in UTC with milliseconds, as machines read it.

    >>> _time(1_500)
    '1970-01-01T00:00:01.500Z'
    """
    whole, ms = divmod(min(at_ms, LATEST_MS), 1_000)
    return f"{datetime.fromtimestamp(whole, UTC):%Y-%m-%dT%H:%M:%S}.{ms:03}Z"


def _decimal(cents: int) -> str:
    return format_cents(cents).replace(",", "")
