"""Which players wait for an answer in support: staff see it, and are told of changes (F228)."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises, Socket

from sabot.client import Client
from sabot.wire import messages as m


async def arrived(here: Premises, *logins: str) -> list[Socket]:
    sockets = [await here.socket(await here.bearer(login)) for login in logins]
    for socket in sockets:
        await socket.until("welcome")
    return sockets


async def said(socket: Socket, room: str, *texts: str) -> None:
    for number, text in enumerate(texts):
        cmd_id = f"{room}-{len(socket.told)}-{number}".replace(" ", "")
        socket.say(type="say", cmd_id=cmd_id, room=room, text=text)
        assert (await socket.until("answer", cmd_id=cmd_id))["accepted"]


def rooms(message: dict[str, Any]) -> dict[str, tuple[str, int]]:
    return {one["room"]: (one["nickname"], one["lines"]) for one in message["rooms"]}


def test_F228_staff_see_who_waits_and_hear_of_whoever_comes(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ann, ben, moderator, manager = await arrived(
            here, "ann", "ben", "moderator-house-1", "shift_manager-house-1"
        )
        began = here.house.clock.wall_ms()
        await said(ann, "support", "my round?", "it is missing")
        moderator.say(type="watch_support")
        shown = await moderator.until("support")
        assert (shown["waiting"], rooms(shown)) == (1, {"support:ann": ("Ann", 2)})
        assert began <= shown["rooms"][0]["since_ms"] <= here.house.clock.wall_ms()
        await said(ben, "support", "hello?")  # nobody asked again
        news = (await moderator.until("support_room"))["room"]
        assert (news["room"], news["nickname"], news["lines"]) == ("support:ben", "Ben", 1)
        manager.say(type="watch_support")
        assert rooms(await manager.until("support")).keys() == {"support:ann", "support:ben"}
        await said(moderator, "support:ann", "gladly")
        answered = {"room": "support:ann", "nickname": "", "since_ms": None, "lines": 0}
        answered |= {"last": "", "for_manager": False}
        for socket in (moderator, manager):
            await socket.until("support_room", room=answered)
        manager.say(type="unwatch_support")
        await said(manager, "support:ben", "hello")
        await moderator.until("support_room", room=answered | {"room": "support:ben"})
        assert [one["room"]["room"] for one in manager.told if one["type"] == "support_room"] == [
            "support:ann"
        ]
        moderator.told.clear()
        moderator.say(type="watch_support")
        assert await moderator.until("support") == {"type": "support", "waiting": 0, "rooms": []}

    casino.run(story(casino.here))


def test_F228_nobody_else_learns_who_waits(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        for login in ("ann", "dealer-house-1", "operator-acme-1", "auditor-house-1"):
            [socket] = await arrived(here, login)
            socket.say(type="watch_support")
            fault = await socket.until("fault")
            assert (fault["code"], fault["data"]) == (
                "request/not_for_you",
                {"request": "watch_support"},
            )

    casino.run(story(casino.here))


def test_F228_a_slow_reader_who_is_back_is_shown_the_list_anew(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        [moderator] = await arrived(here, "moderator-house-2")
        moderator.say(type="watch_support")
        await moderator.until("support")
        moderator.told.clear()
        [connection] = [
            one
            for one in here.gateway.broadcaster.open.everybody()
            if one.principal.account_id == "login:moderator-house-2"
        ]
        here.gateway.reader.caught_up(connection)
        await moderator.until("support")

    casino.run(story(casino.here))


def test_F228_the_client_looks_at_the_list_again_after_a_break(casino: Casino) -> None:
    async def story(here: Premises) -> list[str]:
        token = (await here.bearer("moderator-house-1"))["Authorization"].removeprefix("Bearer ")
        async with Client(here.address, token=token) as client, asyncio.timeout(20):
            client.chat.watch_support()
            messages = client.inbox.read()
            kinds = [type(await anext(messages)).__name__]
            client.line.drop()
            kinds.append(type(await anext(messages)).__name__)
            client.chat.unwatch_support()
        return kinds

    assert casino.run(story(casino.here)) == [m.Support.__name__] * 2
