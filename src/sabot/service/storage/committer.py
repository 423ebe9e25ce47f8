"""Group commit: one writer, many tables, as few disk syncs as possible.

Self-clocking: while one transaction is being written, the units of the next one collect. Units of
one turn of the event loop are written together; under load, a transaction carries all units that
came during the previous one. Tables go on deciding. The store's writer process writes if there is
one, otherwise a thread here. Nothing is answered before its transaction is on disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import islice

from sabot.errors import Corrupt, SabotError, Unavailable
from sabot.service.ports import CommitFailure, Unit, UnitStore, Writing
from sabot.service.storage.refusals import StoreFault

FULL = StoreFault.FULL
"""The store has no room. All tables share the store, so all of them are told."""

UNITS_MAX = 256
"""Units in one transaction."""

_Waiting = tuple[Unit, "asyncio.Future[CommitFailure | None]"]
_Outcome = Sequence[CommitFailure | None] | SabotError
_Told = tuple[Sequence[_Waiting], _Outcome]


class Committer:
    """Writes units in groups, one after the other."""

    def __init__(self, store: UnitStore) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()  # bounded: a table goes only some steps ahead
        self._end: asyncio.Future[None] | None = None  # while it runs; a bug of ours ends it
        self._called = False
        self._writing = False  # in the thread
        self._elsewhere: tuple[Writing, Sequence[_Waiting]] | None = None
        self._guilty: Sequence[_Waiting] = ()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-writer")
        self._when_full: list[Callable[[Unavailable], None]] = []
        self.groups = 0
        self.units = 0

    @contextmanager
    def telling_when_full(self, listener: Callable[[Unavailable], None]) -> Iterator[None]:
        """Call the listener when a write of any table finds no room, while the block runs."""
        self._when_full.append(listener)
        try:
            yield
        finally:
            self._when_full.remove(listener)

    def close(self) -> None:
        """Let the transactions under way finish, and write no further one."""
        self._thread.shutdown()
        if self._elsewhere is not None:
            with suppress(SabotError):
                self._elsewhere[0].outcome()

    def commit(self, unit: Unit) -> asyncio.Future[CommitFailure | None]:
        """Store a unit; the future is done when it is on disk, or has failed."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[CommitFailure | None] = loop.create_future()
        self._waiting.append((unit, answer))
        if not self._called:
            self._called = True
            loop.call_soon(self._turn_is_over)
        return answer

    async def run(self) -> None:
        """Write until cancelled."""
        self._end = asyncio.get_running_loop().create_future()
        self._begin()
        try:
            await self._end
        finally:
            self._end = None

    def _turn_is_over(self) -> None:
        """Write the units that tables decided in one turn of the loop together."""
        self._called = False
        self._begin()

    def _begin(self) -> None:
        """Write what waits, unless something is being written."""
        if self._writing or self._elsewhere is not None or self._end is None or self._end.done():
            return
        if self._guilty:
            group, self._guilty = self._guilty, ()
            self._write_here(group)
            return
        group = [*islice(self._waiting, UNITS_MAX)]
        if not group:
            return
        try:
            writing = self._store.begin([unit for unit, _ in group])
        except Exception as error:  # noqa: BLE001
            self._broke(error)
            return
        for _ in group:
            self._waiting.popleft()
        if writing is None:
            self._write_here(group)
        else:
            self._elsewhere = (writing, group)
            self._listen(writing)

    # --- what the writer process writes -----------------------------------------------------------

    def _listen(self, writing: Writing) -> None:
        """Wait for the outcome of a group, without blocking the loop."""
        descriptor = writing.descriptor
        if descriptor is None:
            self._hear()
        else:
            loop = asyncio.get_running_loop()
            loop.add_reader(descriptor, self._said, loop, descriptor)

    def _said(self, loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
        loop.remove_reader(descriptor)
        self._hear()

    def _hear(self) -> None:
        """Take the outcome of a group. The next group is started before the tables are told."""
        assert self._elsewhere is not None
        (writing, group), self._elsewhere = self._elsewhere, None
        outcome: _Outcome | None = None
        try:
            outcome = writing.outcome()
        except Corrupt:
            self._guilty = group  # written here next, to find the unit that fails
        except Unavailable as error:
            outcome = error
        except Exception as error:  # noqa: BLE001
            self._broke(error)
            return
        self._begin()
        if outcome is not None:
            self._tell(group, outcome)

    # --- what this process writes -----------------------------------------------------------------

    def _write_here(self, group: Sequence[_Waiting]) -> None:
        self._writing = True
        written = asyncio.get_running_loop().run_in_executor(self._thread, self._written, group)
        written.add_done_callback(self._written_here)

    def _written_here(self, written: asyncio.Future[list[_Told]]) -> None:
        if written.cancelled():
            return
        error = written.exception()
        if error is not None:
            self._broke(error)
            return
        self._writing = False
        self._begin()
        for group, outcome in written.result():
            self._tell(group, outcome)

    def _broke(self, error: BaseException) -> None:
        """A bug of ours: the house ends."""
        if self._end is not None and not self._end.done():
            self._end.set_exception(error)

    # --- in the writer's thread -------------------------------------------------------------------

    def _written(self, group: Sequence[_Waiting]) -> list[_Told]:
        """Write a group; returns the outcome for each part of it."""
        try:
            return [(group, self._store.commit([unit for unit, _ in group]))]
        except Unavailable as error:
            # It is not known whether the group was written: every table has to check.
            return [(group, error)]
        except Corrupt as error:
            # One table's facts disagree: it fails alone, nothing of the group was written yet.
            guilty = [one for one in group if one[0].table_id == error.data.get("table_id")]
            if not guilty:
                return [(group, error)]  # The error names no table, so no unit can be trusted.
            others = [one for one in group if one not in guilty]
            return [(guilty, error), *(self._written(others) if others else ())]

    # --- in the event loop ------------------------------------------------------------------------

    def _tell(self, group: Sequence[_Waiting], outcome: _Outcome) -> None:
        if isinstance(outcome, SabotError):
            _fail(group, outcome)
            if isinstance(outcome, Unavailable) and outcome.code == FULL:
                for listener in tuple(self._when_full):
                    listener(outcome)
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
