"""Roles over HTTP: which role may give and take which, and that it is gone at once (ADR 0025)."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import PASSWORD, Premises

from sabot.bootstrap.staffing import staff_desk

MANAGER, OPERATOR = "shift_manager-house-1", "operator-acme-1"


async def give(here: Premises, by: str, login: str, role: str | None) -> httpx.Response:
    body = {"login": login, "role": role, "reason": "a test"}
    async with here.browser() as client:
        return await client.post("/api/staff/roles", json=body, headers=await here.bearer(by))


async def signs_in(here: Premises, login: str) -> str:
    """As what somebody comes in, or why they do not."""
    body = {"login": login, "password": PASSWORD, "bearer": True}
    async with here.browser() as client:
        answer = (await client.post("/api/sign-in", json=body)).json()
    return str(answer["me"]["role"] if "me" in answer else answer["code"])


def test_a_shift_manager_gives_and_takes_the_roles_of_the_studio(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        socket = await here.socket(await here.bearer("dealer-house-2"))
        await socket.until("welcome")
        answer = (await give(here, MANAGER, "dealer-house-2", None)).json()
        assert (answer["role"], answer["last_role"], answer["because"]) == (
            None,
            "dealer",
            "a test",
        )
        assert (await socket.until("ended"))["code"] == "session/disabled"
        assert await signs_in(here, "dealer-house-2") == "sign_in/disabled"
        assert (await give(here, MANAGER, "dealer-house-2", "moderator")).status_code == 200
        assert await signs_in(here, "dealer-house-2") == "moderator"
        assert (await give(here, MANAGER, "dealer-house-2", "dealer")).status_code == 200
        acts = here.house.store.acts.about("staff:login:dealer-house-2")
        assert [act.kind for act in acts] == ["role/taken", "role/given", "role/given"]
        assert {(act.actor, act.reason) for act in acts} == {
            ("staff:login:shift_manager-house-1", "a test")
        }

    casino.run(story(casino.here))


def test_a_role_taken_on_the_machine_of_the_house_is_gone_within_a_second_or_so(
    casino: Casino,
) -> None:
    async def story(here: Premises) -> None:
        socket = await here.socket(await here.bearer("auditor-house-2"))
        await socket.until("welcome")

        def take() -> None:
            with staff_desk(here.house.settings) as desk:
                desk.take("auditor-house-2", actor="console:ops", reason="a test")

        await asyncio.to_thread(take)
        assert (await socket.until("ended"))["code"] == "session/disabled"

    casino.run(story(casino.here))


def test_an_operator_reaches_its_own_people_and_nobody_themselves(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        shown = (await here.get("/api/staff/people", await here.bearer(OPERATOR))).json()
        assert [one["login"] for one in shown["people"]] == ["operator-acme-1", "operator-acme-2"]
        assert (await give(here, OPERATOR, "operator-acme-2", None)).status_code == 200
        assert await signs_in(here, "operator-acme-2") == "sign_in/disabled"
        assert (await give(here, OPERATOR, "operator-acme-2", "operator")).status_code == 200
        assert await signs_in(here, "operator-acme-2") == "operator"
        own = await give(here, OPERATOR, OPERATOR, None)
        assert (own.status_code, own.json()["code"]) == (409, "account/own")
        mine = (await here.get("/api/staff/people", await here.bearer(MANAGER))).json()["people"]
        assert {one["role"] for one in mine} == {"dealer", "supervisor", "moderator"}

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    ("by", "login", "role", "told"),
    [
        (MANAGER, "ann", "dealer", "404 account/unknown"),  # a player
        (MANAGER, "nobody", "dealer", "404 account/unknown"),
        (MANAGER, "auditor-house-1", None, "404 account/unknown"),
        (MANAGER, "shift_manager-house-2", None, "404 account/unknown"),
        (MANAGER, "operator-acme-1", None, "404 account/unknown"),
        (OPERATOR, "operator-other-1", None, "404 account/unknown"),
        (OPERATOR, "dealer-house-1", None, "404 account/unknown"),
        (MANAGER, "dealer-house-1", "shift_manager", "409 account/role"),
        (MANAGER, "dealer-house-1", "auditor", "409 account/role"),
        (MANAGER, "dealer-house-1", "operator", "409 account/role"),
        (OPERATOR, "operator-acme-2", "shift_manager", "409 account/role"),
        (MANAGER, "dealer-house-1", "player", "400 request/malformed"),
    ],
)
def test_nobody_gives_or_takes_more_than_the_matrix_says(
    casino: Casino, by: str, login: str, role: str | None, told: str
) -> None:
    async def story(here: Premises) -> None:
        before = here.services.identity.staff.people()
        answer = await give(here, by, login, role)
        assert f"{answer.status_code} {answer.json()['code']}" == told
        assert here.services.identity.staff.people() == before

    casino.run(story(casino.here))
