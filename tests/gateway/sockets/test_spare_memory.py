"""Freed memory goes back to the system, however often it is taken and freed again."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from sabot.gateway.sockets.spare_memory import give_back_regularly

MEGABYTE = 2**20
linux = pytest.mark.skipif(sys.platform != "linux", reason="only glibc gives memory back")


def resident() -> int:
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@linux
def test_what_was_freed_goes_back_each_time() -> None:
    async def back_to(most: int) -> None:
        while resident() > most:  # noqa: ASYNC110  no event says that memory is back
            await asyncio.sleep(0.005)

    async def test() -> None:
        giving = asyncio.create_task(give_back_regularly(seconds=0.01))
        before = resident()
        for _ in range(2):
            pieces = [bytes(2_000) for _ in range(80_000)]
            last = bytes(2_000)  # behind them, so that the heap cannot simply end earlier
            await asyncio.sleep(0.05)  # memory in use is asked for as well, and stays
            assert resident() - before > 20 * MEGABYTE
            del pieces
            await asyncio.wait_for(back_to(before + 8 * MEGABYTE), 5)
            assert len(last) == 2_000
        giving.cancel()

    asyncio.run(test())
