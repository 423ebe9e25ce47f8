"""Notes the state of the house outside its database: twice a minute, and when it stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from sabot.adapters.seal_file import SealFile
from sabot.errors import SabotError
from sabot.service.ports import Clock, Seals
from sabot.service.proof.checks import Evidence
from sabot.service.proof.seals import NO_PLACES, Place, seal_of, signed_line
from sabot.service.proof.standing import HouseProof

EVERY_SECONDS = 30.0
"""Twice as often as promised, because writing a line may take a while."""

log = logging.getLogger("sabot.house")


class Noting:
    """Adds a line when something has changed. A failed write is logged and stops nothing."""

    def __init__(
        self,
        file: SealFile,
        evidence: Evidence,
        proof: HouseProof,
        *,
        seals: Seals,
        clock: Clock,
        kept: Mapping[str, Place] = NO_PLACES,
    ) -> None:
        self._kept = kept  # where damaged tables stood by the last seal
        self._file = file
        self._evidence = evidence
        self._proof = proof
        self._seals = seals
        self._clock = clock
        self._known: dict[str, Place] | None = None
        self._log_seq = 0

    async def run(self) -> None:
        """Note until cancelled."""
        while True:
            await asyncio.to_thread(self.note)
            await asyncio.sleep(EVERY_SECONDS)

    def note(self) -> None:
        """Note where everything stands, unless nothing has moved."""
        try:
            self._note()
            self._proof.catch_up()  # the notebook, with what could not be noted when it happened
        except (OSError, SabotError) as error:
            self._proof.seals_noted = False
            log.error("no seal noted in %s: %s", self._file.path, error)  # noqa: TRY400
        else:
            self._proof.seals_noted = True

    def _note(self) -> None:
        house, at_ms = self._proof.house, self._clock.wall_ms()
        seal = seal_of(self._evidence, house, at_ms=at_ms, since=self._known, kept=self._kept)
        if self._known is not None and not seal.tables and seal.log[0] == self._log_seq:
            return
        line = signed_line(seal, self._seals)
        if self._known is None:
            self._file.begin(line)
        else:
            self._file.add(line)
        self._known = {**(self._known or {}), **seal.tables}
        self._log_seq = seal.log[0]
