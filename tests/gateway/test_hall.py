"""What the hall tells when: a player's own things, also when the disk does not answer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace
from tests.gateway.people import ADA
from tests.gateway.test_fanout import Nobody, Wire

from sabot.errors import Unavailable
from sabot.gateway import hall as halls
from sabot.gateway.hall import Hall
from sabot.gateway.pace import Pace
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.turns import Turns
from sabot.money import Currency
from sabot.service.funds import Purse

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
