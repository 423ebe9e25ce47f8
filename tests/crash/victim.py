"""A casino that kills itself with SIGKILL at a named point: run as a process of its own.

usage: python -m tests.crash.victim DATABASE POINT COUNT     (POINT may be `never`)

At the point `scribe` it kills its scribe instead, says so, and goes on with another one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
import time

from sabot.adapters.sql import Point, open_store
from sabot.adapters.sql.writer.scribe import Scribe
from sabot.bootstrap import Casino
from sabot.settings import Environment, NetworkSettings, Settings

SCRIBE = "scribe"


def kill_again_and_again(scribe: Scribe) -> None:
    """Whenever there is a scribe, let it write for a moment and kill it."""
    killed = 0
    while True:
        time.sleep(0.05 + 0.01 * (killed % 7))
        if scribe.pid is not None and scribe.pid != killed:
            killed = scribe.pid
            os.kill(killed, signal.SIGKILL)
            sys.stdout.write(f"{killed}\n")
            sys.stdout.flush()


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
    scribe = Scribe(database, called_for=1, worth_it=1) if point == SCRIBE else None
    casino = Casino(settings, store=open_store(database, probe=probe, scribe=scribe))
    casino.open_tables()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    if scribe is not None:
        threading.Thread(target=kill_again_and_again, args=(scribe,), daemon=True).start()
    asyncio.run(casino.run(casino.listen()))


if __name__ == "__main__":
    main()
