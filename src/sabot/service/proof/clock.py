"""The date the house goes by: evidence of elapsed time that the wall clock may correct, not move.

Owns the one date that labels events and decides about ages, ends and days. It runs on the monotonic
clock, and between two runs on a counter that outlives the process (the machine's time since boot).
The wall clock corrects it within a tolerance. A wall clock further away has jumped: the date keeps
to the evidence, and the clock is in doubt until a person confirms it (ADR 0028). Signatures of
operators do not use this date: a signature compares the wall clocks of two machines.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from sabot.service.ports import Clock

TOLERANCE_MS = 60_000
"""How far the wall clock may be from the evidence: a time server that steps it stays below this."""

DRIFT = 10_000
"""One millisecond in this many may be lost between two counters: 100 ppm, a poor oscillator."""

GAP_MS = 12 * 3_600_000
"""How long the house may have been closed by the word of the wall clock alone. Half a day: no
limit, cool-off or shoe is shorter than a day, and a start after a longer time needs a person."""

LATEST_MS = 7_258_118_400_000
"""1 January 2200: a stored date after this one is damage."""

log = logging.getLogger("sabot.clock")


class Counted(NamedTuple):
    """What a counter of elapsed time says; two readings of one counter can be compared."""

    counter: str
    ms: int


class MachineClock(Clock, Protocol):
    """The clocks of the machine: `wall_ms` can be set by a user, the others only count."""

    def counted(self) -> Counted:
        """A counter that also counts while no process runs, where the machine has one."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What the house knew about the date when it last wrote it down."""

    at_ms: int
    counter: str = ""
    counted_ms: int = 0
    doubted_at_ms: int | None = None  # the house's date when the wall clock jumped
    confirmed_at_ms: int = 0  # the house's date after a person last confirmed the wall clock
    proof: str = ""  # made with a key of the house; empty until it is written


class ClockMarks(Protocol):
    """Where the mark is kept."""

    def load(self) -> Mark | None:
        """The last mark; None in a new house."""

    def latest_ms(self) -> int:
        """The latest label of the tables' logs; 0 without any. For a house without a mark."""

    def save(self, mark: Mark) -> None:
        """Replace the mark."""


class Proofs(Protocol):
    """Makes fingerprints with a key that is not in the database, and recognises them."""

    def fingerprint(self, digest: bytes) -> bytes: ...
    def made(self, fingerprint: bytes, digest: bytes) -> bool: ...


class ProvenMarks:
    """Marks that carry a proof: a mark that was edited in the database is recognised.

    `proven_ms` is the latest signed date of the house. Without a valid mark this date counts, not
    the labels of events, which anyone with the database can edit.
    """

    def __init__(self, marks: ClockMarks, proofs: Proofs, *, proven_ms: int = 0) -> None:
        self._marks = marks
        self._proofs = proofs
        self._proven_ms = proven_ms

    def load(self) -> Mark | None:
        """The last mark, proven or not."""
        return self._marks.load()

    def latest_ms(self) -> int:
        """The latest date that was signed; the latest label where none was."""
        return self._proven_ms or self._marks.latest_ms()

    def save(self, mark: Mark) -> None:
        """Replace the mark."""
        proof = self._proofs.fingerprint(_digest(mark)).hex()
        self._marks.save(replace(mark, proof=proof))


