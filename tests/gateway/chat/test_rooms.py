"""The sockets in a room: they get what the rules publish, in the order in which it was done."""

from __future__ import annotations

import asyncio
import re
import threading
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from tests.gateway.people import ADA
from tests.service.controls.moments import Moment

from sabot.adapters.memory.chat import MemoryChat
from sabot.errors import Corrupt, SabotError, Unavailable
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.chat.desk import ROOMS_MAX, ChatRooms
from sabot.gateway.chat.rules_thread import WAITING_MAX
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.gateway.sockets.turns import Turns
from sabot.service.chat.desk import ChatDesk
from sabot.service.chat.notices import Notice
from sabot.service.chat.rooms import Speaker
from sabot.wire import messages as m

ROOM = "table:t"
HEAD = len(frame(m.Pong(n=1, at_ms=1))) - len(msgspec.json.encode(m.Pong(n=1, at_ms=1)))

BRUNO = Speaker(id="bruno", nickname="Bruno", role="player")
MODERATOR = Speaker(id="mo", nickname="Mo", role="moderator")


class House:
    """A room, its rules in their thread, and somebody who asks."""

    def __init__(self) -> None:
        nobody = cast(Any, SimpleNamespace())
        broadcaster = Broadcaster(funds=nobody, rack=nobody, directory=nobody)
        broadcaster.feeds["t"] = nobody
        cast(Any, broadcaster).caught_up = lambda _connection: None  # nobody looks at tables here
        self.reader = RequestReader(broadcaster, clock=Moment())
        self.rooms = ChatRooms(broadcaster, self.reader)
        self.said = threading.Event()
        self.desk = ChatDesk(MemoryChat(), Moment(), publish=self._published)
        self.rooms.thread.attach(self.desk, asyncio.get_running_loop())
        self.told: list[bytes] = []
        self.ada = Connection(ADA, self.reader, Pace(60.0, now=lambda: 0.0), Turns())
        self.ada.open = True
        broadcaster.enter(self.ada)
        self.ada.write = self.told.append

    def _published(self, notice: Notice) -> None:
        self.rooms.published(notice)
        self.said.set()

    def asks(self, **request: object) -> None:
        self.reader.received(self.ada, msgspec.json.encode(request))

    def kinds(self) -> list[str]:
        return [msgspec.json.decode(one[HEAD:])["type"] for one in self.told]

    def lines(self) -> list[str]:
        """What Ada has read, as it came."""
        return re.findall(r'"text":"(\w+)"', b"".join(self.told).decode("latin-1"))

    def falls_behind(self) -> None:
        """Ada does not read any more, so nothing is queued for her."""
        self.ada.behind, self.ada.write = True, lambda _data: None

    async def loses_touch(self, *lines: str) -> None:
        """Ada is in the room and does not keep up; so much Bruno says meanwhile."""
        self.asks(type="enter", room=ROOM)
        await self.quiet()
        self.falls_behind()
        for line in lines:
            self.desk.say(ROOM, BRUNO, line)
        await asyncio.sleep(0)

    def is_back(self) -> None:
        self.ada.behind, self.ada.write = False, self.told.append
        self.reader.caught_up(self.ada)

    async def quiet(self) -> None:
        """Until everything that was asked for is done and told."""
        self.asks(type="say", cmd_id="last", room=ROOM, text="ok")
        async with asyncio.timeout(10):
            while not any(b'"last"' in one for one in self.told):  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0)


def test_F227_who_enters_hears_what_is_said_right_after() -> None:
    async def story() -> None:
        house = House()
        house.asks(type="enter", room=ROOM)
        house.asks(type="say", cmd_id="1", room=ROOM, text="hello")
        assert house.said.wait(10)  # the loop is busy until both are done
        await house.quiet()
        assert house.kinds().count("said") == 2

    asyncio.run(story())


def test_who_leaves_a_room_before_it_was_entered_is_not_in_it() -> None:
    async def story() -> None:
        house = House()
        house.asks(type="enter", room=ROOM)
        house.asks(type="exit", room=ROOM)
        await house.quiet()
        assert "said" not in house.kinds()
        assert not house.ada.rooms

    asyncio.run(story())


