"""The Confirms of one batch: what players confirm together becomes bets in one event.

Owns who joins whom. Each Confirm is judged by itself and refused without a trace; those that are
accepted wait for each other, until a command comes that may see the difference, or the batch ends.
So a table where hundreds confirm at once writes one event for them, as it does at the close.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sabot.gamekit import Bet, Role
from sabot.service.debits import Shares, shares_of
from sabot.service.envelopes import Envelope
from sabot.service.felt import Told
from sabot.service.scratch import ScratchTable, Work
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import HOUSE
from sabot.table.betting import confirmed
from sabot.table.draft import Draft, Inputs
from sabot.table.state import TableState
from sabot.table.verdicts import Moment, confirming

if TYPE_CHECKING:
    from sabot.service.engine import TableEngine


APART = frozenset({c.ConfirmBets, *c.STAGING})
"""Commands that see nothing of other players' bets."""


class OnHold(Exception):
    """A command takes stakes that operators' wallets have to be asked for first."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        super().__init__()


class ConfirmingTable(ScratchTable):
    """A scratch table, and what was confirmed on it since its last event."""

    def __init__(self, engine: TableEngine, wall_ms: int, *, after: Work | None = None) -> None:
        super().__init__(engine, wall_ms, after=after)
        self._confirmed: dict[str, tuple[Bet, ...]] = {}
        self._known_moment: Moment | None = None

    def confirm(self, actor: str, command: c.ConfirmBets) -> Told:
        """Take a player's chips as bets; refused, the felt is as it was."""
        state, felt, engine = self.state, self.felt, self.engine
        if command.chips:
            stage = felt.laid(state, actor, command.chips, golden=engine.golden_funds)
        else:
            stage = felt.stage_of(state, actor)
        moment = self._moment(state)
        bets = confirmed(moment, stage)
        if engine.directory.player(actor).operator is not None:
            shares = shares_of(bets, moment.rules.bets, engine.directory)
            if shares:
                felt.lie(replace(stage, before=felt.stage_of(state, actor)))
                raise OnHold(shares)
        self._confirmed[actor] = bets
        # Seen at once: by chips that are left, or from behind.
        if len(bets) < len(stage.layout) or Role.BEHIND in moment.rules.roles:
            self.settle_confirms()
        return felt.confirmed(self.state, stage, bets, before=state, short=engine.shortfalls)

    def _moment(self, state: TableState) -> Moment:
        """What the verdict on every Confirm needs, gathered once until something happens."""
        moment = self._known_moment
        if moment is None or moment.state is not state:
            moment = self._known_moment = confirming(state, self.engine.means)
        return moment

    def meet(self, envelope: Envelope) -> None:
        """Before a command: what was confirmed has happened, if it could matter here.

        The chips and the Confirm of another player do not see it.
        """
        if not self._confirmed:
            return
        if envelope.actor in self._confirmed or type(envelope.command) not in APART:
            self.settle_confirms()

    def settle_confirms(self) -> None:
        """What was confirmed has happened."""
        if self._confirmed:
            bets = tuple(chain.from_iterable(self._confirmed.values()))
            self._confirmed = {}
            draft = Draft(self.state, Inputs(actor=HOUSE, salt=self.engine.seals.salt))
            draft.add(e.BetsAccepted(bets=bets))
            self.keep(draft)
