"""What every answer has in common, and the small routes: figures, pages, limits, cashier."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import METRICS_KEY, PASSWORD, Premises, opened
from tests.siege.raw import handshake

from sabot.errors import Corrupt, Malformed, Refused, SabotError, Unavailable
from sabot.gateway.http.faults import on_sabot_error, status_of
from sabot.gateway.http.pages import pages_of
from sabot.gateway.refusals import OriginRefusal, RequestRefusal
from sabot.gateway.sockets import pace, pending_handshakes
from sabot.service.identity.refusals import (
    AccountRefusal,
    LaunchRefusal,
    SessionRefusal,
    SignInRefusal,
)
from sabot.service.refusals import ArchiveRefusal


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Malformed("bet/odd"), 400),
        (Refused(SessionRefusal.MISSING), 401),
        (Refused(LaunchRefusal.USED), 401),
        (Refused(SignInRefusal.REFUSED), 401),
        (Refused(RequestRefusal.NOT_FOR_YOU), 403),
        (Refused(OriginRefusal.FOREIGN), 403),
        (Refused(ArchiveRefusal.UNKNOWN), 404),
        (Refused(AccountRefusal.LOGIN_TAKEN), 409),
        (Refused(SignInRefusal.LOCKED), 429),
        (Unavailable("store/busy"), 503),
        (Corrupt("events/gap"), 500),
    ],
)
def test_each_kind_of_no_has_its_status(error: SabotError, status: int) -> None:
    assert status_of(error) == status


def test_what_a_database_says_stays_in_the_house() -> None:
    answer = on_sabot_error(cast(Any, None), Unavailable("store/failed", reason="at 10.0.0.5"))
    assert (answer.status_code, answer.content.code) == (503, "store/failed")
    assert answer.content.data == {}


def test_every_answer_says_what_browsers_may_do(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        for path in ("/", "/api/me", "/api/nowhere", "/healthz", "/deep/in/the/client"):
            headers = (await here.get(path, {})).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers
            assert headers["cache-control"] == (
                "no-store" if "/api" in path or "z" in path else "no-cache"
            )

    casino.run(story(casino.here))


def test_answers_that_come_before_the_web_framework_say_it_too(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        port = int(here.address.rpartition(":")[2])
        stranger = handshake("nobody's", port=port)
        for request in (
            b"GARBAGE\r\n\r\n",  # no HTTP
            b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000,
            stranger,
            stranger.replace(b"/ws", b"/elsewhere"),
            re.sub(rb"Authorization:[^\r]*\r\n", b"", stranger),
        ):
            head = (await first_answer(port, request)).decode().lower()
            assert head.startswith("http/1.1 4"), head
            assert_bare(head)

    casino.run(story(casino.here))
    # Those that wait for a second before they are told.
    for answer in (pending_handshakes.TOO_FAST, pending_handshakes.FULL, pending_handshakes.FAILED):
        assert_bare(answer.decode().lower())
    headers = cast(Any, pace._REFUSED[0]["headers"])
    assert_bare("".join(f"{name.decode()}: {value.decode()}\r\n" for name, value in headers))


async def first_answer(port: int, request: bytes) -> bytes:
    """The head of what these bytes are answered with."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    async with asyncio.timeout(10):
        head = await reader.readuntil(b"\r\n\r\n")
    writer.transport.abort()
    return head


def assert_bare(head: str) -> None:
    assert "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n" in head
    for name, value in (
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ):
        assert f"{name}: {value}\r\n" in head


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_of_a_token_has_no_case(casino: Casino, scheme: str) -> None:
    async def story(here: Premises) -> None:
        token = (await here.bearer("ann"))["Authorization"].removeprefix("Bearer ")
        named = {"Authorization": f"{scheme} {token}"}
        assert (await here.get("/api/me", named)).status_code == 200
        port = int(here.address.rpartition(":")[2])
        shake = handshake(token, port=port).replace(b"Bearer", scheme.encode())
        assert (await first_answer(port, shake)).startswith(b"HTTP/1.1 101")

    casino.run(story(casino.here))


