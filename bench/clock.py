"""Taking times on a machine that others use too.

Alternatives run in turns, so that a slow moment meets all of them; medians are taken; and CPU time
stands beside wall time, because only the first one is left alone by neighbours.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

LOAD = Path("/proc/stat")
QUIET_SHARE = 0.15
QUIET_WAIT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Time:
    """One measurement in seconds."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Times:
    """Repeated measurements of one alternative."""

    each: tuple[Time, ...]

    @property
    def wall(self) -> float:
        """The median of the wall times."""
        return statistics.median(time.wall for time in self.each)

    @property
    def cpu(self) -> float:
        """The median of the CPU times."""
        return statistics.median(time.cpu for time in self.each)


def timed(action: Callable[[], object]) -> Time:
    """Run once; CPU time is that of all threads of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    action()
    return Time(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)


def in_turns(*actions: Callable[[], object], repeats: int) -> tuple[Times, ...]:
    """Run alternatives one after another, so many times over."""
    rounds = [[timed(action) for action in actions] for _ in range(repeats)]
    return tuple(Times(tuple(column)) for column in zip(*rounds, strict=True))


def cpu_ratio(ours: Times, theirs: Times) -> float:
    """How many times as fast as theirs ours is, pair by pair, in CPU time."""
    pairs = zip(ours.each, theirs.each, strict=True)
    return statistics.median(their.cpu / our.cpu for our, their in pairs)


def wall_ratio(ours: Times, theirs: Times) -> float:
    """The same in wall time, for what is meant to use several cores."""
    pairs = zip(ours.each, theirs.each, strict=True)
    return statistics.median(their.wall / our.wall for our, their in pairs)


class Neighbours:
    """How much of the machine other programs used since this was made; None where unknown."""

    def __init__(self) -> None:
        self._then = _ticks()
        self._own = _own_seconds()

    def share(self) -> float | None:
        """From 0, alone, to 1, nothing was left for us."""
        now = _ticks()
        if self._then is None or now is None:
            return None
        total, idle = now[0] - self._then[0], now[1] - self._then[1]
        own = (_own_seconds() - self._own) * os.sysconf("SC_CLK_TCK")
        return max(0.0, (total - idle - own) / max(1, total))


def wait_for_quiet() -> None:
    """Wait, though not for ever, until the machine is nearly idle."""
    give_up = time.monotonic() + QUIET_WAIT_SECONDS
    while time.monotonic() < give_up:
        neighbours = Neighbours()
        time.sleep(1.0)
        share = neighbours.share()
        if share is None or share < QUIET_SHARE:
            return


def _ticks() -> tuple[int, int] | None:
    try:
        fields = LOAD.read_text("ascii").splitlines()[0].split()[1:9]
    except OSError:
        return None
    ticks = [int(field) for field in fields]
    return sum(ticks), ticks[3] + ticks[4]


def _own_seconds() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def machine() -> str:
    """What the figures were taken on, in one line."""
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")
