"""A table is claimed while the scribe writes: the loop that hears the scribe must not wait for it.

The event loop dictates and listens. If it waited for its turn to write, it would not hear that the
scribe is done, and the house would hang.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.house.guests import running
from tests.units import bet, deposit, posted, staking

from sabot.bootstrap import House
from sabot.runtime.host import TableHost
from sabot.service.catalogue import default_tables
from sabot.service.players.registry import of_house
from sabot.service.ports import CommitFailure, Unit
from sabot.service.tables.envelopes import from_house
from sabot.settings import Environment, Settings
from sabot.table import commands as c
from sabot.table.config import AnyConfig

SOON = 20.0  # seconds in which a house that goes on has gone on
MANY = 40


async def _dictating(house: House) -> asyncio.Future[CommitFailure | None]:
    """The scribe has a letter, and will not read it for a moment."""
    scribe = house.store._scribe
    assert scribe is not None
    await asyncio.to_thread(scribe.start)
    assert scribe.pid is not None
    os.kill(scribe.pid, signal.SIGSTOP)
    stored = house.committer.commit(_unit(house))
    await asyncio.sleep(0.01)
    assert scribe.busy
    threading.Timer(0.2, os.kill, (scribe.pid, signal.SIGCONT)).start()
    return stored


def _unit(house: House) -> Unit:
    """Many bets of a cent at a table of nobody."""
    assert posted(house.store, [deposit("p1", MANY)]) is None
    epoch = house.store.claim("t1", "test").epoch
    unit = staking("t1", 0, [bet("p1", 1, kind=f"K{number}") for number in range(MANY)])
    return replace(unit, epoch=epoch)


async def _opens_a_private_table(house: House) -> None:
    house.players.enrol(of_house("ada", nickname="Ada", at_ms=0))
    stored = await _dictating(house)
    host = await house.private.open("ada", "speed_baccarat")
    assert host.state.config is not None
    assert await stored is None


async def _reads_a_table_again(house: House) -> None:
    host = house.hosts["speed-1"]
    stored = await _dictating(house)
    before = host.engine.epoch
    await host._restart.reloaded()
    assert host.engine.epoch == before + 1
    assert await stored is None


async def _leaves_and_comes_back(house: House) -> None:
    """Somebody closes the page while their table is opened, and opens it again."""
    house.players.enrol(of_house("ada", nickname="Ada", at_ms=0))
    host_of, begun, slow = house.private._host_of, threading.Event(), threading.Event()

    def first_is_slow(config: AnyConfig) -> TableHost:
        if not begun.is_set():
            begun.set()
            assert slow.wait(SOON)
        return host_of(config)

    house.private._host_of = first_is_slow
    left = asyncio.create_task(house.private.open("ada", "speed_baccarat"))
    assert await asyncio.to_thread(begun.wait, SOON)
    left.cancel()
    back = asyncio.create_task(house.private.open("ada", "speed_baccarat"))
    await asyncio.sleep(0.2)
    slow.set()
    host = await back
    await asyncio.sleep(0.2)  # by now nobody claims it any more
    command = from_house("off", c.SwitchTable(off=True, reason="a look"))
    assert (await host.submit(command)).accepted


@pytest.mark.parametrize(
    "claims", [_opens_a_private_table, _reads_a_table_again, _leaves_and_comes_back]
)
def test_a_house_goes_on_that_claims_a_table_while_the_scribe_writes(
    tmp_path: Path, claims: Callable[[House], Awaitable[None]]
) -> None:
    settings = Settings(
        environment=Environment.TEST, database=f"sqlite:///{tmp_path / 'house.db'}", bots=0
    )
    configs = [config for config in default_tables() if config.table_id == "speed-1"]
    ended: list[str] = []

    async def play() -> None:
        async with running(settings, configs=configs) as house:
            await claims(house)
        ended.append("well")

    # In a thread of its own: a loop that stands still could not say so.
    loop = threading.Thread(target=asyncio.run, args=(play(),), daemon=True)
    loop.start()
    loop.join(SOON)
    assert ended == ["well"]
