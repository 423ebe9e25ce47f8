"""Queues of calls to one outside party: how many at once, how soon again, and when not at all.

Owns waiting and nothing else: no money, no wallet, no meaning of an answer. Each operator has its
own lanes, so a silent operator fills only its own slots. Time is the event loop's; chance is handed
in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

log = logging.getLogger("sabot.lanes")

Jitter = Callable[[], float]
"""A number from 0 up to 1: chance, handed in."""

Work = Callable[[str], Awaitable[None]]


class Backoff(msgspec.Struct, frozen=True, kw_only=True):
    """How long to wait before trying again: twice as long each time, up to a cap.

    >>> slow = Backoff(first_ms=500, cap_ms=60_000)
    >>> [slow.seconds(attempt, 1.0) for attempt in (0, 1, 2, 30)]
    [0.5, 1.0, 2.0, 60.0]
    >>> slow.seconds(1, 0.0)
    0.5
    """

    first_ms: int
    cap_ms: int

    def seconds(self, attempt: int, jitter: float) -> float:
        """Between half and all of the delay, so that calls that failed together do not collide."""
        # After sixteen doublings every cap is reached, so the shift stays small.
        delay = min(self.cap_ms, self.first_ms << min(attempt, 16))
        return delay * (0.5 + jitter / 2) / 1000


TRIAL_PAUSES = Backoff(first_ms=30_000, cap_ms=300_000)
"""How long after a failed trial the next one may come."""


DEBIT_BACKOFF = Backoff(first_ms=150, cap_ms=1_000)
"""A debit has a deadline in seconds, so it is asked again soon."""

CREDIT_BACKOFF = Backoff(first_ms=500, cap_ms=60_000)
"""A credit has no deadline."""

PROBE_BACKOFF = Backoff(first_ms=1_000, cap_ms=30_000)
"""How often a silent operator is asked whether it is back."""

SAVE_BACKOFF = Backoff(first_ms=100, cap_ms=5_000)


class Breaker:
    """Whether it makes sense to ask an operator who has been silent, when asking makes others wait.

    After this many silences in a row the operator is not asked any more. When there is a sign of
    life, from whatever other call, one call may go through as a trial, and its answer, also a
    refusal, closes the breaker. A trial that meets silence makes the next one wait longer.
    """

    def __init__(self, *, silences: int = 3, pauses: Backoff = TRIAL_PAUSES) -> None:
        self._limit = silences
        self._pauses = pauses
        self._silences = 0
        self._alive = False
        self._on_trial = False
        self._trials = 0
        self._next_trial_ms = 0

    @property
    def open(self) -> bool:
        """Whether the other side counts as silent."""
        return self._silences >= self._limit

    def lets_through(self, now_ms: int) -> bool:
        """Whether to ask now; while silent, one call after a sign of life, as a trial."""
        if not self.open:
            return True
        trial = self._alive and not self._on_trial and now_ms >= self._next_trial_ms
        self._on_trial = self._on_trial or trial
        return trial

    def answered(self) -> None:
        """The operator is there, and answers what we ask."""
        self._silences = self._trials = 0
        self._alive = self._on_trial = False

    def untried(self) -> None:
        """The trial was called off before it could tell anything."""
        self._on_trial = False

    def stirred(self) -> None:
        """A sign of life, from another call."""
        self._alive = True

    def silent(self, now_ms: int) -> None:
        """No answer that means anything."""
        self._silences += 1
        if self._on_trial:
            pause = self._pauses.seconds(self._trials, 1.0)
            self._next_trial_ms = now_ms + round(1000 * pause)
            self._trials += 1
            self._alive = self._on_trial = False


class Lane:
    """Items by id, in the order they came, with a limit on how many are being worked on."""

    def __init__(self, name: str, work: Work, *, slots: int) -> None:
        self._name = name
        self._work = work
        self._slots = slots
        self._waiting: dict[str, None] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting) + len(self._later) + len(self._busy)

    def put(self, item: str) -> None:
        """Work on it as soon as there is a slot."""
        self._later.pop(item, None)
        self._waiting[item] = None
        self._pump()

    def put_later(self, item: str, seconds: float) -> None:
        """Work on it after a while; meanwhile it takes no slot."""
        loop = asyncio.get_running_loop()
        self._later[item] = loop.call_later(seconds, self.put, item)

    def drop(self, item: str) -> None:
        """Forget it; a call under way is abandoned."""
        self._waiting.pop(item, None)
        timer = self._later.pop(item, None)
        if timer is not None:
            timer.cancel()
        task = self._busy.get(item)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """Abandon everything: the next owner picks it up again from the disk."""
        self._closed = True
        for item in (*self._waiting, *self._later, *self._busy):
            self.drop(item)

    def _pump(self) -> None:
        while self._waiting and len(self._busy) < self._slots and not self._closed:
            item = next(iter(self._waiting))
            if item in self._busy:
                # Its last attempt is just ending, and will look here again when it has.
                return
            del self._waiting[item]
            self._busy[item] = asyncio.create_task(self._run(item), name=f"{self._name} {item}")

    async def _run(self, item: str) -> None:
        try:
            await self._work(item)
        except Exception:
            # A bug of ours in one item: the others go on, and this one is on disk.
            log.exception("lane=%s item=%s", self._name, item)
        finally:
            del self._busy[item]
            self._pump()
