"""Commands on hold: they are answered when an operator's wallet has said yes or no.

Owns who waits for which of them, and the way to the desk that asks wallets. What became of an
operation is told to the table (`hear`), which decides; without a desk every wallet is away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sabot.service.debits import Key
from sabot.service.envelopes import Reply
from sabot.service.ports import CommandRow, WalletOpRow, WalletOpState
from sabot.service.steps import Waiting, as_answered
from sabot.service.wallet_desk import WalletDesk
from sabot.service.wallets import Heard, Refusal, RefusedBy


class Held:
    """Those who wait for a wallet at one table."""

    def __init__(
        self, table: str, desk: WalletDesk | None, hear: Callable[[str, Heard], None]
    ) -> None:
        self._table = table
        self.desk = desk
        self._hear = hear
        self.waiting: dict[Key, list[Waiting]] = {}

    def keep(self, waiting: Waiting) -> None:
        """Answer it later, as every copy of the same command."""
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
        """Nobody will know what becomes of them: whoever waits asks again."""
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
        """Nobody knows any more what was asked for: what the disk has as asked is taken back."""
        self.answer_all("table/started_again")
        if self.desk is not None:
            mine = (row for row in rows() if row.round_id.rpartition("-")[0] == self._table)
            self.desk.recover(mine)
