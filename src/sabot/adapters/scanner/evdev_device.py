"""A scanner that types, read from the Linux input system with evdev: the extra `evdev`.

The device is taken for this program alone, so that no other window gets its keys.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sabot.adapters.scanner.keys import EV_KEY, Keyboard
from sabot.adapters.scanner.source import extra


def check() -> None:
    """Refuse at once, with a sentence, where the library is missing."""
    extra("evdev", named="evdev")


@asynccontextmanager
async def opened(path: str) -> AsyncIterator[AsyncIterator[str]]:
    """An input device, grabbed until the block ends."""
    library: Any = extra("evdev", named="evdev")
    device = library.InputDevice(path)
    try:
        device.grab()
        yield _pieces(device)
    finally:
        device.close()


async def _pieces(device: Any) -> AsyncIterator[str]:
    keyboard = Keyboard()
    async for event in device.async_read_loop():
        if event.type == EV_KEY:
            sign = keyboard.pressed(event.code, event.value)
            if sign:
                yield sign
