"""The accidents of the simulated world by name, and the dice that decide when each comes."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from random import Random


class Fault(StrEnum):
    """Everything that may go wrong; a run in which one of these never happened proves little."""

    # The way between a person and a table.
    REQUEST_LOST = "network/request_lost"
    ANSWER_LOST = "network/answer_lost"
    DUPLICATED = "network/duplicated"
    LATE = "network/late"
    REORDERED = "network/reordered"
    LONG_AFTER = "network/long_after"
    CHIP_LONG_AFTER = "network/chip_long_after"
    ASTRAY = "network/astray"

    # The disk.
    COMMIT_FAILED = "disk/failed"
    COMMIT_LOST = "disk/write_lost"
    COMMIT_ANSWER_LOST = "disk/answer_lost"
    DISK_FULL = "disk/full"
    NOT_SYNCED = "disk/not_synced"
    DISK_SLOW = "disk/slow"
    EVENT_DAMAGED = "disk/event_damaged"
    SNAPSHOT_DAMAGED = "disk/snapshot_damaged"

    # The process, and who owns a table.
    CRASH = "process/crash"
    UNSYNCED_LOST = "process/unsynced_lost"
    UNSYNCED_KEPT = "process/unsynced_kept"
    SHUTDOWN = "process/shutdown_in_a_round"
    TWO_OWNERS = "owner/two"
    BUG = "table/bug"

    # Clocks.
    WALL_CLOCK_FORWARDS = "clock/forwards"
    WALL_CLOCK_BACKWARDS = "clock/backwards"
    WALL_CLOCK_MONTHS = "clock/months"
    REBOOT = "clock/reboot"

    # The studio.
    SCAN_UNEXPECTED = "scanner/unexpected"
    SCAN_REPEATED = "scanner/repeated"
    SCAN_OUT_OF_ORDER = "scanner/out_of_order"
    SCAN_FOREIGN = "scanner/foreign"
    SCAN_UNREADABLE = "scanner/unreadable"
    SCAN_EARLY = "scanner/early"
    STUDIO_SILENT = "studio/silent"
    ORDER_DAMAGED = "shoe/order_damaged"

    # Staff who want to choose the cards.
    STAFF_SCANS = "staff/scans"
    STAFF_LOADS = "staff/loads"
    STAFF_BURNS = "staff/burns"
    STAFF_CORRECTS = "staff/corrects"
    STAFF_DISCLOSES = "staff/discloses"
    PAUSED = "manager/paused"
    CANCELLED = "manager/cancelled"

    # Staff who want to take money, or to save a friend's bet.
    CANCELS_ALONE = "insider/cancels_alone"
    CANCELS_SEEN = "insider/cancels_after_looking"
    CANCELS_ANOTHER = "insider/cancels_another_round"
    CANCELS_WITH_A_CREATURE = "insider/cancels_with_a_creature"
    WRITES_OFF = "insider/writes_off_a_promise"
    GRANTS_OVER = "insider/grants_over_the_ceiling"
    CREDITS_NO_ROUND = "insider/credits_no_round"
    DECIDES_OWN = "insider/decides_own_proposal"

    # An operator's wallet: the names of `tests.service.faulty_wallet`.
    WALLET_SLOW = "wallet/slow"
    WALLET_LATE = "wallet/late"
    WALLET_LOST = "wallet/lost"
    WALLET_ERROR_BEFORE = "wallet/error_before"
    WALLET_ERROR_AFTER = "wallet/error_after"
    WALLET_DROPPED_AFTER = "wallet/dropped_after"
    WALLET_MALFORMED = "wallet/malformed"
    WALLET_WRONG_ID = "wallet/wrong_id"
    WALLET_WRONG_AMOUNT = "wallet/wrong_amount"
    WALLET_DUPLICATED = "wallet/duplicated"
    WALLET_BAD_SIGNATURE = "wallet/bad_signature"


class Luck:
    """The dice of one seed, and what they have done so far; when it is calm nothing goes wrong."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.fired: Counter[Fault] = Counter()
        self.calm = False

    def strikes(self, fault: Fault, *, one_in: float) -> bool:
        """Whether the fault comes now."""
        if self.calm or self.random.random() * one_in >= 1:
            return False
        self.fired[fault] += 1
        return True

    def happens(self, *, one_in: float) -> bool:
        """Whether something comes now that is no fault by itself."""
        return not self.calm and self.random.random() * one_in < 1

    def within(self, low: float, high: float) -> float:
        """Some seconds between two numbers."""
        return low + (high - low) * self.random.random()

    def below(self, number: int) -> int:
        """A number below the given one."""
        return int(self.random.random() * number)
