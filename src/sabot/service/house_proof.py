"""What a running house knows about the proof of its facts: what was checked at the start, and what
is noticed later.

Owns the list of doubts that readiness and staff are shown. Controls are compared whenever they are
read, also long after the start. Knows no database: the evidence comes from a store.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

from sabot.service.house_checks import (
    About,
    ControlRow,
    Doubt,
    Evidence,
    examined,
    odd_control,
)
from sabot.service.house_log import walk
from sabot.service.ports import Seals

LOOKS_MAX = 3
"""How often a row and its record are read when they do not fit: one may be newer than the other."""

log = logging.getLogger("sabot.house")


class HouseProof:
    """The doubts of one process, from its start on."""

    def __init__(self, evidence: Evidence, seals: Seals) -> None:
        self._evidence = evidence
        self._seals = seals
        self._lock = threading.Lock()
        found = examined(evidence, seals)
        self._log = found.log
        self.house = found.log.house
        self.doubts: dict[tuple[About, str], Doubt] = {}
        for doubt in found.doubts:
            self._note(doubt)
        self.frozen: Mapping[str, Doubt] = found.frozen
        self.accounts = found.accounts
        self.seals_noted = True  # whether the last seal could be noted outside of the database

    @property
    def latest_ms(self) -> int:
        """The latest date of the house that its log proves; 0 when it proves none."""
        return self._log.latest_ms

    def _note(self, doubt: Doubt) -> None:
        key = doubt.about, doubt.subject
        if key not in self.doubts:
            self.doubts[key] = doubt
            log.error("in doubt: %s %s: %s", doubt.about, doubt.subject, doubt.reason)

    def table(self, table_id: str) -> Doubt | None:
        """Why a table may not be opened; None when it may."""
        return self.doubts.get((About.TABLE, table_id))

    def odd_control(self, player: str, read: Callable[[], ControlRow | None]) -> str | None:
        """Why a player's controls are not those on record; None when they are."""
        reason = None
        for _ in range(LOOKS_MAX):
            reason = odd_control(self._log, player, read())
            if reason is None:
                return None
            self._read_on()
        if reason is not None:
            code = "control/in_doubt"
            self._note(Doubt(about=About.CONTROL, subject=player, code=code, reason=reason))
        return reason

    def _read_on(self) -> None:
        """Take in the records that were written since."""
        with self._lock:
            known = len(self._log.broken)
            rows = self._evidence.house_log(after=self._log.seq)
            self._log = walk(rows, self._seals, self._log)
            for seq in self._log.broken[known:]:
                reason = f"record {seq} of the house log is missing, edited or not signed"
                self._note(
                    Doubt(about=About.LOG, subject=str(seq), code="log/broken", reason=reason)
                )
