"""A ring that Linux reads orders from: hundreds of sends for the price of one call (io_uring).

Owns the memory that the kernel and we share, and where things lie in it. Nothing stays in it from
one call to the next: whoever fills it waits until all is done. So the kernel keeps no address of
ours, and both sides write and read in one thread, one after the other.

Where the system has no ring, or lets nobody have one, that is said; one can do without (ADR 0023).
"""

from __future__ import annotations

import ctypes
import mmap
import os
import weakref
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SETUP, ENTER = 425, 426
"""The system's calls, under these numbers wherever Linux runs."""

ORDERS = 256
"""Orders in one call; with more, nothing is gained."""

_ORDERS_AT = 0x10000000
"""Where the orders themselves begin; head, tail and results lie at the beginning."""

_NEEDED = 1 << 0 | 1 << 12
"""All in one piece of memory; and Linux 5.19, which does not wait where it was told not to."""


class Shared(NamedTuple):
    """What is shared with the kernel, as compiled loops see it.

    `words` has heads and tails at the places that the other numbers name. An order is eight words,
    a result two: which order it was, and how it went.
    """

    number: int
    ordered: int
    begun: int
    done: int
    heard: int
    words: NDArray[np.uint32]
    orders: NDArray[np.uint64]
    results: NDArray[np.int64]


class Ring:
    """A ring of this process, until nobody has it any more."""

    def __init__(self) -> None:
        """Ask the system for one; OSError where it gives none that is good for us."""
        told = (ctypes.c_uint32 * 30)()
        number = ctypes.CDLL(None, use_errno=True).syscall(SETUP, ORDERS, told)
        if number < 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))
        weakref.finalize(self, os.close, number)
        if told[5] & _NEEDED != _NEEDED:
            raise OSError("an older ring")
        self.shared = _shared(number, [*told])


def _shared(number: int, told: list[int]) -> Shared:
    """Map the memory; what was told says where everything lies (`struct io_uring_params`)."""
    orders, results = told[0], told[1]
    begun, ordered, array = told[10], told[11], told[16]
    heard, done, first_result = told[20], told[21], told[25]
    size = max(array + 4 * orders, first_result + 16 * results)
    memory = mmap.mmap(number, size, mmap.MAP_SHARED | mmap.MAP_POPULATE)
    words = np.frombuffer(memory, np.uint32, size // 4)
    words[array // 4 : array // 4 + orders] = range(orders)  # orders are taken as they lie
    lying = mmap.mmap(number, 64 * orders, mmap.MAP_SHARED | mmap.MAP_POPULATE, offset=_ORDERS_AT)
    return Shared(
        number=number,
        ordered=ordered // 4,
        begun=begun // 4,
        done=done // 4,
        heard=heard // 4,
        words=words,
        orders=np.frombuffer(lying, np.uint64).reshape(orders, 8),
        results=np.frombuffer(memory, np.int64, 2 * results, first_result).reshape(results, 2),
    )
