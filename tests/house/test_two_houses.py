"""Two houses on one database: the newer one has the tables, the older one ends in order (I9)."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sabot.adapters.sql import open_store
from sabot.adapters.sql.database import Point
from sabot.adapters.sql.store import SqlStore
from sabot.bootstrap import House
from sabot.bootstrap.succession import ends_when_replaced
from sabot.errors import Unavailable
from sabot.lab.audit import audit, sealed
from sabot.service.catalogue import default_tables
from sabot.settings import Settings

ROOT = Path(__file__).parents[2]
READY = {"serve": "Ctrl-C stops", "play": " back"}
"""What a house says when it is open, or has played."""


def opened(database: Path, command: str) -> subprocess.Popen[str]:
    """A real house that is open."""
    program = "from sabot.cli import main; main()"
    options = ("--database", str(database), "--port", "0", "--pace", "0.02", "--bots", "0")
    house = subprocess.Popen(
        [sys.executable, "-c", program, command, *options],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert house.stdout is not None
    for line in house.stdout:
        if READY[command] in line:
            return house
    raise AssertionError("it ended by itself")


@pytest.mark.parametrize("command", READY)
def test_I9_a_house_whose_tables_were_claimed_ends_in_order_and_says_why(
    tmp_path: Path, command: str
) -> None:
    database = tmp_path / "house.db"
    older = opened(database, command)
    newer = opened(database, "serve")
    try:
        told, _ = older.communicate(timeout=60)
    finally:
        older.kill()
        newer.terminate()
        heard, _ = newer.communicate(timeout=60)
    assert "Traceback" not in told + heard
    assert told.splitlines()[-1] == (
        "Error: another process has opened this house and has its tables now."
    )
    assert (older.returncode, newer.returncode) == (2, 0)
    with open_store(f"sqlite:///{database}") as store:
        report = audit(sealed(store.export_rows()))
    assert report.ok, report.violations


class Line:
    """The way to a database, which can be cut."""

    def __init__(self) -> None:
        self.cut = False
        self._tried = 0
        self.missed = threading.Event()  # and looked for again

    def __call__(self, _point: Point) -> None:
        if self.cut:
            self._tried += 1
            if self._tried > 1:
                self.missed.set()
            raise Unavailable("store/unreachable")


def a_house(database: str, line: Line) -> House:
    house = House(Settings(database=database, pace=0.02), store=open_store(database, probe=line))
    house.open_tables(default_tables()[:1])
    return house


def heads(store: SqlStore) -> dict[object, object]:
    return {fact["table_id"]: fact["epoch"] for kind, fact in store.export_rows() if kind == "head"}


def test_I9_a_house_that_had_lost_its_database_claims_nothing_back(tmp_path: Path) -> None:
    """Somebody has opened another one meanwhile, because this one stood still."""
    database = f"sqlite:///{tmp_path / 'house.db'}"

    async def story() -> None:
        line = Line()
        older = a_house(database, line)
        playing = asyncio.create_task(older.run())
        await older.ready.wait()
        line.cut = True
        assert await asyncio.to_thread(line.missed.wait, 20)
        newer = a_house(database, Line())
        claimed = heads(newer.store)
        line.cut = False
        try:
            with pytest.raises(Unavailable, match="house/replaced"), ends_when_replaced():
                await asyncio.wait_for(playing, 20)
            assert heads(newer.store) == claimed
        finally:
            older.close()
            newer.close()

    asyncio.run(story())
