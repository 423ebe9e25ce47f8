"""Turns: one piece in each turn of the loop, whatever else is waiting."""

from __future__ import annotations

import asyncio

import pytest
import uvloop
from tests.gateway.people import ADA

from sabot.gateway.sockets.connection import BROKEN_TOKENS, Connection
from sabot.gateway.sockets.pace import Pace
from sabot.gateway.sockets.turns import Turns


class Hearing:
    """A reader that notes what it hears."""

    def __init__(self, heard: list[str]) -> None:
        self.heard = heard

    def connected(self, connection: Connection) -> None: ...
    def caught_up(self, connection: Connection) -> None: ...
    def disconnected(self, connection: Connection) -> None: ...

    def received(self, connection: Connection, raw: bytes) -> None:
        self.heard.append(raw.decode())


class Told:
    """What a socket was closed with."""

    def __init__(self, code: int) -> None:
        self.close_handshake = self.sent = self
        self.code = code


def open_socket(heard: list[str], pace: Pace, turns: Turns) -> Connection:
    connection = Connection(ADA, Hearing(heard), pace, turns)
    connection.open = True
    return connection


def test_between_two_pieces_the_loop_comes_round() -> None:
    async def test() -> list[str]:
        done: list[str] = []
        turns = Turns()
        for name in "abc":
            turns.soon(lambda name=name: done.append(name))  # type: ignore[misc]
        for _ in range(3):
            await asyncio.sleep(0)
            done.append("round")
        return done

    assert uvloop.run(test()) == ["a", "round", "b", "round", "c", "round"]


def test_a_piece_that_breaks_is_logged_by_its_place_and_keeps_nobody_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def test() -> list[str]:
        done: list[str] = []
        turns = Turns()
        turns.soon(lambda: done.append(dict[str, str]()["a secret"]))
        turns.soon(lambda: done.append("next"))
        await asyncio.sleep(0.01)
        turns.soon(lambda: done.append("later"))
        await asyncio.sleep(0.01)
        return done

    assert asyncio.run(test()) == ["next", "later"]
    assert "turn failed at KeyError" in caplog.text
    assert "secret" not in caplog.text


def test_who_asks_little_is_heard_at_once_and_who_asks_much_when_it_is_their_turn() -> None:
    async def test() -> tuple[list[str], list[str]]:
        heard: list[str] = []
        turns = Turns()
        busy, calm = Pace(60, now=lambda: 0.0), Pace(60, now=lambda: 0.0)
        busy.owes(100)
        talker, other = open_socket(heard, busy, turns), open_socket(heard, calm, turns)
        for number in range(3):
            talker._hear(f"much {number}".encode())
        other._hear(b"little")
        at_once = list(heard)
        await asyncio.sleep(0.01)
        return at_once, heard

    at_once, heard = asyncio.run(test())
    assert at_once == ["little"]
    assert heard == ["little", "much 0", "much 1", "much 2"]


def test_of_what_comes_at_once_the_first_is_heard_and_the_rest_in_turn() -> None:
    async def test() -> tuple[list[str], list[str]]:
        heard: list[str] = []
        talker = open_socket(heard, Pace(60, now=lambda: 0.0), Turns())
        for number in range(3):
            talker._hear(str(number).encode())
        at_once = list(heard)
        await asyncio.sleep(0.01)
        talker._hear(b"3")
        return at_once, heard

    assert asyncio.run(test()) == (["0"], ["0", "1", "2", "3"])


def test_each_is_heard_once_until_the_loop_comes_round_for_all() -> None:
    async def test() -> tuple[list[str], list[str]]:
        heard: list[str] = []
        turns = Turns()
        sockets = [open_socket(heard, Pace(60, now=lambda: 0.0), turns) for _ in range(3)]
        for name, socket in zip("abc", sockets, strict=True):
            socket._hear(f"{name}1".encode())
        sockets[1]._hear(b"b2")
        at_once = list(heard)
        await asyncio.sleep(0)
        for name, socket in zip("ac", sockets[::2], strict=True):
            socket._hear(f"{name}2".encode())
        return at_once, heard

    at_once, heard = uvloop.run(test())
    assert at_once == ["a1", "b1", "c1"]
    assert heard == ["a1", "b1", "c1", "b2", "a2", "c2"]


def test_a_turn_of_the_loop_has_one_number() -> None:
    async def test() -> list[int]:
        turns, numbers = Turns(), []
        for _ in range(3):
            numbers += [turns.number(), turns.number()]
            await asyncio.sleep(0)
        return numbers

    assert uvloop.run(test()) == [0, 0, 1, 1, 2, 2]


def test_a_turn_of_the_loop_has_one_time() -> None:
    async def test() -> list[float]:
        looks = iter(range(100))
        turns, times = Turns(now=lambda: float(next(looks))), []
        for _ in range(3):
            times += [turns.now(), turns.now()]
            await asyncio.sleep(0)
        return times

    assert uvloop.run(test()) == [0, 0, 1, 1, 2, 2]


def test_who_is_thrown_out_for_what_no_client_sends_pays_for_it() -> None:
    left = {}
    for code in (1000, 1002, 1003, 1008, 1009):
        pace = Pace(60, now=lambda: 0.0)
        connection = Connection(ADA, Hearing([]), pace, Turns())
        connection.on_ws_disconnected(Told(code))  # type: ignore[arg-type]
        left[code] = pace.has(240 - BROKEN_TOKENS + 1)
    assert left == {1000: True, 1002: False, 1003: False, 1008: True, 1009: False}


class Tap:
    """The near end of a line that can be read from, or not."""

    def __init__(self) -> None:
        self.flowing = False

    def is_closing(self) -> bool:
        return False

    def resume_reading(self) -> None:
        self.flowing = True


def test_those_who_began_to_rest_together_are_read_again_one_after_the_other() -> None:
    async def test() -> list[int]:
        turns, taps = Turns(), [Tap() for _ in range(3)]
        for tap in taps:
            connection = open_socket([], Pace(60, now=lambda: 0.0), turns)
            connection._reading.raw, connection._reading._listens = tap, False  # type: ignore[assignment]
            connection._reading._rested()
        flowing = []
        for _ in taps:
            await asyncio.sleep(0)
            flowing.append(sum(tap.flowing for tap in taps))
        return flowing

    assert uvloop.run(test()) == [1, 2, 3]
