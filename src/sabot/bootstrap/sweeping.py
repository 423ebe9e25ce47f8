"""Compares rounds with their money while the house runs (ADR 0049)."""

from __future__ import annotations

import asyncio
import logging
import time

from sabot.errors import SabotError
from sabot.service.proof.standing import HouseProof

REST = 9.0
"""The pause after a slice takes this many times as long, so sweeping uses a tenth of a core."""

EVERY_SECONDS = 30.0
"""Seconds from the end of one full pass to the next."""

log = logging.getLogger("sabot.house")


class Sweeping:
    """Checks a slice in a thread, locks what does not match, rests, and goes on."""

    def __init__(
        self, proof: HouseProof, *, every: float = EVERY_SECONDS, rest: float = REST
    ) -> None:
        self._proof = proof
        self._every = every
        self._rest = rest
        self._turn = asyncio.Lock()

    async def run(self) -> None:
        """Check until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(self._every)

    async def look(self) -> None:
        """Check everything once: the sums, and every round; one pass at a time."""
        async with self._turn:
            await self._look()

    async def _look(self) -> None:
        proof = self._proof
        proof.swept = False
        step = proof.sums
        while not proof.swept:
            begun = time.monotonic()
            try:
                proof.freeze(await asyncio.to_thread(step))
            except SabotError as error:
                log.warning("rounds are not compared: %s", error)
                return
            step = proof.slice
            await asyncio.sleep((time.monotonic() - begun) * self._rest)
