"""What a running house knows about the proof of its facts: what was checked at the start, and what
is noticed later.

Owns the list of doubts that readiness and staff are shown. Controls and accounts are compared
whenever they are read, also long after the start: with the log, and with the notebook outside of
the database (ADR 0044). Knows no database: the evidence comes from a store.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from sabot.errors import Unavailable
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.ports import ActRow, Seals, WalletOpRow
from sabot.service.proof.checks import (
    NOTHING_NOTED,
    About,
    ControlRow,
    Doubt,
    Evidence,
    Proof,
    RoundEvidence,
    Standing,
    act_doubt,
    examined,
    odd_control,
    odd_office,
    odd_staff,
    odd_sums,
    odd_wallet_op,
    proof_of,
    staff_doubt,
    wallet_doubt,
)
from sabot.service.proof.log import Walked, digest_of, is_newer, walk
from sabot.service.proof.notebook import Fact, Facts, Notebook

START_SECONDS = 3.0
"""How long a start compares rounds before it opens; the rest is compared while it runs."""

LOOKS_MAX = 3
"""How often a row and its record are read when they do not fit: one may be newer than the other."""

Look = Callable[[Walked, Facts], str | None]
"""Reads a row, and says why it is not the one on record; None when it is."""

log = logging.getLogger("sabot.house")


class LogProof:
    """The log and the notebook, as far as they were read, and the doubts of one process."""

    def __init__(
        self,
        evidence: Evidence,
        seals: Seals,
        notebook: Notebook | None = None,
        *,
        walked: Walked | None = None,
    ) -> None:
        self._evidence = evidence
        self._seals = seals
        self._notebook = notebook
        self._lock = threading.Lock()
        self._log = walked or walk(evidence.house_log(), seals)
        self.doubts: dict[tuple[About, str], Doubt] = {}

    @property
    def house(self) -> str:
        """The house that the log names; empty when nothing proves one."""
        return self._log.house

    @property
    def facts(self) -> Facts:
        """What the notebook should say, by the log."""
        return self._log.facts

    def note(self, doubt: Doubt) -> None:
        """Tell of something in doubt, once."""
        key = doubt.about, doubt.subject
        if key not in self.doubts:
            self.doubts[key] = doubt
            log.error("in doubt: %s %s: %s", doubt.about, doubt.subject, doubt.reason)

    def odd_control(self, player: str, read: Callable[[], ControlRow | None]) -> str | None:
        """Why a player's controls are not those on record; None when they are."""
        reason = self._odd(lambda known, noted: odd_control(known, noted, player, read()))
        if reason is not None:
            code = ControlRefusal.IN_DOUBT
            self.note(Doubt(about=About.CONTROL, subject=player, code=code, reason=reason))
        return reason

    def odd_staff(self, account: str, read: Callable[[], str | None]) -> str | None:
        """Why an account of the staff, read as its digest, is not the one on record."""
        reason = self._odd(lambda known, noted: odd_staff(known, noted, account, read()))
        if reason is not None:
            self.note(staff_doubt(account, reason))
        return reason

    def _odd(self, look: Look) -> str | None:
        reason = None
        for _ in range(LOOKS_MAX):
            reason = look(self._log, noted_in(self._notebook))
            if reason is None:
                return None
            self._read_on()
        return reason

    def believes(self, row: WalletOpRow) -> bool:
        """Whether something may be sent for a wallet operation that was read from the disk."""
        self._read_on()
        reason = odd_wallet_op(self._log, row, self._evidence, self._seals)
        if reason is not None:
            self.note(wallet_doubt(row.id, reason))
        return reason is None

    def believes_act(self, act: ActRow) -> bool:
        """Whether an act that was read from the disk is on record, and as it was recorded."""
        for _ in range(2):
            if self._log.acts.get(act.id) == digest_of(act):
                return True
            self._read_on()
        self.note(act_doubt(act, known=act.id in self._log.acts))
        return False

    def catch_up(self) -> None:
        """Note what the log proves and the notebook lacks, after a process was cut off between."""
        if self._notebook is None:
            return
        self._read_on()
        noted = self._notebook.facts()
        with self._lock:
            known = [*self._log.facts.items()]
        self._notebook.note(
            Fact(*key, place) for key, place in known if is_newer(place, noted.get(key))
        )

    def _read_on(self) -> None:
        """Take in the records that were written since."""
        with self._lock:
            known = len(self._log.broken)
            rows = self._evidence.house_log(after=self._log.seq)
            self._log = walk(rows, self._seals, self._log)
            for seq in self._log.broken[known:]:
                reason = f"record {seq} of the house log is missing, edited or not signed"
                self.note(
                    Doubt(about=About.LOG, subject=str(seq), code="log/broken", reason=reason)
                )


