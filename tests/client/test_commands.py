"""A command has one effect, however often the line breaks while it is on its way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.client.floor import BALANCE, QUICK, Floor, play, quick

from sabot.client import Refused
from sabot.client.table import Table
from sabot.errors import Malformed, Unavailable
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.wire import requests
from sabot.wire.table_view import Status

CHIPS = 40
SLOW = replace(QUICK, betting=60_000, last_seconds=1_000)


def test_I4_a_command_sent_again_after_a_break_counts_once(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """The line breaks right after each chip, or a moment later; each chip lies there once."""

    async def test() -> tuple[int, int, int]:
        chance = Random(5)
        floor = Floor(tmp_path, [quick("speed-1", SLOW)])
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch("speed-1")
            await table.status(Status.PLACE_YOUR_BETS)
            for _ in range(CHIPS):
                placing = asyncio.create_task(table.place("player", 500))
                await asyncio.sleep(chance.choice([0, 0, 0.001, 0.003]))
                ada.line.drop()
                await placing
            await table.until(lambda _view: sum(chip.stake for chip in table.you.chips) > 0)
            await table.place("tie", 100)
            await table.until(lambda _view: len(table.you.chips) == 2)
            stakes = {chip.kind: chip.stake for chip in table.you.chips}
            return stakes["player"], ada.line.connections, ada._commands.sent_again

    staked, connections, again = play(test())
    counted = f"{CHIPS} chips over {connections} connections, {again} sent again, one effect each"
    record_property("counted", counted)
    assert staked == CHIPS * 500
    assert again > 0


def test_a_confirmed_bet_sent_again_is_paid_for_once(tmp_path: Path) -> None:
    async def test() -> tuple[int, int | None]:
        floor = Floor(tmp_path, [quick("brag-1", SLOW)])
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch("brag-1")
            await table.status(Status.PLACE_YOUR_BETS)
            await table.place("ante", 1_000)
            confirming = asyncio.create_task(table.confirm())
            await asyncio.sleep(0)
            ada.line.drop()
            await confirming
            await table.until(lambda _view: bool(table.you.bets))
            return len(table.you.bets), floor.house.funds.balance("ada")

    bets, balance = play(test())
    assert bets == 1
    assert balance == BALANCE - 1_000


def test_what_a_server_dropped_because_it_came_too_fast_is_asked_for_again(tmp_path: Path) -> None:
    """The fault says only that something was dropped, with all that came together with it."""

    async def test() -> tuple[list[str], str]:
        floor = Floor(tmp_path, [quick("speed-1", SLOW), quick("speed-2", SLOW)])
        async with (
            floor.open(per_second=10),
            floor.client(floor.enrol("ada"), answer_seconds=1.0) as ada,
        ):

            async def too_much() -> None:
                for number in range(31):  # and the handshake counted as ten, of forty
                    ada.line.send(requests.Ping(n=number))

            async with asyncio.timeout(15):
                _, refusal, *tables = await asyncio.gather(  # in one piece
                    too_much(),
                    ada.chat.say("table:speed-1", "hello"),
                    ada.watch("speed-1"),
                    ada.watch("speed-2"),
                    return_exceptions=True,
                )
            assert isinstance(refusal, Unavailable)
            shown = [table.view.table for table in tables if isinstance(table, Table)]
            return shown, refusal.code

    assert play(test()) == (["speed-1", "speed-2"], "client/no_answer")


def test_what_no_server_reads_is_refused_before_it_is_sent(tmp_path: Path) -> None:
    """A fault has no id: whoever waited for the answer to such a command waited for ever."""

    async def test() -> list[str]:
        floor = Floor(tmp_path, [quick("speed-1", SLOW)])
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            confirm = c.ConfirmBets()
            codes = []
            for asked in (
                ada.chat.say("table:speed-1", "a" * 5_000),
                ada.chat.say("", "hello"),
                ada.act("speed-1", confirm, cmd_id="x" * 65),
                ada.act("s" * 65, confirm),
            ):
                with pytest.raises(Malformed) as refusal:
                    async with asyncio.timeout(5):
                        await asked
                codes.append(refusal.value.code)
            return codes

    assert set(play(test())) == {"message/unreadable"}


def test_an_answer_that_was_lost_is_asked_for_again(tmp_path: Path) -> None:
    """A server that is behind drops what it would have sent; the client does not wait for ever."""

    async def test() -> int:
        floor = Floor(tmp_path, [quick("speed-1", SLOW)])
        floor.enrol("ada")
        async with floor.open(), floor.client("ada", answer_seconds=0.05) as ada:
            table = await ada.watch("speed-1")
            await table.status(Status.PLACE_YOUR_BETS)
            (connection,) = floor.broadcaster.open.of_player("ada")
            connection._fall_behind()
            placing = asyncio.create_task(table.place("player", 500))
            await asyncio.sleep(0.02)
            connection.resume_writing()
            await placing
            return ada._commands.sent_again

    assert play(test()) >= 1


def test_a_refusal_is_raised_with_its_code_and_data(tmp_path: Path) -> None:
    async def test() -> Refused:
        floor = Floor(tmp_path, [quick("seven-1", SLOW)])
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch("seven-1")
            await table.until(lambda view: view.phase == Phase.BETTING)
            with pytest.raises(Refused) as caught:
                await table.place("player", 500, seat=3)
            return caught.value

    refused = play(test())
    assert refused.code == "seat/not_yours"
    assert refused.data == {"seat": 3}
