"""What every test shares: examples that are the same tomorrow, and on any other machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tools.postgres import Postgres

# Derandomized: a red run is red for everyone. No deadline: the first call of a kernel compiles it.
settings.register_profile("sabot", derandomize=True, deadline=None, database=None)
settings.load_profile("sabot")

IN_MEMORY = Path("/dev/shm")  # noqa: S108 -- a folder of pytest's own is made there
ROOM_MIN = 2 * 2**30


def pytest_configure() -> None:
    """Keep the files of the tests in memory where there is room.

    SQLite waits for the disk at every commit, and no test cuts the power.
    """
    if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free >= ROOM_MIN:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL of our own, started when the first test asks for it."""
    from tools.postgres import FORGETFUL, postgres

    with postgres(FORGETFUL) as server:
        yield server


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests that loop have counted: `record_property("counted", …)`, from any process."""
    lines = [
        str(value)
        for report in terminalreporter.stats.get("passed", ())
        for name, value in report.user_properties
        if name == "counted"
    ]
    if lines:
        terminalreporter.section("counted")
    for line in lines:
        terminalreporter.write_line(line)
