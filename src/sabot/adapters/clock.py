"""The machine's clocks."""

from __future__ import annotations

import time


class SystemClock:
    """The monotonic clock decides; the wall clock only labels."""

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000
