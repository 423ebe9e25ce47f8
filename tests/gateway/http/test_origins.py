"""Whose page may use a cookie: fifty origins, over HTTP and for a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from picows import WSError, ws_connect
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import PASSWORD, Premises, Socket

OURS = ("http://{host}",)
FOREIGN = (
    "https://{host}",
    "null",
    "",
    "*",
    "{host}",
    "//{host}",
    "http://",
    "http:///",
    "http:{host}",
    "http:/{host}",
    "http://{host}/",
    "http://{host}/page",
    "http://{host}?q",
    "http://{host}#f",
    "http://{host}%20",
    "http://{host},http://{host}",
    "http://{host} http://evil.test",
    "http://evil.test http://{host}",
    "http://{host}.",
    "http://{host}0",
    "http://{host}.evil.test",
    "http://{host}@evil.test",
    "http://evil.test@{host}",
    "http://user:word@{host}",
    "http://evil.test#{host}",
    "http://evil.test/{host}",
    "http://evil.test?{host}",
    "http://evil.test",
    "https://evil.test",
    "http://evil.test:{port}",
    "http://evil{host}",
    "http://127.0.0.1",
    "http://127.0.0.1:80",
    "http://127.0.0.1:0{port}",
    "http://127.0.0.2:{port}",
    "http://127.1:{port}",
    "http://2130706433:{port}",
    "http://0x7f000001:{port}",
    "http://[::1]:{port}",
    "http://[::ffff:127.0.0.1]:{port}",
    "http://[",
    "http://localhost:{port}",
    "HTTP://{host}",
    "Http://{host}",
    "ws://{host}",
    "wss://{host}",
    "file://{host}",
    "ftp://{host}",
    "javascript://{host}",
    "chrome-extension://{host}",
    "http://%31%32%37.0.0.1:{port}",
)


def written(origin: str, here: Premises) -> str:
    return origin.format(host=here.host, port=here.host.rpartition(":")[2])


async def by_http(here: Premises, cookie: str, origin: str) -> bool:
    headers = {"Origin": origin, "Cookie": f"sabot={cookie}"}
    async with here.browser() as client:
        answer = await client.patch("/api/preferences", json={}, headers=headers)
    assert answer.status_code in (200, 403), answer.text
    return answer.status_code == 200


async def by_socket(here: Premises, cookie: str, origin: str) -> bool:
    headers = {"Origin": origin, "Cookie": f"sabot={cookie}"}
    try:
        transport, _ = await ws_connect(Socket, f"ws://{here.host}/ws", extra_headers=headers)
    except WSError:
        return False
    transport.disconnect()
    await asyncio.sleep(0)
    return True


async def cookie_of(here: Premises) -> str:
    async with here.browser() as ann:
        answer = await ann.post("/api/sign-in", json={"login": "ann", "password": PASSWORD})
    return answer.cookies["sabot"]


@pytest.mark.parametrize("way", [by_http, by_socket])
def test_a_cookie_counts_only_from_our_own_pages(
    casino: Casino, way: Callable[..., object], record_property: Callable[[str, object], None]
) -> None:
    async def story(here: Premises) -> dict[str, bool]:
        cookie = await cookie_of(here)
        found = {}
        for origin in (*OURS, *FOREIGN):
            found[origin] = await way(here, cookie, written(origin, here))  # type: ignore[misc]
        return found

    found = casino.run(story(casino.here))
    assert found == dict.fromkeys(OURS, True) | dict.fromkeys(FOREIGN, False)
    record_property("counted", f"origins {way.__name__}: {len(found)}")


def test_a_cookie_without_an_origin_changes_nothing(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers = {"Cookie": f"sabot={await cookie_of(here)}"}
        async with here.browser() as client:
            del client.headers["Origin"]
            answer = await client.patch("/api/preferences", json={}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "origin/missing")
            assert (await client.get("/api/me", headers=headers)).status_code == 200

    casino.run(story(casino.here))


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""],
)
def test_what_a_form_can_send_is_no_request(casino: Casino, kind: str) -> None:
    async def story(here: Premises) -> None:
        headers = {"Cookie": f"sabot={await cookie_of(here)}", "Content-Type": kind}
        async with here.browser() as client:
            answer = await client.patch("/api/preferences", content=b"{}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (415, "request/not_json")

    casino.run(story(casino.here))
