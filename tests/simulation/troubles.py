"""What goes wrong outside the house: a disk that is full or fails, and wallets that misbehave."""

from __future__ import annotations

from collections.abc import Callable

from tests.service.faulty_wallet import Fault as WalletFault
from tests.simulation.faults import Fault, Luck

from sabot.adapters.memory import Fault as DiskFault


class Troubles:
    """The faults of the disk and of an operator, as luck will have it."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self.now: Callable[[], float] = float  # the clock of the loop, once there is one
        self.full_until = 0.0
        self.count = 0

    def disk(self, write: str) -> DiskFault | None:
        luck = self._luck
        if luck.calm:
            return None
        if self.now() < self.full_until:
            return DiskFault.FULL
        if write != "commit" or not luck.happens(one_in=150):
            return None
        self.count += 1
        if luck.strikes(Fault.DISK_FULL, one_in=6):
            self.full_until = self.now() + luck.within(0.1, 20)
            return DiskFault.FULL
        if luck.strikes(Fault.NOT_SYNCED, one_in=4):
            return DiskFault.NOT_SYNCED
        common = (DiskFault.FAILED, DiskFault.WRITE_LOST, DiskFault.ANSWER_LOST)
        fault = common[luck.below(len(common))]
        luck.fired[Fault(f"disk/{fault}")] += 1
        return fault

    def disk_takes(self) -> float:
        """How long a thread is busy: now and then so long that tables go on deciding meanwhile."""
        slow = self._luck.strikes(Fault.DISK_SLOW, one_in=30)
        return self._luck.within(0.1, 1.5) if slow else self._luck.within(0, 0.004)

    def wallet(self, _name: str, _id: str) -> WalletFault | None:
        if not self._luck.happens(one_in=3):
            return None
        fault = tuple(WalletFault)[self._luck.below(len(WalletFault))]
        self._luck.fired[Fault(f"wallet/{fault}")] += 1
        return fault
