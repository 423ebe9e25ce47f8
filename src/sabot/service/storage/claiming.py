"""Claiming a table without making the others wait for the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_a_thread(claim: Callable[[], T]) -> T:
    """Claim a table in a thread, and see the claim through even when the caller is cancelled.

    A claim that ended after its caller had gone would take the table from its next owner.
    """
    claiming = asyncio.get_running_loop().run_in_executor(None, claim)
    try:
        return await asyncio.shield(claiming)
    except asyncio.CancelledError:
        await asyncio.wait([claiming])
        claiming.exception()  # marks the exception as seen; the caller has gone
        raise
