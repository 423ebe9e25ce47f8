"""Group commit: one writer, many tables, as few synchronisations with the disk as there can be.

Self-clocking: while one transaction is being written, the units of the next one gather. What a
turn of the event loop brings is written together; under load a transaction carries whatever came
meanwhile, and tables decide while it is written: by somebody else where the store has such a one,
else by a thread of ours. Nothing is answered before its transaction is on disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice

from sabot.errors import Corrupt, SabotError, Unavailable
from sabot.service.ports import CommitFailure, NotTried, Store, Unit, Writing

UNITS_MAX = 256
"""Units in one transaction."""

ELSEWHERE_MAX = 2
"""Groups that somebody else may have at once: one is written, and the next lies ready."""

WORTH_IT = 16
"""Bets that may follow a group at once: fewer wait for more, a transaction costs what it costs."""

_Waiting = tuple[Unit, "asyncio.Future[CommitFailure | None]"]
_Outcome = Sequence[CommitFailure | None] | SabotError
_Elsewhere = tuple[Writing, Sequence[_Waiting]]
_Told = tuple[Sequence[_Waiting], _Outcome]


class Committer:
    """Writes units in groups, one after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: deque[_Waiting] = deque()  # bounded: a table goes only some steps ahead
        self._end: asyncio.Future[None] | None = None  # while it runs; a bug of ours ends it
        self._called = False
        self._writing = False  # in the thread
        self._elsewhere: deque[_Elsewhere] = deque()
        self._failed = False  # one of those, and nothing is given until all are heard
        self._guilty: Sequence[_Waiting] = ()
        self._put_off: list[_Waiting] = []
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-writer")
        self.groups = 0
        self.units = 0

    def close(self) -> None:
        """Let the transactions under way finish, and write no further one."""
        self._thread.shutdown()
        for writing, _ in self._elsewhere:
            with suppress(SabotError, NotTried):
                writing.outcome()

    def commit(self, unit: Unit) -> asyncio.Future[CommitFailure | None]:
        """Store a unit; done when it is on disk, or with why it cannot be."""
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
        """What tables have decided in one turn of the loop goes together."""
        self._called = False
        self._begin()

    def _begin(self) -> None:
        """Write what waits, unless enough is being written."""
        if self._writing or self._failed or self._end is None or self._end.done():
            return
        if self._guilty:
            group, self._guilty = self._guilty, ()
            self._write_here(group)
            return
        group = [*islice(self._waiting, UNITS_MAX)]
        if not group or not self._may_follow(group):
            return
        try:
            writing = self._store.begin([unit for unit, _ in group])
        except Exception as error:  # noqa: BLE001
            self._broke(error)
            return
        if writing is None and self._elsewhere:
            return
        for _ in group:
            self._waiting.popleft()
        if writing is None:
            self._write_here(group)
            return
        self._elsewhere.append((writing, group))
        if len(self._elsewhere) == 1:
            self._listen()

    def _may_follow(self, group: Sequence[_Waiting]) -> bool:
        """Whether to give a group now: behind another only when it is as large as that one."""
        if not self._elsewhere:
            return True
        before = self._elsewhere[-1][1]
        return len(self._elsewhere) < ELSEWHERE_MAX and _bets(group) >= max(WORTH_IT, _bets(before))

    # --- what somebody else writes ----------------------------------------------------------------

    def _listen(self) -> None:
        """Hear what became of the first group, as soon as that can be heard."""
        while self._elsewhere:
            descriptor = self._elsewhere[0][0].descriptor
            if descriptor is not None:
                loop = asyncio.get_running_loop()
                loop.add_reader(descriptor, self._said, loop, descriptor)
                return
            self._hear()

    def _said(self, loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
        loop.remove_reader(descriptor)
        self._hear()
        self._listen()

    def _hear(self) -> None:
        """What became of the first group; after one that failed, those behind it come again."""
        writing, group = self._elsewhere.popleft()
        outcome: _Outcome | None = None
        try:
            outcome = writing.outcome()
        except NotTried:
            self._put_off += group
        except Corrupt:
            self._guilty, self._failed = group, True  # who of them it is we find out ourselves
        except Unavailable as error:
            outcome, self._failed = error, True
        except Exception as error:  # noqa: BLE001
            self._broke(error)
            return
        if not self._elsewhere:
            self._waiting.extendleft(reversed(self._put_off))
            self._put_off, self._failed = [], False
        self._begin()
        if outcome is not None:
            self._tell(group, outcome)

    # --- what we write ourselves ------------------------------------------------------------------

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


def _bets(group: Sequence[_Waiting]) -> int:
    return sum([unit.taken for unit, _ in group])


def _fail(group: Sequence[_Waiting], error: SabotError) -> None:
    for _, answer in group:
        if not answer.done():
            answer.set_exception(error)
