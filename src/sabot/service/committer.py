"""Group commit: one writer, many tables, as few synchronisations with the disk as there can be.

Self-clocking: while one transaction is being written, the units of the next one gather. A lone
unit is written at once; under load a transaction carries whatever came meanwhile. The writer takes
its next group by itself, however busy the event loop is, and tables decide while it writes. Nothing
is answered before its transaction is on disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sabot.errors import Corrupt, SabotError, Unavailable
from sabot.service.ports import CommitFailure, Store, Unit

UNITS_MAX = 256
"""Units in one transaction."""

_Waiting = tuple[Unit, "asyncio.Future[CommitFailure | None]"]
_Outcome = Sequence[CommitFailure | None] | SabotError


class Committer:
    """Writes units in groups, in one thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()  # bounded: a table waits for its unit
        self._end: asyncio.Future[None] | None = None  # while it runs; a bug of ours ends it
        self._writing = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-writer")
        self.groups = 0
        self.units = 0

    def close(self) -> None:
        """Let the transaction under way finish, and write no further one."""
        self._thread.shutdown()

    def commit(self, unit: Unit) -> asyncio.Future[CommitFailure | None]:
        """Store a unit; done when it is on disk, or with why it cannot be."""
        answer: asyncio.Future[CommitFailure | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, answer))
        self._begin()
        return answer

    async def run(self) -> None:
        """Write until cancelled."""
        self._end = asyncio.get_running_loop().create_future()
        self._begin()
        try:
            await self._end
        finally:
            self._end = None

    def _begin(self) -> None:
        """Write what waits, unless that is being done."""
        if self._writing or not self._waiting or self._end is None or self._end.done():
            return
        self._writing = True
        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._thread, self._write_all, loop).add_done_callback(self._rested)

    def _rested(self, written: asyncio.Future[None]) -> None:
        self._writing = False
        error = None if written.cancelled() else written.exception()
        if error is None:
            self._begin()  # what came after the last look
        elif self._end is not None and not self._end.done():
            self._end.set_exception(error)

    # --- in the writer's thread -------------------------------------------------------------------

    def _write_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write group after group until nothing waits, or until nobody is there to be answered."""
        waiting = self._waiting
        while waiting and self._end is not None:
            group = [waiting.popleft() for _ in range(min(len(waiting), UNITS_MAX))]
            for part, outcome in self._written(group):
                loop.call_soon_threadsafe(self._tell, part, outcome)

    def _written(self, group: Sequence[_Waiting]) -> list[tuple[Sequence[_Waiting], _Outcome]]:
        """Write a group; who is told what."""
        try:
            return [(group, self._store.commit([unit for unit, _ in group]))]
        except Unavailable as error:
            # Whether it was written is not known: every owner has to look for itself.
            return [(group, error)]
        except Corrupt as error:
            # One table's facts disagree: it fails alone, nothing of the group was written yet.
            guilty = [one for one in group if one[0].table_id == error.data.get("table_id")]
            if not guilty:
                return [(group, error)]  # Nobody is named: nobody can be trusted.
            others = [one for one in group if one not in guilty]
            return [(guilty, error), *(self._written(others) if others else ())]

    # --- in the event loop ------------------------------------------------------------------------

    def _tell(self, group: Sequence[_Waiting], outcome: _Outcome) -> None:
        if isinstance(outcome, SabotError):
            _fail(group, outcome)
            return
        self.groups += 1
        self.units += len(group)
        for (_, answer), failure in zip(group, outcome, strict=True):
            if not answer.done():
                answer.set_result(failure)


def _fail(group: Sequence[_Waiting], error: SabotError) -> None:
    for _, answer in group:
        if not answer.done():
            answer.set_exception(error)
