"""One operator's wallet as the desk uses it: its queues, and whether it answers.

An operator that is silent counts as out of order: its players cannot bet until a question about a
balance, which delays no player, is answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count

from sabot.service.players.directory import Directory
from sabot.service.wallets import lanes
from sabot.service.wallets.balance_requests import BalanceRequests
from sabot.service.wallets.calls import Answer, Operator, Unknown, their_id
from sabot.service.wallets.lanes import Breaker, Jitter, Lane

log = logging.getLogger("sabot.wallets")

SILENCE_MS = 1_000
"""How long a debit has to be in the air to count as a silence when it is called off."""

Attempt = Callable[[str], Awaitable[None]]
"""One attempt at an operation."""


class OperatorLine:
    """The line to one operator."""

    def __init__(
        self,
        name: str,
        operator: Operator,
        *,
        directory: Directory,
        ask: Attempt,
        credit: Attempt,
        refresh: Callable[[str], Awaitable[Answer]],
        jitter: Jitter,
    ) -> None:
        self.name = name
        self.wallet = operator.wallet
        self.currency = operator.currency
        self.breaker = Breaker()
        self.debits = Lane(f"debits {name}", ask, slots=operator.debits)
        self.credits = Lane(f"credits {name}", credit, slots=operator.credits)
        self.balances = BalanceRequests(name, refresh, jitter=jitter)
        self._directory = directory
        self._jitter = jitter
        self._asking: asyncio.Task[None] | None = None

    def note(self, player_id: str, answer: Answer) -> None:
        """What an answer to a debit, or its absence, says about the operator."""
        if not isinstance(answer, Unknown):
            self.breaker.answered()
            return
        self.breaker.silent(now_ms())
        if self.breaker.open and (self._asking is None or self._asking.done()):
            log.warning("operator=%s is silent: its players cannot bet", self.name)
            self._asking = asyncio.create_task(self._probe(player_id))

    def called_off(self, player_id: str, sent_ms: int | None) -> None:
        """Still in the air when its time was up is a silence too, unless it had no time."""
        if sent_ms is not None and now_ms() - sent_ms >= SILENCE_MS:
            self.note(player_id, Unknown("deadline"))
        else:
            self.breaker.untried()

    async def _probe(self, player_id: str) -> None:
        """Ask for a balance now and then, which delays no player, until there is an answer."""
        player = their_id(self._directory.player(player_id))
        for attempt in count():
            await asyncio.sleep(lanes.PROBE_BACKOFF.seconds(attempt, self._jitter()))
            answer = await believed(self.wallet.balance(player))
            if not isinstance(answer, Unknown):
                self.breaker.stirred()
                return

    def close(self) -> None:
        """Send nothing more."""
        self.debits.close()
        self.credits.close()
        self.balances.close()
        if self._asking is not None:
            self._asking.cancel()


async def believed(call: Awaitable[Answer]) -> Answer:
    """The answer of a wallet; a call that raises has none."""
    try:
        return await call
    except Exception as error:
        log.exception("a wallet may not raise")
        return Unknown(type(error).__name__)


def now_ms() -> int:
    """The moment on the clock of the loop."""
    return int(asyncio.get_running_loop().time() * 1000)