class HouseClock:
    """The clock of a house. `wall_ms` is the house's date, which is not always the wall clock's."""

    def __init__(
        self,
        machine: MachineClock,
        mark: Mark | None,
        *,
        latest_ms: int = 0,
        edited: bool = False,
    ) -> None:
        self._machine = machine
        known = _plausible(mark) or _plausible(Mark(at_ms=latest_ms))
        wall_ms, counted = machine.wall_ms(), machine.counted()
        self.doubted_at_ms: int | None = None
        self.confirmed_at_ms = 0
        self.unsure_before_ms = 0
        """What was labelled before this date may be of any age: how long the house was closed is
        not known."""
        if known is None:
            self._begin(wall_ms, counted)
            if edited:
                self._doubt(wall_ms)
            return
        evidence_ms, agrees = _evidence(known, counted, wall_ms)
        agrees = agrees and not edited
        self.confirmed_at_ms = known.confirmed_at_ms
        self.doubted_at_ms = known.doubted_at_ms
        trusted = agrees and known.doubted_at_ms is None
        self._begin(max(wall_ms, known.at_ms) if trusted else evidence_ms, counted)
        if not agrees:
            self._doubt(wall_ms)
            if known.counter != counted.counter:
                self.unsure_before_ms = evidence_ms

    def _begin(self, date_ms: int, counted: Counted) -> None:
        """Count from this date on."""
        self._looked_ms = self._machine.monotonic_ms()
        self._offset_ms = date_ms - self._looked_ms
        self._base = Mark(at_ms=date_ms, counter=counted.counter, counted_ms=counted.ms)

    def monotonic_ms(self) -> int:
        """The machine's monotonic clock: windows and deadlines."""
        return self._machine.monotonic_ms()

    def wall_ms(self) -> int:
        """The house's date; it never goes back, except when a person confirms an earlier one."""
        return self._offset_ms + self._machine.monotonic_ms()

    @property
    def in_doubt(self) -> bool:
        """Whether the wall clock has jumped and no person has confirmed it."""
        return self.doubted_at_ms is not None

    @property
    def machine_ms(self) -> int:
        """What the wall clock says, whatever that is worth."""
        return self._machine.wall_ms()

    def look(self) -> None:
        """Compare the clocks; every few seconds."""
        now_ms, wall_ms = self._machine.monotonic_ms(), self._machine.wall_ms()
        evidence_ms, agrees = _evidence(self._base, self._machine.counted(), wall_ms)
        if not agrees:
            self._doubt(wall_ms)
        target_ms = evidence_ms if self.in_doubt else wall_ms
        # A correction backwards lets the date go on at half the speed: labels stay in order.
        slowest = self._offset_ms - (now_ms - self._looked_ms) // 2
        self._offset_ms = max(target_ms - now_ms, slowest)
        self._looked_ms = now_ms

    def _doubt(self, wall_ms: int) -> None:
        if self.doubted_at_ms is None:
            self.doubted_at_ms = self.wall_ms()
            ahead = wall_ms - self.doubted_at_ms
            log.error("clock in doubt: the wall clock is %d ms ahead of the evidence", ahead)

    def confirm(self) -> None:
        """A person has said that the wall clock is right: the house's date is the wall clock's."""
        self._begin(self._machine.wall_ms(), self._machine.counted())
        self.doubted_at_ms, self.confirmed_at_ms = None, self._base.at_ms
        log.warning("clock confirmed")

    def believe_after_a_restart(self) -> None:
        """Take the wall clock's later date after the machine was off, without asking a person.

        Only for a demonstration: it holds play money, and a laptop that was off for a weekend
        would otherwise label every round with last Friday.
        """
        if self.in_doubt and self.unsure_before_ms and self.machine_ms > self.wall_ms():
            self.confirm()

    def mark(self) -> Mark:
        """What to write down now."""
        counted = self._machine.counted()
        return Mark(
            at_ms=self.wall_ms(),
            counter=counted.counter,
            counted_ms=counted.ms,
            doubted_at_ms=self.doubted_at_ms,
            confirmed_at_ms=self.confirmed_at_ms,
        )


def opened(machine: MachineClock, marks: ClockMarks, proofs: Proofs | None = None) -> HouseClock:
    """The clock of a house from what it has written down.

    A mark with a wrong proof, or with none, was edited by hand. It moves no date: the house goes by
    the latest label of its logs, and the clock is in doubt.
    """
    mark = marks.load()
    if mark is None:
        return HouseClock(machine, None, latest_ms=marks.latest_ms())
    if proofs is None or _is_proven(mark, proofs):
        return HouseClock(machine, mark, latest_ms=marks.latest_ms())
    log.error("the mark of the clock was edited in the database")
    clock = HouseClock(machine, None, latest_ms=marks.latest_ms(), edited=True)
    # Nothing expires for some days after a confirmation: a later one can only delay that.
    clock.confirmed_at_ms = max(0, mark.confirmed_at_ms)
    return clock


def _digest(mark: Mark) -> bytes:
    """What a proof is of: every member but the proof."""
    text = msgspec.json.encode(replace(mark, proof=""), order="deterministic")
    return sha256(b"house_clock " + text).digest()


def _is_proven(mark: Mark, proofs: Proofs) -> bool:
    try:
        return proofs.made(bytes.fromhex(mark.proof), _digest(mark))
    except ValueError:
        return False


def _plausible(mark: Mark | None) -> Mark | None:
    """A mark that can be meant; damage counts as none."""
    return (
        mark if mark is not None and mark.counted_ms >= 0 and 0 < mark.at_ms < LATEST_MS else None
    )


def _evidence(mark: Mark, counted: Counted, wall_ms: int) -> tuple[int, bool]:
    """The date that follows from a mark without the wall clock, and whether that agrees."""
    if mark.counter == counted.counter and counted.ms >= mark.counted_ms:
        elapsed = counted.ms - mark.counted_ms
        date_ms = mark.at_ms + elapsed
        return date_ms, abs(wall_ms - date_ms) <= TOLERANCE_MS + elapsed // DRIFT
    # The machine was started again, or it is another one: nothing counted in between.
    return mark.at_ms, -TOLERANCE_MS <= wall_ms - mark.at_ms <= GAP_MS
