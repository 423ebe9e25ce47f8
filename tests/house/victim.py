"""A house with operators' guests, as a separate process that a test may kill.

usage: python -m tests.house.victim DATABASE PORT PLAYERS POINT COUNT
POINT is a point of the store at which it kills itself, `never`, or `heal`: play no more, see every
wallet operation through and end cleanly.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys

from tests.house.guests import ENVIRONMENT, LoopbackOperator, quiet, seated, settings_for

from sabot.adapters.sql import Point, open_store
from sabot.bootstrap import House


def main() -> None:
    """Play until killed."""
    database, port, players, point, count = sys.argv[1:]
    passed = 0

    def probe(at: Point) -> None:
        nonlocal passed
        passed += at.value == point
        if passed > int(count):
            os.kill(os.getpid(), signal.SIGKILL)

    logging.disable(logging.ERROR)
    acme = LoopbackOperator("acme", players=0)
    acme.port = int(port)
    settings = settings_for(database, acme, bots=2)
    house = House(settings, store=open_store(database, probe=probe), environment=ENVIRONMENT)
    house.open_tables()
    asyncio.run(_live(house, int(players), heals=point == "heal"))


async def _live(house: House, players: int, *, heals: bool) -> None:
    task = asyncio.create_task(house.run())
    await house.ready.wait()
    if heals:
        await quiet(house)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        house.close()
        return
    guests = await seated(house, [("acme", f"p{number}") for number in range(players)])
    async with asyncio.TaskGroup() as tasks:
        for guest in guests:
            tasks.create_task(guest.run())


if __name__ == "__main__":
    main()
