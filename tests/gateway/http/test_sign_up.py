"""How many accounts one address may open, and how many refused attempts it has."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.gateway.http.premises import PASSWORD, Premises, opened


async def within(folder: Path, story: Callable[[Premises], Awaitable[None]]) -> None:
    async with opened(folder, guests_per_address_max=2) as here:
        await story(here)


def test_20_18_refused_sign_ups_leave_the_allowance_of_their_address(tmp_path: Path) -> None:
    """Found by an attack: 20 names that were taken kept the next newcomer out of a whole office."""

    async def story(here: Premises) -> None:
        limit = here.services.identity.rules.guests_per_address_max
        taken = {"login": "ann", "password": PASSWORD, "nickname": "Another"}
        async with here.browser() as client:
            codes = {
                (await client.post("/api/sign-up", json=taken)).json()["code"] for _ in range(limit)
            }
            assert codes == {"account/login_taken"}
            for number in range(limit):
                name = f"new{chr(97 + number)}"
                body = {"login": name, "password": PASSWORD, "nickname": name}
                answer = await client.post("/api/sign-up", json=body)
                assert (answer.status_code, answer.json().get("code")) == (200, None)
            # Accounts that are made stay counted, and so are wishes: each tells that a name exists.
            body = {"login": "one-more", "password": PASSWORD, "nickname": "One more"}
            over = await client.post("/api/sign-up", json=body)
            assert (over.status_code, over.json()["code"]) == (429, "rate/too_many")

    asyncio.run(within(tmp_path, story))


def test_20_18_refused_sign_ups_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        limit = 10 * here.services.identity.rules.guests_per_address_max
        short = {"login": "ann", "password": "x", "nickname": "Another"}
        async with here.browser() as client:
            for _ in range(limit):
                answer = await client.post("/api/sign-up", json=short)
                assert answer.json()["code"] == "password/length"
            over = await client.post("/api/sign-up", json=short)
            assert (over.status_code, over.json()["code"]) == (429, "rate/too_many")

    asyncio.run(within(tmp_path, story))
