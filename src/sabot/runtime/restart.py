"""A table is read from the disk again: after the store was away, or after one of its steps broke.

Owns whether the table stands still and what the store said. Commands that wait then are refused:
none may run later than its sender expects. The round of a step that broke is voided.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from sabot.errors import Corrupt, Unavailable
from sabot.runtime.engine import TableEngine
from sabot.runtime.pipeline import Pipeline
from sabot.runtime.recovery import SteppedDown, show_again, try_to_write
from sabot.runtime.sleep import Sleep
from sabot.runtime.steps import Waiting, answer_all
from sabot.runtime.table_steps import Publish, TableSteps
from sabot.runtime.table_time import by_itself
from sabot.service.ports import Store
from sabot.service.refusals import HouseFault
from sabot.service.storage.claiming import in_a_thread
from sabot.service.storage.committer import FULL, Committer
from sabot.service.storage.refusals import StoreFault
from sabot.table import commands as c
from sabot.table.staff.reasons import OfTheHouse

RETRY_SECONDS = 0.5
"""Between two attempts to reach a store that does not answer."""

ROOM_SECONDS = 2
"""Between two looks whether a full disk has room again."""

FATAL = StoreFault.IO_ERROR

log = logging.getLogger("sabot.host")


class TableRestart:
    """Stops one table, and starts it again."""

    def __init__(
        self,
        steps: TableSteps,
        pipeline: Pipeline,
        inbox: deque[Waiting],
        sleep: Sleep,
        *,
        committer: Committer,
        store: Store,
        reload: Callable[[], TableEngine],
        publish: Publish,
    ) -> None:
        self.cannot_write = False  # the store is full or away: the table stands still
        self.store_error = ""  # and what the store said
        self.full: Unavailable | None = None  # what a write of another table found
        self._steps = steps
        self._pipeline = pipeline
        self._inbox = inbox
        self._sleep = sleep
        self._committer = committer
        self._store = store
        self._reload = reload
        self._publish = publish

    async def reloaded(self, error: Unavailable | None = None) -> None:
        """Read the table from the disk again, as soon as the store answers.

        In a thread: a claim waits for the scribe's answer, which arrives on the event loop.
        """
        while True:
            if error is not None and error.code == FATAL:
                raise error  # A disk that failed to synchronise ends the process (design, point 7).
            if error is not None and error.code == FULL:
                self._stand_still(error)
                await asyncio.sleep(ROOM_SECONDS)
            try:
                engine = await in_a_thread(self._reload)
                engine.felt.keep_wishes_of(self._steps.engine.felt)
                self._steps.engine = engine
                self._pipeline.let_go()
                self._steps.engine.funds.forget()  # Money may have moved unseen.
                self._steps.pending.recover(self._store.wallet_ops.unfinished)
                if self.cannot_write:
                    await try_to_write(self._committer, self._steps.engine)
            except Unavailable as again:
                log.warning(
                    "table_id=%s waits for the store: %s", self._steps.engine.state.table_id, again
                )
                error = again
                self._stand_still(error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self.cannot_write, self.full = False, None
                self._steps.start()
                show_again(self._steps.engine.state, self._publish)
                return

    async def contain(self, error: Exception) -> None:
        """Void the round that broke; switch the table off when that does not help."""
        self._steps.failures += 1
        await self.reloaded()
        remedy = c.ReportMalfunction(detail=type(error).__name__, again=self._steps.failures > 1)
        try:
            await self._pipeline.alone(Waiting(by_itself(self._steps.engine.state, remedy)))
        except SteppedDown:
            raise
        except Unavailable as unheard:
            await self.reloaded(unheard)
        except Exception as again:
            log.exception("table_id=%s not contained", self._steps.engine.state.table_id)
            self._pipeline.abandon(Corrupt(OfTheHouse.MALFUNCTION, reason=type(again).__name__))
            self._pipeline.let_go()
            await asyncio.sleep(1)

    def store_is_full(self, error: Unavailable) -> None:
        """Another table found the disk full: pause before a command of this table fails."""
        self.full = error
        self._stand_still(error)
        self._sleep.wake()

    def _stand_still(self, error: Unavailable) -> None:
        """Pause until the store is back, and refuse the commands that wait: none runs later."""
        self.store_error = error.code
        answer_all(tuple(self._inbox), Unavailable(HouseFault.CANNOT_WRITE))
        self._inbox.clear()
        if not self.cannot_write:
            self.cannot_write = True
            show_again(self._steps.engine.state, self._publish)
