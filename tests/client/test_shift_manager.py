"""A player's own part is sent again when the shift manager resumes a table or switches bets off."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from tests.client.floor import QUICK, Floor, play, quick, two_at_the_door

from sabot.runtime.host import TableHost
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.wire.table_view import Status, YourStatus

SPEED = "speed-1"


async def managed(host: TableHost, command: c.Command) -> None:
    """A command of the shift manager's."""
    name = f"m-{type(command).__name__}"
    told = await host.submit(
        Envelope(actor="staff:m", actor_kind=ActorKind.MANAGER, cmd_id=name, command=command)
    )
    assert told.accepted, told


def test_chips_that_lay_through_a_pause_are_shown_to_who_came_meanwhile(tmp_path: Path) -> None:
    async def test() -> None:
        async with two_at_the_door(tmp_path, SPEED) as (floor, ada, bruno):
            host = floor.house.hosts[SPEED]
            table = await ada.watch(SPEED)
            await table.status(Status.PLACE_YOUR_BETS)
            await table.place("player", 500)
            await table.until(lambda _view: bool(table.you.chips))
            await managed(host, c.Pause(reason="a card fell"))
            await table.status(Status.PAUSED)
            async with floor.client("ada/2") as other:
                late, idle = await other.watch(SPEED), await bruno.watch(SPEED)
                assert late.view.status is Status.PAUSED
                await managed(host, c.Resume(reason="put right"))
                async with asyncio.timeout(5):
                    await late.status(Status.PLACE_YOUR_BETS)
                    await late.until(lambda _view: late.you == table.you)
                    await idle.until(lambda _view: idle.you.status is YourStatus.NONE)
                assert late.you.chips

    play(test(), seconds=30)


def test_F59_chips_on_a_bet_that_is_switched_off_say_so_at_once(tmp_path: Path) -> None:
    async def test() -> str:
        floor = Floor(tmp_path, [quick(SPEED, replace(QUICK, betting=60_000))])
        host = floor.house.hosts[SPEED]
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch(SPEED)
            await table.status(Status.PLACE_YOUR_BETS)
            await table.place("player", 500)
            await table.place("player_pair", 500)
            await table.until(lambda _view: len(table.you.chips) == 2)
            off = c.SwitchSideBets(kinds=("player_pair",), off=True, reason="short of staff")
            await managed(host, off)
            async with asyncio.timeout(5):
                await table.until(lambda view: "player_pair" in view.closed_kinds)
                await table.until(lambda _view: any(chip.note for chip in table.you.chips))
            return next(chip.note for chip in table.you.chips if chip.note)

    assert play(test(), seconds=30) == "bet/switched_off"
