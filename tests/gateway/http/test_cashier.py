"""The cashier of a demonstration: so much play money a day, and the ledger has every cent of it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import ACME_CASHIER, Premises
from tests.service.controls.moments import DAY, Moment
from tests.service.operators import Directory
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.books import MemoryLedger
from sabot.adapters.memory.facts import Facts
from sabot.gateway.http.cashier import PlayCashier
from sabot.money import Currency
from sabot.service.controls.calendar import UTC_DAYS
from sabot.service.identity.launches import Launch
from sabot.service.money.funds import FundsBook

ADA = "player:ada:EUR"


class Midnight(MemoryLedger):
    """A new day begins while the ledger is asked for the second time what was given."""

    def __init__(self, facts: Facts, clock: Moment) -> None:
        super().__init__(facts)
        self._clock = clock
        self._asked = 0

    @override
    def balances(self, accounts: Sequence[str]) -> Mapping[str, int]:
        self._asked += accounts[0].startswith("cashier:")
        if self._asked == 2:
            self._clock.now_ms = DAY
        return super().balances(accounts)


def test_what_is_given_at_midnight_is_given_once() -> None:
    async def play() -> None:
        clock = Moment(DAY - 1)
        store, directory = MemoryStore(), Directory()
        store.ledger = Midnight(store.facts, clock)
        funds = FundsBook(directory, store.ledger.balances)
        settings = SimpleNamespace(top_ups_per_day=5, top_up_cents=1_000)
        own = SimpleNamespace(tell_balance=lambda _player: None)
        house = SimpleNamespace(
            players=directory,
            clock=clock,
            store=store,
            funds=funds,
            controls=SimpleNamespace(calendar=UTC_DAYS),
        )
        deps = SimpleNamespace(house=house, settings=settings, broadcaster=SimpleNamespace(own=own))
        cashier = PlayCashier(cast(Any, deps))
        assert funds.balance("ada") == 0
        for given in range(1, 4):
            await cashier.top_up("ada")
            assert funds.balance("ada") == store.ledger.balances([ADA])[ADA] == given * 1_000

    asyncio.run(play())


def test_F19_a_player_is_shown_the_cashier_of_their_own_operator(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        for operator, link in (("acme", ACME_CASHIER), ("other", None)):
            wish = Launch(
                operator=operator, operator_player="eve", nickname="Eve", currency=Currency.EUR
            )
            async with here.browser() as client:
                body = {"token": here.services.identity.launches.ask(wish).token, "bearer": True}
                token = (await client.post("/api/sign-in/launch", json=body)).json()["token"]
            told = await here.get("/api/cashier", {"Authorization": f"Bearer {token}"})
            assert told.json() == {"link": link, "top_up": None}

    casino.run(story(casino.here))
