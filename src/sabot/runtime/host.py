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
from collections.abc import Callable, Sequence

import msgspec

from sabot.errors import Corrupt, Unavailable
from sabot.runtime import pipeline
from sabot.runtime.engine import TableEngine
from sabot.runtime.pipeline import Pipeline
from sabot.runtime.recovery import SteppedDown, show_again
from sabot.runtime.restart import TableRestart
from sabot.runtime.sleep import Sleep
from sabot.runtime.stand_in import in_place_of
from sabot.runtime.steps import Waiting, answer_all
from sabot.runtime.table_steps import Publish, TableSteps
from sabot.runtime.table_time import TableTime
from sabot.service.ports import Clock, Store
from sabot.service.refusals import HouseFault, TableFault
from sabot.service.storage.committer import Committer
from sabot.service.tables.envelopes import Envelope, Reply, refusal
from sabot.service.tables.link import Answer
from sabot.service.tables.out_of_order import OutOfOrder, out_of_order
from sabot.service.tables.staged_chips import Felt
from sabot.service.wallets.desk import WalletDesk
from sabot.table.authority import ActorKind
from sabot.table.staff.reasons import OfTheHouse
from sabot.table.staging import Preferences
from sabot.table.state import TableState
from sabot.table.studio.dealers import is_in_charge

INBOX_MAX = 20_000
"""Commands that may wait at one table; beyond it they are refused at once."""

OF_THE_STUDIO = (ActorKind.DEALER, ActorKind.DEVICE)
"""Whose commands show that a studio is there (P5)."""