def test_a_proxy_that_the_settings_name_is_believed(tmp_path: Path) -> None:
    """On another machine, here on another address of this one; nobody else is."""

    async def story() -> set[str]:
        async with opened(tmp_path, tables=("speed-1",), proxies=("127.0.0.2/32",)) as here:
            for sender, client in (("127.0.0.2", "192.0.2.1"), ("127.0.0.3", "192.0.2.2")):
                away = httpx.AsyncHTTPTransport(local_address=sender)
                async with here.browser(transport=away) as browser:
                    await browser.get("/healthz", headers={"X-Forwarded-For": client})
            return set(here.gateway.server._app._paces._paces)

    addresses = asyncio.run(story())
    assert {"192.0.2.1", "127.0.0.3"} <= addresses
    assert not {"127.0.0.2", "192.0.2.2"} & addresses


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (b"", "body"),
        (b"{", "body"),
        (b"[]", "body"),
        (b'{"login": 1, "password": "x"}', "login"),
        (b'{"login": "ann"}', "password"),
        (b'{"login": "ann", "password": "x", "role": "auditor"}', "role"),
        (b'{"login": "ann", "password": NaN}', "body"),
        (b'{"login": "' + b"a" * 65 + b'", "password": "x"}', "login"),
        (b"[" * 50_000, "body"),
        (b'{"login": "\xff", "password": "x"}', "body"),
        (b'{"login": "ann", "password": "correct horse", "bearer": "true"}', "bearer"),
        (b'{"login": "ann", "password": "correct horse", "bearer": 1}', "bearer"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_field(
    casino: Casino, content: bytes, field: str
) -> None:
    async def story(here: Premises) -> None:
        headers = {"Content-Type": "application/json"}
        async with here.browser() as client:
            answer = await client.post("/api/sign-in", content=content, headers=headers)
        assert answer.status_code == 400, answer.text
        problem = answer.json()
        assert problem["code"] == "request/malformed"
        assert problem["data"]["field"] == field

    casino.run(story(casino.here))


@pytest.mark.parametrize("value", [b'"1"', b"1e3", b"1000.0", b'"null"', b"true"])
def test_what_is_nearly_a_number_sets_no_limit(casino: Casino, value: bytes) -> None:
    async def story(here: Premises) -> None:
        headers = await here.bearer("ben") | {"Content-Type": "application/json"}
        before = (await here.get("/api/limits", headers)).json()["limits"]
        async with here.browser() as client:
            answer = await client.put(
                "/api/limits/stake_per_day", content=b'{"value": %b}' % value, headers=headers
            )
        assert (answer.status_code, answer.json()["code"]) == (400, "request/malformed")
        assert answer.json()["data"]["field"] == "value"
        assert (await here.get("/api/limits", headers)).json()["limits"] == before

    casino.run(story(casino.here))


def test_a_nul_is_refused_before_a_database_that_has_none_is_asked(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ben, manager = await here.bearer("ben"), await here.bearer("shift_manager-house-1")
        asked = [await here.get("/api/history/previous?before=1.%00", ben)]
        later = here.house.clock.wall_ms() + 86_400_000
        chips = {"id": "n", "player": "ben", "count": 1, "value": 100, "currency": "EUR"}
        chips |= {"expires_at_ms": later, "reason": "a test"}
        async with here.browser() as client:
            for wrong in ({"reason": "a\0b"}, {"games": ["\0"]}, {"tables": ["\0"]}):
                path = "/api/staff/golden-chips"
                asked.append(await client.post(path, json=chips | wrong, headers=manager))
            credit = {"id": "n", "player": "ben", "amount": 100, "reason": "a test"}
            path = "/api/staff/adjustments"
            body = credit | {"round": "a\0b"}
            asked.append(await client.post(path, json=body, headers=manager))
        for answer in asked:
            assert (answer.status_code, answer.json()["code"]) == (400, "request/malformed")

    casino.run(story(casino.here))


def test_a_body_has_a_limit(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as client:
            big = {"login": "a" * 70_000, "password": "x"}
            answer = await client.post("/api/sign-in", json=big)
            assert (answer.status_code, answer.json()["code"]) == (413, "request/too_big")
            wrong = await client.delete("/api/me")
            assert (wrong.status_code, wrong.json()["code"]) == (405, "route/method")

    casino.run(story(casino.here))


def test_no_secret_reaches_a_log(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    async def story(here: Premises) -> str:
        async with here.browser() as client:
            body = {"login": "ann", "password": PASSWORD, "bearer": True}
            token = (await client.post("/api/sign-in", json=body)).json()["token"]
            await client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
            await client.get(f"/launch?token={token}")
            await client.post("/api/sign-in", json=body | {"password": "wrong horse"})
        return str(token)

    with caplog.at_level(logging.DEBUG):
        token = casino.run(story(casino.here))
    ours = [each for each in caplog.records if not each.name.startswith(("httpx", "httpcore"))]
    text = "\n".join(each.getMessage() for each in ours)
    for secret in (token, PASSWORD, "wrong horse"):
        assert secret not in text


def test_figures_are_told_to_the_machine_next_door(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        socket = await here.socket(await here.bearer("ann"))
        await socket.until("welcome")
        socket.say(type="watch", table="speed-1")
        socket.say(
            type="act",
            cmd_id="x",
            table="speed-1",
            command={"type": "Scan", "position": "P1", "code": "c", "card": "9H"},
        )
        socket.say(type="act", cmd_id="y", table="speed-1", command={"type": "UndoBet"})
        await socket.until("answer", cmd_id="y")
        answer = await here.get("/metrics", {"Authorization": f"Bearer {METRICS_KEY}"})
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        lines = answer.text.splitlines()
        names = {line.split("{")[0].split(" ")[0] for line in lines if not line.startswith("#")}
        assert names >= {
            "sabot_sockets",
            "sabot_tables",
            "sabot_commands_accepted_total",
            "sabot_commands_refused_total",
            "sabot_fanout_frames_total",
            "sabot_fanout_bytes_total",
            "sabot_http_requests_total",
            "sabot_sign_in_failures_total",
            "sabot_sign_in_alarms_total",
            "sabot_commit_groups_total",
            "sabot_commit_units_total",
        }
        assert any('route="/api/sign-in",status="200"' in line for line in lines)
        assert any(
            line.startswith("sabot_sockets ") and line != "sabot_sockets 0" for line in lines
        )

    casino.run(story(casino.here))


def test_F4_F7_F262_a_table_tells_limits_pays_and_exact_returns(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ann = await here.bearer("ann")
        info = (await here.get("/api/tables/blackjack-1", ann)).json()
        bets = {bet["kind"]: bet for bet in info["bets"]}
        assert bets["behind"]["minimum"] > 0
        assert bets["main"]["returns"][0]["decimal"] == "0.993927984269"
        assert bets["main"]["returns"][1]["per"] == "total_stake"
        assert bets["21+3"]["returns"][0]["exact"] == "119489/124085"
        assert bets["perfect_pairs"]["pays"]
        tiles = (await here.get("/api/tables", ann)).json()["tables"]
        assert {tile["table"] for tile in tiles} == {"speed-1", "blackjack-1", "brag-1"}
        helped = (await here.get("/api/help", {})).json()["variants"]
        assert len(helped) == 6
        bonus = {
            bet["kind"]: [pay["odds"] for pay in bet["bonus"]]
            for one in helped
            for bet in one["bets"]
            if bet["bonus"]
        }
        assert bonus == {"ante": ["5", "4", "1"]}
        assert (await here.get("/api/tables/none", ann)).json()["code"] == "table/unknown"

    casino.run(story(casino.here))


def test_settings_and_limits_are_kept(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ann = await here.bearer("ann")
        async with here.browser() as client:
            client.headers.update(ann)
            patch = {"general": {"volume": 80}, "game": {"hide_my_bets": True}}
            changed = await client.patch("/api/preferences", json=patch)
            assert changed.json()["general"]["volume"] == 80
            assert "ann" in here.gateway.presence.hiding
            wrong = await client.patch("/api/preferences", json={"general": {"volume": 101}})
            assert (wrong.status_code, wrong.json()["code"]) == (400, "preferences/invalid")
            assert wrong.json()["data"]["field"] == "general.volume"
            await client.put("/api/limits/loss_per_day", json={"value": 5_000})
            looser = await client.put("/api/limits/loss_per_day", json={"value": 9_000})
            [limit] = [one for one in looser.json()["limits"] if one["name"] == "loss_per_day"]
            assert (limit["value"], limit["waiting"]["value"]) == (5_000, 9_000)
            unknown = await client.put("/api/limits/everything", json={"value": 1})
            assert unknown.status_code == 400
            check = await client.put("/api/limits/reality_check", json={"value": 30})
            assert check.json()["check_minutes"] == 30
            often = await client.put("/api/limits/reality_check", json={"value": 4})
            assert often.json()["data"] == {"limit": "reality_check", "lowest": 5, "highest": 240}
            assert (await client.post("/api/session/check")).status_code == 204

    casino.run(story(casino.here))


def test_play_money_is_bounded_by_the_day_and_for_fun_only(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        async with here.browser() as guest:
            me = (await guest.post("/api/sign-in/guest", json={})).json()["me"]
            balances = []
            for _ in range(5):
                answer = await guest.post("/api/cashier/top-up", json={})
                balances.append(answer.json()["balance"])
            assert balances == [150_000, 250_000, 350_000, 450_000, 550_000]
            more = await guest.post("/api/cashier/top-up", json={})
            assert (more.status_code, more.json()["code"]) == (409, "cashier/enough_today")
            account = here.house.players.player(me["player"]).account
            assert here.house.store.ledger.balances([account])[account] == 550_000
        ann = await here.bearer("ann")
        async with here.browser() as client:
            refused = await client.post("/api/cashier/top-up", json={}, headers=ann)
        assert (refused.status_code, refused.json()["code"]) == (403, "cashier/not_offered")

    casino.run(story(casino.here))


def test_pages_are_files_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets" / "app-3f9a1c2b.js").write_text("1")
    (tmp_path / ".secret").write_text("x")
    pages = pages_of(tmp_path)
    assert set(pages) == {"index.html", "assets/app-3f9a1c2b.js"}
    assert "immutable" in pages["assets/app-3f9a1c2b.js"].cache
    assert pages["index.html"].cache == "no-cache"
    assert pages["assets/app-3f9a1c2b.js"].kind.startswith("text/javascript")
    assert pages_of(tmp_path / "nowhere") == {}


def test_pages_are_packed_for_whoever_unpacks(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        plain = await here.get("/", {"Accept-Encoding": "identity"})
        packed = await here.get("/", {"Accept-Encoding": "gzip, br"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.text == plain.text  # unpacked by the client
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert packed.headers["ETag"] != plain.headers["ETag"]
        kept = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
        assert (await here.get("/", kept)).status_code == 304
        answer = await here.get("/api/visitor", {"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in answer.headers  # answers with secrets are not packed

    casino.run(story(casino.here))


def test_no_path_leaves_the_pages(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        for path in ("/../../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd"):
            answer = await here.get(path, {})
            assert "root:" not in answer.text
            assert "[project]" not in answer.text
            assert answer.status_code in (200, 400, 404)

    casino.run(story(casino.here))


def test_who_never_finishes_a_request_does_not_keep_a_house_from_stopping(tmp_path: Path) -> None:
    """A house that takes long to stop is killed by whoever started it."""

    async def story() -> float:
        loop = asyncio.get_running_loop()
        async with opened(tmp_path, tables=("speed-1",)) as here:
            host, _, port = here.host.partition(":")
            _, writer = await asyncio.open_connection(host, int(port))
            head = (
                "POST /api/sign-in HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/json",
                "Content-Length: 100",
            )
            writer.write("\r\n".join((*head, "", "{")).encode())
            await writer.drain()
            await here.get("/healthz", {})
            begun = loop.time()
        writer.close()
        return loop.time() - begun

    assert asyncio.run(story()) < 5
