"""A bot in the same process as its table, for houses without a port: virtual time and benchmarks.

It has the mind of every bot and shows it what the wire would tell, drawn by the gateway's own hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count

from sabot.bots.mind import Mind, Pick
from sabot.bots.temperament import Temperament
from sabot.gamekit import Audience
from sabot.gateway.broadcast.table_info import info_of
from sabot.gateway.tables.memory import TableMemory
from sabot.gateway.tables.projection import Projector
from sabot.gateway.tables.yours import yours
from sabot.money import Currency
from sabot.runtime.host import TableHost
from sabot.service.players.directory import BOT_PREFIX
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c

LOOK_SECONDS = 10
"""How long it waits for something to happen before it looks up by itself."""


class TableBot:
    """One bot at one table."""

    def __init__(self, name: str, host: TableHost, temperament: Temperament, *, pick: Pick) -> None:
        self.player = f"{BOT_PREFIX}{name}"
        self.host = host
        self._temperament = temperament
        self._pick = pick
        self._numbers = count(1)
        # What a table remembers of rounds that are over tells a bot nothing.
        self._memory = TableMemory(host.state.game.id, lambda: ())
        who = host.engine.directory.player
        self._projector = Projector(self._memory, who=who, hides_bets=lambda _player: False)
        self._mind: Mind | None = None
        self._version = 0

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            seq = self.host.state.seq
            mind = self._minded()
            if mind is not None:
                bets_for = self.host.engine.bets_for(self.host.state)
                for command in self._wants(mind):
                    await asyncio.sleep(mind.pause_ms(command) / 1000)
                    await self._send(command, bets_for)
            if self.host.state.seq == seq:
                await self.host.changed(LOOK_SECONDS)

    def _minded(self) -> Mind | None:
        """A mind that knows the settings of this moment; none while there are no settings."""
        state = self.host.state
        if state.config is None:
            return None
        if self._mind is None or self._version != state.config.version:
            info, self._version = (
                info_of(state, lambda _variant: {}, currency=Currency.EUR),
                state.config.version,
            )
            self._mind = Mind(self._temperament, info, pick=self._pick)
        return self._mind

    def _wants(self, mind: Mind) -> Sequence[c.AnyCommand]:
        state = self.host.state
        view = self._projector.view(state, Audience.PLAYER, left_ms=None)
        return mind.wants(view, yours(state, self.host.engine.felt, self._memory, self.player))

    async def _send(self, command: c.AnyCommand, bets_for: str) -> None:
        cmd_id = f"{self.host.state.seq}:{next(self._numbers)}"
        named = bets_for if type(command) in c.FOR_ONE_ROUND else ""
        await self.host.submit(
            Envelope(actor=self.player, cmd_id=cmd_id, command=command, bets_for=named)
        )
