"""One table, one task, one bounded inbox: decide, store, evolve, publish, in that order.

The host turns time into commands and the store's answers into acknowledgements. It keeps no rule
of its own. When something unforeseen breaks in its table it records an incident and voids the
round; when the next round breaks too, it switches the table off and calls the shift manager. A
table that the disk cannot give back is out of order (`out_of_order`). Other tables never notice.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence

import msgspec

from sabot.errors import Corrupt, Refused, Unavailable
from sabot.service.batch import ON_HOLD
from sabot.service.committer import FULL, Committer
from sabot.service.confirms import APART
from sabot.service.debits import Key
from sabot.service.engine import TableEngine, Work
from sabot.service.envelopes import Envelope, Reply, refusal
from sabot.service.on_hold import Held
from sabot.service.out_of_order import CODE as OUT_OF_ORDER
from sabot.service.out_of_order import OutOfOrder, in_place_of, out_of_order
from sabot.service.ports import Clock, CommandRow, CommitFailure, Store
from sabot.service.recovery import CANNOT_WRITE, SteppedDown, in_a_thread, show_again, try_to_write
from sabot.service.sleep import Sleep
from sabot.service.steps import (
    OTHER_BODY,
    Answer,
    Step,
    Waiting,
    answer_all,
    as_answered,
    earlier_answers,
    replies_with,
)
from sabot.service.table_time import TableTime, by_itself
from sabot.service.wallet_desk import WalletDesk
from sabot.service.wallets import Heard
from sabot.service.watchers import Watchers
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.staging import Preferences
from sabot.table.state import TableState

INBOX_MAX = 20_000
"""Commands that may wait at one table; beyond it they are refused at once."""

BATCH_MAX = 200
"""Commands decided together."""

AHEAD_MAX = 8
"""Steps of one table that may be on their way to the disk at once."""

REST_MS = 1_000
"""How long a table sleeps at most when nothing is due."""

RETRY_SECONDS = 0.5
"""Between two attempts to reach a store that does not answer."""

ROOM_SECONDS = 2
"""Between two looks whether a full disk has room again."""

FATAL = "store/io_error"

log = logging.getLogger("sabot.host")

Publish = Callable[[TableState, Sequence[e.Event]], None]


class TableHost:
    """Runs one engine."""

    def __init__(
        self,
        engine: TableEngine,
        *,
        committer: Committer,
        store: Store,
        clock: Clock,
        reload: Callable[[], TableEngine],
        publish: Publish = lambda _state, _events: None,
        desk: WalletDesk | None = None,
        fault: OutOfOrder | None = None,
        on_fault: Callable[[OutOfOrder], None] = lambda _fault: None,
        unsure_before_ms: int = 0,
    ) -> None:
        self.engine = engine
        self.out_of_order = fault
        self.cannot_write = False  # the store is full or away: the table stands still
        self.store_error = ""  # and what the store said
        self._on_fault = on_fault
        self._failed: Exception | None = None
        self._full: Unavailable | None = None  # what a write of another table found
        self._held = Held(engine.state.table_id, desk, self._hear)
        self._committer = committer
        self._store = store
        self._clock = clock
        self._reload = reload
        self._publish = publish
        self._inbox: deque[Waiting] = deque()
        self._under_way: deque[Step] = deque()
        self._goes_ahead = True
        self._sleep = Sleep()
        self._watchers = Watchers()
        self._failures = 0
        self._time = TableTime(clock, unsure_before_ms=unsure_before_ms)

    @property
    def state(self) -> TableState:
        """The table as it is on disk."""
        return self.engine.state

    # --- the outside ------------------------------------------------------------------------------

    async def submit(self, envelope: Envelope) -> Reply:
        """Send a command and wait for its answer."""
        return await self.ask(envelope)

    def ask(self, envelope: Envelope) -> asyncio.Future[Reply]:
        """Send a command; the answer comes when it is durable."""
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.send(envelope, lambda reply: None if answer.done() else answer.set_result(reply))
        return answer

    def send(self, envelope: Envelope, answer: Answer) -> None:
        """Send a command; it is answered when it is durable. The network says when it came."""
        if not envelope.received_ms:
            now = self._clock.monotonic_ms()
            envelope = msgspec.structs.replace(envelope, received_ms=now)
        if self.out_of_order is not None:
            answer(refusal(envelope, Unavailable(OUT_OF_ORDER)))
        elif self.cannot_write:
            answer(refusal(envelope, Unavailable(CANNOT_WRITE)))
        elif len(self._inbox) < INBOX_MAX:
            self._inbox.append(Waiting(envelope, answer))
            self._sleep.wake()
        else:
            answer(refusal(envelope, Unavailable("table/busy")))

    def fail(self, error: Exception) -> None:
        """Something the table needs cannot be read: it is out of order once its step is stored."""
        self._failed = self._failed or error
        self._sleep.wake()

    def heartbeat(self) -> None:
        """The studio is there (P5)."""
        self._time.heard()

    def wish(self, player: str, wishes: Preferences) -> None:
        """A player's wishes, from the next round on in which they put a chip down (P3)."""
        self.engine.wish(player, wishes)

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        """Wait until something happened, more than bets if need be, or for so many seconds."""
        await self._watchers.wait(within, beyond_bets=beyond_bets)

    # --- the loop ---------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the table until cancelled, fenced off or out of order."""
        if self.out_of_order is not None:
            return
        self._start()
        try:
            with self._committer.telling_when_full(self._store_is_full):
                await self._run()
        except (SteppedDown, Unavailable):
            raise
        except Exception as error:
            # Not even the disk gives the table back: it stands still, and the others do not.
            log.exception("table_id=%s out of order", self.state.table_id)
            self._close_down(out_of_order(self.state.table_id, error))

    async def _run(self) -> None:
        while True:
            batch = await self._gather()
            if self._failed is not None:
                self._abandon(batch, Unavailable(OUT_OF_ORDER))
                raise self._failed
            try:
                if self._full is None:
                    await self._serve_or_start_again(batch)
                else:
                    self._abandon(batch, Unavailable(CANNOT_WRITE))
                    await self._reloaded(self._full)
            except SteppedDown:
                self._abandon(batch, Unavailable("table/owner_changed"))
                self._let_go()
                self._held.answer_all("table/owner_changed")
                raise

    async def _serve_or_start_again(self, batch: Sequence[Waiting]) -> None:
        """Serve a batch; when something breaks, go on from what the disk knows."""
        try:
            await self._serve(batch)
        except SteppedDown:
            raise
        except Unavailable as error:
            self._abandon(batch, error)
            await self._reloaded(error)
        except Exception as error:
            # One table's bug must not stop the others.
            log.exception("table_id=%s seq=%s", self.state.table_id, self.state.seq)
            self._abandon(batch, Corrupt("table/malfunction", reason=type(error).__name__))
            await self._contain(error)

    def _close_down(self, fault: OutOfOrder) -> None:
        """Answer what waits, and show the table as closed."""
        error = Unavailable(OUT_OF_ORDER)
        self.out_of_order = fault
        self._abandon(tuple(self._inbox), error)
        self._inbox.clear()
        self._let_go()
        self._held.answer_all(OUT_OF_ORDER)
        self.engine.funds.recovered(self.state.table_id)
        self.engine = in_place_of(self.engine)
        self._on_fault(fault)
        show_again(self.state, self._publish)
        self._watchers.wake()

    def _start(self) -> None:
        """The table was read from the disk: its felt is empty, and its clock begins."""
        self.engine.funds.recovered(self.state.table_id)
        self.engine.start_clock(self._clock.monotonic_ms())

    async def _gather(self) -> list[Waiting]:
        """What waits in the inbox, and what the clocks say."""
        inbox = self._inbox
        batch: list[Waiting] = []
        while not batch and self._failed is None and self._full is None:
            if not inbox:
                await self._sleep.until(self._sleep_ms())
            batch = [inbox.popleft() for _ in range(min(len(inbox), BATCH_MAX))]
            batch += map(Waiting, self._time.commands(self.engine))
        return batch

    def _sleep_ms(self) -> int:
        """Until the window in play is over, or for a moment."""
        now = self._clock.monotonic_ms()
        if self.engine.ready(now):
            return 0
        deadline = self.engine.wake_ms()
        return REST_MS if deadline is None else max(0, min(REST_MS, deadline - now))

    async def _serve(self, batch: Sequence[Waiting]) -> None:
        """Decide and store a batch; who bets meanwhile is decided on top of it, and so on.

        What was decided first is stored, published and answered first.
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
                await self._sleep.until_woken()  # a step is stored, or a command comes

    def _decided(self, batch: Sequence[Waiting], *, after: Work | None = None) -> Step:
        """A batch, decided and on its way to the disk."""
        envelopes = [waiting.envelope for waiting in batch]
        work = self.engine.prepare(envelopes, wall_ms=self._clock.wall_ms(), after=after)
        return Step(batch, work, self._stored(work))

    def _stored(self, work: Work) -> asyncio.Future[CommitFailure | None]:
        """When the disk has a step, or has said why not."""
        unit = work.unit
        if unit.events or unit.commands or unit.wallet_ops or unit.shoe_secrets:
            stored = self._committer.commit(unit)
            stored.add_done_callback(self._sleep.wake)
        else:
            stored = asyncio.get_running_loop().create_future()
            stored.set_result(None)
        return stored

    def _more_bets(self, work: Work) -> list[Waiting]:
        """Those who wait first and only bet, if more can be decided on top of this.

        When a clock has something to say, that comes next, once everything is stored.
        """
        inbox = self._inbox
        if not inbox or not self._goes_ahead or len(self._under_way) >= AHEAD_MAX:
            return []
        if not work.only_bets or self._time.commands(self.engine):
            return []
        batch: list[Waiting] = []
        while inbox and len(batch) < BATCH_MAX and type(inbox[0].envelope.command) in APART:
            batch.append(inbox.popleft())
        return batch

    def _go_ahead(self, batch: Sequence[Waiting], *, after: Work) -> None:
        """Decide on what is not stored yet; what breaks there breaks again, alone."""
        try:
            self._under_way.append(self._decided(batch, after=after))
        except Exception:  # noqa: BLE001
            self._inbox.extendleft(reversed(batch))
            self._goes_ahead = False

    async def _finish(self, step: Step) -> None:
        """What is on the disk has happened, and is told; what is not there has not."""
        failure = step.stored.result()
        if failure is None:
            await self._happened(step)
            return
        if failure is CommitFailure.FENCED:
            raise SteppedDown
        await self._take_back()
        if len(step.batch) == 1:
            self._refused_by_store(step, failure)
            return
        for one in step.batch:  # One of them cannot be stored: let each stand for itself.
            await self._alone(one)

    async def _take_back(self) -> None:
        """Decide again what stood on a failed step, once none of it is on its way any more."""
        await asyncio.wait([step.stored for step in self._under_way])
        for step in self._under_way:
            if isinstance(error := step.stored.exception(), Unavailable):
                raise error  # of this one nobody knows: the disk has to be read
        while len(self._under_way) > 1:
            later = self._under_way.pop()
            self._forget(later)
            self._inbox.extendleft(reversed(later.batch))
        self._forget(self._under_way[0])

    def _forget(self, step: Step) -> None:
        """A step has not happened, or nobody knows; who has to know reads it from the disk."""
        if not step.over:
            step.over = True
            self.engine.dropped(step.work)
            step.look_away()

    async def _alone(self, waiting: Waiting) -> None:
        """Decide, store and tell a single command, while nothing else is under way."""
        step = self._decided([waiting])
        self._under_way.append(step)
        await asyncio.wait([step.stored])
        failure = step.stored.result()
        if failure is None:
            await self._happened(step)
        elif failure is CommitFailure.FENCED:
            raise SteppedDown
        else:
            self._forget(step)
            self._refused_by_store(step, failure)
        self._under_way.pop()

    async def _happened(self, step: Step) -> None:
        """A step is on the disk: everybody may know."""
        step.over = True
        self._apply(step.work)
        self._tell(step.work, step.batch, await self._first_answers(step.work))

    def _abandon(self, batch: Sequence[Waiting], error: Unavailable | Corrupt) -> None:
        """Nothing of what was begun goes on: whoever waits for it asks again."""
        for step in self._under_way:
            answer_all(step.batch, error)
        answer_all(batch, error)

    def _let_go(self) -> None:
        """What became of what was under way is on the disk; until it was read nobody could know."""
        for step in self._under_way:
            self._forget(step)
        self._under_way.clear()

    def _apply(self, work: Work) -> None:
        """What is on disk has happened, whatever else there is to look up."""
        self.engine.applied(work, now_ms=self._clock.monotonic_ms())
        if work.events:
            self._publish(self.engine.state, work.events)
            if any(isinstance(event, e.RoundSettled) for event in work.events):
                self._failures = 0  # A round that came to its result: the table works.

    def _tell(self, work: Work, batch: Sequence[Waiting], replies: Sequence[Reply]) -> None:
        """Answer a batch, and wake who waits for the table."""
        held = self._held
        for waiting, reply in zip(batch, replies, strict=True):
            if reply.code == ON_HOLD and waiting.envelope.key in work.held:
                held.keep(waiting)
                continue
            waiting.answer(reply)
            if held.waiting and reply.code != OTHER_BODY:
                self._answer_held(waiting.envelope.key, reply)
        for key, reply in work.released.items():
            held.answer(key, reply)
        held.take_up(work.unit.wallet_ops)
        self._watchers.wake(only_bets=work.only_bets)

    def _answer_held(self, key: Key, reply: Reply) -> None:
        """Answer every copy of a command that was on hold, and is not any more."""
        if not self.engine.on_hold(key):
            self._held.answer(key, reply)

    def _refused_by_store(self, step: Step, failure: CommitFailure) -> None:
        """A single command that cannot be stored, or the answer to one that waits for it."""
        waiting = step.batch[0]
        envelope = waiting.envelope
        if failure is CommitFailure.BELOW_FLOOR:
            self.engine.funds.forget()
            reply = refusal(envelope, Refused("bet/insufficient_balance"))
        else:
            known = self._store.commands({envelope.key, *step.work.released})
            table, seals = self.state.table_id, self.engine.seals
            reply = as_answered(envelope, known.get(envelope.key), table=table, seals=seals)
            self.engine.give_up(envelope.key)
            self._held.answer(envelope.key, reply)
            self._give_up(known)
        waiting.answer(reply)

    def _give_up(self, known: Mapping[Key, CommandRow]) -> None:
        """What has its answer, from before or from another table, waits for no wallet any more."""
        for key, row in known.items():
            self.engine.give_up(key)
            self._held.answer_as_stored(row)

    async def _first_answers(self, work: Work) -> Sequence[Reply]:
        """I4: a command accepted before a restart keeps its answer, whatever it would get now."""
        known = await earlier_answers(work, self._store)
        if not known:
            return work.replies
        self._give_up(known)
        return replies_with(known, work, self.engine.seals)

    async def _reloaded(self, error: Unavailable | None = None) -> None:
        """The disk is the truth and memory is worth nothing: start again from it, when it can.

        In a thread: whoever claims a table waits until the scribe is heard, and the loop hears it.
        """
        while True:
            if error is not None and error.code == FATAL:
                raise error  # A disk that failed to synchronise ends the process (design, point 7).
            if error is not None and error.code == FULL:
                self._stand_still(error)
                await asyncio.sleep(ROOM_SECONDS)
            try:
                engine = await in_a_thread(self._reload)
                engine.felt.keep_wishes_of(self.engine.felt)
                self.engine = engine
                self._let_go()
                self.engine.funds.forget()  # Money may have moved that nobody here heard of.
                self._held.recover(self._store.open_wallet_ops)
                if self.cannot_write:
                    await try_to_write(self._committer, self.engine)
            except Unavailable as again:
                log.warning("table_id=%s waits for the store: %s", self.state.table_id, again)
                error = again
                self._stand_still(error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self.cannot_write, self._full = False, None
                self._start()
                show_again(self.state, self._publish)
                return

    def _store_is_full(self, error: Unavailable) -> None:
        """A write of another table found no room: stand still before a player's command does."""
        self._full = error
        self._stand_still(error)
        self._sleep.wake()

    def _stand_still(self, error: Unavailable) -> None:
        """Show a pause until the store is back, and refuse what waits: nothing runs later."""
        self.store_error = error.code
        answer_all(tuple(self._inbox), Unavailable(CANNOT_WRITE))
        self._inbox.clear()
        if not self.cannot_write:
            self.cannot_write = True
            show_again(self.state, self._publish)

    def _hear(self, op_id: str, heard: Heard) -> None:
        if self.engine.hear(op_id, heard):
            self._sleep.wake()

    async def _contain(self, error: Exception) -> None:
        """Void the round that broke; switch the table off when that does not help."""
        self._failures += 1
        await self._reloaded()
        remedy = c.ReportMalfunction(detail=type(error).__name__, again=self._failures > 1)
        try:
            await self._alone(Waiting(by_itself(self.state, remedy)))
        except SteppedDown:
            raise
        except Unavailable as unheard:
            await self._reloaded(unheard)
        except Exception as again:
            log.exception("table_id=%s not contained", self.state.table_id)
            self._abandon((), Corrupt("table/malfunction", reason=type(again).__name__))
            self._let_go()
            await asyncio.sleep(1)
