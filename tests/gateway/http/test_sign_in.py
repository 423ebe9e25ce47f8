"""Coming and going over HTTP: cookies, bearers, guests, launches, and what must not work."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import METRICS_KEY, PASSWORD, Premises, opened, signed

from sabot.errors import Unavailable
from sabot.gateway.http.cookies import session_cookie
from sabot.gateway.http.dependencies import HttpSettings
from sabot.gateway.http.hashing import STRANGERS_AT_ONCE, WAITING_MAX, Hashing
from sabot.money import Currency
from sabot.service.identity.launches import Launch as LaunchWish

ANN = {"login": "ann", "password": PASSWORD}


def test_a_cookie_signs_in_and_out(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as ann:
            answer = await ann.post("/api/sign-in", json=ANN)
            assert answer.status_code == 200
            assert "token" not in answer.json()
            cookie = answer.headers["set-cookie"]
            assert re.match(r"sabot=[A-Za-z0-9_-]{43}; HttpOnly; Max-Age=\d+; Path=/;", cookie)
            assert "SameSite=strict" in cookie
            assert (await ann.get("/api/me")).json()["player"] == "ann"
            old = dict(ann.cookies)
            gone = await ann.post("/api/sign-out", json={})
            assert gone.json() == {"sessions": 1}
            assert "Max-Age=0" in gone.headers["set-cookie"]
        async with here.browser(cookies=old) as later:
            answer = await later.get("/api/me")
            assert (answer.status_code, answer.json()["code"]) == (401, "session/ended")

    casino.run(story(casino.here))


def test_a_visitor_without_a_session_is_nobody_and_no_error(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as ann:
            nobody = await ann.get("/api/visitor")
            assert (nobody.status_code, nobody.json()) == (
                200,
                {"me": None, "sign_up": True, "guests": True},
            )
            await ann.post("/api/sign-in", json=ANN)
            assert (await ann.get("/api/visitor")).json()["me"]["player"] == "ann"
        async with here.browser(cookies={"sabot": "old"}) as later:
            assert (await later.get("/api/visitor")).json()["me"] is None

    casino.run(story(casino.here))


def test_cookies_of_others_on_the_same_host_hide_no_session(casino: Casino) -> None:
    """A host has one jar for all its ports, and other programs put what they like into it."""

    async def story(here: Premises) -> None:
        token = (await here.bearer("ann"))["Authorization"].removeprefix("Bearer ")
        ours = f"sabot={token}"
        for jar in (
            ours,
            f'state={{"a": 1}}; {ours}',
            f"version=2; {ours}",
            f"path=/; {ours}",
            f'said="half; {ours}',
            f"word; {ours}",
            f"@x=1;{ours}",
            f"=1; {ours}; x",
            f"xsabot=1; sabotx=2; {ours}",
        ):
            answer = await here.get("/api/me", {"Cookie": jar})
            assert answer.status_code == 200, jar
            socket = await here.socket({"Cookie": jar, "Origin": here.address})
            socket.transport.disconnect()
        for jar in ("", "sabot", "sabot=", f"x{ours}", f'x="{ours}"'):
            assert (await here.get("/api/me", {"Cookie": jar})).status_code == 401, jar

    casino.run(story(casino.here))


def test_a_cookie_is_for_https_and_this_host_alone() -> None:
    cookie = session_cookie(HttpSettings(), "t", max_age=60).to_header(header="")
    assert cookie.startswith("__Host-sabot=t")
    for needed in ("Secure", "HttpOnly", "SameSite=strict", "Path=/"):
        assert needed in cookie
    assert "Domain" not in cookie


def test_a_token_is_told_only_when_asked_for_and_sets_no_cookie(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as ann:
            answer = await ann.post("/api/sign-in", json=ANN | {"bearer": True})
            assert "set-cookie" not in answer.headers
            headers = {"Authorization": f"Bearer {answer.json()['token']}"}
        # No origin and no cookie: a program.
        assert (await here.get("/api/me", headers)).status_code == 200

    casino.run(story(casino.here))


def test_a_planted_token_is_worth_nothing_after_signing_in(casino: Casino) -> None:
    """Session fixation: what was in the cookie before is never what is in it afterwards."""

    async def story(here: Premises) -> None:
        theirs = (await here.bearer("ben"))["Authorization"].removeprefix("Bearer ")
        async with here.browser(cookies={"sabot": theirs}) as ann:
            answer = await ann.post("/api/sign-in", json=ANN)
            assert answer.cookies["sabot"] != theirs
        planted = await here.get("/api/me", {"Authorization": f"Bearer {theirs}"})
        assert planted.status_code == 401
        async with here.browser(cookies={"sabot": "made-up"}) as ann:
            answer = await ann.post("/api/sign-in", json=ANN)
            assert answer.status_code == 200
            assert answer.cookies["sabot"] != "made-up"

    casino.run(story(casino.here))


def test_refusals_are_alike_and_count(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as somebody:
            codes = []
            for login, password in [("ann", "wrong horse"), ("nobody", PASSWORD), ("?", "x")]:
                body = {"login": login, "password": password}
                answer = await somebody.post("/api/sign-in", json=body)
                codes.append((answer.status_code, answer.json()))
            assert codes == [(401, {"code": "sign_in/refused", "data": {}})] * 3
            body = {"login": "dealer-house-2", "password": "wrong horse"}
            for _ in range(5):
                await somebody.post("/api/sign-in", json=body)
            answer = await somebody.post("/api/sign-in", json=body)
            assert (answer.status_code, answer.json()["code"]) == (429, "sign_in/locked")
            assert int(answer.headers["retry-after"]) > 0

    casino.run(story(casino.here))


def test_F17_a_new_account_and_a_guest_can_play_at_once(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as cleo:
            body = {"login": "cleo", "password": PASSWORD, "nickname": "Cleo"}
            answer = await cleo.post("/api/sign-up", json=body)
            assert answer.json()["me"]["nickname"] == "Cleo"
            assert here.house.funds.balance("cleo") == here.services.identity.rules.for_fun_cents
            assert (await cleo.get("/api/cashier")).json()["top_up"]["left_today"] == 5
            again = await cleo.post("/api/sign-up", json=body)
            assert (again.status_code, again.json()["code"]) == (409, "account/login_taken")
            short = await cleo.post("/api/sign-up", json=body | {"login": "dan", "password": "x"})
            assert (short.status_code, short.json()["code"]) == (400, "password/length")
        async with here.browser() as guest:
            me = (await guest.post("/api/sign-in/guest", json={})).json()["me"]
            assert me["for_fun"]
            assert (await guest.get("/api/cashier")).json()["top_up"]["left_today"] == 5

    casino.run(story(casino.here))


def test_a_name_that_others_have_guessed_at_can_still_be_taken(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as client:
            wrong = {"login": "newcomer", "password": "a guess"}
            guesses = [await client.post("/api/sign-in", json=wrong) for _ in range(6)]
            assert guesses[-1].json()["code"] == "sign_in/locked"
            body = {"login": "newcomer", "password": "a new password", "nickname": "New"}
            answer = await client.post("/api/sign-up", json=body)
            assert (answer.status_code, answer.json().get("code")) == (200, None)
            assert (await client.get("/api/me")).json()["player"] == "newcomer"

    casino.run(story(casino.here))


def test_an_operators_launch_works_once(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        wish = {"token": "of-7", "player": "7", "nickname": "Ada", "currency": "EUR"}
        wish |= {"table": "speed-1", "nonce": token_hex(16)}
        body = msgspec.json.encode(wish)
        async with here.browser() as server:
            answer = await server.post("/operator/v1/launch", content=body, headers=signed(body))
            assert answer.json()["expires_in_ms"] == 60_000
            forged = signed(body) | {"X-Signature": "0" * 64}
            wrong = await server.post("/operator/v1/launch", content=body, headers=forged)
            assert (wrong.status_code, wrong.json()["code"]) == (401, "signature/wrong")
            other = body.replace(b'"7"', b'"8"')
            moved = await server.post("/operator/v1/launch", content=other, headers=signed(body))
            assert moved.status_code == 401
            strange = body.replace(b'"7"', b'"7 8"')
            read = await server.post(
                "/operator/v1/launch", content=strange, headers=signed(strange)
            )
            assert (read.status_code, read.json()["data"]["field"]) == (400, "player")
            for token, code in (("of-8", "launch/other_player"), ("gone", "launch/wallet")):
                theirs = msgspec.json.encode(wish | {"token": token, "nonce": token_hex(16)})
                said = await server.post(
                    "/operator/v1/launch", content=theirs, headers=signed(theirs)
                )
                assert said.json()["code"] == code
        [token] = parse_qs(urlsplit(answer.json()["url"]).query)["token"]
        async with here.browser() as player:
            meant = {"token": token, "confirmed": True}
            led = await player.post("/api/sign-in/launch", json=meant)
            assert led.json()["table"] == "speed-1"
            assert (await player.get("/api/me")).json()["player"] == "acme:7"
        async with here.browser() as thief:
            too = await thief.post("/api/sign-in/launch", json={"token": token})
            assert (too.status_code, too.json()["code"]) == (401, "launch/used")

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"player": "7\n"}, "launch/player"),
        ({"currency": "USD"}, "launch/currency"),
    ],
)
def test_a_launch_that_cannot_be_is_refused_before_the_wallet_is_asked(
    casino: Casino, change: dict[str, str], code: str
) -> None:
    """The wallet's answer would be remembered: a new token, or a player of that name."""

    async def story(here: Premises) -> None:
        wish = {"token": "gone", "player": "7", "nickname": "Ada", "currency": "EUR"}
        body = msgspec.json.encode(wish | {"nonce": token_hex(16)} | change)
        async with here.browser() as server:
            answer = await server.post("/operator/v1/launch", content=body, headers=signed(body))
        assert answer.json()["code"] == code

    casino.run(story(casino.here))


