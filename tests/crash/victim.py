"""A casino that kills itself with SIGKILL at a named point: run as a process of its own.

usage: python -m tests.crash.victim DATABASE POINT COUNT     (POINT may be `never`)
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys

from sabot.adapters.sql import Point, open_store
from sabot.bootstrap import Casino
from sabot.settings import Environment, NetworkSettings, Settings


def main() -> None:
    """Serve all tables in a hurry until the point was passed so many times."""
    database, point, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    passed = 0

    def probe(at: Point) -> None:
        nonlocal passed
        passed += at.value == point
        if passed > count:
            os.kill(os.getpid(), signal.SIGKILL)

    logging.disable(logging.INFO)
    settings = Settings(
        environment=Environment.TEST,
        database=database,
        bots=12,
        pace=0.01,
        network=NetworkSettings(port=0),
    )
    casino = Casino(settings, store=open_store(database, probe=probe))
    casino.open_tables()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    asyncio.run(casino.run(casino.listen()))


if __name__ == "__main__":
    main()
