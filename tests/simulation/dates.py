"""The date in a simulated world: the wall clock is set, and no promise may depend on it."""

from __future__ import annotations

import asyncio

from tests.simulation.faults import Fault, Luck
from tests.simulation.process import Process
from tests.virtual_time import VirtualClock

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.flows import MemoryFlows
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Pause
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.office.expiry import Swept
from sabot.service.proof.clock import HouseClock, Mark

EXCLUDED_PLAYER = "eve"
HOUR_MS = 3_600_000
MONTHS_MS = 100 * 24 * HOUR_MS
JUMPS = (HOUR_MS, 25 * HOUR_MS, -HOUR_MS, -25 * HOUR_MS, MONTHS_MS, -MONTHS_MS)


class Dates:
    """Sets the wall clock, and keeps the mark of the house's own."""

    def __init__(
        self, clock: VirtualClock, luck: Luck, store: MemoryStore, controls: MemoryControls
    ) -> None:
        self._clock = clock
        self._luck = luck
        self._store = store
        self._controls = controls
        self.mark: Mark | None = None

    def exclude(self, player: str) -> None:
        """Somebody has excluded themselves for half a year before the history begins."""
        clock = HouseClock(self._clock, None)
        ControlDesk(self._controls, MemoryFlows(self._store), clock).own.pause(
            player, Pause.HALF_YEAR
        )

    async def _check(self, process: Process) -> None:
        """No jump ends an exclusion, and none lets anything expire."""
        desk = ControlDesk(self._controls, MemoryFlows(self._store), process.clock)
        assert desk.shut_out(EXCLUDED_PLAYER) == ControlRefusal.EXCLUDED, "an exclusion has ended"
        if process.expiry is not None:
            assert await process.expiry.sweep() == Swept(), "something has expired"

    async def keep(self, process: Process) -> None:
        """The wall clock is set, by hours or by months, which nobody but the keeper may notice."""
        while True:
            process.clock.look()
            self.mark = process.clock.mark()
            await self._check(process)
            await asyncio.sleep(self._luck.within(5, 80))
            if not self._luck.calm:
                jump = JUMPS[self._luck.below(len(JUMPS))]
                self._clock.wall_offset_ms += jump
                forwards = jump > 0
                self._luck.fired[
                    Fault.WALL_CLOCK_FORWARDS if forwards else Fault.WALL_CLOCK_BACKWARDS
                ] += 1
                self._luck.fired[Fault.WALL_CLOCK_MONTHS] += abs(jump) == MONTHS_MS
