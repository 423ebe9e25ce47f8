"""What the broadcaster tells when: a player's own things, also when the disk does not answer."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from tests.gateway.people import ADA
from tests.gateway.test_fanout import Nobody, Wire
from typing_extensions import override

from sabot.errors import Unavailable
from sabot.gateway.broadcast import own_parts
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.turns import Turns
from sabot.money import Currency
from sabot.service.money.funds import Purse

TABLE = "speed-1"


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


def socket_of(broadcaster: Broadcaster, player: str) -> Wire:
    """A socket of a player's in the broadcaster, and what it is told."""
    wire = Wire()
    principal = replace(ADA, player_id=player, account_id=player, session_id=player)
    connection = Connection(principal, Nobody(), Pace(60.0, now=lambda: 0.0), Turns())
    connection.on_ws_connected(cast(Any, wire))
    broadcaster.enter(connection)
    return wire


def test_a_balance_that_cannot_be_read_is_told_later_and_everybody_elses_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_parts, "AGAIN_SECONDS", 0.01)

    async def story() -> None:
        books = cast(Any, Books())
        broadcaster = Broadcaster(funds=books, rack=books, directory=books)
        ada, bruno = (socket_of(broadcaster, player) for player in ("ada", "bruno"))
        for player in ("ada", "bruno"):
            broadcaster.own.touched(player, TABLE)
        await bruno.next.get()
        assert not ada.written
        await ada.next.get()
        broadcaster.close(lambda _connection: None)

    asyncio.run(asyncio.wait_for(story(), 5))


class Purses(Books):
    """Books whose disk answers, of a player who has what a test says."""

    money = 500

    @override
    def purse(self, player: str) -> Purse:
        return Purse(self.money, self.money, None)


@pytest.mark.parametrize("comes", ["a second screen", "a slow reader"])
def test_money_that_moved_there_and_back_is_told_to_who_saw_it_in_between(comes: str) -> None:
    async def story() -> None:
        books = cast(Any, Purses())
        broadcaster = Broadcaster(funds=books, rack=books, directory=books)

        def told(wire: Wire) -> int:
            return int(re.findall(rb'"available":(\d+)', wire.written[-1][1])[-1])

        first = socket_of(broadcaster, "ada")
        broadcaster.own.touched("ada", TABLE)
        broadcaster.fanout.flush()
        assert told(first) == 500
        books.money = 400
        late = socket_of(broadcaster, "ada") if comes == "a second screen" else first
        connection = broadcaster.open.everybody()[-1]
        if late is first:
            broadcaster.caught_up(connection)
        else:
            connection.tell(broadcaster.own.balance_of("ada"))
            assert told(late) == 400
        books.money = 500
        broadcaster.own.touched("ada", TABLE)
        broadcaster.fanout.flush()
        assert told(late) == 500
        broadcaster.close(lambda _connection: None)

    asyncio.run(story())
