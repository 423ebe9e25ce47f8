"""Memory that a crowd left behind goes back to the system.

Owns the moment when it does. The allocator of the C library keeps what was freed: after hundreds of
sockets with full queues it had megabytes that no player needed any more, for the life of the
process. On Linux with glibc it gives them back when told to, in about a millisecond. Elsewhere
nothing is done.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

LOOK_SECONDS = 10.0
"""How often memory is looked at. A crowd's memory is back within a minute, with room to spare."""

CHANGED_BYTES = 2 * 1024 * 1024
"""Change since the last time from which on the allocator is asked, up or down: a process that has
let go of much keeps more. In a house where nothing happens it is not asked."""

_STATM, _MAPS = Path("/proc/self/statm"), Path("/proc/self/maps")
_CODE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) r-xp \S+ \S+ \S+\s+(\S+)")
_DONTNEED = 4
"""`MADV_DONTNEED` of Linux."""


def resident() -> int:
    """Bytes of this process that are in memory."""
    return int(_STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def give_back() -> None:
    """Ask the allocator for what it does not use; other threads go on meanwhile."""
    library = _c_library()
    if library is not None:
        library.malloc_trim(0)


def release_code(library: str) -> int:
    """Drop the machine code of a library from memory; returns how many bytes it has.

    Its pages are unchanged copies of a file: the kernel reads them again when they are needed. A
    compiler that has done its work is not needed again.
    """
    c_library = _c_library()
    if c_library is None:
        return 0
    released = 0
    for begin, end, path in _CODE.findall(_MAPS.read_text("utf-8", "replace")):
        size = int(end, 16) - int(begin, 16)
        if library in path:
            address = ctypes.c_void_p(int(begin, 16))
            released += 0 if c_library.madvise(address, ctypes.c_size_t(size), _DONTNEED) else size
    return released


class SpareMemory:
    """Looks at the memory of this process now and then."""

    def __init__(
        self,
        *,
        resident: Callable[[], int] = resident,
        give_back: Callable[[], None] = give_back,
    ) -> None:
        self._resident = resident
        self._give_back = give_back
        self._left = 0  # bytes after the last time

    def look(self) -> bool:
        """Give memory back if there is more or less of it than the last time; whether it was
        tried.
        """
        if abs(self._resident() - self._left) < CHANGED_BYTES:
            return False
        self._give_back()
        self._left = self._resident()
        return True

    async def run(self) -> None:
        """Look every few seconds until cancelled."""
        if _c_library() is None:
            return
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await asyncio.to_thread(self.look)


def _c_library() -> ctypes.CDLL | None:
    """The C library, where it is one that can give memory back."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None
