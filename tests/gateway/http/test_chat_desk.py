"""Chat over the socket: which clients get a line, which may remove it, and silenced players."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises, opened

from sabot.adapters.sql.readers.chat import SqlChat
from sabot.money import Currency
from sabot.service.chat.desk import KEPT_MS
from sabot.service.chat.moderation import MUTE_MINUTES_MAX
from sabot.service.chat.ports import ChatLine
from sabot.service.identity.launches import Launch
from sabot.wire.requests import Moderate

ROOM = "table:speed-1"


def test_a_line_is_heard_in_its_room_and_taken_back(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ann = await here.socket(await here.bearer("ann"))
        ben = await here.socket(await here.bearer("ben"))
        moderator = await here.socket(await here.bearer("moderator-house-1"))
        for socket in (ann, ben, moderator):
            await socket.until("welcome")
            socket.say(type="enter", room=ROOM)
            socket.say(type="ping", n=1)
            await socket.until("pong")  # in the room before anybody speaks
        ann.say(type="say", cmd_id="1", room=ROOM, text="well played")
        assert (await ann.until("answer", cmd_id="1"))["accepted"]
        heard = await ben.until("said", room=ROOM)
        assert (heard["nickname"], heard["text"], heard.get("own", False)) == (
            "Ann",
            "well played",
            False,
        )
        assert "ann" not in {str(value) for value in heard.values()}
        assert (await ann.until("said", room=ROOM))["own"]
        line = heard["line"]
        ben.say(type="moderate", cmd_id="2", action="delete", target=line, reason="no")
        refused = await ben.until("answer", cmd_id="2")
        assert refused["code"] == "request/not_for_you"
        clear = {"action": "delete", "target": line, "reason": "as said", "code": "spam"}
        moderator.say(type="moderate", cmd_id="3", **clear)
        assert (await moderator.until("answer", cmd_id="3"))["accepted"]
        unsaid = await ben.until("unsaid")
        assert unsaid == {"type": "unsaid", "room": ROOM, "line": line}
        mute = {"action": "mute", "target": line, "reason": "x", "code": "spam", "minutes": 5}
        moderator.say(type="moderate", cmd_id="4", **mute)
        assert (await moderator.until("answer", cmd_id="4"))["accepted"]
        until = (await ann.until("silenced"))["until_ms"]
        ann.say(type="say", cmd_id="5", room=ROOM, text="hello")
        blocked = await ann.until("answer", cmd_id="5")
        assert blocked["code"] == "chat/blocked"
        # Why is what a moderator wrote about a player: it is for staff.
        assert blocked["data"] == {"until_ms": until}
        assert until > here.house.clock.wall_ms()
        assert "spam" not in repr((ann.told, ben.told))

    casino.run(story(casino.here))


def test_F229_who_comes_later_sees_that_a_line_was_removed(casino: Casino) -> None:
    room = "table:brag-1"

    async def story(here: Premises) -> None:
        ben = await here.socket(await here.bearer("ben"))
        moderator = await here.socket(await here.bearer("moderator-house-1"))
        for socket in (ben, moderator):
            await socket.until("welcome")
            socket.say(type="enter", room=room)
        ben.say(type="say", cmd_id="1", room=room, text="never seen again")
        line = (await moderator.until("said", room=room))["line"]
        rude = {"action": "delete", "target": line, "reason": "rude", "code": "abuse"}
        moderator.say(type="moderate", cmd_id="2", **rude)
        assert (await moderator.until("answer", cmd_id="2"))["accepted"]
        late = await here.socket(await here.bearer("ann"))
        await late.until("welcome")
        late.say(type="enter", room=room)
        shown = await late.until("said", room=room)
        assert (shown["line"], shown["text"], shown["removed"]) == (line, "", True)

    casino.run(story(casino.here))


def test_support_is_private(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        ben = await here.socket(await here.bearer("ben"))
        ann = await here.socket(await here.bearer("ann"))
        moderator = await here.socket(await here.bearer("moderator-house-1"))
        for socket in (ann, ben, moderator):
            await socket.until("welcome")
        ben.say(type="enter", room="support")
        moderator.say(type="enter", room="support:ben")
        ben.say(type="say", cmd_id="1", room="support", text="my round?")
        assert (await moderator.until("said", room="support:ben"))["text"] == "my round?"
        ann.say(type="enter", room="support:ben")
        assert (await ann.until("fault"))["code"] == "chat/not_your_room"
        ann.say(type="enter", room="table:nowhere")
        await ann.until("fault", code="table/unknown")
        ann.say(type="exit", room="support:ben")
        ann.say(type="enter", room="kitchen")
        await ann.until("fault", code="chat/no_such_room")

    casino.run(story(casino.here))


def test_F228_support_answers_an_operators_player_however_long_their_id(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        theirs = "p" * 64  # as long as an operator may call a player
        wish = Launch(
            operator="acme", operator_player=theirs, nickname="Eve", currency=Currency.EUR
        )
        launches = here.services.identity.launches
        token = launches.redeem(launches.ask(wish).token).signed_in.token
        player = await here.socket({"Authorization": f"Bearer {token}"})
        moderator = await here.socket(await here.bearer("moderator-house-1"))
        room = f"support:acme:{theirs}"
        player.say(type="enter", room="support")
        moderator.say(type="enter", room=room)
        moderator.say(type="say", cmd_id="1", room=room, text="how can I help?")
        assert (await player.until("said", room=room))["text"] == "how can I help?"
        line = (await moderator.until("said", room=room))["line"]
        delete = {"action": "delete", "target": line, "reason": "a test", "code": "spam"}
        moderator.say(type="moderate", cmd_id="2", **delete)
        assert (await player.until("unsaid"))["line"] == line

    casino.run(story(casino.here))


def test_F229_who_writes_too_fast_is_told_how_long_to_wait(casino: Casino) -> None:
    room = "table:blackjack-1"

    async def story(here: Premises) -> None:
        ben = await here.socket(await here.bearer("ben"))
        await ben.until("welcome")
        ben.say(type="enter", room=room)
        for number in range(6):
            ben.say(type="say", cmd_id=f"fast-{number}", room=room, text=f"line {number}")
        refused = await ben.until("answer", cmd_id="fast-5")
        assert refused["code"] == "chat/too_fast"
        assert 0 < refused["data"]["wait_ms"] <= 10_000

    casino.run(story(casino.here))


def test_F229_a_line_is_known_by_its_id_whoever_has_seen_it(tmp_path: Path) -> None:
    """Who said it is on disk: a moderator need not have heard it, nor this process."""

    async def story() -> None:
        async with opened(tmp_path, tables=("speed-1",)) as here:
            ben = await here.socket(await here.bearer("ben"))
            ben.say(type="enter", room=ROOM)
            ben.say(type="say", cmd_id="1", room=ROOM, text="never seen by a moderator")
            line = (await ben.until("said"))["line"]
        async with opened(tmp_path, tables=("speed-1",)) as here:
            ben = await here.socket(await here.bearer("ben"))
            moderator = await here.socket(await here.bearer("moderator-house-1"))
            mute = {"type": "moderate", "action": "mute", "reason": "spam", "code": "spam"} | {
                "minutes": 5
            }
            moderator.say(cmd_id="1", target=f"{ROOM}/77", **mute)
            refused = await moderator.until("answer", cmd_id="1")
            assert refused["code"] == "chat/no_such_line"
            for number, action in enumerate(("mute", "block", "unblock")):
                wrong = mute | {"cmd_id": f"1-{number}", "action": action, "target": "bem"}
                moderator.say(**wrong)
                refused = await moderator.until("answer", cmd_id=f"1-{number}")
                assert refused["code"] == "chat/no_such_player"
            moderator.say(cmd_id="2", target=line, **mute)
            assert (await moderator.until("answer", cmd_id="2"))["accepted"]
            await ben.until("silenced")
            for number, action in enumerate(("block\n", "delete\n", "forgive")):
                wrong = mute | {"cmd_id": f"3-{number}", "target": line, "action": action}
                told = len(moderator.told)
                moderator.say(**wrong)
                await moderator.until("fault")
                assert moderator.told[told:][-1]["code"] == "message/unreadable"
                moderator.told.clear()
            ben.say(type="say", cmd_id="2", room=ROOM, text="hello")
            assert (await ben.until("answer", cmd_id="2"))["code"] == "chat/blocked"

    asyncio.run(story())


def test_F229_a_block_lasts_until_it_is_lifted_at_every_table(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        headers = await guest(here)
        me = (await here.get("/api/me", headers)).json()["player"]
        one, two = await here.socket(headers), await here.socket(headers)
        moderator = await here.socket(await here.bearer("moderator-house-1"))
        block = {"type": "moderate", "target": me, "reason": "threats", "code": "threat"}
        moderator.say(cmd_id="b", action="block", **block)
        assert (await moderator.until("answer", cmd_id="b"))["accepted"]
        for socket in (one, two):
            silenced = await socket.until("silenced")
            assert silenced == {"type": "silenced", "until_ms": None}
        for number, table in enumerate(("speed-1", "brag-1")):
            one.say(type="say", cmd_id=f"no-{number}", room=f"table:{table}", text="hello")
            refused = await one.until("answer", cmd_id=f"no-{number}")
            assert (refused["code"], refused["data"]) == ("chat/blocked", {"until_ms": None})
        one.say(type="say", cmd_id="help", room="support", text="why?")
        assert (await one.until("answer", cmd_id="help"))["accepted"]
        moderator.say(cmd_id="u", action="unblock", **block)
        assert (await moderator.until("answer", cmd_id="u"))["accepted"]
        await two.until("notice", code="chat/lifted")
        one.say(type="say", cmd_id="yes", room="table:speed-1", text="hello again")
        assert (await one.until("answer", cmd_id="yes"))["accepted"]
        moderator.say(cmd_id="u2", action="unblock", **block)
        assert (await moderator.until("answer", cmd_id="u2"))["code"] == "chat/not_blocked"

    casino.run(story(casino.here))


def test_F227_a_line_is_measured_in_its_form_and_refused_under_its_id(casino: Casino) -> None:
    room = "table:speed-1"
    lines = {
        "long": ("a" * 201, "chat/too_long"),
        "empty": ("", "chat/empty"),
        "spaces": ("  ", "chat/empty"),
        # As some keyboards write it: a letter and its accent apart, 300 signs and 150 letters.
        "accents": ("e\u0301" * 150, ""),
        "wide": ("well played" + " " * 300, ""),
    }

    async def story(here: Premises) -> None:
        headers, found = await guest(here), {}
        socket = await here.socket(headers)
        for name, (text, _) in lines.items():
            socket.say(type="say", cmd_id=name, room=room, text=text)
        for name in lines:
            found[name] = (await socket.until("answer", cmd_id=name)).get("code", "")
        assert found == {name: code for name, (_, code) in lines.items()}

    casino.run(story(casino.here))


async def guest(here: Premises) -> dict[str, str]:
    async with here.browser() as client:
        answer = await client.post("/api/sign-in/guest", json={"bearer": True})
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def test_F229_lines_are_kept_for_ninety_days_and_no_longer(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=("speed-1",)) as here:
            chat, now_ms = SqlChat(here.house.store.database), here.house.clock.wall_ms()
            old, new = (
                chat.say(
                    ChatLine(
                        room=ROOM,
                        number=0,
                        speaker="ann",
                        nickname="Ann",
                        role="player",
                        text="hello",
                        at_ms=now_ms - age_ms,
                    )
                )
                for age_ms in (KEPT_MS + 60_000, KEPT_MS - 60_000)
            )
        async with opened(tmp_path, tables=("speed-1",)) as here, asyncio.timeout(10):
            chat = SqlChat(here.house.store.database)
            while chat.line(ROOM, old.number) is not None:  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0.01)
            assert chat.line(ROOM, new.number) == new

    asyncio.run(story())


def test_a_request_may_ask_for_as_long_a_silence_as_the_desk_gives() -> None:
    schema = msgspec.json.schema(Moderate)["$defs"]["Moderate"]["properties"]["minutes"]
    assert schema["anyOf"][0]["maximum"] == MUTE_MINUTES_MAX
