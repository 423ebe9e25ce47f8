"""Snapshot and updates lead to one state: leaving and coming back changes nothing, per audience."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.client.floor import Floor, play, quick

from sabot.client import Client, Refused, Table, TableMirror
from sabot.table.phases import Phase
from sabot.wire.table_view import TableView

RECONNECTS = int(os.environ.get("SABOT_RECONNECTS", "320"))
TABLES = ("speed-1", "seven-1", "blackjack-1", "brag-1")
AUDIENCES = ("ada", "dealer:dora", "shift_manager:marta", "auditor:aldo")


def timeless(view: TableView) -> TableView:
    """A view without the seconds that are left: those depend on when it was asked for."""
    window = None if view.window is None else replace(view.window, left_ms=0)
    return replace(view, window=window)


class Chronicle:
    """Every state that somebody who never left has seen of a table, by its place in the log."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: dict[tuple[int, int], list[TableView]] = {}

    async def keep(self) -> None:
        while True:
            self.note()
            await self.table.changed()

    def note(self) -> None:
        mirror = self.table.mirror
        views = self.seen.setdefault((mirror.epoch, mirror.seq), [])
        view = timeless(self.table.view)
        if view not in views:
            views.append(view)

    async def has(self, other: Table) -> bool:
        """Whether the other's state of this moment is one that was seen here."""
        place, view = (other.mirror.epoch, other.mirror.seq), timeless(other.view)
        for _ in range(100):
            self.note()
            if view in self.seen.get(place, []):
                return True
            await asyncio.sleep(0.01)
        return False


async def amuse(floor: Floor, name: str, seed: int) -> None:
    """Somebody plays everywhere, so that there is something to see."""
    chance = Random(seed)
    async with floor.client(name, seed=seed) as casino:
        tables = [await casino.watch(table) for table in TABLES]
        for table in tables[1:3]:
            await table.take_seat()
        while True:
            for table in tables:
                try:
                    await move(table, chance)
                except Refused:
                    continue
            await asyncio.sleep(0.01)


async def move(table: Table, chance: Random) -> None:
    """One thing a player might do now."""
    seat = table.you.seats[0] if table.you.seats else None
    question = table.view.question
    if table.view.phase in (Phase.BETTING, Phase.IDLE):
        kinds = {"brag-1": "ante", "blackjack-1": "main"}
        kind = kinds.get(table.id) or chance.choice(["player", "banker", "tie"])
        await table.place(kind, 500, seat=seat)
        if table.id in ("seven-1", "brag-1") and chance.random() < 0.5:
            await table.confirm()
    elif question is not None and table.you.you_decide:
        await table.decision.choose(chance.choice(question.options)[0])
    elif question is not None and table.you.ask:
        await table.decision.answer(table.you.ask[0], chance.choice(question.options)[0])


async def comes_and_goes(floor: Floor, token: str, times: int, seed: int) -> dict[str, int]:
    """One audience at one table after the other: a client that stays and one that does not."""
    chance = Random(seed)
    counts = {"resumed": 0, "snapshots": 0, "differences": 0}
    async with floor.client(token) as stays, floor.client(token, seed=seed) as goes:
        chronicles = {}
        async with asyncio.TaskGroup() as tasks:
            keepers = []
            for name in TABLES:
                chronicles[name] = Chronicle(await stays.watch(name))
                await goes.watch(name)
                keepers.append(tasks.create_task(chronicles[name].keep()))
            for _ in range(times):
                await leave_and_return(floor, goes, chance, counts)
                same = [await chronicles[name].has(goes.tables[name]) for name in TABLES]
                counts["differences"] += same.count(False)
            counts["differences"] += await differences_at_rest(stays, goes)
            for keeper in keepers:
                keeper.cancel()
    return counts


async def leave_and_return(
    floor: Floor, client: Client, chance: Random, counts: dict[str, int]
) -> None:
    """Break the line at some instant and go on with the next: with `since`, or with nothing."""
    await asyncio.sleep(chance.random() * 0.05)
    before = client.line.connections
    forgets = chance.random() < 0.25
    client.line.drop()
    for table in client.tables.values() if forgets else ():
        table.mirror = TableMirror()
    await floor.came_back(client, before=before)
    for table in client.tables.values():
        await table.until(lambda _view: True)
    counts["snapshots" if forgets else "resumed"] += 1


async def differences_at_rest(stays: Client, goes: Client) -> int:
    """In the end both have the same view and the same own part, at the same place in the log."""
    different = 0
    for name in TABLES:
        one, other = stays.tables[name], goes.tables[name]
        for _ in range(400):
            if state_of(one) == state_of(other):
                break
            await asyncio.sleep(0.005)
        else:
            different += 1
    return different


def state_of(table: Table) -> tuple[object, ...]:
    mirror = table.mirror
    return mirror.epoch, mirror.seq, timeless(table.view), mirror.you


@pytest.mark.parametrize("token", AUDIENCES)
def test_I7_coming_back_at_any_instant_leads_to_the_state_of_who_never_left(
    token: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    async def test() -> dict[str, int]:
        floor = Floor(tmp_path, [quick(name) for name in TABLES])
        for player in ("ada", "bruno", "carla"):
            floor.enrol(player)
        async with floor.open():
            return await with_company(
                floor, comes_and_goes(floor, token, RECONNECTS // len(AUDIENCES), seed=7)
            )

    counts = play(test(), seconds=60 + RECONNECTS)
    record_property("counted", f"{token}: {counts}")
    assert counts["resumed"] + counts["snapshots"] == RECONNECTS // len(AUDIENCES)
    assert counts["snapshots"]
    assert counts["differences"] == 0


async def with_company(floor: Floor, job: Coroutine[Any, Any, dict[str, int]]) -> dict[str, int]:
    """Run a job while two players play."""
    company = [asyncio.create_task(amuse(floor, name, 3)) for name in ("bruno", "carla")]
    try:
        return await job
    finally:
        for one in company:
            one.cancel()
        found = await asyncio.gather(*company, return_exceptions=True)
        broken = [each for each in found if isinstance(each, Exception)]
        assert broken == []