def test_F227_who_did_not_keep_up_reads_what_was_said_meanwhile_in_order_and_once() -> None:
    async def story() -> None:
        house = House()
        await house.loses_touch("one")
        house.told.clear()
        house.is_back()
        house.desk.say(ROOM, BRUNO, "two")  # it is back, and the lines are not read again yet
        await asyncio.sleep(0)
        await house.quiet()
        assert house.lines() == ["ok", "one", "two", "ok"]

    asyncio.run(story())


def test_who_missed_nothing_is_told_nothing_again() -> None:
    async def story() -> None:
        house = House()
        await house.loses_touch()
        house.told.clear()
        house.is_back()
        await house.quiet()
        assert house.lines() == ["ok"]

    asyncio.run(story())


def test_F229_who_did_not_keep_up_is_told_of_a_line_taken_away_and_of_a_mute() -> None:
    async def story() -> None:
        house = House()
        house.desk.say(ROOM, BRUNO, "rude")
        await house.loses_touch()
        house.desk.moderation.delete(ROOM, 1, MODERATOR, reason="spam")
        house.desk.moderation.mute("ada", MODERATOR, minutes=5, reason="spam")
        await asyncio.sleep(0)
        house.told.clear()
        house.is_back()
        async with asyncio.timeout(10):
            while b'"removed":true' not in b"".join(house.told):  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0)
        assert b'"silenced"' in house.told[0]

    asyncio.run(story())


def test_who_is_behind_when_a_room_is_read_reads_it_later() -> None:
    async def story() -> None:
        house = House()
        house.desk.say(ROOM, BRUNO, "one")
        house.falls_behind()
        house.asks(type="enter", room=ROOM)
        async with asyncio.timeout(10):
            while not house.rooms._listeners._left_out:  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0)
        house.is_back()
        await house.quiet()
        assert house.lines() == ["one", "ok"]

    asyncio.run(story())


def test_who_left_a_room_while_it_was_read_again_stays_out() -> None:
    async def story() -> None:
        house = House()
        await house.loses_touch("one")
        house.asks(type="exit", room=ROOM)
        house.told.clear()
        house.is_back()
        await house.quiet()
        assert house.lines() == []
        assert not house.ada.rooms
        assert not house.rooms._listeners._left_out

    asyncio.run(story())


def test_what_a_database_says_stays_in_the_house() -> None:
    async def story() -> list[dict[str, Any]]:
        house = House()
        for number, error in enumerate(
            (Unavailable("store/busy", reason="10.0.0.5"), Corrupt("store/corrupt", reason="page"))
        ):
            house.rooms.thread.attach(cast(Any, Silent(error)), asyncio.get_running_loop())
            house.asks(type="say", cmd_id=f"{number}", room=ROOM, text="hello")
        async with asyncio.timeout(10):
            while len(house.told) < 2:  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0)
        house.rooms.thread.close()
        return [msgspec.json.decode(one[HEAD:]) for one in house.told]

    busy, corrupt = asyncio.run(story())
    assert (busy["code"], busy.get("data", {})) == ("store/busy", {})
    assert (corrupt["code"], corrupt.get("data", {})) == ("server/error", {})


class Silent:
    """Rules whose disk fails."""

    def __init__(self, error: SabotError) -> None:
        self._error = error

    def say(self, *_line: object) -> None:
        raise self._error


def codes(house: House) -> list[str]:
    """The refusals that Ada was told."""
    return re.findall(r'"code":"([a-z_/]+)"', b"".join(house.told).decode("latin-1"))


def test_a_socket_is_in_so_many_rooms() -> None:
    async def test() -> House:
        house = House()
        house.ada.rooms |= {f"table:{number}" for number in range(ROOMS_MAX)}
        house.asks(type="enter", room=ROOM)
        await house.quiet()
        return house

    house = asyncio.run(test())
    assert codes(house) == ["chat/too_many_rooms"]
    assert ROOM not in house.ada.rooms


def test_a_socket_has_so_many_questions_to_chat_without_an_answer() -> None:
    async def test() -> list[str]:
        house, answer = House(), threading.Event()
        house.rooms.thread._thread.submit(answer.wait)
        for _ in range(WAITING_MAX + 2):
            house.asks(type="enter", room=ROOM)
        await asyncio.sleep(0)  # those beyond the first few are read when the loop comes round
        found = codes(house)
        answer.set()
        async with asyncio.timeout(10):
            while house.rooms.thread._waiting:  # noqa: ASYNC110  nobody tells
                await asyncio.sleep(0)
        return found

    assert asyncio.run(test()) == ["rate/too_many_waiting"] * 2
