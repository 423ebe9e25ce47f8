"""Routes of the clock and of what is about to expire."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises

from sabot.lab.audit import audit, sealed
from sabot.money import Currency
from sabot.service.players.registry import of_operator
from sabot.service.ports import WalletOpRow, WalletOpState

DAY_MS = 24 * 3_600_000
CLOCK, EXPIRIES = "/api/staff/clock", "/api/staff/expiries"
MANAGER, OTHER = "shift_manager-house-1", "shift_manager-house-2"


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    """One of its own: its clock is set."""
    with Casino(tmp_path) as casino:
        yield casino


async def post(here: Premises, login: str, path: str, **body: object) -> httpx.Response:
    async with here.browser() as client:
        return await client.post(path, json=body, headers=await here.bearer(login))


async def said(here: Premises, login: str, path: str, **body: object) -> str:
    """The code of a refusal, or nothing."""
    answer = await post(here, login, path, **body)
    return "" if answer.is_success else str(answer.json()["code"])


async def seen(here: Premises, path: str, login: str = MANAGER) -> dict[str, Any]:
    answer = await here.get(path, await here.bearer(login))
    assert answer.is_success, answer.text
    return dict(answer.json())


def turn(here: Premises, ms: int) -> int:
    """Set the wall clock of the machine; what it says now."""
    machine = here.house.machine
    before = machine.wall_ms
    machine.wall_ms = lambda: before() + ms  # type: ignore[method-assign]
    return machine.wall_ms()


def unsigned(here: Premises, operation: str) -> WalletOpRow:
    """What is stored about an operation, without its signature."""
    found = here.house.store.wallet_ops.find(operation)
    assert found is not None
    return replace(found, mac="")


def test_a_shift_manager_sees_a_clock_in_doubt_and_confirms_it(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        assert not (await seen(here, CLOCK))["in_doubt"]
        now_ms = here.house.clock.wall_ms()
        wish: dict[str, object] = {"at_ms": now_ms, "reason": "my watch"}
        assert await said(here, MANAGER, CLOCK, **wish) == "clock/not_in_doubt"
        wall_ms = turn(here, 100 * DAY_MS)
        shown = await seen(here, CLOCK, "dealer-house-1")
        assert shown["in_doubt"]
        assert abs(shown["house_ms"] - now_ms) < 60_000
        assert (await seen(here, "/readyz"))["clock_in_doubt"]
        figures = await here.get("/metrics", await here.bearer("service-house-1"))
        assert "sabot_clock_in_doubt 1" in figures.text
        assert await said(here, MANAGER, CLOCK, **wish) == "clock/disagrees"
        answer = await post(here, MANAGER, CLOCK, at_ms=wall_ms, reason="my watch")
        assert (answer.json()["in_doubt"], answer.json()["needs_two"]) == (True, True)
        assert (await seen(here, CLOCK))["proposed_by"] == f"staff:login:{MANAGER}"
        again = {"at_ms": wall_ms, "reason": "my watch"}
        assert await said(here, MANAGER, CLOCK, **again) == "proposal/own"
        answer = await post(here, OTHER, CLOCK, at_ms=wall_ms, reason="my watch too")
        assert answer.json()["house_ms"] >= wall_ms
        assert not (await seen(here, "/readyz"))["clock_in_doubt"]
        [act] = here.house.store.acts.about("clock")
        assert (act.actor, act.reason) == (f"staff:login:{OTHER}", "my watch too")

    casino.run(story(casino.here))


async def _owed(here: Premises) -> WalletOpRow:
    """A credit of a hundred days ago that its operator has not acknowledged, with its notice."""
    house = here.house
    at_ms = house.clock.wall_ms() - 100 * DAY_MS
    record = of_operator("acme", "eve", nickname="eve", currency=Currency.EUR, at_ms=at_ms)
    await asyncio.to_thread(house.players.enrol, record)
    row = WalletOpRow(
        id="credit:old",
        operator="acme",
        player="acme:eve",
        kind="adjustment",
        amount=700,
        round_id="credit:old",
        state=WalletOpState.OWED,
        at_ms=at_ms,
    )
    await house.desk._rows._save([row])
    sweeper = house._expiry()
    assert (await sweeper.sweep()).notices == 1
    return row


def test_P8_two_shift_managers_give_a_credit_up_and_put_it_back(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        row = await _owed(here)
        [announced] = (await seen(here, EXPIRIES))["announced"]
        assert (announced["operation"], announced["amount"]) == (row.id, 700)
        assert (await seen(here, EXPIRIES, "operator-other-1"))["announced"] == []
        wish = {"id": "x1", "operation": row.id, "step": "expire", "reason": "they are gone"}
        assert await said(here, MANAGER, EXPIRIES, **wish) == "expiry/too_early"
        # A week later, which a confirmed clock makes of a jump, and another week without one.
        for days in (8, 8):
            wall_ms = turn(here, days * DAY_MS)
            for manager in (MANAGER, OTHER):
                await post(here, manager, CLOCK, at_ms=wall_ms, reason="a week has passed")
            assert await said(here, MANAGER, EXPIRIES, **wish) == "expiry/clock"
        here.house.clock.confirmed_at_ms -= 8 * DAY_MS
        assert await said(here, "operator-acme-1", EXPIRIES, **wish) == "request/not_for_you"
        assert await said(here, MANAGER, EXPIRIES, **wish) == ""
        [proposal] = (await seen(here, EXPIRIES))["proposals"]
        assert (proposal["step"], proposal["verdict"]) == ("expire", "proposed")
        approve = {"verdict": "approve", "reason": "so it is"}
        assert await said(here, MANAGER, f"{EXPIRIES}/x1", **approve) == "proposal/own"
        assert await said(here, OTHER, f"{EXPIRIES}/nothing", **approve) == "proposal/unknown"
        assert await said(here, OTHER, f"{EXPIRIES}/x1", **approve) == ""
        assert unsigned(here, row.id) == replace(row, state=WalletOpState.EXPIRED)
        back = wish | {"id": "x2", "step": "restore"}
        assert await said(here, OTHER, EXPIRIES, **back) == ""
        assert await said(here, MANAGER, f"{EXPIRIES}/x2", **approve) == ""
        found = here.house.store.wallet_ops.find(row.id)
        assert found is not None
        assert found.state is WalletOpState.OWED

    casino.run(story(casino.here))


def test_P8_a_proposal_to_expire_may_be_declined(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        row = await _owed(here)
        wish = {"id": "x1", "operation": "nothing", "step": "expire", "reason": "gone"}
        assert await said(here, MANAGER, EXPIRIES, **wish) == "expiry/unknown"
        assert await said(here, MANAGER, EXPIRIES, **wish | {"step": "eat"}) == "request/malformed"
        here.house.clock.confirmed_at_ms = 0
        turn(here, 8 * DAY_MS)
        here.house.clock.confirm()
        here.house.clock.confirmed_at_ms = 0
        assert await said(here, MANAGER, EXPIRIES, **wish | {"operation": row.id}) == ""
        decline = {"verdict": "decline", "reason": "they are there"}
        assert await said(here, OTHER, f"{EXPIRIES}/x1", **decline) == ""
        assert unsigned(here, row.id) == row
        facts = [(kind, fact) for kind, fact in here.house.store.export_rows()]
        found = audit(sealed(fact for fact in facts if fact[0] in ("act", "house_log")))
        assert not [each for each in found.violations if "expiry:" in str(each)]

    casino.run(story(casino.here))
