"""Group commit: one writer, many tables, as few synchronisations with the disk as there can be.

Self-clocking: while one transaction is being written, the units of the next one gather. A lone
unit is written at once; under load a transaction carries whatever came meanwhile. Nothing is
answered before its transaction is on disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sabot.errors import Corrupt, Unavailable
from sabot.service.ports import CommitFailure, Store, Unit

UNITS_MAX = 256
"""Units in one transaction."""

_Waiting = tuple[Unit, "asyncio.Future[CommitFailure | None]"]


class Committer:
    """Writes units in groups, in one thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()  # bounded: a table waits for its unit
        self._idle: asyncio.Future[None] | None = None
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
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)
        return answer

    async def run(self) -> None:
        """Write until cancelled."""
        waiting = self._waiting
        while True:
            if not waiting:
                self._idle = asyncio.get_running_loop().create_future()
                await self._idle
            await self._write([waiting.popleft() for _ in range(min(len(waiting), UNITS_MAX))])

    async def _write(self, group: Sequence[_Waiting]) -> None:
        loop = asyncio.get_running_loop()
        units = [unit for unit, _ in group]
        try:
            failures = await loop.run_in_executor(self._thread, self._store.commit, units)
        except Unavailable as error:
            # Whether it was written is not known: every owner has to look for itself.
            _fail(group, error)
        except Corrupt as error:
            await self._write_without(group, error)
        else:
            self.groups += 1
            self.units += len(group)
            for (_, answer), failure in zip(group, failures, strict=True):
                if not answer.done():
                    answer.set_result(failure)

    async def _write_without(self, group: Sequence[_Waiting], error: Corrupt) -> None:
        """One table's facts disagree: it fails alone, nothing of the group was written yet."""
        guilty = error.data.get("table_id")
        _fail([waiting for waiting in group if waiting[0].table_id == guilty], error)
        others = [waiting for waiting in group if waiting[0].table_id != guilty]
        if len(others) == len(group):
            _fail(group, error)  # Nobody is named: nobody can be trusted.
        elif others:
            await self._write(others)


def _fail(group: Sequence[_Waiting], error: Corrupt | Unavailable) -> None:
    for _, answer in group:
        if not answer.done():
            answer.set_exception(error)
