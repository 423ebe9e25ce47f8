"""A player who has seen the close may tell anyone: no further bet is taken."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.client.floor import QUICK, Floor, play, quick

from sabot.client import Client, Refused, Table
from sabot.table import commands as c
from sabot.table.phases import Phase

BETS = int(os.environ.get("SABOT_LATE_BETS", "20000"))
BETTORS = 16
AT_ONCE = 16
OPEN = (Phase.BETTING, Phase.IDLE, Phase.SHUFFLE)
TABLE = "speed-1"


async def late(client: Client) -> str:
    """One bet; the code it was refused with, or nothing when it was taken."""
    try:
        await client.act(TABLE, c.PlaceChip(kind="player", amount=500))
    except Refused as refused:
        return refused.code
    return ""


async def bets_of_one_round(watcher: Table, bettors: list[Client], floor: Floor) -> list[str]:
    """The answers to bets that were sent after the close was seen and answered before the next."""
    await watcher.until(lambda view: view.phase in OPEN)
    await watcher.until(lambda view: view.phase not in OPEN)
    round_id = watcher.view.round
    answers: list[str] = []
    while True:
        sent = [late(client) for client in bettors for _ in range(AT_ONCE)]
        chunk = await asyncio.gather(*sent)
        state = floor.house.hosts[TABLE].state
        if state.phase in OPEN or state.current.round_id != round_id:
            return answers  # the next round has begun in between: these prove nothing
        answers += chunk


def test_I8_no_bet_is_taken_after_somebody_has_seen_the_close(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async def test() -> tuple[int, list[str]]:
        timers = replace(QUICK, betting=40, last_seconds=10, card=20, result=350)
        floor = Floor(tmp_path, [quick(TABLE, timers)])
        names = [floor.enrol(f"late{number}") for number in range(BETTORS)]
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            watcher = await ada.watch(TABLE)
            bettors = [await floor.client(name).__aenter__() for name in names]
            answers: list[str] = []
            rounds = 0
            while len(answers) < BETS:
                rounds += 1
                answers += await bets_of_one_round(watcher, bettors, floor)
            for client in bettors:
                await client.close()
        return rounds, answers

    rounds, answers = play(test(), seconds=120 + BETS / 100)
    accepted = answers.count("")
    record_property(
        "counted", f"{len(answers)} bets after the close of {rounds} rounds, {accepted} accepted"
    )
    assert len(answers) >= BETS
    assert set(answers) == {"bet/too_late"}