def test_of_thirty_who_bring_one_launch_at_once_one_is_let_in(
    casino: Casino, record_property: Callable[[str, object], None]
) -> None:
    async def story(here: Premises) -> list[int]:
        launches = here.services.identity.launches
        wish = LaunchWish(
            operator="acme", operator_player="once", nickname="Eve", currency=Currency.EUR
        )
        token = launches.ask(wish).token
        async with here.browser() as program, here.browser() as page:
            body = {"token": token, "bearer": True}
            meant = {"token": token, "confirmed": True}
            answers = await asyncio.gather(
                *(program.post("/api/sign-in/launch", json=body) for _ in range(15)),
                *(page.post("/api/sign-in/launch", json=meant) for _ in range(15)),
            )
        refused = [one for one in answers if one.status_code != 200]
        assert {one.json()["code"] for one in refused} == {"launch/used"}
        return [one.status_code for one in answers if one not in refused]

    let_in = casino.run(story(casino.here))
    record_property("counted", "30 at once with one launch token, 1 let in")
    assert len(let_in) == 1


def test_signing_out_everywhere_closes_sockets_within_a_second(casino: Casino) -> None:
    async def story(here: Premises) -> list[float]:
        bearers = [await here.bearer("ben") for _ in range(3)]
        sockets = [await here.socket(headers) for headers in bearers]
        for socket in sockets:
            await socket.until("welcome")
        async with here.browser() as ben:
            started = time.perf_counter()
            await ben.post("/api/sign-out/everywhere", headers=bearers[0], json={})
            took = []
            for socket in sockets:
                async with asyncio.timeout(1):
                    await socket.closed.wait()
                took.append(time.perf_counter() - started)
                assert socket.told[-1] == {"type": "ended", "code": "session/signed_out_everywhere"}
        for headers in bearers:
            assert (await here.get("/api/me", headers)).status_code == 401
        return took

    assert max(casino.run(story(casino.here))) < 1


