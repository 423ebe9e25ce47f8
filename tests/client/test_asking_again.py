"""What a client has asked for is what it has, whatever became of the request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec
import pytest

from sabot.client import Client, Refused, Table, casino
from sabot.wire import PROTOCOL
from sabot.wire import messages as m

WELCOME = m.Welcome(
    protocol=PROTOCOL,
    player="ada",
    nickname="Ada",
    role="player",
    currency="EUR",
    balance=0,
    at_ms=0,
    session_ms=0,
)
TOO_FAST = m.Fault(code="rate/too_fast", data={"per_second": 60})


class Line:
    """A socket that is open: what was sent on it, by type."""

    def __init__(self, client: Client) -> None:
        self.sent: list[str] = []
        self._client = client
        client.line._socket = cast(Any, self)

    def send(self, message: bytes) -> None:
        self.sent.append(msgspec.json.decode(message)["type"])

    def tells(self, *messages: m.Message) -> None:
        for message in messages:
            self._client._received(msgspec.json.encode(message))


def run(story: Callable[[Client], Any]) -> None:
    async def main() -> None:
        async with asyncio.timeout(5):
            await story(Client("http://127.0.0.1:1", token="ada"))  # noqa: S106 -- no secret

    asyncio.run(main())


def test_a_lobby_that_was_dropped_after_a_break_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(casino, "REST_SECONDS", 0.0)

    async def story(client: Client) -> None:
        line = Line(client)
        line.tells(WELCOME)
        looking = asyncio.create_task(client.watch_lobby())
        await asyncio.sleep(0)
        line.tells(m.Lobby(tiles=()))
        await looking
        back = Line(client)
        back.tells(WELCOME, TOO_FAST)
        assert client._asking is not None
        await client._asking
        assert back.sent == ["watch_lobby", "watch_lobby"]

    run(story)


def test_who_looks_at_the_lobby_again_gets_it_as_it_is_by_now() -> None:
    async def story(client: Client) -> None:
        line = Line(client)
        line.tells(WELCOME)
        for _ in range(2):
            looking = asyncio.create_task(client.watch_lobby())
            await asyncio.sleep(0)
            assert not looking.done()
            line.tells(m.Lobby(tiles=()))
            await looking
            client.unwatch_lobby()

    run(story)


def test_who_waits_at_a_table_that_is_refused_after_a_break_is_told() -> None:
    async def story(client: Client) -> None:
        line = Line(client)
        line.tells(WELCOME)
        table = client.tables["fun-1"] = Table("fun-1", client)
        waiting = asyncio.create_task(table.until(lambda _view: False))
        await asyncio.sleep(0)
        line.tells(
            WELCOME, m.Fault(code="for_fun/house_full", data={"request": "watch", "table": "fun-1"})
        )
        with pytest.raises(Refused, match="for_fun/house_full"):
            await waiting

    run(story)


def test_what_is_dropped_once_more_while_it_is_asked_for_again_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(casino, "REST_SECONDS", 0.0)
    monkeypatch.setattr(casino, "SLOWLY_SECONDS", 0.0)

    async def story(client: Client) -> None:
        line = Line(client)
        line.tells(WELCOME)
        for table in ("speed-1", "speed-2"):
            client.tables[table] = Table(table, client)
            client._watching.ask_for(table)
        line.tells(TOO_FAST)
        while len(line.sent) < 3:  # noqa: ASYNC110 -- a client tells this to nobody
            await asyncio.sleep(0)
        line.tells(TOO_FAST)  # the first of them was too much again
        assert client._asking is not None
        await client._asking
        assert line.sent.count("watch") == 2 * 3

    run(story)
