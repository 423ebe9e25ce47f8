"""What operators say their players have, of which only the newest is to be shown.

Calls overtake each other, and one that is repeated may be answered as it was the first time. So a
balance that was asked for before another one that is known already may be the older of the two, or
the newer: only the operator can say, and is asked once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count

from sabot.errors import SabotError

Told = Callable[[str, int], None]
"""Takes a player's balance to the code that shows it."""

Refresh = Callable[[str], Awaitable[object]]
"""Asks for a player's balance again."""


class ToldBalances:
    """The balances of one desk, numbered as their calls were first sent."""

    def __init__(self, told: Told, *, refresh: Refresh) -> None:
        self._told = told
        self._refresh = refresh
        self._numbers = count(1)
        self._newest: dict[str, int] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}

    def number(self) -> int:
        """Of a call that is sent now."""
        return next(self._numbers)

    def heard(self, player: str, balance: int, *, number: int) -> None:
        """A call was answered with what the player has."""
        if number >= self._newest.get(player, 0):
            self._newest[player] = number
            self._told(player, balance)
        elif player not in self._asking:
            self._asking[player] = asyncio.create_task(self._ask(player), name=f"balance {player}")

    async def _ask(self, player: str) -> None:
        """Whatever overtakes this was sent later still, and knows of both."""
        try:
            with suppress(SabotError):  # the next call tells
                await self._refresh(player)
        finally:
            del self._asking[player]

    def stop(self) -> None:
        """No player is shown anything any more."""
        for asking in self._asking.values():
            asking.cancel()
