"""Ninety days by the date of the house: what is void then, and who can tell (P8, F256)."""

from __future__ import annotations

import asyncio

import pytest
from tests.service.back_office import (
    DAY_MS,
    HOUR_MS,
    NOW_MS,
    BackOffice,
    TurnedClock,
    late_notice,
    no_notice,
    owed,
    silent,
)
from tests.service.hall import Hall, table
from tests.service.operators import START
from tests.service.virtually import virtual

from sabot.adapters.memory import MemoryStore
from sabot.lab.audit import audit, sealed
from sabot.money import Currency
from sabot.service.office.expiry import HOUR_SECONDS, Expiry, Swept
from sabot.service.office.four_eyes import Verdict
from sabot.service.office.golden import GrantBody
from sabot.service.office.notices import NOTICE_MS
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

ALMOST_MS = 89 * DAY_MS + 23 * HOUR_MS
NINETY_MS = 90 * DAY_MS


pytestmark = pytest.mark.usefixtures("quiet")


def test_P8_a_proposal_nobody_decided_is_void() -> None:
    async def play() -> None:
        office = BackOffice()
        await office.adjustments.propose(
            "c1", actor="sonia", player="bob", amount=700, round_id="speed-1-7", reason="tape"
        )
        office.clock.now_ms += ALMOST_MS
        assert await office.expiry.sweep() == Swept()
        office.clock.now_ms += HOUR_MS
        assert await office.expiry.sweep() == Swept(credits=1)
        assert office.adjustments.find("c1").verdict is Verdict.EXPIRED
        assert office.balance("player:bob:EUR") == 0
        assert office.audited().ok

    virtual(play)


def test_P8_F256_a_round_that_stood_still_for_ninety_days_gives_every_stake_back() -> None:
    async def play() -> None:
        async with Hall(table("scanner-1"), houses=[]) as hall:
            bob = hall.deposit("bob")
            await hall.until(Phase.BETTING)
            await hall.place(bob, "player", 500)
            await hall.send(bob, c.ConfirmBets())
            await hall.send("boss", c.Pause(reason="the studio burns"))
            assert hall.state.phase is Phase.PAUSED
            clock = TurnedClock()
            office = BackOffice(store=hall.store, clock=clock)
            expiry = Expiry(
                office.office,
                office.rack,
                tables=hall.hosts.values,
                notices=office.notices,
                events=hall.store.events,
                wallet_ops=hall.store.wallet_ops,
            )
            opened = _opened(hall.store)
            clock.now_ms = opened + NINETY_MS - NOTICE_MS - 1
            assert await expiry.sweep() == Swept()
            clock.now_ms += 1
            assert await expiry.sweep() == Swept(notices=1)
            clock.now_ms = opened + ALMOST_MS
            assert await expiry.sweep() == Swept()
            clock.now_ms = opened + NINETY_MS
            assert await expiry.sweep() == Swept(rounds=1)
            assert hall.happened.last(e.RoundCancelled).reason == "expired/90_days"
            assert hall.funds.balance(bob) == START
            report = audit(sealed(hall.store.export_rows()))
            assert report.ok, report.violations
            for forge in (no_round_act, too_young, no_notice, late_notice):
                found = office.audited(forge)
                assert {each.check for each in found.violations} == {"I14", "house"}

    virtual(play)


def no_round_act(_kind: str, fact: dict[str, object]) -> bool:
    return fact.get("kind") != "round/expired"


def too_young(_kind: str, fact: dict[str, object]) -> bool:
    if fact.get("kind") == "round/expired":
        fact["at_ms"] = int(str(fact["at_ms"])) - 1
    return True


def _opened(store: MemoryStore) -> int:
    return next(row.at_ms for row in store.events.read("scanner-1", after=0) if row.round_id)


def test_P8_golden_chips_end_on_their_own_day_with_the_same_sweep() -> None:
    async def play() -> None:
        office = BackOffice()
        chips = GrantBody(
            count=3, value=500, currency=Currency.EUR, expires_at_ms=NOW_MS + 7 * DAY_MS
        )
        await office.rack.grant("g1", actor="sonia", player="bob", reason="birthday", chips=chips)
        office.clock.now_ms += 7 * DAY_MS - 1
        assert await office.expiry.sweep() == Swept()
        office.clock.now_ms += 1
        assert await office.expiry.sweep() == Swept(chips=1)
        assert await office.expiry.sweep() == Swept()
        assert office.balance("golden:bob/g1:EUR") == office.balance("promotion:house:EUR") == 0
        assert office.audited().ok

    virtual(play)


def test_P8_the_sweep_never_runs_at_start_and_then_every_hour() -> None:
    async def play() -> None:
        office = BackOffice()
        await office.adjustments.propose(
            "c1", actor="sonia", player="bob", amount=700, round_id="speed-1-7", reason="tape"
        )
        office.clock.now_ms += 2 * NINETY_MS
        running = asyncio.create_task(office.expiry.run())
        await asyncio.sleep(HOUR_SECONDS - 1)
        assert office.adjustments.find("c1").verdict is Verdict.PROPOSED
        await asyncio.sleep(2)
        assert office.adjustments.find("c1").verdict is Verdict.EXPIRED
        running.cancel()

    virtual(play)


def test_P8_nothing_expires_while_the_clock_is_in_doubt_nor_soon_after() -> None:
    async def play() -> None:
        office = BackOffice(silent())
        row = await owed(office)
        chips = GrantBody(count=3, value=500, currency=Currency.EUR, expires_at_ms=NOW_MS + DAY_MS)
        await office.rack.grant("g1", actor="sonia", player="bob", reason="birthday", chips=chips)
        office.clock.now_ms = row.at_ms + 2 * NINETY_MS
        office.evidence.in_doubt = True
        assert await office.expiry.sweep() == Swept()
        office.evidence.in_doubt = False
        office.evidence.confirmed_at_ms = office.clock.now_ms
        office.clock.now_ms += NOTICE_MS - 1
        assert await office.expiry.sweep() == Swept()
        assert office.states() == {"credit:c1": "owed"}
        assert office.balance("golden:bob/g1:EUR") == 1_500

    virtual(play)
