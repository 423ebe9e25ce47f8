"""Deciding ahead of the disk: steps that are decided, stored, and then told in their order.

Owns the order. A step is told only when it is stored, and never before an earlier one. While a step
is being written, bets that arrive are decided on top of it (ADR 0021); anything else waits until
everything is stored. When the store refuses a step, the steps that stood on it are decided again,
and the commands of the refused one are decided one by one. Knows no rule, no clock and no socket.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from sabot.errors import Corrupt, Unavailable
from sabot.runtime.recovery import SteppedDown
from sabot.runtime.scratch import Work
from sabot.runtime.sleep import Sleep
from sabot.runtime.steps import Step, Waiting, answer_all
from sabot.service.ports import CommitFailure
from sabot.service.storage.committer import Committer
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c

BATCH_MAX = 200
"""How many commands one step decides, so that one write does not delay the others for long."""

AHEAD_MAX = 8
"""How many steps may be under way; each of them is memory that a failed write throws away."""


class Decider(Protocol):
    """The owner of the table: it decides steps and tells players what became of them."""

    def decide(self, envelopes: Sequence[Envelope], *, after: Work | None) -> Work:
        """Decide commands on top of `after`, or of the stored table; changes nothing yet."""

    def dropped(self, work: Work) -> None:
        """A decided step has not happened, or its outcome is unknown."""

    async def happened(self, step: Step) -> None:
        """A step is stored: apply it, publish it and answer its commands."""

    def refused_by_store(self, step: Step, failure: CommitFailure) -> None:
        """The store refused a step of one command: answer that command."""

    def clock_is_due(self) -> bool:
        """Whether the clock has a command, which comes before further bets."""


class Pipeline:
    """The steps of one table that are under way, oldest first."""

    def __init__(
        self, decider: Decider, committer: Committer, inbox: deque[Waiting], sleep: Sleep
    ) -> None:
        self._decider = decider
        self._committer = committer
        self._inbox = inbox
        self._sleep = sleep
        self._under_way: deque[Step] = deque()
        self._goes_ahead = True

    async def serve(self, batch: Sequence[Waiting]) -> None:
        """Decide and store a batch.

        Bets that arrive while it is written are decided on top of it.
        """
        under_way = self._under_way
        self._goes_ahead = True
        under_way.append(self._decided(batch))
        while under_way:
            if under_way[0].stored.done():
                await self._finish(under_way[0])
                under_way.popleft()
            elif more := self._more_bets(under_way[-1].work):
                self._go_ahead(more, after=under_way[-1].work)
            else:
                await self._sleep.until_woken()  # until a step is stored or a command arrives

    async def alone(self, waiting: Waiting) -> None:
        """Decide, store and tell a single command, while nothing else is under way."""
        step = self._decided([waiting])
        self._under_way.append(step)
        await asyncio.wait([step.stored])
        failure = step.stored.result()
        if failure is None:
            await self._decider.happened(step)
        elif failure is CommitFailure.FENCED:
            raise SteppedDown
        else:
            self._forget(step)
            self._decider.refused_by_store(step, failure)
        self._under_way.pop()

    def abandon(self, error: Unavailable | Corrupt) -> None:
        """Answer every command under way with an error; their senders ask again."""
        for step in self._under_way:
            answer_all(step.batch, error)

    def let_go(self) -> None:
        """Forget what was under way: the disk, read again, says what became of it."""
        for step in self._under_way:
            self._forget(step)
        self._under_way.clear()

    def _decided(self, batch: Sequence[Waiting], *, after: Work | None = None) -> Step:
        work = self._decider.decide([waiting.envelope for waiting in batch], after=after)
        return Step(batch, work, self._stored(work))

    def _stored(self, work: Work) -> asyncio.Future[CommitFailure | None]:
        """Done when the store has the step, or has said why not."""
        unit = work.unit
        if unit.events or unit.commands or unit.wallet_ops or unit.shoe_secrets:
            stored = self._committer.commit(unit)
            stored.add_done_callback(self._sleep.wake)
        else:
            stored = asyncio.get_running_loop().create_future()
            stored.set_result(None)
        return stored

    def _more_bets(self, work: Work) -> list[Waiting]:
        """The first commands of the inbox that only bet, if they can be decided on top of `work`.

        A command of the clock comes next, once everything is stored.
        """
        inbox = self._inbox
        if not inbox or not self._goes_ahead or len(self._under_way) >= AHEAD_MAX:
            return []
        if not work.only_bets or self._decider.clock_is_due():
            return []
        batch: list[Waiting] = []
        while inbox and len(batch) < BATCH_MAX and type(inbox[0].envelope.command) in c.ONLY_CHIPS:
            batch.append(inbox.popleft())
        return batch

    def _go_ahead(self, batch: Sequence[Waiting], *, after: Work) -> None:
        """Decide on top of what is not stored yet.

        A command that breaks here is decided again when everything is stored; if it breaks then,
        it breaks alone.
        """
        try:
            self._under_way.append(self._decided(batch, after=after))
        except Exception:  # noqa: BLE001
            self._inbox.extendleft(reversed(batch))
            self._goes_ahead = False

    async def _finish(self, step: Step) -> None:
        failure = step.stored.result()
        if failure is None:
            await self._decider.happened(step)
            return
        if failure is CommitFailure.FENCED:
            raise SteppedDown
        await self._take_back()
        if len(step.batch) == 1:
            self._decider.refused_by_store(step, failure)
            return
        for one in step.batch:  # One command cannot be stored: find it by deciding each alone.
            await self.alone(one)

    async def _take_back(self) -> None:
        """Put the commands of later steps back into the inbox, once nothing is being written."""
        await asyncio.wait([step.stored for step in self._under_way])
        for step in self._under_way:
            if isinstance(error := step.stored.exception(), Unavailable):
                raise error  # The outcome is unknown: the table has to be read from the disk.
        while len(self._under_way) > 1:
            later = self._under_way.pop()
            self._forget(later)
            self._inbox.extendleft(reversed(later.batch))
        self._forget(self._under_way[0])

    def _forget(self, step: Step) -> None:
        if not step.over:
            step.over = True
            self._decider.dropped(step.work)
            step.look_away()
