"""A scanner on a serial line, read with pyserial: the extra `serial`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sabot.adapters.scanner.source import extra

PIECE = 256
BAUD = 9_600


def check() -> None:
    """Refuse at once, with a sentence, where the library is missing."""
    extra("serial", named="serial")


@asynccontextmanager
async def opened(path: str, *, baud: int = BAUD) -> AsyncIterator[AsyncIterator[str]]:
    """A serial line that no other program may open; what was sent before is thrown away."""
    library: Any = extra("serial", named="serial")
    line = library.Serial(path, baudrate=baud, timeout=0, exclusive=True)
    try:
        line.reset_input_buffer()
        yield _pieces(line)
    finally:
        line.close()


async def _pieces(line: Any) -> AsyncIterator[str]:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(line.fileno(), ready.set)
    try:
        while True:
            await ready.wait()
            ready.clear()
            raw: bytes = line.read(PIECE)
            if not raw:
                return  # readable without anything to read: the other end is gone
            yield raw.decode("ascii", errors="replace")
    finally:
        loop.remove_reader(line.fileno())
