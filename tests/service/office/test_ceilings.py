"""Ceilings: what one account may order at once and in 24 hours; a restart forgets nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec.structs import replace
from tests.service.back_office import DAY_MS, NOW_MS, BackOffice
from tests.service.office.test_adjustments import code_of
from tests.service.virtually import virtual

from sabot.errors import Refused
from sabot.money import Currency
from sabot.service.identity.roles import Role
from sabot.service.office.four_eyes import Verdict
from sabot.service.office.golden import Grant, GrantBody

MANAGER = Role.SHIFT_MANAGER
CHIPS = GrantBody(count=1, value=5_000, currency=Currency.EUR, expires_at_ms=NOW_MS + 90 * DAY_MS)


async def refused(call: Coroutine[object, object, object]) -> dict[str, Any]:
    with pytest.raises(Refused) as refusal:
        await call
    return {"code": refusal.value.code, **refusal.value.data}


async def granted(
    office: BackOffice, name: str, value: int, *, role: Role = MANAGER, actor: str = "sonia"
) -> Grant:
    chips = replace(CHIPS, value=value)
    return await office.rack.grant(
        name, actor=actor, role=role, player="bob", reason="birthday", chips=chips
    )


async def approved(office: BackOffice, name: str, *, actor: str = "marco") -> Grant:
    return await office.rack.approve(name, actor=actor, role=MANAGER, reason="agreed")


def purse(office: BackOffice, name: str) -> int:
    return office.balance(f"golden:bob/{name}:EUR")


def test_one_manager_cannot_grant_a_thousand_chips_of_five_thousand() -> None:
    """An attack: one manager did."""

    async def play() -> None:
        office = BackOffice()
        chips = replace(CHIPS, count=1_000, value=500_000)
        attempt = office.rack.grant(
            "g1", actor="sonia", role=MANAGER, player="bob", reason="x", chips=chips
        )
        assert await refused(attempt) == {
            "code": "ceiling/over",
            "ceiling": "chips_proposed",
            "maximum": 500_000,
            "left": 500_000,
            "amount": 500_000_000,
        }
        assert office.rack.grants("bob") == {}
        assert office.rack.waiting() == ()

    virtual(play)


def test_a_grant_above_a_small_amount_waits_for_a_second_person() -> None:
    async def play() -> None:
        office = BackOffice()
        assert (await granted(office, "g1", 5_000)).verdict is Verdict.APPROVED
        assert (await granted(office, "g2", 5_001)).verdict is Verdict.PROPOSED
        assert (purse(office, "g1"), purse(office, "g2")) == (5_000, 0)
        assert list(office.rack.grants("bob")) == ["g1"]
        assert [one.id for one in office.rack.waiting()] == ["g2"]
        assert await code_of(approved(office, "g2", actor="sonia")) == "proposal/own"
        assert office.rack.grants("bob").keys() == {"g1"}
        for _ in range(3):
            assert (await approved(office, "g2")).verdict is Verdict.APPROVED
        assert purse(office, "g2") == 5_001
        assert office.rack.grants("bob").keys() == {"g1", "g2"}
        assert (await granted(office, "g2", 5_001)).verdict is Verdict.APPROVED
        assert office.rack.waiting() == ()
        assert office.audited().ok

    virtual(play)


def test_a_declined_grant_gives_nothing_and_its_id_is_used_up() -> None:
    async def play() -> None:
        office = BackOffice()
        await granted(office, "g1", 9_000)
        await office.rack.decline("g1", actor="marco", reason="too generous")
        assert (await granted(office, "g1", 9_000)).verdict is Verdict.DECLINED
        assert await code_of(granted(office, "g1", 100)) == "proposal/other_body"
        assert await code_of(approved(office, "g1")) == "proposal/decided"
        assert purse(office, "g1") == 0
        assert office.audited().ok

    virtual(play)


def test_small_grants_add_up_over_a_day_and_a_restart() -> None:
    async def play() -> None:
        office = BackOffice()
        for number in range(5):
            assert (await granted(office, f"g{number}", 5_000)).verdict is Verdict.APPROVED
        office = BackOffice(store=office.store, clock=office.clock)
        assert (await granted(office, "g0", 5_000)).verdict is Verdict.APPROVED  # the same again
        assert (await granted(office, "g5", 1)).verdict is Verdict.PROPOSED
        assert (await granted(office, "h1", 1, actor="marco")).verdict is Verdict.APPROVED
        office.clock.now_ms += DAY_MS
        assert (await granted(office, "g6", 1)).verdict is Verdict.PROPOSED
        office.clock.now_ms += 1
        assert (await granted(office, "g7", 5_000)).verdict is Verdict.APPROVED

    virtual(play)


def test_grants_of_one_moment_do_not_slip_under_the_ceiling_together() -> None:
    async def play() -> None:
        office = BackOffice()
        asked = (granted(office, f"g{number}", 5_000) for number in range(20))
        ended = await asyncio.gather(*asked, return_exceptions=True)
        given = [one for one in ended if isinstance(one, Grant)]
        assert len(given) == 5
        assert sum(purse(office, f"g{number}") for number in range(20)) == 25_000
        codes = {one.code for one in ended if isinstance(one, Refused)}
        assert codes == {"ceiling/over"}

    virtual(play)


def test_what_is_proposed_and_what_is_approved_in_a_day_have_ceilings() -> None:
    async def play() -> None:
        office = BackOffice()
        for number in range(2):
            await granted(office, f"g{number}", 500_000)
        over = await refused(granted(office, "g2", 6_000))
        assert (over["ceiling"], over["left"]) == ("chips_proposed_a_day", 0)
        await granted(office, "h1", 400_000, actor="vera")
        await approved(office, "g0")
        await approved(office, "g1")
        over = await refused(approved(office, "h1"))
        assert (over["ceiling"], over["left"]) == ("chips_approved_a_day", 0)
        assert purse(office, "h1") == 0
        await approved(office, "h1", actor="otto")
        assert office.audited().ok

    virtual(play)


def test_an_operators_staff_have_lower_ceilings_and_a_dealer_none() -> None:
    async def play() -> None:
        office = BackOffice()
        assert (await granted(office, "g1", 2_000, role=Role.OPERATOR)).verdict is Verdict.APPROVED
        assert (await granted(office, "g2", 2_001, role=Role.OPERATOR)).verdict is Verdict.PROPOSED
        over = await refused(granted(office, "g3", 100_001, role=Role.OPERATOR))
        assert (over["ceiling"], over["maximum"]) == ("chips_proposed", 100_000)
        assert await code_of(granted(office, "g4", 1, role=Role.DEALER)) == "ceiling/role"

    virtual(play)


def test_P6_credits_have_ceilings_for_one_for_a_day_and_for_whoever_approves() -> None:
    async def play() -> None:
        office = BackOffice()
        rounds = [f"speed-1-{number}" for number in range(100, 160)]
        office.played.rounds |= dict.fromkeys(rounds, "lose")

        async def credit(round_id: str, amount: int, actor: str = "sonia") -> object:
            wish = {"player": "bob", "amount": amount, "round_id": round_id, "reason": "tape"}
            return await office.adjustments.propose(round_id, actor=actor, **wish)  # type: ignore[arg-type]

        for number in range(10):
            await credit(rounds[number], 20_000)
        over = await refused(credit(rounds[10], 1))
        assert (over["code"], over["ceiling"]) == ("ceiling/over", "credit_proposed_a_day")
        await credit(rounds[11], 1, actor="vera")
        for number in range(10):
            await office.adjustments.approve(rounds[number], actor="marco", reason="seen")
        last = office.adjustments.approve(rounds[11], actor="marco", reason="seen")
        assert (await refused(last))["ceiling"] == "credit_approved_a_day"
        assert office.balance("player:bob:EUR") == 200_000
        assert office.audited().ok

    virtual(play)
