"""A scanner as the bridge sees it: it opens, gives codes, and may be unplugged and come back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from types import ModuleType
from typing import Protocol

from sabot.adapters.scanner.framing import Framer, Framing, Trigger
from sabot.errors import Unavailable

AGAIN_SECONDS = 1.0
"""Between two attempts to open a scanner that is not there."""

Open = Callable[[], AbstractAsyncContextManager[AsyncIterator[str]]]
"""Opens a device; its characters come in pieces of any size. `OSError` says that it is gone."""


class Seen(Protocol):
    """What is told of a scanner."""

    def read(self, code: str) -> None:
        """A code was read."""

    def held_down(self, code: str) -> None:
        """The trigger was held down: the same code again, which counts once."""

    def plugged(self, *, there: bool, why: str = "") -> None:
        """The scanner is there, or is gone."""


def extra(module: str, *, named: str) -> ModuleType:
    """A library that comes with an extra of this package, or a refusal that says how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise Unavailable("scanner/extra_missing", library=module, extra=named) from None


async def follow(open_: Open, seen: Seen, framing: Framing) -> None:
    """Tell every code of one scanner, and open the scanner again when it was unplugged."""
    now = asyncio.get_running_loop().time
    trigger, told = Trigger(), ""
    while True:
        try:
            async with open_() as pieces:
                told = ""
                seen.plugged(there=True)
                framer = Framer(framing)
                async for piece in pieces:
                    for code in framer.feed(piece, at=now()):
                        if trigger.held(code, at=now()):
                            seen.held_down(code)
                        else:
                            seen.read(code)
        except OSError as error:
            why = error.strerror or str(error) or type(error).__name__
        else:
            why = "it sends no more"
        if why != told:  # the same words once, and not every second
            told = why
            seen.plugged(there=False, why=why)
        await asyncio.sleep(AGAIN_SECONDS)
