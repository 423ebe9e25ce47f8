"""A clean end in the middle of anything: the next start goes on where the last one stopped."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.house.premises import Premises
from tests.table.walker import assert_same
from tests.virtual_time import run_in_virtual_time

from sabot.adapters.sql import open_store
from sabot.lab.audit import audit, sealed
from sabot.service.catalogue import default_tables
from sabot.table import events as e
from sabot.table.config import AnyConfig

ROOT = Path(__file__).parents[2]
STEPS_MAX = 40
"""Steps of a table that take it through more than one round of every game."""


async def stopped_after(house: Premises, steps: int) -> None:
    """Play until so many steps were published, then close."""
    reached = asyncio.Event()
    seen = 0

    def count(_state: object) -> None:
        nonlocal seen
        seen += 1
        if seen == steps:
            reached.set()

    house.published = count
    await house.open()
    async with asyncio.timeout(3_600):
        await reached.wait()
    await house.close()


async def played_on(config: AnyConfig, steps: int) -> str:
    """Stop after so many steps, start again, and see the round to its end; the phase it was in."""
    house = Premises(config, bots=3, seed=steps)
    await stopped_after(house, steps)
    before = house.host().state
    house.events.clear()
    house.published = lambda _state: None
    await house.open()
    after = house.host().state
    if after.seq == before.seq:
        assert_same(after, before)
    timer = after.timer
    if timer is not None:  # R18: whoever was waited for gets a full new window.
        now = house.clock.monotonic_ms()
        deadline = house.host().engine.deadline_ms
        assert deadline is not None
        assert deadline - now == timer.milliseconds
    async with asyncio.timeout(3_600):
        while not house.told(e.RoundSettled):  # noqa: ASYNC110 -- virtual time
            await asyncio.sleep(1)
    if after.in_round and after.current.play is not None:
        assert house.told(e.RoundSettled)[0].round_id == after.current.round_id
    assert house.told(e.RoundCancelled) == []
    await house.close()
    house.check()
    return before.phase.value


@pytest.mark.parametrize("config", default_tables(), ids=lambda config: config.table_id)
def test_a_clean_end_at_any_step_is_only_a_pause(
    config: AnyConfig, record_property: Callable[[str, object], None]
) -> None:
    phases = [run_in_virtual_time(played_on(config, steps)) for steps in range(1, STEPS_MAX)]
    found = {phase: phases.count(phase) for phase in dict.fromkeys(phases)}
    record_property("counted", f"{config.table_id}: {len(phases)} clean ends, in {found}")
    assert {"betting", "dealing", "result"} <= set(found)
    if config.seats_per_player > 1:
        assert "decision" in found


def played(database: Path, *, rounds: int) -> None:
    """A real house in a hurry, asked politely to stop after so many rounds."""
    program = "from sabot.cli import main; main()"
    options = ("--database", str(database), "--port", "0", "--pace", "0.01")
    with subprocess.Popen(
        [sys.executable, "-c", program, "play", *options],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as house:
        assert house.stdout is not None
        while rounds:
            line = house.stdout.readline()
            assert line, "it ended by itself"
            rounds -= line.rstrip().endswith(b" back")
        house.send_signal(signal.SIGTERM)
        _, complaints = house.communicate(timeout=60)
    assert (house.returncode, complaints) == (0, b"")


def test_a_real_house_stops_when_asked_and_goes_on_where_it_was(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    database = tmp_path / "house.db"
    settled: list[int] = []
    for rounds in (8, 13, 5):
        played(database, rounds=rounds)
        with open_store(f"sqlite:///{database}") as store:
            kinds = Counter(
                row.kind
                for config in default_tables()
                for row in store.events.read(config.table_id, after=0)
            )
            report = audit(sealed(store.export_rows()))
        assert report.ok, report.violations
        assert kinds["RoundCancelled"] == 0
        settled.append(kinds["RoundSettled"])
    assert settled[0] >= 8
    assert settled[0] + 13 <= settled[1] <= settled[2] - 5
    record_property("counted", f"a real house stopped 3 times, {settled} rounds settled so far")