class HouseProof(LogProof):
    """The doubts of a house, from its start on."""

    def __init__(
        self,
        evidence: RoundEvidence,
        seals: Seals,
        notebook: Notebook | None = None,
        *,
        house: str = "",
    ) -> None:
        found = examined(evidence, seals, noted_in(notebook))
        found.log.house = found.log.house or house  # its first record may be damaged
        super().__init__(evidence, seals, notebook, walked=found.log)
        for doubt in found.doubts:
            self.note(doubt)
        self.frozen: dict[str, Doubt] = found.frozen
        self.accounts = set(found.accounts)
        self.on_frozen: Callable[[str], None] = lambda _player: None
        self._rounds = partial(evidence.rounds, self._proof_of)
        self._sweep = self._rounds()
        self.swept = False  # whether every round has been compared since the start
        ends = time.monotonic() + START_SECONDS
        while not self.swept and time.monotonic() < ends:
            self.freeze(self.slice())
        self.seals_noted = True  # whether the last seal could be noted outside of the database

    def slice(self) -> Sequence[Doubt]:
        """Compare the next few rounds with their money; after the last one it begins again.

        Whatever the rows hold, it ends no house: what cannot be compared is told in the log.
        """
        try:
            found = next(self._sweep, None)
        except Exception:
            log.exception("rounds cannot be compared")
            found = None
        if found is None:
            self.swept, self._sweep = True, self._rounds()
        return found or ()

    def _proof_of(self, table_id: str, head: Standing) -> Proof:
        """What this house proves about the events of a table."""
        return proof_of(self._log, table_id, head, self._seals)

    def sums(self) -> Sequence[Doubt]:
        """Compare every balance with the sum of its postings, and money from outside with acts."""
        found = self._odd_office()
        if found:  # an act may be newer than the log that was read, or the log newer than the acts
            again = self._odd_office()
            found = {key: doubt for key, doubt in again.items() if key in found}
        return *odd_sums(self._evidence.misfits()), *found.values()

    def _odd_office(self) -> dict[tuple[About, str], Doubt]:
        acts, moved = self._evidence.every_act(), self._evidence.outside()
        self._read_on()
        return {(one.about, one.subject): one for one in odd_office(self._log, acts, moved)}

    def freeze(self, doubts: Iterable[Doubt]) -> None:
        """Lock what is in doubt: on the event loop once the house is open."""
        for doubt in doubts:
            self.note(doubt)
            if doubt.account:
                self.accounts.add(doubt.account)
            if doubt.player and doubt.player not in self.frozen:
                self.frozen[doubt.player] = doubt
                self.on_frozen(doubt.player)

    @property
    def latest_ms(self) -> int:
        """The latest date of the house that its log proves; 0 when it proves none."""
        return self._log.latest_ms

    def table(self, table_id: str) -> Doubt | None:
        """Why a table may not be opened; None when it may."""
        return self.doubts.get((About.TABLE, table_id))


def noted_in(notebook: Notebook | None) -> Facts:
    """What a notebook says; one that cannot be read counts as empty and stops nothing."""
    if notebook is None:
        return NOTHING_NOTED
    try:
        return notebook.facts()
    except Unavailable as error:
        log.error("the notebook cannot be read: %s", error)  # noqa: TRY400
        return NOTHING_NOTED
