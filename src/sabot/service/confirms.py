"""The Confirms of one batch: what players confirm together becomes bets in one event.

Owns who joins whom. Each Confirm is judged by itself and refused without a trace; those that are
accepted wait for each other, until a command comes that may see the difference, or the batch ends.
So a table where hundreds confirm at once writes one event for them, as it does at the close.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sabot.errors import SabotError
from sabot.gamekit import Bet, Role
from sabot.service.debits import shares_of
from sabot.service.envelopes import Envelope
from sabot.service.felt import Told
from sabot.service.scratch import Mark, ScratchTable
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.betting import confirmed
from sabot.table.draft import Draft, Inputs, Share
from sabot.table.phases import check

if TYPE_CHECKING:
    from sabot.service.engine import TableEngine


_APART = frozenset({c.ConfirmBets, *c.STAGING})
"""Commands that see nothing of other players' bets."""


class OnHold(Exception):
    """A command takes stakes that operators' wallets have to be asked for first."""

    def __init__(self, shares: Mapping[Share, int]) -> None:
        self.shares = shares
        super().__init__()


class ConfirmingTable(ScratchTable):
    """A scratch table, and what was confirmed on it since its last event."""

    def __init__(self, engine: TableEngine, wall_ms: int) -> None:
        super().__init__(engine, wall_ms)
        self._confirmed: dict[str, tuple[Bet, ...]] = {}

    def confirm(self, actor: str, command: c.ConfirmBets) -> Told:
        """Take a player's chips as bets; refused, the felt is as it was."""
        check(self.state.phase, command)
        before = self.felt.stages.get(actor)
        try:
            if command.chips:
                golden = self.engine.golden_funds
                self.felt.lay(self.state, actor, command.chips, golden=golden)
            bets = confirmed(self.state, self.felt.stages.get(actor), self.engine.means)
        except SabotError:
            self.felt.put_back(actor, before)
            raise
        shares = shares_of(bets, self.state.settings.variant.bets, self.engine.directory)
        if shares:
            raise OnHold(shares)
        self._confirmed[actor] = bets
        if self._matters(actor, bets):
            self.settle_confirms()
        return self.felt.confirmed(self.state, actor, bets, short=self.engine.shortfalls)

    def _matters(self, actor: str, bets: Sequence[Bet]) -> bool:
        """Whether what was confirmed is seen at once: by chips that are left, or from behind."""
        rules = self.state.settings.rules(switched_off=self.state.kinds_off)
        left = len(self.felt.stages[actor].layout) - len(bets)
        return left > 0 or Role.BEHIND in rules.roles

    def meet(self, envelope: Envelope) -> None:
        """Before a command: what was confirmed has happened, if it could matter here.

        The chips and the Confirm of another player do not see it.
        """
        if not self._confirmed:
            return
        if envelope.actor in self._confirmed or type(envelope.command) not in _APART:
            self.settle_confirms()

    def settle_confirms(self) -> None:
        """What was confirmed has happened."""
        if self._confirmed:
            bets = tuple(bet for of_one in self._confirmed.values() for bet in of_one)
            self._confirmed = {}
            draft = Draft(self.state, Inputs(actor=HOUSE))
            draft.add(e.BetsAccepted(bets=bets))
            self.keep(draft)

    def happened(self, actor: str, since: Mark) -> bool:
        """Whether a command that was decided since then led to anything."""
        return len(self.stored) > since.stored or actor in self._confirmed
