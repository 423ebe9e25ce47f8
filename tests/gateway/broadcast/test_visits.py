"""A shared seat is chosen on the way in and kept until the way out (F127, F128)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.gateway.http.premises import Premises, Socket, opened
from tests.gateway.http.test_for_fun import guest

SEVEN = "seven-1"


async def entered(here: Premises) -> Socket:
    """A guest who looks at the table with shared seats."""
    headers, _player = await guest(here)
    socket = await here.socket(headers)
    socket.say(type="watch", table=SEVEN)
    await socket.until("you", table=SEVEN)
    return socket


async def act(socket: Socket, name: str, **command: object) -> dict[str, Any]:
    """The answer to a command."""
    socket.say(type="act", cmd_id=name, table=SEVEN, command=command)
    return await socket.until("answer", cmd_id=name)


def test_F127_a_seat_is_changed_by_leaving_the_table_and_coming_in_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=(SEVEN,)) as here:
            socket = await entered(here)
            assert (await act(socket, "sit", type="TakeSeat", seat=3))["accepted"]
            assert (await act(socket, "other", type="TakeSeat", seat=4))["code"] == "seat/enough"
            assert (await act(socket, "up", type="LeaveSeat", seat=3))["accepted"]
            for name, seat in (("again", 3), ("another", 4)):
                refused = await act(socket, name, type="TakeSeat", seat=seat)
                assert refused["code"] == "seat/through_the_lobby"
            socket.say(type="unwatch", table=SEVEN)
            assert (await act(socket, "in", type="TakeSeat", seat=4))["accepted"]

    asyncio.run(story())


def test_F127_a_second_window_keeps_the_visit_open(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=(SEVEN,)) as here:
            headers, _player = await guest(here)
            first, second = [await here.socket(headers) for _ in range(2)]
            for socket in (first, second):
                socket.say(type="watch", table=SEVEN)
                await socket.until("you", table=SEVEN)
            assert (await act(first, "sit", type="TakeSeat", seat=3))["accepted"]
            first.say(type="unwatch", table=SEVEN)
            assert (await act(first, "up", type="LeaveSeat", seat=3))["accepted"]
            refused = await act(first, "other", type="TakeSeat", seat=4)
            assert refused["code"] == "seat/through_the_lobby"
            second.say(type="unwatch", table=SEVEN)
            second.say(type="ping", n=1)
            await second.until("pong")
            assert (await act(first, "in", type="TakeSeat", seat=4))["accepted"]

    asyncio.run(story())


def test_F127_a_command_sent_before_the_answer_changes_no_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=(SEVEN,)) as here:
            socket = await entered(here)
            assert (await act(socket, "sit", type="TakeSeat", seat=3))["accepted"]
            leave, take = {"type": "LeaveSeat", "seat": 3}, {"type": "TakeSeat", "seat": 4}
            socket.say(type="act", cmd_id="up", table=SEVEN, command=leave)
            socket.say(type="act", cmd_id="down", table=SEVEN, command=take)
            assert (await socket.until("answer", cmd_id="up"))["accepted"]
            assert (await socket.until("answer", cmd_id="down"))["code"] == "seat/through_the_lobby"

    asyncio.run(story())


def test_F128_a_player_with_confirmed_bets_cannot_leave_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=(SEVEN,), pace=1.0) as here:
            socket = await entered(here)
            assert (await act(socket, "sit", type="TakeSeat", seat=3))["accepted"]
            chip = {"type": "PlaceChip", "kind": "player", "amount": 500, "seat": 3}
            assert (await act(socket, "chip", **chip))["accepted"]
            assert (await act(socket, "confirm", type="ConfirmBets"))["accepted"]
            assert (await act(socket, "up", type="LeaveSeat", seat=3))[
                "code"
            ] == "seat/bets_in_play"
            socket.say(type="unwatch", table=SEVEN)
            fault = await socket.until("fault")
            assert fault["code"] == "seat/bets_in_play"
            assert fault["data"] == {"request": "unwatch", "table": SEVEN}
            # Still there: what happens at the table is still told.
            socket.say(type="act", cmd_id="more", table=SEVEN, command=chip)
            assert (await socket.until("answer", cmd_id="more"))["accepted"]
            mine = [one for one in socket.told if one["type"] == "you"]
            assert mine[-1]["you"]["bets"]

    asyncio.run(story())


def test_F128_chips_that_are_no_bet_yet_keep_no_player_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=(SEVEN,), pace=1.0) as here:
            socket = await entered(here)
            assert (await act(socket, "sit", type="TakeSeat", seat=3))["accepted"]
            chip = {"type": "PlaceChip", "kind": "player", "amount": 500, "seat": 3}
            assert (await act(socket, "chip", **chip))["accepted"]
            socket.say(type="unwatch", table=SEVEN)
            socket.say(type="ping", n=1)
            await socket.until("pong")
            assert not [one for one in socket.told if one["type"] == "fault"]

    asyncio.run(story())


def test_F128_at_other_tables_a_player_may_leave_at_any_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, tables=("brag-1",), pace=1.0) as here:
            headers, _player = await guest(here)
            socket = await here.socket(headers)
            socket.say(type="watch", table="brag-1")
            await socket.until("you", table="brag-1")
            chip = {"type": "PlaceChip", "kind": "ante", "amount": 500}
            for name, command in (("chip", chip), ("confirm", {"type": "ConfirmBets"})):
                socket.say(type="act", cmd_id=name, table="brag-1", command=command)
                assert (await socket.until("answer", cmd_id=name))["accepted"]
            socket.say(type="unwatch", table="brag-1")
            socket.say(type="ping", n=1)
            await socket.until("pong")
            assert not [one for one in socket.told if one["type"] == "fault"]

    asyncio.run(story())
