"""Balances that no operator has told since this process began: asked for until they are known.

After a restart nothing is known of an operator's player until the wallet is asked. The question is
put in the background when something first needs the balance, at most so many at a time for each
operator, and repeated with growing pauses. Until the answer is there a balance is unknown, which
is not the same as zero.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sabot.errors import SabotError
from sabot.service.wallets.calls import Answer, Taken
from sabot.service.wallets.lanes import Backoff, Jitter, Lane

BALANCE_BACKOFF = Backoff(first_ms=500, cap_ms=30_000)
"""Until then the player sees no balance, so the first repetition comes soon."""

SLOTS = 16
"""Balances asked of one operator at once: bets have connections of their own to go through."""

Ask = Callable[[str], Awaitable[Answer]]
"""Asks for a player's balance once."""


class BalanceRequests:
    """The balances of one operator's players that have been asked for and not been told."""

    def __init__(self, name: str, ask: Ask, *, jitter: Jitter) -> None:
        self._ask = ask
        self._jitter = jitter
        self._attempts: dict[str, int] = {}
        self._lane = Lane(f"balances {name}", self._ask_once, slots=SLOTS)

    def want(self, player_id: str) -> None:
        """Ask for a player's balance, unless that is under way."""
        if player_id not in self._attempts:
            self._attempts[player_id] = 0
            self._lane.put(player_id)

    async def _ask_once(self, player_id: str) -> None:
        try:
            answered = isinstance(await self._ask(player_id), Taken)
        except SabotError:  # its owner cannot be looked up now
            answered = False
        if answered:
            del self._attempts[player_id]
            return
        attempt = self._attempts[player_id]
        self._attempts[player_id] = attempt + 1
        self._lane.put_later(player_id, BALANCE_BACKOFF.seconds(attempt, self._jitter()))

    def close(self) -> None:
        """Ask no more."""
        self._lane.close()
