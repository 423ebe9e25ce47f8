"""The hall's own clocks, and what it tells when: last seconds, tiles of the lobby, money."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from tests.gateway.people import ADA
from tests.gateway.test_fanout import Nobody, Wire

from sabot.errors import Unavailable
from sabot.gateway import hall as halls
from sabot.gateway import lobby
from sabot.gateway.hall import Hall
from sabot.gateway.pace import Pace
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.turns import Turns
from sabot.gateway.tables.feed import TableFeed, Window
from sabot.money import Currency
from sabot.service.funds import Purse
from sabot.wire.messages import Tile
from sabot.wire.table_view import Status

TABLE = "speed-1"


class Loop:
    """Notes what it is asked to do later."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []
        self.cancelled = 0

    def call_later(self, wait: float, call: Callable[..., None], *args: object) -> Loop:
        self.asked.append((wait, call, args))
        return self

    def cancel(self) -> None:
        self.cancelled += 1

    def ring(self) -> None:
        """It is time for what was asked last."""
        _, call, args = self.asked[-1]
        call(*args)


class Feed:
    """A table whose window a test opens."""

    table_id = TABLE

    def __init__(self) -> None:
        self.window: Window | None = Window("r1", 12_000, 5_000)
        self.now_ms = 0
        self.told = 0
        state = SimpleNamespace(in_round=True, current=SimpleNamespace(round_id="r1"))
        self.host = SimpleNamespace(state=state)

    def betting(self) -> Window | None:
        return self.window

    def left_ms(self) -> int | None:
        return None if self.window is None else self.window.deadline_ms - self.now_ms

    def last_seconds(self) -> bytes:
        self.told += 1
        return b"hurry"


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    return loop


@pytest.fixture
def arm(feed: Feed) -> Callable[[], None]:
    """What the hall does when the table has published something."""
    nobody = cast(Any, None)
    hall = Hall(funds=nobody, rack=nobody, directory=nobody)
    return lambda: hall._arm_last_seconds(cast(TableFeed, feed))


def test_F69_bets_leave_the_timer_of_their_window_alone(
    feed: Feed, loop: Loop, arm: Callable[[], None]
) -> None:
    for feed.now_ms in (0, 1_000, 6_999):
        arm()
    assert [wait for wait, _, _ in loop.asked] == [7.0]
    assert loop.cancelled == 0
    loop.ring()
    feed.now_ms = 7_001
    arm()
    assert (len(loop.asked), feed.told) == (1, 1)


@pytest.mark.parametrize(
    "other",
    [Window("r1", 15_000, 5_000), Window("r1", 12_000, 2_000), Window("r2", 12_000, 5_000)],
)
def test_F69_another_window_is_another_timer(
    feed: Feed, loop: Loop, arm: Callable[[], None], other: Window
) -> None:
    arm()
    feed.window = other
    arm()
    assert [wait for wait, _, _ in loop.asked] == [
        7.0,
        (other.deadline_ms - other.last_ms) / 1000,
    ]
    assert loop.cancelled == 1


def test_F69_a_window_that_was_closed_has_no_timer_and_the_same_one_gets_it_back(
    feed: Feed, loop: Loop, arm: Callable[[], None]
) -> None:
    arm()
    paused, feed.window = feed.window, None
    arm()
    assert (len(loop.asked), loop.cancelled) == (1, 1)
    feed.window = paused
    arm()
    assert len(loop.asked) == 2


# --- the lobby ------------------------------------------------------------------------------------

FREE = Tile(
    table=TABLE,
    name="Speed",
    game="baccarat",
    variant="speed_baccarat",
    status=Status.WAITING,
    round=None,
    left_ms=None,
    length_ms=None,
    minimum=100,
    maximum=500,
    players=0,
    seats_taken=0,
    seats=7,
    shared_seats=False,
    good_roads=(),
    streak=0,
    derived_streak=0,
    voice=(),
    hands=(),
    results="",
)


def test_who_comes_to_the_lobby_after_a_change_that_nobody_saw_is_told_when_it_is_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = [FREE]
    for module in (halls, lobby):
        monkeypatch.setattr(module, "tile_of", lambda _feed: shown[0])

    async def story() -> list[bytes]:
        nobody = cast(Any, None)
        hall = Hall(funds=nobody, rack=nobody, directory=nobody)
        state = SimpleNamespace(config=1)
        host = SimpleNamespace(state=state)
        hall.feeds[TABLE] = cast(Any, SimpleNamespace(table_id=TABLE, host=host))

        def becomes(tile: Tile) -> None:
            shown[0] = tile
            hall._changed_tile(TABLE)
            hall.fanout.flush()

        first, second = socket_of(hall, "ada"), socket_of(hall, "bruno")
        ada, bruno = hall.everybody()
        hall.watch_lobby(ada)
        becomes(FREE)
        assert len(first.written) == 1
        hall.unwatch_lobby(ada)
        becomes(replace(FREE, seats_taken=1, players=1))
        hall.watch_lobby(bruno)
        hall.fanout.flush()
        becomes(FREE)
        return [data for _, data in second.written]

    seen = asyncio.run(story())
    assert b'"seats_taken":1' in seen[0]
    assert b'"seats_taken":0' in seen[-1]


# --- money ----------------------------------------------------------------------------------------


class Books:
    """Funds, golden chips and players; first of all the disk does not answer about Ada."""

    def __init__(self) -> None:
        self.failures = 1

    def purse(self, player: str) -> Purse:
        if player == "ada" and self.failures:
            self.failures -= 1
            raise Unavailable("store/unreachable")
        return Purse(500, 500, None)

    def grants(self, _player: str) -> dict[str, object]:
        return {}

    def player(self, _player: str) -> SimpleNamespace:
        return SimpleNamespace(currency=Currency.EUR)


def socket_of(hall: Hall, player: str) -> Wire:
    """A socket of a player's in the hall, and what it is told."""
    wire = Wire()
    principal = replace(ADA, player_id=player, account_id=player, session_id=player)
    connection = Connection(principal, Nobody(), Pace(60.0, now=lambda: 0.0), Turns())
    connection.on_ws_connected(cast(Any, wire))
    hall.enter(connection)
    return wire


def test_a_balance_that_cannot_be_read_is_told_later_and_everybody_elses_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(halls, "AGAIN_SECONDS", 0.01, raising=False)

    async def story() -> None:
        books = cast(Any, Books())
        hall = Hall(funds=books, rack=books, directory=books)
        ada, bruno = (socket_of(hall, player) for player in ("ada", "bruno"))
        for player in ("ada", "bruno"):
            hall.touched(player, TABLE)
        await bruno.next.get()
        assert not ada.written
        await ada.next.get()
        hall.close(lambda _connection: None)

    asyncio.run(asyncio.wait_for(story(), 5))
