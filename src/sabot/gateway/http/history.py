"""Routes of the past: today, earlier days, one round, its replay (F237, F245, F246)."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gamekit import Audience
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, player_of
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.reach import who_may_know
from sabot.gateway.refusals import HistoryRefusal, RequestRefusal
from sabot.gateway.tables.archive import open_line
from sabot.service.controls.calendar import Calendar
from sabot.service.controls.limits import DAY_MS
from sabot.service.money.account_history import Entry, entries_of
from sabot.wire import history as h

SHOWN_DAYS = 90
"""Days that a client shows; the archive has them all."""

TODAY_MAX = 500

ACCOUNT_MAX = 500
"""Entries outside of rounds; the newest are shown."""

LONGEST_DAY_MS = DAY_MS + 2 * 3_600_000
"""A day in which clocks are set back has 25 hours; one more hour for a client's wrong clock."""

CLOCKS_DIFFER_MS = 3_600_000
"""How far ahead of ours a client's clock may be just after its midnight."""

PLACE = r"^[0-9]{1,16}\.[^\x00]{1,280}$"
"""Where a page ended: a moment, and a bet of it."""

RoundId = Annotated[str, PathParameter(min_length=1, max_length=100)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Midnight = Annotated[int | None, QueryParameter(ge=0, le=2**53 - 1)]
"""The last midnight of the player's own clock in milliseconds: where their today begins."""
Cursor = Annotated[str | None, QueryParameter(max_length=300, pattern=PLACE)]


def history_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """What a player has played, and any round as a game."""

    def _open(player: str) -> tuple[h.RoundLine, ...]:
        found = []
        for feed in (*deps.broadcaster.feeds.values(), *deps.broadcaster.private.values()):
            state = feed.table.state
            if state.in_round:
                bets = state.current.bets.of(player)
                found += [open_line(state.current.round_id, bets)] if bets else []
        return tuple(found)

    @get("/api/history/today")
    async def today(request: AnyRequest, since: Midnight = None) -> h.History:
        player, now_ms = player_of(request), deps.house.clock.wall_ms()
        days, more = await deps.rounds.page(
            player,
            since_ms=_began(since, now_ms, deps.house.controls.calendar),
            until_ms=now_ms + 1,
            before=None,
            limit=TODAY_MAX,
        )
        return h.History(days=days, open=_open(player), next=more)

    @get("/api/history/previous")
    async def previous(
        request: AnyRequest, before: Cursor = None, limit: Limit = 50, until: Midnight = None
    ) -> h.History:
        player, now_ms = player_of(request), deps.house.clock.wall_ms()
        today_ms = _began(until, now_ms, deps.house.controls.calendar)
        days, more = await deps.rounds.page(
            player,
            since_ms=today_ms - SHOWN_DAYS * DAY_MS,
            # With a cursor of today's list this goes on where that list ended.
            until_ms=today_ms if before is None else now_ms + 1,
            before=before,
            limit=limit,
        )
        return h.History(days=days, open=(), next=more)

    @get("/api/history/account")
    async def account(request: AnyRequest) -> h.AccountHistory:
        player, now_ms = player_of(request), deps.house.clock.wall_ms()
        acts = await asyncio.to_thread(deps.house.store.acts.about_player, player)
        entries = entries_of(acts, since_ms=now_ms - (SHOWN_DAYS + 1) * DAY_MS)
        return h.AccountHistory(entries=tuple(_account_line(one) for one in entries[:ACCOUNT_MAX]))

    @get("/api/rounds/{round_id:str}")
    async def round_(request: AnyRequest, round_id: RoundId) -> h.RoundTold:
        who = who_may_know(request, round_id)
        # A moderator sees the result as a player without bets does.
        audience = who.role.audience or Audience.PLAYER
        return await deps.rounds.round(round_id, audience=audience, player=who.player_id)

    @get("/api/rounds/{round_id:str}/replay")
    async def replay(request: AnyRequest, round_id: RoundId) -> h.Replay:
        who = who_may_know(request, round_id)
        return await deps.rounds.replay(round_id, audience=_audience(request), player=who.player_id)

    return [today, previous, account, round_, replay]


def _account_line(entry: Entry) -> h.AccountLine:
    chips = entry.chips
    shown = None
    if chips is not None:
        shown = h.ChipsLine(
            count=chips.count,
            value=chips.value,
            games=chips.games,
            tables=chips.tables,
            expires_at_ms=chips.expires_at_ms,
        )
    return h.AccountLine(
        kind=entry.kind.value,
        at_ms=entry.at_ms,
        amount=entry.amount,
        round=entry.round_id,
        chips=shown,
    )


def _began(midnight_ms: int | None, now_ms: int, calendar: Calendar) -> int:
    """When a player's today began: the midnight of their own clock, or else of the house's."""
    if midnight_ms is None:
        return calendar.today_ms(now_ms)
    if not now_ms - LONGEST_DAY_MS <= midnight_ms <= now_ms + CLOCKS_DIFFER_MS:
        raise Refused(HistoryRefusal.NOT_TODAY, since=midnight_ms, now=now_ms)
    return midnight_ms


def _audience(request: AnyRequest) -> Audience:
    audience = caller(request).role.audience
    if audience is None:
        raise Refused(RequestRefusal.NOT_FOR_YOU)
    return audience
