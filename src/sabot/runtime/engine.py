"""One table's step from commands to a durable unit: the same code live and in simulation.

The engine is synchronous and never waits. `prepare` decides a batch of commands on a scratch state
and returns the unit to be stored; only `applied` changes the table. Nothing is acknowledged or
shown in between, so a crash never undoes anything that a player saw (I4).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sabot.runtime.batch import Batch
from sabot.runtime.debits import CLOSE, CashOf, Debits, Key
from sabot.runtime.scratch import Answers, Work
from sabot.service.money.funds import FundsBook
from sabot.service.players.directory import Directory
from sabot.service.ports import Head, Seals
from sabot.service.proof.fairness import Proofs
from sabot.service.tables.card_sets import CardSets, NoCardSets
from sabot.service.tables.envelopes import Envelope, Reply, from_house
from sabot.service.tables.staged_chips import Felt
from sabot.service.wallets.calls import Heard
from sabot.table import commands as c
from sabot.table.betting import open_to
from sabot.table.chips import KnownLayouts
from sabot.table.draft import CheckEyes, two_names
from sabot.table.golden import Chip
from sabot.table.phases import Phase
from sabot.table.staging import Preferences
from sabot.table.state import TableState
from sabot.table.verdicts import CodeOf, Means, no_code

__all__ = ["TableEngine", "Work"]

ANSWERS_MAX = 5_000
"""Replies remembered once their round is over; the store has those that became events."""

ANSWERS_OF_ROUND_MAX = 100_000
"""Replies remembered in one round, about 70 MB. Chips are in no store, so a copy of a chip is known
by these alone: when no more fit, the table takes no new chip until the next round."""


class TableEngine:
    """The owner of one table."""

    def __init__(
        self,
        state: TableState,
        head: Head,
        *,
        directory: Directory,
        funds: FundsBook,
        seals: Seals,
    ) -> None:
        self.state = state
        self.seals = seals
        self.epoch = head.epoch
        self.head_hash = head.hash
        self.felt = Felt()
        self.layouts = KnownLayouts()
        self.deadline_ms: int | None = None
        self.directory = directory
        self.funds = funds
        self.table_funds: CashOf = partial(funds.available, table=state.table_id)
        self.shortfall: CodeOf = partial(funds.shortfall, table=state.table_id)
        self.means = Means(
            cash=self.table_funds,
            golden=self._golden,
            short=self.shortfall,
            locked=no_code if funds.restraint is None else funds.lock,
        )
        self._answers: Answers = {}
        self._older_answers: Answers = {}
        self._answers_since = state.rounds  # the round in which the newer ones begin
        self.debits = Debits(head.epoch)
        self.proofs = Proofs()
        self.check_eyes: CheckEyes = two_names  # the house knows who gave whom a role
        self.sets: CardSets = NoCardSets()  # and the sets of real cards

    def _golden(self, player: str, token: str) -> Chip:
        """What is left of a golden chip, for the game that is played here."""
        variant = self.state.settings.variant.id
        return self.funds.golden(player, token, table=self.state.table_id, variant=variant)

    def prepare(
        self, envelopes: Sequence[Envelope], *, wall_ms: int, after: Work | None = None
    ) -> Work:
        """Decide a batch, on the table or on what is being stored; neither has changed yet."""
        batch = Batch(self, wall_ms, after=after)
        try:
            replies = [batch.decide(envelope) for envelope in envelopes]
            batch.confirms.settle()
        except BaseException:
            # A bug in one table: nothing of the batch will be stored, so nothing stays promised.
            self.funds.release(batch.table.transfers, batch.table.stakes)
            self.funds.asked(batch.table.wallet_ops)
            self.sets.dropped(batch.table.acts)
            raise
        work = batch.table.work(envelopes, replies, batch.replies_released())
        self._remember(work.answers)
        return work

    def bets_for(self, state: TableState) -> str:
        """What a chip has to name: its round, and this owner's time at the table.

        A chip that lay here before the table was read again names another one, so it cannot be
        put down twice (ADR 0030). Empty when no chip can be put down.
        """
        round_id = open_to(state) if state.config is not None else ""
        return f"{round_id}@{self.epoch}" if round_id else ""

    def answer_to(self, key: Key) -> tuple[bytes, Reply] | None:
        """What a command was answered, or will be once its step is stored."""
        return self._answers.get(key) or self._older_answers.get(key)

    def applied(self, work: Work, *, now_ms: int) -> None:
        """The unit is stored: the table has changed."""
        before = self.state.timer
        # First of all: whatever breaks after this, no money stays promised.
        self.funds.book(work.unit.transfers, work.unit.stakes)
        self.funds.asked(work.unit.wallet_ops)
        self.sets.stored(work.unit.acts)
        if self.funds.restraint is not None:
            bets = {} if self.state.round is None else self.state.round.bets
            self.funds.restraint.booked(work.unit, work.events, bets)
        self.state = work.state
        self.head_hash = work.head_hash
        self._reserve_chips(work.felt)
        if self.state.timer is None:
            self.deadline_ms = None
        elif self.state.timer != before:
            self.deadline_ms = now_ms + self.state.timer.milliseconds
        if work.debits.steps is not self.debits.steps:
            self.debits = work.debits
            wait_ms = self.state.settings.timers.debits
            self.debits.settle(now_ms=now_ms, wait_ms=wait_ms, deadline_ms=self.deadline_ms)

    def dropped(self, work: Work) -> None:
        """The unit was not stored, or the store did not say whether it was."""
        self.funds.release(work.unit.transfers, work.unit.stakes, perhaps=True)
        self.funds.asked(work.unit.wallet_ops)
        self.sets.dropped(work.unit.acts)
        for key in work.answers:
            self._answers.pop(key, None)
            self._older_answers.pop(key, None)

    def wish(self, player: str, wishes: Preferences) -> None:
        """A player's wishes from the next round on in which they put a chip down (P3)."""
        self.felt.wish(player, wishes)

    def due(self, now_ms: int) -> Envelope | None:
        """The command of the clock, when a window is over."""
        timer = self.state.timer
        if timer is None or self.deadline_ms is None or now_ms < self.deadline_ms:
            return None
        cmd_id = f"{self.state.table_id}:time:{timer.seq}"
        return from_house(cmd_id, c.TimeUp(seq=timer.seq))

    def hear(self, op_id: str, heard: Heard) -> bool:
        """A wallet has decided about a stake; whether a step can go on now."""
        return self.debits.hear(op_id, heard)

    def ready(self, now_ms: int) -> list[Envelope]:
        """The steps that waited for wallets and need not wait any more."""
        if not self.debits.steps:
            return []
        ready = self.debits.ready(now_ms)
        closed = self.state.phase is Phase.CLOSED and CLOSE in self.debits.steps
        if closed and self.debits.is_ripe(CLOSE):
            cmd_id = f"{self.state.table_id}:close:{self.state.seq}"
            ready.append(from_house(cmd_id, c.CloseBets()))
        return ready

    def on_hold(self, key: Key) -> bool:
        """Whether a command waits for a wallet."""
        return key in self.debits.steps

    def give_up(self, key: Key) -> None:
        """A command on hold cannot be stored: what was asked for it is taken back."""
        if key in self.debits.steps:
            self.debits.given_up.add(key)

    def wake_ms(self) -> int | None:
        """When the clock has something to say, if it has."""
        if not self.debits.limits:
            return self.deadline_ms
        ends = [*self.debits.limits.values()]
        if self.deadline_ms is not None:
            ends.append(self.deadline_ms)
        return min(ends, default=None)

    def start_clock(self, now_ms: int) -> None:
        """After recovery the players who are asked get a full new window (R18)."""
        timer = self.state.timer
        self.deadline_ms = None if timer is None else now_ms + timer.milliseconds

    def _reserve_chips(self, felt: Felt) -> None:
        table = self.state.table_id
        if felt.cleared:
            self.funds.unstage(table)
        for player, amount in felt.touched.items():
            self.funds.stage(player, table=table, amount=amount)
        felt.touched, felt.cleared = {}, False
        self.felt = felt

    @property
    def remembers_no_more(self) -> bool:
        """Whether a new command would make this round's earliest ones unknown."""
        return len(self._answers) >= ANSWERS_OF_ROUND_MAX

    def _remember(self, answers: Answers) -> None:
        """Remember answers; those of the round on the table are never forgotten before its end."""
        same_round = self.state.in_round and self.state.rounds == self._answers_since
        if len(self._answers) >= ANSWERS_MAX and not same_round:
            self._answers, self._older_answers = {}, self._answers
            self._answers_since = self.state.rounds
        self._answers.update(answers)
