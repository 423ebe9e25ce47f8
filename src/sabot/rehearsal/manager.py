"""The scripted shift manager: decides what no person has decided after a while."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sabot.client import Client, Table
from sabot.errors import Refused
from sabot.rehearsal.script import Script, Tell
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.wire.studio import ProposalShown, StudioView

WHY = "a rehearsal: decided by the script"


class ScriptedManager:
    """Confirms proposals, lets the table go on, closes incidents, answers calls."""

    def __init__(self, client: Client, table: Table, script: Script, *, console: str) -> None:
        self.tell: Tell = lambda _line: None
        self._client = client
        self._table = table
        self._script = script
        self._console = console  # of the scripted dealer

    async def run(self) -> None:
        """Decide until the session ends, which raises."""
        now = asyncio.get_running_loop().time
        wanted, since, moved, seq = self._wanted(), now(), now(), self._table.mirror.seq
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._script.patience / 2):
                    await self._table.changed()
            if self._table.mirror.seq != seq:
                seq, moved = self._table.mirror.seq, now()
            if now() - moved >= self._script.absent_seconds and self._is_a_person():
                await self._decide(c.RelieveDealer(reason="the dealer did nothing for long"))
            if self._wanted() != wanted:
                wanted, since = self._wanted(), now()
            if wanted is not None and now() - since >= self._script.patience:
                await self._decide(wanted)
                since = now()

    async def _decide(self, command: c.AnyCommand) -> None:
        try:
            await self._client.act(self._table.id, command)
            self.tell(f"manager: {type(command).__name__}")
        except Refused as refusal:
            if self._client.over is not None:
                raise
            self.tell(f"manager refused: {refusal}")

    def _wanted(self) -> c.AnyCommand | None:
        view = self._table.view
        return None if view.studio is None else _wanted(view.phase, view.round or "", view.studio)

    def _is_a_person(self) -> bool:
        """Whether another dealer than the scripted one has the table."""
        studio = self._table.view.studio
        dealer = None if studio is None else studio.dealer
        return dealer is not None and dealer.console != self._console


def _wanted(phase: str, round_id: str, studio: StudioView) -> c.AnyCommand | None:
    """What a shift manager would do here now."""
    if phase == Phase.PAUSED.value:
        if studio.proposal is not None:
            return _confirmation(studio.proposal, round_id)
        if studio.cancel is not None:
            return c.CancelRound(reason=WHY, round_id=round_id)
        return c.Resume(reason=WHY)
    if studio.call is not None and studio.call.seen_by is None:
        return c.Acknowledge(alarm=studio.call.alarm)
    for incident in studio.incidents:
        if incident.open:
            return c.CloseIncident(incident=incident.incident, reason=WHY)
    return None


def _confirmation(proposal: ProposalShown, round_id: str) -> c.AnyCommand:
    """Confirm what was proposed; a card that lies face down is not confirmed unseen."""
    if proposal.second is not None:
        return c.MoveCards(first=proposal.position, second=proposal.second, round_id=round_id)
    if proposal.code is None or proposal.card is None or proposal.impossible is not None:
        return c.DeclineCorrection(reason=WHY, round_id=round_id)
    return c.CorrectCard(
        position=proposal.position, code=proposal.code, card=proposal.card, round_id=round_id
    )
