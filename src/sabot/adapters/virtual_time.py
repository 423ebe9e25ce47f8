"""An event loop whose time jumps: nobody waits, and every run is the same.

For tests and simulations. When nothing is ready the clock moves on to the next timer instead of
sleeping. Only for code without threads: the loop cannot see that another thread is at work.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import TypeVar

from typing_extensions import override

T = TypeVar("T")

WALL_START_MS = 1_700_000_000_000


class _JumpingSelector(selectors.DefaultSelector):
    """A selector that passes the time by adding it up."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0 if timeout is not None else None)
        if not ready and timeout is not None and timeout > 0:
            self.passed += timeout
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """The loop; `time()` is what has passed in it."""

    def __init__(self) -> None:
        self._selector_of_time = _JumpingSelector()
        super().__init__(self._selector_of_time)

    @override
    def time(self) -> float:
        return self._selector_of_time.passed


class VirtualClock:
    """The clock port, read from the running loop; the wall clock runs along."""

    def monotonic_ms(self) -> int:
        """Milliseconds since the loop began."""
        return round(asyncio.get_running_loop().time() * 1000)

    def wall_ms(self) -> int:
        """The same, from a fixed date on."""
        return WALL_START_MS + self.monotonic_ms()


def run_in_virtual_time(main: Coroutine[object, object, T]) -> T:
    """Run a coroutine as `asyncio.run` does, without waiting."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(main)
