"""The running accounts of players who are asked about, read from the disk and kept up from then on.

Owns what is known and what is being read. A caller that can wait has an account read in a thread,
since a month of a frequent player is long; a caller that cannot wait reads it at once. What tables
store while a thread reads is added afterwards: a flow that comes twice counts once (`spending`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from sabot.service.controls.calendar import UTC_DAYS, Calendar
from sabot.service.controls.ports import FlowReader
from sabot.service.controls.spending import Spending
from sabot.service.money.flows import Flow
from sabot.service.ports import Clock


class Accounts:
    """Running accounts by player."""

    def __init__(self, flows: FlowReader, clock: Clock, calendar: Calendar = UTC_DAYS) -> None:
        self._flows = flows
        self._clock = clock
        self._calendar = calendar
        self._known: dict[str, Spending] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}
        self._missed: dict[str, list[Flow]] = {}  # stored since a thread began to read
        self._here: set[str] = set()

    def __bool__(self) -> bool:
        """Whether any player's flows are of interest."""
        return bool(self._known or self._missed)

    def __contains__(self, player: object) -> bool:
        """Whether a player's flows are of interest."""
        return player in self._known or player in self._missed

    def knows(self, player: str) -> bool:
        """Whether a player's account has been read."""
        return player in self._known

    def of(self, player: str) -> Spending:
        """A player's account; read now if it has not been read yet."""
        found = self._known.get(player)
        if found is None:
            found = self._known[player] = Spending(self._read(player), self._calendar)
        return found

    async def look_up(self, player: str) -> None:
        """Have a player's account read while tables go on; other callers wait for the same read."""
        if player in self._known:
            return
        reading = self._reading.get(player)
        if reading is None:
            reading = self._reading[player] = asyncio.create_task(self._looked_up(player))
        await asyncio.shield(reading)

    async def _looked_up(self, player: str) -> None:
        missed = self._missed[player] = []
        try:
            found = await asyncio.to_thread(self._read, player)
        finally:
            del self._reading[player]
            up_to_date = self._missed.pop(player, None) is missed
        if up_to_date and player not in self._known:
            self._known[player] = Spending([*found, *missed], self._calendar)

    def _read(self, player: str) -> Sequence[Flow]:
        since_ms = self._calendar.first_ms(self._clock.wall_ms())
        return self._flows.flows(player, since_ms=since_ms)

    def saw(self, flows: Iterable[Flow]) -> None:
        """Tables have stored this."""
        now_ms = self._clock.wall_ms()
        for flow in flows:
            missed = self._missed.get(flow.player)
            if missed is not None:
                missed.append(flow)
            known = self._known.get(flow.player)
            if known is not None:
                known.saw(flow)
                known.prune(now_ms)
                self._let_go(flow.player)

    def forget(self) -> None:
        """What was stored of late is unknown: accounts are read again when they are needed."""
        self._known.clear()
        self._missed.clear()

    def recount(self, player: str) -> None:
        """A round of the player was annulled: the account is read again when it is needed."""
        self._known.pop(player, None)
        self._missed.pop(player, None)

    def came(self, player: str) -> None:
        """A player is here, or again."""
        self._here.add(player)

    def left(self, player: str) -> None:
        """A player has gone; with the last round they have stakes in, their account goes too."""
        self._here.discard(player)
        self._let_go(player)

    def _let_go(self, player: str) -> None:
        if player in self._known and player not in self._here and not self._known[player].at_risk:
            del self._known[player]