def test_excluding_oneself_closes_sockets_and_the_door(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        new = {"login": "edda", "password": PASSWORD, "nickname": "Edda", "bearer": True}
        async with here.browser() as edda:
            token = (await edda.post("/api/sign-up", json=new)).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            socket = await here.socket(headers)
            await socket.until("welcome")
            answer = await edda.post("/api/exclusion", json={"span": "1y"}, headers=headers)
            assert answer.json()["lock"]["code"] == "control/excluded"
            async with asyncio.timeout(1):
                await socket.closed.wait()
            assert socket.told[-1]["code"] == "control/excluded"
            gone = await edda.get("/api/me", headers=headers)
            assert (gone.status_code, gone.json()["data"]) == (401, {"reason": "excluded"})
            back = await edda.post("/api/sign-in", json={"login": "edda", "password": PASSWORD})
            assert (back.status_code, back.json()["code"]) == (403, "control/excluded")
            assert "set-cookie" not in back.headers

    casino.run(story(casino.here))


def test_cooling_off_closes_sockets_and_leaves_the_history(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        new = {"login": "fabio", "password": PASSWORD, "nickname": "Fabio", "bearer": True}
        async with here.browser() as fabio:
            token = (await fabio.post("/api/sign-up", json=new)).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            socket = await here.socket(headers)
            await socket.until("welcome")
            await fabio.post("/api/cool-off", json={"span": "24h"}, headers=headers)
            async with asyncio.timeout(1):
                await socket.closed.wait()
            assert (await fabio.get("/api/history/today", headers=headers)).status_code == 200

    casino.run(story(casino.here))


def test_sign_up_is_refused_where_operators_bring_the_players(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=(), sign_up=False) as here, here.browser() as eve:
            assert (await eve.get("/api/visitor")).json()["sign_up"] is False
            body = {"login": "eve", "password": "correct horse", "nickname": "Eve"}
            answer = await eve.post("/api/sign-up", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "sign_up/not_offered")
            assert (await eve.post("/api/sign-in", json=_without_name(body))).status_code == 401

    asyncio.run(story())


def _without_name(body: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in body.items() if name != "nickname"}


def test_metrics_are_closed_to_whoever_comes_from_this_machine(casino: Casino) -> None:
    """A proxy beside the house that forwards no address makes everybody come from here."""

    async def story(here: Premises) -> None:
        dealer = await here.bearer("dealer-house-1")
        for headers in (
            {},
            {"X-Forwarded-For": "127.0.0.1"},
            {"Host": "localhost"},
            {"Authorization": "Bearer guess"},
            {"Authorization": f"Basic {METRICS_KEY}"},
            {"Cookie": f"sabot={METRICS_KEY}"},
        ):
            assert (await here.get("/metrics", headers)).status_code == 401, headers
        assert (await here.get("/metrics", dealer)).status_code == 403
        key = {"Authorization": f"Bearer {METRICS_KEY}"}
        assert (await here.get("/metrics", key)).status_code == 200
        assert (await here.get("/api/me", key)).status_code == 401  # it opens nothing else

    casino.run(story(casino.here))


def test_a_browser_that_has_signed_in_is_known_and_lets_its_owner_in(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as ben:
            body = {"login": "ben", "password": PASSWORD}
            first = await ben.post("/api/sign-in", json=body)
            told = first.headers.get_list("set-cookie")
            [device] = [cookie for cookie in told if cookie.startswith("sabot-device=")]
            assert "HttpOnly" in device
            assert "SameSite=strict" in device
            assert (await ben.get("/api/me", headers={"Cookie": device})).status_code == 401
            async with here.browser() as thief:
                wrong = body | {"password": "a guess"}
                codes = [(await thief.post("/api/sign-in", json=wrong)).json() for _ in range(6)]
                assert codes[-1]["code"] == "sign_in/locked"
                assert (await thief.post("/api/sign-in", json=body)).status_code == 429
            again = await ben.post("/api/sign-in", json=body)
            assert (again.status_code, again.json()["failed_attempts"]) == (200, 5)
            assert not [one for one in again.headers.get_list("set-cookie") if "-device" in one]

    casino.run(story(casino.here))


def test_strangers_who_wait_for_a_turn_are_few_and_do_not_hold_known_devices_up() -> None:
    async def story() -> None:
        hashing = Hashing()
        held = [hashing.strangers.turn() for _ in range(STRANGERS_AT_ONCE)]
        for turn in held:
            await turn.__aenter__()

        async def wait() -> None:
            async with hashing.strangers.turn():
                pass

        waiting = [asyncio.create_task(wait()) for _ in range(WAITING_MAX)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="sign_in/busy"):
            await wait()
        async with hashing.known.turn():
            pass
        for turn in held:
            await turn.__aexit__(None, None, None)
        await asyncio.gather(*waiting)
        await wait()

    asyncio.run(story())


def test_a_password_is_changed_and_every_other_session_ends(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        new = {"login": "pia", "password": PASSWORD, "nickname": "Pia"}
        wish = {"current": PASSWORD, "new": "another horse"}
        async with here.browser() as pia, here.browser() as elsewhere:
            await pia.post("/api/sign-up", json=new)
            login = {"login": "pia", "password": PASSWORD}
            other = await elsewhere.post("/api/sign-in", json=login | {"bearer": True})
            bearer = {"Authorization": f"Bearer {other.json()['token']}"}
            own = await here.socket({"Cookie": f"sabot={pia.cookies['sabot']}", **_own(here)})
            theirs = await here.socket(bearer)
            await own.until("welcome")
            await theirs.until("welcome")
            device = pia.cookies["sabot-device"]
            answer = await pia.post("/api/account/password", json=wish)
            assert (answer.status_code, answer.json()) == (200, {"sessions": 1})
            assert "Max-Age=31536000" in answer.headers["set-cookie"]
            assert pia.cookies["sabot-device"] != device
            async with asyncio.timeout(1):
                await theirs.closed.wait()
            assert theirs.told[-1] == {"type": "ended", "code": "session/password_changed"}
            assert not own.closed.is_set()
            assert (await pia.get("/api/me")).json()["player"] == "pia"
            assert (await here.get("/api/me", bearer)).json()["code"] == "session/ended"
            refused = await elsewhere.post("/api/sign-in", json=login)
            assert refused.json()["code"] == "sign_in/refused"
            login["password"] = wish["new"]
            assert (await elsewhere.post("/api/sign-in", json=login)).status_code == 200
            own.transport.disconnect()

    casino.run(story(casino.here))


def test_a_wrong_password_changes_nothing_and_is_counted_like_a_sign_in(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        new = {"login": "pina", "password": PASSWORD, "nickname": "Pina", "bearer": True}
        async with here.browser() as pina:
            signed_up = (await pina.post("/api/sign-up", json=new)).json()
            bearer = {"Authorization": f"Bearer {signed_up['token']}"}
            wish = {"current": "wrong horse", "new": "another horse"}
            said = [
                await pina.post("/api/account/password", json=wish, headers=bearer)
                for _ in range(6)
            ]
            codes = [(one.status_code, one.json()["code"]) for one in said]
            assert codes == [(403, "password/wrong")] * 5 + [(429, "sign_in/locked")]
            # The device that has signed up before has a limit of its own.
            known = {"device": signed_up["device"], "bearer": True, "current": PASSWORD}
            answer = await pina.post("/api/account/password", json=wish | known, headers=bearer)
            assert answer.status_code == 200
            assert answer.json()["device"] not in ("", signed_up["device"])

    casino.run(story(casino.here))


@pytest.mark.parametrize("role", ["dealer", "shift_manager", "moderator", "auditor", "service"])
def test_staff_change_their_password_by_the_same_route(casino: Casino, role: str) -> None:
    async def story(here: Premises) -> None:
        login = f"{role}-house-1"
        bearer = await here.bearer(login)
        async with here.browser() as staff:
            for current, new in ((PASSWORD, "another horse"), ("another horse", PASSWORD)):
                wish = {"current": current, "new": new, "bearer": True}
                answer = await staff.post("/api/account/password", json=wish, headers=bearer)
                assert answer.status_code == 200, answer.json()

    casino.run(story(casino.here))


def _own(here: Premises) -> dict[str, str]:
    return {"Origin": here.address}
