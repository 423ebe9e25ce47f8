"""`sabot verify` on the export of a house: every table, a dealer at each, bots, in virtual time.

The house plays before the clock starts. Reading the file is part of what is measured.
"""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from tests.virtual_time import VirtualClock, run_in_virtual_time

from bench.clock import Time, Times, wait_for_quiet
from bench.hall import Hall
from bench.results import Line, at_least, rate
from sabot.adapters.memory import MemoryStore
from sabot.lab.audit import sealed
from sabot.lab.audit.parallel import audit_shared
from sabot.service.catalogue import default_tables

EVENTS = 60_000
BOTS = 12  # as many as a demonstration has
REPEATS = 15
GOAL = 50_000


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with tempfile.TemporaryDirectory() as folder:
        export = Path(folder, "house.jsonl")
        # In a process of its own: what a house leaves in memory would slow the auditors down.
        house = get_context("spawn").Process(target=write_export, args=(export,))
        house.start()
        house.join()
        cores = os.cpu_count() or 1
        wait_for_quiet()
        _verified(export, cores)
        runs = Times(tuple(_verified(export, cores) for _ in range(REPEATS)))
    quickest = min(runs.each, key=lambda run: run.wall)
    line = Line(
        what=f"sabot verify, {EVENTS:,} events of six tables with {BOTS} bots",
        times=runs,
        note=f"{cores} processes, the quickest of {REPEATS}; by CPU time "
        f"{rate(cores * EVENTS / runs.cpu)} on {cores} free cores",
    )
    yield at_least(line, EVENTS / quickest.wall, GOAL)


def write_export(file: Path) -> None:
    """Let a house play until there are enough events, and export it."""
    store = MemoryStore()
    run_in_virtual_time(_play(Hall(store, VirtualClock()), EVENTS))
    file.write_bytes(b"".join(sealed(store.export_rows())))


async def _play(hall: Hall, events: int) -> None:
    tables = default_tables()
    with hall.open(tables) as hosts:
        for host, config in zip(hosts, tables, strict=True):
            await hall.configure(host, config)
        people = [hall.dealer(host).run() for host in hosts]
        people += [bot.run() for bot in hall.bots(BOTS)]
        playing = [asyncio.ensure_future(person) for person in people]
        while hall.events < events:
            await hosts[0].changed()
        for task in playing:
            task.cancel()


def _verified(export: Path, processes: int) -> Time:
    gc.disable()  # as the command does
    wall, before = time.perf_counter(), _seconds()
    with export.open("rb") as file:
        report = audit_shared(file, processes=processes)
    gc.enable()
    assert report.ok, report.violations[:3]
    return Time(wall=time.perf_counter() - wall, cpu=_seconds() - before)


def _seconds() -> float:
    """CPU time of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
