"""Launches over HTTP: a signed request counts once, and a link does not switch players."""

from __future__ import annotations

import asyncio
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx
import msgspec
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import PASSWORD, Premises, opened, signed

from sabot.money import Currency
from sabot.service.identity.launches import Launch

WISH = {"token": "of-7", "player": "7", "nickname": "Ada", "currency": "EUR"}
ACME = "https://acme.example/games/speed"


def body_of(**changes: str) -> bytes:
    return msgspec.json.encode(WISH | {"nonce": token_hex(16)} | changes)


async def asked(here: Premises, body: bytes) -> httpx.Response:
    async with here.browser() as server:
        return await server.post("/operator/v1/launch", content=body, headers=signed(body))


def link(here: Premises, player: str) -> str:
    """A launch token for a player of the operator."""
    wish = Launch(
        operator="acme", operator_player=player, nickname=player.title(), currency=Currency.EUR
    )
    return here.services.identity.launches.ask(wish).token


async def followed(browser: httpx.AsyncClient, token: str, **more: Any) -> httpx.Response:
    """What the page at `/launch` sends."""
    return await browser.post("/api/sign-in/launch", json={"token": token, **more})


def test_20_16_a_signed_launch_counts_once(casino: Casino) -> None:
    async def story(here: Premises) -> list[tuple[int, str]]:
        body = body_of()
        answers = [await asked(here, body) for _ in range(2)]
        answers += [await asked(here, body_of()), await asked(here, msgspec.json.encode(WISH))]
        return [(one.status_code, one.json().get("code", "")) for one in answers]

    assert casino.run(story(casino.here)) == [
        (200, ""),
        (409, "signature/repeated"),
        (200, ""),
        (400, "request/malformed"),
    ]


def test_20_16_a_restart_does_not_let_a_signed_launch_count_again(tmp_path: Path) -> None:
    async def story() -> list[tuple[int, str]]:
        body = body_of()
        answers = []
        for _ in range(2):
            async with opened(tmp_path, tables=("speed-1",)) as here:
                answers.append(await asked(here, body))
        return [(one.status_code, one.json().get("code", "")) for one in answers]

    assert asyncio.run(story()) == [(200, ""), (409, "signature/repeated")]


def test_20_16_of_ten_equal_signed_launches_at_once_one_counts(casino: Casino) -> None:
    async def story(here: Premises) -> list[int]:
        body = body_of()
        answers = await asyncio.gather(*(asked(here, body) for _ in range(10)))
        return sorted(one.status_code for one in answers)

    assert casino.run(story(casino.here)) == [200] + [409] * 9


def test_20_16_following_a_link_signs_nobody_in_as_somebody_else(casino: Casino) -> None:
    """The victim is signed in, follows an attacker's link, and stays who they are."""

    async def story(here: Premises) -> None:
        async with here.browser() as victim:
            await victim.post("/api/sign-in", json={"login": "ann", "password": PASSWORD})
            page = await victim.get(f"/launch?token={link(here, 'evil')}")
            assert page.status_code == 200
            assert page.headers["content-type"].startswith("text/html")
            assert "set-cookie" not in page.headers
            assert (await victim.get("/api/me")).json()["player"] == "ann"
            for came_from in ("", ACME, "https://elsewhere.example/"):
                answer = await followed(victim, link(here, "evil"), came_from=came_from)
                assert (answer.status_code, answer.json()) == (
                    409,
                    {
                        "code": "launch/confirm",
                        "data": {"nickname": "Evil", "operator": "acme", "instead_of": "Ann"},
                    },
                )
                assert "set-cookie" not in answer.headers
            assert (await victim.get("/api/me")).json()["player"] == "ann"

    casino.run(story(casino.here))


def test_20_16_a_link_from_anywhere_but_the_operator_is_confirmed_first(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        for came_from in (
            "",
            "https://elsewhere.example/",
            "https://acme.example.evil.example/",
            "https://acme.example:444/",
            "http://acme.example/",
            "https://evil.example/?https://acme.example/",
            "https://acme.example@evil.example/",
        ):
            async with here.browser() as visitor:
                answer = await followed(visitor, link(here, "bob"), came_from=came_from)
                assert answer.json()["code"] == "launch/confirm", came_from
                assert (await visitor.get("/api/visitor")).json()["me"] is None
        async with here.browser() as visitor:
            answer = await followed(visitor, link(here, "bob"), came_from=ACME)
            assert answer.json()["me"]["player"] == "acme:bob"
            again = await followed(visitor, link(here, "bob"))  # the same player
            assert again.json()["me"]["player"] == "acme:bob"
            token = link(here, "eva")
            assert (await followed(visitor, token)).json()["code"] == "launch/confirm"
            meant = await followed(visitor, token, confirmed=True)
            assert meant.json()["me"]["player"] == "acme:eva"
            assert (await visitor.get("/api/me")).json()["player"] == "acme:eva"

    casino.run(story(casino.here))


def test_20_16_no_foreign_page_can_confirm_a_link(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as victim:
            await victim.post("/api/sign-in", json={"login": "ann", "password": PASSWORD})
            body = {"token": link(here, "evil"), "confirmed": True}
            foreign = {"Origin": "https://evil.example"}
            answer = await victim.post("/api/sign-in/launch", json=body, headers=foreign)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin/foreign")
            assert (await victim.get("/api/me")).json()["player"] == "ann"

    casino.run(story(casino.here))


def test_20_14_players_behind_one_address_do_not_lock_each_other_out(tmp_path: Path) -> None:
    """Only links that do not work are counted, and a link that works is let in all the same."""

    async def story() -> tuple[set[int], list[str], int]:
        house = opened(tmp_path, tables=("speed-1",), guests_per_address_max=1)
        async with house as here, here.browser() as shared:
            good = [await followed(shared, link(here, f"p{n}"), bearer=True) for n in range(30)]
            wrong = [await followed(shared, "a wrong one", bearer=True) for _ in range(11)]
            late = await followed(shared, link(here, "last"), bearer=True)
            codes = [one.json()["code"] for one in wrong]
            return {one.status_code for one in good}, codes, late.status_code

    codes = ["launch/unknown"] * 10 + ["rate/too_many"]
    assert asyncio.run(story()) == ({200}, codes, 200)
