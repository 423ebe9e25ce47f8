"""Gives memory that a crowd left behind back to the system.

The allocator of the C library keeps what was freed: hundreds of sockets with full queues leave
megabytes behind that the process does not use again. On Linux with glibc the allocator gives them
back when asked, in about a millisecond. Elsewhere this does nothing.

It is asked regularly, not when the process has grown or shrunk: memory that was freed after the
last request still counts as resident, so the figure does not change when a crowd leaves.
"""

from __future__ import annotations

import asyncio
import ctypes
import sys

SECONDS = 10.0
"""Seconds between two requests. A crowd's memory has to be back within a minute."""


async def give_back_regularly(*, seconds: float = SECONDS) -> None:
    """Give free memory back every few seconds until cancelled."""
    library = _c_library()
    if library is None:
        return
    while True:
        await asyncio.sleep(seconds)
        await asyncio.to_thread(library.malloc_trim, 0)  # releases the interpreter's lock


def _c_library() -> ctypes.CDLL | None:
    """The C library, if it is one that can give memory back."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None