log = logging.getLogger("sabot.host")


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
        self.out_of_order = fault
        self._on_fault = on_fault
        self._failed: Exception | None = None
        self._committer = committer
        self._clock = clock
        self._publish = publish
        self._inbox: deque[Waiting] = deque()
        self._sleep = Sleep()
        self._time = TableTime(clock, unsure_before_ms=unsure_before_ms)
        self._steps = TableSteps(
            engine,
            answers=store.answers,
            clock=clock,
            time=self._time,
            sleep=self._sleep,
            publish=publish,
            desk=desk,
        )
        self._pipeline = Pipeline(self._steps, committer, self._inbox, self._sleep)
        self._restart = TableRestart(
            self._steps,
            self._pipeline,
            self._inbox,
            self._sleep,
            committer=committer,
            store=store,
            reload=reload,
            publish=publish,
        )

    @property
    def engine(self) -> TableEngine:
        """What decides at this table."""
        return self._steps.engine

    @property
    def state(self) -> TableState:
        """The table as it is on disk."""
        return self.engine.state

    @property
    def epoch(self) -> int:
        """The number of this owner's time at the table."""
        return self.engine.epoch

    @property
    def deadline_ms(self) -> int | None:
        """When the present window ends, on the monotonic clock; None without one."""
        return self.engine.deadline_ms

    @property
    def staged(self) -> Felt:
        """Chips that players have put down and not yet bet."""
        return self.engine.felt

    def bets_for(self, state: TableState) -> str:
        """The round that a chip has to name; empty when no chip can be put down."""
        return self.engine.bets_for(state)

    @property
    def cannot_write(self) -> bool:
        """Whether the table stands still because the store is full or away."""
        return self._restart.cannot_write

    @property
    def store_error(self) -> str:
        """What the store said when it could not write."""
        return self._restart.store_error

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
        if envelope.actor_kind in OF_THE_STUDIO:
            self.hear_studio(
                actor=envelope.actor, actor_kind=envelope.actor_kind, console=envelope.console
            )
        if not envelope.received_ms:
            now = self._clock.monotonic_ms()
            envelope = msgspec.structs.replace(envelope, received_ms=now)
        if self.out_of_order is not None:
            answer(refusal(envelope, Unavailable(TableFault.OUT_OF_ORDER)))
        elif self._restart.cannot_write:
            answer(refusal(envelope, Unavailable(HouseFault.CANNOT_WRITE)))
        elif len(self._inbox) < INBOX_MAX:
            self._inbox.append(Waiting(envelope, answer))
            self._sleep.wake()
        else:
            answer(refusal(envelope, Unavailable(TableFault.BUSY)))

    def fail(self, error: Exception) -> None:
        """Something the table needs cannot be read: it is out of order once its step is stored."""
        self._failed = self._failed or error
        self._sleep.wake()

    def heartbeat(self) -> None:
        """Note a sign of life from the studio (P5)."""
        self._time.heard()

    def hear_studio(self, *, actor: str, actor_kind: ActorKind, console: str = "") -> bool:
        """Note a word of the studio, and say whether it was one.

        A device speaks for it, and the dealer in charge at their own console. Where no dealer is in
        charge every dealer does.
        """
        state = self.state
        speaks = actor_kind is ActorKind.DEVICE
        if actor_kind is ActorKind.DEALER:
            alone = state.dealer is None
            speaks = alone or is_in_charge(state, actor=actor, console=console)
        if speaks:
            self._time.heard()
        return speaks

    @property
    def studio_silent_ms(self) -> int | None:
        """How long the studio of a live table has been silent; None at a virtual one (P5)."""
        config = self.state.config
        return self._time.silent_ms if config is not None and self.state.settings.live else None

    def wish(self, player: str, wishes: Preferences) -> None:
        """A player's wishes, from the next round on in which they put a chip down (P3)."""
        self.engine.wish(player, wishes)

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        """Wait for a change, on request for one beyond bets, at most for these seconds."""
        await self._steps.watchers.wait(within, beyond_bets=beyond_bets)

    # --- the loop ---------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the table until cancelled, fenced off or out of order."""
        if self.out_of_order is not None:
            return
        self._steps.start()
        try:
            with self._committer.telling_when_full(self._restart.store_is_full):
                await self._run()
        except (SteppedDown, Unavailable):
            raise
        except Exception as error:
            # The table cannot be read from the disk either. It stops; the other tables go on.
            log.exception("table_id=%s out of order", self.state.table_id)
            self._close_down(out_of_order(self.state.table_id, error))

    async def _run(self) -> None:
        while True:
            batch = await self._gather()
            if self._failed is not None:
                self._abandon(batch, Unavailable(TableFault.OUT_OF_ORDER))
                raise self._failed
            try:
                if self._restart.full is None:
                    await self._serve_or_start_again(batch)
                else:
                    self._abandon(batch, Unavailable(HouseFault.CANNOT_WRITE))
                    await self._restart.reloaded(self._restart.full)
            except SteppedDown:
                self._abandon(batch, Unavailable(TableFault.OWNER_CHANGED))
                self._pipeline.let_go()
                self._steps.pending.answer_all(TableFault.OWNER_CHANGED)
                raise

    async def _serve_or_start_again(self, batch: Sequence[Waiting]) -> None:
        """Serve a batch; when something breaks, go on from what the disk knows."""
        try:
            await self._pipeline.serve(batch)
        except SteppedDown:
            raise
        except Unavailable as error:
            self._abandon(batch, error)
            await self._restart.reloaded(error)
        except Exception as error:
            # One table's bug must not stop the others.
            log.exception("table_id=%s seq=%s", self.state.table_id, self.state.seq)
            self._abandon(batch, Corrupt(OfTheHouse.MALFUNCTION, reason=type(error).__name__))
            await self._restart.contain(error)

    def _close_down(self, fault: OutOfOrder) -> None:
        """Answer what waits, and show the table as closed."""
        error = Unavailable(TableFault.OUT_OF_ORDER)
        self.out_of_order = fault
        self._abandon(tuple(self._inbox), error)
        self._inbox.clear()
        self._pipeline.let_go()
        self._steps.pending.answer_all(TableFault.OUT_OF_ORDER)
        self.engine.funds.recovered(self.state.table_id)
        self._steps.engine = in_place_of(self.engine)
        self._on_fault(fault)
        show_again(self.state, self._publish)
        self._steps.watchers.wake()

    async def _gather(self) -> list[Waiting]:
        """Take the commands that wait in the inbox, and those of the clocks."""
        inbox = self._inbox
        batch: list[Waiting] = []
        while not batch and self._failed is None and self._restart.full is None:
            if not inbox:
                await self._sleep.until(self._steps.rest_ms())
            batch = [inbox.popleft() for _ in range(min(len(inbox), pipeline.BATCH_MAX))]
            batch += map(Waiting, self._steps.due())
        return batch

    def _abandon(self, batch: Sequence[Waiting], error: Unavailable | Corrupt) -> None:
        """Drop every step under way; the senders get an error and ask again."""
        self._pipeline.abandon(error)
        answer_all(batch, error)
