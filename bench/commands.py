"""`sabot rtp` as a person runs it: a fresh process, with empty caches and with full ones."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.clock import Time, Times
from bench.results import Line, within

REPEATS = 5


def lines() -> Iterator[Line]:
    """All lines of this section."""
    with tempfile.TemporaryDirectory() as folder:
        caches = {
            "SABOT_CACHE_DIR": str(Path(folder) / "figures"),
            "NUMBA_CACHE_DIR": str(Path(folder) / "code"),
        }
        cold = Times((_run(caches),))
        warm = Times(tuple(_run(caches) for _ in range(REPEATS)))
    note = "by wall time; nothing compiled and nothing computed before"
    yield within(Line(what="sabot rtp, all games, cold", times=cold, note=note), cold.wall, 10.0)
    note = "by wall time"
    line = Line(what="sabot rtp, all games, from its cache", times=warm, note=note)
    yield within(line, warm.wall, 1.0)


def _run(caches: Mapping[str, str]) -> Time:
    command = [str(Path(sys.executable).parent / "sabot"), "rtp", "--json"]
    wall, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env={**os.environ, **caches}, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Time(wall=time.perf_counter() - wall, cpu=cpu)
