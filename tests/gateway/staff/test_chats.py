"""Chat for those who watch it: one feed, flags, acts at one table, the private line of staff."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises, Socket
from tests.gateway.staff.studio import (
    DEALER,
    LIVE,
    MANAGER,
    MODERATOR,
    OTHER_DEALER,
    SUPERVISOR,
    done,
    ready,
    studio,
    watching,
)

ROOM, STAFF_ROOM = f"table:{LIVE}", f"staff:{LIVE}"


async def said(socket: Socket, number: str, room: str, text: str) -> dict[str, Any]:
    """Say a line; the answer to it."""
    socket.say(type="say", cmd_id=number, room=room, text=text)
    return await socket.until("answer", cmd_id=number)


async def moderate(socket: Socket, number: str, **request: Any) -> dict[str, Any]:
    """Act as a moderator; the answer to it."""
    socket.say(type="moderate", cmd_id=number, **{"reason": "seen by a test", **request})
    return await socket.until("answer", cmd_id=number)


async def coming(here: Premises, login: str) -> Socket:
    socket = await here.socket(await here.bearer(login))
    await socket.until("welcome")
    return socket


def test_F229_moderators_read_every_room_with_ids_and_flags(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ann, ben = await coming(here, "ann"), await coming(here, "ben")
        moderator, dealer = await coming(here, MODERATOR), await coming(here, DEALER)
        assert (await said(ben, "0", "table:speed-1", "early"))["accepted"]
        moderator.say(type="watch_chats")
        early = await moderator.until("chat_line", text="early")
        assert (early["player"], early["room"]) == ("ben", "table:speed-1")
        await said(ann, "1", ROOM, "Ho perso tutto, non riesco a smettere idiota")
        despair = await moderator.until("chat_line", room=ROOM)
        assert (despair["flags"], despair["player"]) == (["distress"], "ann")
        await said(ben, "2", "support", "my round?")
        assert (await moderator.until("chat_line", room="support:ben"))["player"] == "ben"
        await said(ben, "3", "table:speed-1", "I know where you live")
        await said(dealer, "4", ROOM, "Welcome")
        staff = await moderator.until("chat_line", role="dealer")
        assert staff["player"] == ""
        ben.say(type="watch_chats")
        assert (await ben.until("fault"))["code"] == "request/not_for_you"
        assert "flags" not in repr((ann.told, ben.told))
        threat = await moderator.until("chat_line", player="ben", flags=["threat"])
        gone = {"action": "delete", "target": threat["line"], "code": "threat"}
        assert (await moderate(moderator, "5", **gone))["accepted"]
        removed = await moderator.until("chat_line", removed=True)
        assert (removed["line"], removed["text"]) == (threat["line"], "")

    run(tmp_path, story)


def test_F229_no_moderator_punishes_words_of_despair_over_the_wire(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ann, moderator = await coming(here, "ann"), await coming(here, MODERATOR)
        manager = await coming(here, MANAGER)
        await said(ann, "1", "table:speed-1", "nice shoe")
        await said(ann, "2", ROOM, "Non ce la faccio più")
        despair = f"{ROOM}/1"
        sanctions: list[dict[str, Any]] = [
            {"action": "delete", "target": despair},
            {"action": "mute", "target": despair, "minutes": 5},
            {"action": "mute", "target": "ann", "minutes": 5, "table": "speed-1"},
            {"action": "block", "target": "table:speed-1/1"},
        ]
        for number, sanction in enumerate(sanctions):
            refused = await moderate(moderator, f"m{number}", code="abuse", **sanction)
            assert (refused["code"], refused["data"]["until_ms"] > 0) == ("chat/distress", True)
            early = await moderate(manager, f"s{number}", code="abuse", **sanction)
            assert early["code"] == "chat/distress_unanswered"
        assert (await said(ann, "3", ROOM, "still here"))["accepted"]
        # The way out: an answer in support, and the shift manager.
        await said(moderator, "a", "support:ann", "We are here for you")
        over = {"action": "hand_over", "target": "support:ann"}
        assert (await moderate(moderator, "h", **over))["accepted"]
        again = await moderate(moderator, "m9", code="abuse", **sanctions[1])
        assert again["code"] == "chat/distress"
        assert (await moderate(manager, "s9", code="abuse", **sanctions[1]))["accepted"]
        assert (await said(ann, "4", ROOM, "hello"))["code"] == "chat/blocked"
        lifted = await moderate(moderator, "u", action="unblock", target="ann")
        assert lifted["accepted"]

    run(tmp_path, story)


def test_F229_no_act_of_a_moderator_is_without_a_coded_reason(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ann, moderator = await coming(here, "ann"), await coming(here, MODERATOR)
        await said(ann, "1", ROOM, "hello")
        for action in ("delete", "mute", "block"):
            bare = await moderate(moderator, action, action=action, target=f"{ROOM}/1", minutes=5)
            assert bare["code"] == "chat/reason_needed"
        assert (await said(ann, "2", ROOM, "again"))["accepted"]

    run(tmp_path, story)


def test_F229_a_table_is_closed_to_chat_and_opened_again(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ann, moderator = await coming(here, "ann"), await coming(here, MODERATOR)
        off = await moderate(moderator, "1", action="chat_off", target=LIVE, code="abuse")
        assert off["accepted"]
        assert (await said(ann, "1", ROOM, "hello"))["code"] == "chat/off"
        assert (await said(ann, "2", "table:speed-1", "hello"))["accepted"]
        assert (await moderate(moderator, "2", action="chat_on", target=LIVE))["accepted"]
        assert (await said(ann, "3", ROOM, "hello"))["accepted"]
        unknown = await moderate(moderator, "3", action="chat_off", target="nowhere")
        assert unknown["code"] == "table/unknown"

    run(tmp_path, story)


def test_F229_a_player_is_muted_at_one_table_for_a_coded_reason(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ann, moderator = await coming(here, "ann"), await coming(here, MODERATOR)
        mute = {"action": "mute", "target": "ann", "minutes": 5, "table": LIVE}
        wrong = await moderate(moderator, "1", **mute, code="because")
        assert wrong["code"] == "chat/no_such_reason"
        assert (await moderate(moderator, "2", **mute, code="spam"))["accepted"]
        assert (await said(ann, "1", ROOM, "hello"))["code"] == "chat/blocked"
        assert (await said(ann, "2", "table:speed-1", "hello"))["accepted"]
        card = (await here.get("/api/staff/players/ann/chat", await here.bearer(MODERATOR))).json()
        assert [one["place"] for one in card["restrictions"]] == [ROOM]
        (note,) = card["notes"]
        assert (note["action"], note["reason"], note["by"]) == (
            "mute",
            "spam: seen by a test",
            MODERATOR,
        )
        assert [line["text"] for line in card["lines"]] == ["hello"]
        assert (card["nickname"], card["since_ms"] > 0) == ("Ann", True)
        assert not {"balance", "amount", "staked", "bets"} & card.keys()

    run(tmp_path, story)


def test_F227_a_dealer_marks_a_line_as_answered_aloud(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        ann, moderator = await coming(here, "ann"), await coming(here, MODERATOR)
        moderator.say(type="watch_chats")
        ann.say(type="enter", room=ROOM)
        await said(ann, "1", ROOM, "how does a natural pay?")
        line = (await ann.until("said"))["line"]
        answered = {"type": "answered_aloud", "room": ROOM, "line": line}
        other = await coming(here, OTHER_DEALER)
        other.say(cmd_id="1", **answered)
        assert (await other.until("answer", cmd_id="1"))["code"] == "chat/not_your_room"
        dealer.say(cmd_id="1", **answered)
        assert (await dealer.until("answer", cmd_id="1"))["accepted"]
        dealer.say(cmd_id="2", **answered)
        again = await dealer.until("answer", cmd_id="2")
        assert again["code"] == "chat/answered_already"
        marked = await ann.until("said", answered=True)
        assert (marked["line"], marked["text"]) == (line, "how does a natural pay?")
        assert (await moderator.until("chat_line", answered=True))["line"] == line
        late = await coming(here, "ben")
        late.say(type="enter", room=ROOM)
        assert (await late.until("said"))["answered"]

    run(tmp_path, story)


async def room_with(socket: Socket, **fields: object) -> dict[str, Any]:
    """A support room as it was told with these values."""
    while True:
        for message in socket.told:
            room = message.get("room")
            if message["type"] == "support_room" and fields.items() <= dict(room or {}).items():
                return dict(room or {})
        socket.heard.clear()
        await socket.heard.wait()


def test_F228_support_is_handed_over_to_the_manager(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ben = await coming(here, "ben")
        moderator, manager = await coming(here, MODERATOR), await coming(here, MANAGER)
        await said(ben, "1", "support", "I was not paid")
        manager.say(type="watch_support")
        (room,) = (await manager.until("support"))["rooms"]
        assert (room["last"], room["for_manager"]) == ("I was not paid", False)
        wrong = await moderate(moderator, "0", action="hand_over", target=ROOM)
        assert wrong["code"] == "chat/not_support"
        over = await moderate(moderator, "1", action="hand_over", target="support:ben")
        assert over["accepted"]
        assert (await room_with(manager, for_manager=True))["lines"] == 1
        await said(moderator, "2", "support:ben", "a colleague will answer")
        await said(ben, "2", "support", "thank you")
        assert (await room_with(manager, last="thank you"))["for_manager"]
        await said(manager, "1", "support:ben", "here I am")
        await said(ben, "3", "support", "good")
        assert not (await room_with(manager, last="good"))["for_manager"]

    run(tmp_path, story)


def test_the_private_line_joins_the_manager_and_the_dealer_in_charge(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        dealer = await ready(here)
        manager, supervisor = await coming(here, MANAGER), await coming(here, SUPERVISOR)
        for socket in (dealer, manager, supervisor):
            socket.say(type="enter", room=STAFF_ROOM)
        assert (await said(dealer, "1", STAFF_ROOM, "the shoe squeaks"))["accepted"]
        for socket in (dealer, manager, supervisor):
            assert (await socket.until("said", room=STAFF_ROOM))["text"] == "the shoe squeaks"
        other, moderator = await watching(here, OTHER_DEALER), await coming(here, MODERATOR)
        ann = await coming(here, "ann")
        moderator.say(type="watch_chats")
        for socket in (other, moderator, ann):
            refused = await said(socket, "1", STAFF_ROOM, "hello")
            assert refused["code"] == "chat/not_your_room"
            socket.say(type="enter", room=STAFF_ROOM)
            assert (await socket.until("fault"))["code"] == "chat/not_your_room"
        assert "squeaks" not in repr((other.told, moderator.told, ann.told))
        await done(dealer, "HandOver")
        await done(other, "SignOn", console="b", at="b")
        before = len(dealer.told)
        assert (await said(manager, "2", STAFF_ROOM, "for the new dealer"))["accepted"]
        assert (await said(other, "2", STAFF_ROOM, "here"))["accepted"]
        dealer.say(type="ping", n=1)
        await dealer.until("pong")
        assert "for the new dealer" not in repr(dealer.told[before:])

    run(tmp_path, story)


def test_F229_the_record_says_what_moderators_did_and_where_chat_is_off(tmp_path: Path) -> None:
    async def story(here: Premises) -> None:
        ben, moderator = await coming(here, "ben"), await coming(here, MODERATOR)
        await said(ben, "1", ROOM, "buy here")
        moderator.say(type="watch_chats")
        line = (await moderator.until("chat_line", room=ROOM))["line"]
        record = {"reason": "seen by a test", "code": "advert"}
        for number, act in enumerate(
            (
                {"action": "delete", "target": line, **record},
                {"action": "mute", "target": line, "minutes": 5, "table": LIVE} | record,
                {"action": "chat_off", "target": LIVE, **record},
            )
        ):
            assert (await moderate(moderator, f"m{number}", **act))["accepted"]
        bearer = await here.bearer(MANAGER)
        told = (await here.get("/api/staff/chat?since=0", bearer)).json()
        assert told["off"] == [ROOM]
        deeds = [(one["action"], one["place"], one["line"]) for one in told["deeds"]]
        assert deeds == [
            ("switch_off", ROOM, None),
            ("mute", ROOM, None),
            ("delete", ROOM, line),
        ]
        oldest = told["deeds"][-1]
        assert (oldest["player"], oldest["nickname"], oldest["reason"]) == (
            "ben",
            "Ben",
            "advert: seen by a test",
        )
        later = oldest["at_ms"] + 1
        rest = (await here.get(f"/api/staff/chat?since={later + 86_400_000}", bearer)).json()
        assert rest["deeds"] == []
        assert rest["off"] == [ROOM]
        await moderate(moderator, "m9", action="chat_on", target=LIVE)
        assert (await here.get("/api/staff/chat?since=0", bearer)).json()["off"] == []

    run(tmp_path, story)


@pytest.mark.parametrize("login", [DEALER, "operator-acme-1", SUPERVISOR])
def test_a_players_card_is_for_moderators(casino: Casino, login: str) -> None:
    async def story(here: Premises) -> None:
        answer = await here.get("/api/staff/players/ann/chat", await here.bearer(login))
        assert answer.json()["code"] == "request/not_for_you"

    casino.run(story(casino.here))


def run(folder: Path, story: Callable[[Premises], Coroutine[None, None, None]]) -> None:
    """Play a story in a studio of its own."""

    async def play() -> None:
        async with studio(folder) as here, asyncio.timeout(30):
            await story(here)

    asyncio.run(play())
