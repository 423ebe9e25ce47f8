"""Two houses on one database: the newer one has the tables, the older one ends in order (I9)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sabot.adapters.sql import open_store
from sabot.lab.audit import audit, sealed

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
