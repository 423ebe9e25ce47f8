"""Machine calls of operators' servers: end a session, block and unblock a player."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import httpx
import msgspec
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises, signed
from tests.gateway.http.test_launches import followed, link

BAR = {"reason": "asked by support"}


async def called(here: Premises, call: str, operator: str = "acme", **asked: Any) -> httpx.Response:
    body = msgspec.json.encode({"nonce": token_hex(16), **asked})
    async with here.browser() as server:
        headers = signed(body, operator)
        return await server.post(f"/operator/v1/{call}", content=body, headers=headers)


async def entered(here: Premises, player: str) -> httpx.Response:
    async with here.browser() as program:
        return await followed(program, link(here, player), bearer=True)


async def whose(here: Premises, token: str) -> httpx.Response:
    return await here.get("/api/me", {"Authorization": f"Bearer {token}"})


def test_20_14_an_operators_server_ends_the_sessions_of_its_player(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        token = (await entered(here, "leaver")).json()["token"]
        foreign = await called(here, "end-session", "other", player="leaver")
        assert (foreign.status_code, foreign.json()) == (200, {"sessions": 0})
        assert (await whose(here, token)).status_code == 200
        ended = await called(here, "end-session", player="leaver")
        assert (ended.status_code, ended.json()) == (200, {"sessions": 1})
        gone = await whose(here, token)
        assert (gone.status_code, gone.json()["data"]) == (401, {"reason": "operator"})
        assert (await entered(here, "leaver")).status_code == 200

    casino.run(story(casino.here))


def test_20_14_a_link_from_before_the_end_of_a_session_opens_nothing(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        unused = link(here, "twice")
        assert (await entered(here, "twice")).status_code == 200
        ended = await called(here, "end-session", player="twice")
        assert ended.json() == {"sessions": 1}
        async with here.browser() as program:
            refused = await followed(program, unused, bearer=True)
        assert (refused.status_code, refused.json()["code"]) == (401, "launch/unknown")
        assert (await entered(here, "twice")).status_code == 200

    casino.run(story(casino.here))


def test_20_14_an_operators_server_blocks_and_unblocks_its_player(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        token = (await entered(here, "barred")).json()["token"]
        blocked = await called(here, "block", player="barred", **BAR)
        shown = blocked.json()
        assert (shown["player"], shown["by"], shown["actor"], shown["until_ms"]) == (
            "acme:barred",
            "acme",
            "operator:acme",
            None,
        )
        assert (await whose(here, token)).status_code == 401
        refused = await entered(here, "barred")
        assert (refused.status_code, refused.json()["code"]) == (403, "control/barred")
        strangers = await called(here, "unblock", "other", player="barred", **BAR)
        assert (strangers.status_code, strangers.json()["code"]) == (409, "exclusion/none")
        assert (await entered(here, "barred")).status_code == 403
        assert (await called(here, "unblock", player="barred", **BAR)).status_code == 204
        assert (await entered(here, "barred")).status_code == 200
        acts = here.house.store.acts.about_player("acme:barred")
        assert sorted((act.kind, act.actor) for act in acts) == [
            ("exclusion/begun", "operator:acme"),
            ("exclusion/lifted", "operator:acme"),
        ]

    casino.run(story(casino.here))


def test_20_14_a_machine_call_is_signed_and_counts_once(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        body = msgspec.json.encode({"nonce": token_hex(16), "player": "twice"})
        async with here.browser() as server:
            for headers, expected in (
                (signed(body) | {"X-Signature": "0" * 64}, (401, "signature/wrong")),
                (signed(body), (200, None)),
                (signed(body), (409, "signature/repeated")),
            ):
                answer = await server.post(
                    "/operator/v1/end-session", content=body, headers=headers
                )
                assert (answer.status_code, answer.json().get("code")) == expected

    casino.run(story(casino.here))
