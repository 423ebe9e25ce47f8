"""Hosts and origins are compared whole with an allow-list, before anything else of a request."""

from __future__ import annotations

import asyncio

import pytest
from picows import WSMsgType
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises
from tests.siege.raw import Raw

from sabot.bootstrap.casino import doorplate_of
from sabot.gateway.sockets.origins import Doorplate
from sabot.settings import Environment, NetworkSettings, Settings

HOUSE = Doorplate(
    scheme="https",
    hosts=frozenset({"house.example", "house.example:8443"}),
    origins=frozenset({"https://play.acme.example"}),
    loopback=False,
)
KNOCK = (
    "GET /ws HTTP/1.1\r\nHost: rebound.example\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nOrigin: http://rebound.example\r\n"
)


@pytest.mark.parametrize("host", ["house.example", "HOUSE.example:443", "house.example:8443"])
def test_a_host_of_the_settings_is_ours(host: str) -> None:
    assert HOUSE.knows(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "x", "house.example.evil.example", "evil-house.example", "house.example:80"),
        *("house.example:8443:1", "house.example@evil", "house.example ", "[::1]", "localhost"),
        "127.0.0.1",
    ],
)
def test_any_other_host_is_not(host: str) -> None:
    assert not HOUSE.knows(host)


@pytest.mark.parametrize(
    ("origin", "host", "welcome"),
    [
        ("https://house.example", "house.example", True),
        ("https://house.example", "HOUSE.example:443", True),
        ("https://play.acme.example", "house.example", True),
        ("http://house.example", "house.example", False),
        ("https://house.example:8443", "house.example", False),
        ("https://house.example:8443", "house.example:8443", True),
        ("https://house.example.evil.example", "house.example", False),
        ("https://evil.example", "evil.example", False),
        ("https://play.acme.example.evil", "house.example", False),
        ("null", "house.example", False),
        ("*", "house.example", False),
        ("", "house.example", False),
    ],
)
def test_an_origin_counts_whole(origin: str, host: str, *, welcome: bool) -> None:
    assert HOUSE.welcomes(origin, host=host) is welcome


def test_a_demonstration_knows_this_machine_and_production_only_its_own_name() -> None:
    demo = doorplate_of(Settings())
    assert all(map(demo.knows, ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "localhost"]))
    assert not any(map(demo.knows, ["rebound.example:8000", "192.0.2.7:8000"]))
    wide = doorplate_of(Settings(network=NetworkSettings(host="0.0.0.0")))  # noqa: S104
    assert wide.knows("192.0.2.7:8000")
    assert not wide.knows("rebound.example:8000")
    network = NetworkSettings(
        secure=True, public_address="https://house.example", hosts=("inside.example:8443",)
    )
    house = doorplate_of(Settings(environment=Environment.PRODUCTION, bots=0, network=network))
    assert all(map(house.knows, ["house.example", "inside.example:8443"]))
    assert not any(map(house.knows, ["127.0.0.1:8000", "localhost", "inside.example"]))


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        ("GET /api/visitor HTTP/1.1\r\n", 400, "host/missing"),
        ("GET /api/visitor HTTP/1.0\r\n", 400, "host/missing"),
        (
            "GET /api/visitor HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n",
            400,
            "host/unclear",
        ),
        ("GET http://localhost/api/visitor HTTP/1.1\r\nHost: localhost\r\n", 400, "host/unclear"),
        ("GET /api/visitor HTTP/1.1\r\nHost: rebound.example\r\n", 421, "host/unknown"),
        ("GET /healthz HTTP/1.1\r\n", 400, "host/missing"),
        (KNOCK, 421, "host/unknown"),
    ],
)
def test_two_hosts_none_or_a_strange_one_are_refused(
    casino: Casino, head: str, status: int, code: str
) -> None:
    async def story(here: Premises) -> bytes:
        raw = await Raw.connect(int(here.host.rpartition(":")[2]))
        raw.write(f"{head}\r\n".encode())
        try:
            return await raw.reader.read()
        finally:
            raw.drop()
            await asyncio.sleep(0)

    answer = casino.run(story(casino.here))
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert f'"code":"{code}"'.encode() in answer


def test_the_settings_take_whole_hosts_only() -> None:
    with pytest.raises(Exception, match="settings/host"):
        NetworkSettings(hosts=("*",))


def test_a_body_or_message_that_names_a_key_twice_is_refused(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        body = b'{"login": "ben", "login": "ann", "password": "correct horse", "bearer": true}'
        async with here.browser() as client:
            kind = {"Content-Type": "application/json"}
            answer = await client.post("/api/sign-in", content=body, headers=kind)
            assert (answer.status_code, answer.json()["code"]) == (400, "request/key_twice")
        socket = await here.socket(await here.bearer("ann"))
        await socket.until("welcome")
        socket.transport.send(
            WSMsgType.TEXT,
            b'{"type": "act", "cmd_id": "k1", "table": "speed-1", "table": "speed-2",'
            b' "command": {"type": "UndoBet"}}',
        )
        fault = await socket.until("fault")
        assert (fault["code"], fault["data"]) == ("message/key_twice", {"cmd_id": "k1"})
        socket.transport.disconnect()

    casino.run(story(casino.here))
