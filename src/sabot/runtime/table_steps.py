"""The steps of one table: decided by its engine, and told when they are stored.

Owns the engine, which is another one after the table was read from the disk again, and who hears of
a stored step: watchers, publishers and the senders of commands. Knows neither the inbox nor how a
table recovers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sabot.errors import Refused
from sabot.runtime.debits import Key
from sabot.runtime.engine import TableEngine, Work
from sabot.runtime.pending_replies import PendingReplies
from sabot.runtime.sleep import Sleep
from sabot.runtime.steps import Step, Waiting, as_answered, earlier_answers, replies_with
from sabot.runtime.table_time import TableTime
from sabot.runtime.watchers import Watchers
from sabot.service.ports import AnswerStore, Clock, CommandRow, CommitFailure
from sabot.service.tables.envelopes import Envelope, Reply, refusal
from sabot.service.wallets.calls import Heard
from sabot.service.wallets.desk import WalletDesk
from sabot.table import events as e
from sabot.table.refusals import BetRefusal
from sabot.table.state import TableState

Publish = Callable[[TableState, Sequence[e.Event]], None]

REST_MS = 1_000
"""How long a table sleeps at most when nothing is due."""


class TableSteps:
    """Decides with one engine and tells what came of it."""

    def __init__(
        self,
        engine: TableEngine,
        *,
        answers: AnswerStore,
        clock: Clock,
        time: TableTime,
        sleep: Sleep,
        publish: Publish,
        desk: WalletDesk | None,
    ) -> None:
        self.engine = engine
        self.failures = 0  # rounds that broke since one came to its result
        self.watchers = Watchers()
        self.pending = PendingReplies(engine.state.table_id, desk, self._hear)
        self._answers = answers
        self._clock = clock
        self._time = time
        self._sleep = sleep
        self._publish = publish

    def start(self) -> None:
        """The table was read from the disk: its felt is empty, and its clock begins."""
        self.engine.funds.recovered(self.engine.state.table_id)
        self.engine.start_clock(self._clock.monotonic_ms())

    def rest_ms(self) -> int:
        """How long the table may sleep: until its window ends, or `REST_MS`."""
        now = self._clock.monotonic_ms()
        if self.engine.ready(now):
            return 0
        deadline = self.engine.wake_ms()
        return REST_MS if deadline is None else max(0, min(REST_MS, deadline - now))

    def due(self) -> Sequence[Envelope]:
        """The commands of the clock."""
        return self._time.commands(self.engine)

    def _hear(self, op_id: str, heard: Heard) -> None:
        if self.engine.hear(op_id, heard):
            self._sleep.wake()

    def decide(self, envelopes: Sequence[Envelope], *, after: Work | None) -> Work:
        """Decide commands on top of `after`, or of the stored table; changes nothing yet."""
        return self.engine.prepare(envelopes, wall_ms=self._clock.wall_ms(), after=after)

    def dropped(self, work: Work) -> None:
        """A decided step has not happened, or its outcome is unknown."""
        self.engine.dropped(work)

    def clock_is_due(self) -> bool:
        """Whether the clock has a command, which comes before further bets."""
        return bool(self.due())

    async def happened(self, step: Step) -> None:
        """A step is stored: apply it, publish it and answer its commands."""
        step.over = True
        self._apply(step.work)
        self._tell(step.work, step.batch, await self._first_answers(step.work))

    def _apply(self, work: Work) -> None:
        """Apply a stored step, before any look-up that could fail."""
        self.engine.applied(work, now_ms=self._clock.monotonic_ms())
        if work.events:
            self._publish(self.engine.state, work.events)
            if any(isinstance(event, e.RoundSettled) for event in work.events):
                self.failures = 0  # A round that came to its result: the table works.

    def _tell(self, work: Work, batch: Sequence[Waiting], replies: Sequence[Reply]) -> None:
        """Answer a batch, and wake the tasks that wait for the table."""
        self.pending.tell(batch, replies, still_on_hold=self.engine.on_hold)
        for key, reply in work.released.items():
            self.pending.answer(key, reply)
        self.pending.take_up(work.unit.wallet_ops)
        self.watchers.wake(only_bets=work.only_bets)

    def refused_by_store(self, step: Step, failure: CommitFailure) -> None:
        """Answer a command that cannot be stored, or that the store has answered earlier."""
        waiting = step.batch[0]
        envelope = waiting.envelope
        if failure is CommitFailure.BELOW_FLOOR:
            self.engine.funds.forget()
            reply = refusal(envelope, Refused(BetRefusal.INSUFFICIENT_BALANCE))
        else:
            known = self._answers.answers({envelope.key, *step.work.released})
            table, seals = self.engine.state.table_id, self.engine.seals
            reply = as_answered(envelope, known.get(envelope.key), table=table, seals=seals)
            self.engine.give_up(envelope.key)
            self.pending.answer(envelope.key, reply)
            self._give_up(known)
        waiting.answer(reply)

    def _give_up(self, known: Mapping[Key, CommandRow]) -> None:
        """Stop waiting for wallets where a command already has a stored answer."""
        for key, row in known.items():
            self.engine.give_up(key)
            self.pending.answer_as_stored(row)

    async def _first_answers(self, work: Work) -> Sequence[Reply]:
        """I4: a command accepted before a restart keeps its answer, whatever it would get now."""
        known = await earlier_answers(work, self._answers)
        if not known:
            return work.replies
        self._give_up(known)
        return replies_with(known, work, self.engine.seals)
