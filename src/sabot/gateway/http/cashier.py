"""Routes of the cashier: play money in a demonstration, a link to the operator's own cashier."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from litestar import get, post
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused, Unavailable
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, player_of
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.play_money import has_play_money
from sabot.gateway.refusals import CashierRefusal
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.service.controls.refusals import FrozenRefusal
from sabot.service.money.deposits import asked_for
from sabot.wire.control import CashierShown, ToppedUp, TopUpOffer


class PlayCashier:
    """Gives play money, so many times a day; the ledger knows how often it did."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def _source(self, player: str) -> str:
        """Where a day's play money of one player comes from: its balance says how much it was."""
        currency = self._deps.house.players.player(player).currency
        day = self._deps.house.controls.calendar.day_of(self._deps.house.clock.wall_ms())
        return str(Account(AccountKind.CASHIER, f"play/{day}/{player}", currency))

    async def left_today(self, player: str) -> int:
        """How many times more."""
        return await self._left(self._source(player))

    async def _left(self, source: str) -> int:
        given = await asyncio.to_thread(self._deps.house.store.ledger.balances, [source])
        settings = self._deps.settings
        return settings.top_ups_per_day - -given[source] // settings.top_up_cents

    async def top_up(self, player: str) -> ToppedUp:
        """Give some, once at a time: the same number of a day is the same transfer."""
        settings, funds = self._deps.settings, self._deps.house.funds
        async with self._locks[player]:
            if funds.balance(player) is None:
                raise Refused(FrozenRefusal.IN_DOUBT)
            source = self._source(player)  # of one day, though midnight may come
            left = await self._left(source)
            if left <= 0:
                raise Refused(CashierRefusal.ENOUGH_TODAY, per_day=settings.top_ups_per_day)
            given = Transfer(
                id=f"top-up:{source}:{left}",
                kind=TransferKind.DEPOSIT,
                debit=source,
                credit=self._deps.house.players.player(player).account,
                amount=settings.top_up_cents,
            )
            asked = asked_for(
                given,
                player=player,
                actor=player,
                reason="a top-up of play money",
                at_ms=self._deps.house.clock.wall_ms(),
            )
            funds.hold([given])  # on its way: a balance that is read now is not kept
            try:
                failure = await asyncio.to_thread(
                    self._deps.house.store.ledger.post, [given], [asked]
                )
            except BaseException:
                funds.release([given], perhaps=True)
                funds.forget()
                raise
            if failure is not None:
                funds.release([given])
                raise Unavailable(CashierRefusal.NOT_GIVEN, failure=failure.value)
            funds.book([given])
        self._deps.broadcaster.own.tell_balance(player)
        balance = funds.balance(player)
        assert balance is not None, "play money is in our own books"
        return ToppedUp(amount=given.amount, balance=balance, left_today=left - 1)


def cashier_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """Where money comes from."""
    cashier = PlayCashier(deps)

    @get("/api/cashier")
    async def shown(request: AnyRequest) -> CashierShown:
        principal = caller(request)
        link = deps.settings.cashier_links.get(principal.operator or "")
        if not await has_play_money(deps, principal):
            return CashierShown(link=link, top_up=None)
        left = await cashier.left_today(player_of(request))
        calendar, now_ms = deps.house.controls.calendar, deps.house.clock.wall_ms()
        offer = TopUpOffer(
            amount=deps.settings.top_up_cents,
            left_today=max(0, left),
            resets_ms=calendar.start_ms(calendar.day_of(now_ms) + 1),
        )
        return CashierShown(link=link, top_up=offer)

    @post("/api/cashier/top-up", status_code=200)
    async def top_up(request: AnyRequest) -> ToppedUp:
        if not await has_play_money(deps, caller(request)):
            raise Refused(CashierRefusal.NOT_OFFERED)
        return await cashier.top_up(player_of(request))

    return [shown, top_up]
