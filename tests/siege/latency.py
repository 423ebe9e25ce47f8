"""How long good clients wait while others misbehave."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence

import msgspec
from tests.siege.fort import Fort
from tests.siege.raw import Raw, said

PER_SECOND = 50  # pings of one client: below what a socket may ask
PATIENCE_SECONDS = 5.0


def p99(samples: Sequence[float]) -> float:
    """The wait that one in a hundred exceeds."""
    return sorted(samples)[min(len(samples) - 1, len(samples) * 99 // 100)]


async def _good(port: int, token: str, seconds: float) -> list[float]:
    """Somebody who looks at a busy table and asks whether the server is there."""
    raw = await Raw.open(port, token)
    await raw.send(said(type="watch", table="speed-1"))
    await raw.until("snapshot")
    waits = []
    until = time.perf_counter() + seconds
    number = 0
    while time.perf_counter() < until:
        number += 1
        begun = time.perf_counter()
        await raw.send(said(type="ping", n=number))
        await raw.until("pong", seconds=PATIENCE_SECONDS)
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(1 / PER_SECOND)
    raw.drop()
    return waits


async def waits_of(port: int, tokens: Sequence[str], seconds: float) -> list[float]:
    """The waits of several good clients."""
    found = await asyncio.gather(*(_good(port, token, seconds) for token in tokens))
    return [wait for waits in found for wait in waits]


async def attacked(
    fort: Fort, kind: str, *, good: Sequence[str], bad: Sequence[str], seconds: float
) -> tuple[float, dict[str, int]]:
    """The p99 of good clients under an attack, and what the attackers counted."""
    command = ("-m", "tests.siege.attackers", kind, str(fort.port), str(seconds + 2), *bad)
    attackers = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE
    )
    await asyncio.sleep(1.5)
    wait = p99(await waits_of(fort.port, good, seconds))
    told, _ = await attackers.communicate()
    return wait, msgspec.json.decode(told, type=dict[str, int])
