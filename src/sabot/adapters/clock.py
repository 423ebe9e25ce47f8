"""The machine's clocks."""

from __future__ import annotations

import time
from functools import cached_property
from pathlib import Path
from secrets import token_hex

from sabot.service.proof.clock import Counted

BOOT = Path("/proc/sys/kernel/random/boot_id")
UPTIME = Path("/proc/uptime")


class SystemClock:
    """The monotonic clock decides; any administrator can set the wall clock."""

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def counted(self) -> Counted:
        """The time since the machine started, also while it slept; elsewhere than on Linux the
        time of this process.
        """
        if self._boot is None:
            return Counted(self._process, self.monotonic_ms())
        return Counted(self._boot, _uptime_ms())

    @cached_property
    def _boot(self) -> str | None:
        try:
            _uptime_ms()
            return f"boot:{BOOT.read_text(encoding='ascii').strip()}"
        except (OSError, ValueError):
            return None

    @cached_property
    def _process(self) -> str:
        return f"process:{token_hex(8)}"


def _uptime_ms() -> int:
    seconds = UPTIME.read_text(encoding="ascii").split()[0]
    whole, _, part = seconds.partition(".")
    return int(whole) * 1000 + int(f"{part:0<3}"[:3])
