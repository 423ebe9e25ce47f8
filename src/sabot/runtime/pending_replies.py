"""Commands on hold: they are answered when an operator's wallet has said yes or no.

Owns the senders that wait for each command, and the way to the desk that asks wallets. The table
hears (`hear`) what became of an operation, and decides; without a desk no wallet can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sabot.runtime.debits import Key, OnHold
from sabot.runtime.steps import Waiting, as_answered
from sabot.service.ports import CommandRow, WalletOpRow, WalletOpState
from sabot.service.refusals import TableFault
from sabot.service.tables.envelopes import Reply
from sabot.service.wallets.calls import Heard, Refusal, RefusedBy
from sabot.service.wallets.desk import WalletDesk
from sabot.table.refusals import CommandRefusal


class PendingReplies:
    """The senders of one table whose commands wait for a wallet."""

    def __init__(
        self, table: str, desk: WalletDesk | None, hear: Callable[[str, Heard], None]
    ) -> None:
        self._table = table
        self.desk = desk
        self._hear = hear
        self.waiting: dict[Key, list[Waiting]] = {}

    def tell(
        self,
        batch: Sequence[Waiting],
        replies: Sequence[Reply],
        *,
        still_on_hold: Callable[[Key], bool],
    ) -> None:
        """Answer a batch of commands, and keep the senders of those on hold for later.

        A command that was on hold and is decided in this batch answers all its earlier copies.
        """
        for waiting, reply in zip(batch, replies, strict=True):
            if type(reply) is OnHold:
                self._keep(waiting)
                continue
            waiting.answer(reply)
            key = waiting.envelope.key
            if self.waiting and reply.code != CommandRefusal.OTHER_BODY and not still_on_hold(key):
                self.answer(key, reply)

    def _keep(self, waiting: Waiting) -> None:
        self.waiting.setdefault(waiting.envelope.key, []).append(waiting)

    def answer(self, key: Key, reply: Reply) -> None:
        """Answer every copy of a command that waited while it was on hold."""
        for waiting in self.waiting.pop(key, ()):
            waiting.answer(reply)

    def answer_as_stored(self, row: CommandRow) -> None:
        """A command need not wait: the disk has its answer."""
        for waiting in self.waiting.pop((row.actor, row.cmd_id), ()):
            waiting.answer(as_answered(waiting.envelope, row, table=self._table))

    def answer_all(self, code: str) -> None:
        """Answer every waiting command with an error; its sender asks again."""
        for key in list(self.waiting):
            self.answer(key, Reply(cmd_id=key[1], accepted=False, code=code))

    def take_up(self, rows: Sequence[WalletOpRow]) -> None:
        """What is on the disk may be sent."""
        if not rows:
            return
        if self.desk is not None:
            self.desk.take_up(rows, self._hear)
            return
        for row in rows:
            if row.state is WalletOpState.ASKED:
                self._hear(row.id, RefusedBy(Refusal.UNAVAILABLE))

    def recover(self, rows: Callable[[], Iterable[WalletOpRow]]) -> None:
        """Cancel the debits that the disk has as asked: no command waits for them any more."""
        self.answer_all(TableFault.STARTED_AGAIN)
        if self.desk is not None:
            mine = (row for row in rows() if row.round_id.rpartition("-")[0] == self._table)
            self.desk.recover(mine)
