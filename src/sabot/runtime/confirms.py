"""The Confirms of one batch: what players confirm together becomes bets in one event.

Each Confirm is decided by itself and refused without a trace. The accepted ones wait for each
other until a command comes that may see the difference, or the batch ends. So a table where
hundreds confirm at once writes one event for them, as it does at the close.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from sabot.gamekit import Bet
from sabot.runtime.scratch import ScratchTable
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.draft import Draft, Inputs


class JoinedConfirms:
    """What was confirmed on a scratch table since its last event."""

    def __init__(self, table: ScratchTable) -> None:
        self._table = table
        self._bets: dict[str, Sequence[Bet]] = {}

    def join(self, player: str, bets: Sequence[Bet]) -> None:
        """Let a player's bets wait for those of others."""
        self._bets[player] = bets

    def settle_before(self, envelope: Envelope) -> None:
        """Before a command: what was confirmed has happened, if the command could see it.

        The chips and the Confirm of another player do not see it.
        """
        if self._bets and (
            envelope.actor in self._bets or type(envelope.command) not in c.ONLY_CHIPS
        ):
            self.settle()

    def settle(self) -> None:
        """What was confirmed has happened: one event for all of it."""
        if self._bets:
            bets = tuple(chain.from_iterable(self._bets.values()))
            self._bets = {}
            table = self._table
            draft = Draft(table.state, Inputs(actor=HOUSE, salt=table.engine.seals.salt))
            draft.add(e.BetsAccepted(bets=bets))
            table.keep(draft)
