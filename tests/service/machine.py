"""A machine whose clocks a test turns, one by one."""

from __future__ import annotations

from sabot.service.proof.clock import Counted

NOW_MS = 1_800_000_000_000
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


class Machine:
    """Clocks that stand still until a test lets time pass, or sets the wall clock."""

    def __init__(self, wall_ms: int = NOW_MS, *, boot: str = "boot:1") -> None:
        self.wall = wall_ms
        self.boot = boot
        self.uptime_ms = 5_000
        self.mono_ms = 1_000

    def monotonic_ms(self) -> int:
        return self.mono_ms

    def wall_ms(self) -> int:
        return self.wall

    def counted(self) -> Counted:
        return Counted(self.boot, self.uptime_ms)

    def passes(self, ms: int) -> None:
        """Time passes, on every clock."""
        self.wall += ms
        self.uptime_ms += ms
        self.mono_ms += ms

    def sleeps(self, ms: int) -> None:
        """The machine is suspended: the monotonic clock stands still."""
        self.wall += ms
        self.uptime_ms += ms

    def reboots(self, ms: int = 60_000) -> None:
        """The machine starts again after a while."""
        self.wall += ms
        self.boot = f"boot:{int(self.boot.partition(':')[2]) + 1}"
        self.uptime_ms = self.mono_ms = 2_000
