"""A table to look at and to play at: what it shows, what may be sent, what may be waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from sabot.client.commands import Data
from sabot.client.mirror import TableMirror
from sabot.client.refusals import ClientRefusal
from sabot.errors import Refused, SabotError
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.table.refusals import DecisionRefusal
from sabot.wire import messages as m
from sabot.wire.happenings import AnyHappening
from sabot.wire.table_view import Status, TableView, You

OVER = frozenset({Phase.RESULT, Phase.CANCELLED, Phase.IDLE, Phase.SHUFFLE, Phase.OFF})
NO_ROUND = OVER - {Phase.RESULT, Phase.CANCELLED}


class House(Protocol):
    """What a table needs of the client it belongs to."""

    @property
    def over(self) -> SabotError | None:
        """Why there is nothing more to hear, when there is nothing more."""

    async def act(self, table: str, command: c.AnyCommand) -> Data:
        """Send a command and wait for its answer."""


class Table:
    """One table, kept up to date."""

    def __init__(self, table_id: str, house: House) -> None:
        self.id = table_id
        self.mirror = TableMirror()
        self.refused = ""  # why it may not be watched
        self._house = house
        self.decision = Decision(self)
        self._changed = asyncio.Event()

    # --- looking ----------------------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        """The public view."""
        assert self.mirror.view is not None, "a table is handed out with its first snapshot"
        return self.mirror.view

    @property
    def you(self) -> You:
        """What is yours alone; members of staff have nothing of the kind."""
        if self.mirror.you is None:
            raise Refused(ClientRefusal.NOT_A_PLAYER, table=self.id)
        return self.mirror.you

    @property
    def crowd(self) -> m.Crowd | None:
        """What lies on the felt, as of a moment ago."""
        return self.mirror.crowd

    @property
    def happened(self) -> tuple[AnyHappening, ...]:
        """What happened lately, oldest first."""
        return tuple(self.mirror.happened)

    # --- waiting ----------------------------------------------------------------------------------

    def wake(self) -> None:
        """Something changed."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()
        self._check()

    def _check(self) -> None:
        """Refuse to wait for what will never come."""
        if self._house.over is not None:
            raise self._house.over
        if self.refused:
            raise Refused.heard(self.refused, table=self.id)

    async def until(self, holds: Callable[[TableView], bool]) -> TableView:
        """Wait for a view of which something holds, at once if it does already."""
        while self.mirror.view is None or not holds(self.mirror.view):
            self._check()
            await self.changed()
        return self.mirror.view

    async def status(self, *wanted: Status) -> TableView:
        """Wait for one of these statuses."""
        return await self.until(lambda view: view.status in wanted)

    async def round_over(self) -> You:
        """Wait for the end of the round on the table; returns what it brought you.

        At once when that round is over already; while there is none, the next one is meant.
        """
        mine = (await self.until(lambda view: view.phase not in NO_ROUND)).round
        await self.until(lambda view: view.round != mine or view.phase in OVER)
        return self.you

    # --- playing ----------------------------------------------------------------------------------

    async def act(self, command: c.AnyCommand) -> Data:
        """Send a command; raises `Refused` with the server's code when it says no."""
        return await self._house.act(self.id, command)

    async def place(
        self, kind: str, amount: int, *, seat: int | None = None, golden: str | None = None
    ) -> Data:
        """Put a chip on a spot; the answer says about every spot whether it would count."""
        return await self.act(c.PlaceChip(kind=kind, amount=amount, seat=seat, golden=golden))

    async def lower(self, kind: str, amount: int, *, seat: int | None = None) -> Data:
        """Take a chip's value off a spot."""
        return await self.act(c.LowerBet(kind=kind, amount=amount, seat=seat))

    async def undo(self) -> Data:
        """Take back the last step."""
        return await self.act(c.UndoBet())

    async def double(self) -> Data:
        """Double every chip."""
        return await self.act(c.DoubleStakes())

    async def rebet(self) -> Data:
        """Place the bets of the last round again."""
        return await self.act(c.Rebet())

    async def clear(self) -> Data:
        """Take every chip back that is not a bet yet."""
        return await self.act(c.ClearBets())

    async def set_mode(self, mode: str) -> Data:
        """Switch the commission mode."""
        return await self.act(c.SetMode(mode=mode))

    async def take_seat(self, seat: int | None = None) -> Data:
        """Sit down, and wait until it shows in `you`."""
        before = frozenset(self.you.seats)
        answer = await self.act(c.TakeSeat(seat=seat))
        await self.until(lambda _view: not before >= frozenset(self.you.seats))
        return answer

    async def leave_seat(self, seat: int) -> Data:
        """Stand up."""
        return await self.act(c.LeaveSeat(seat=seat))

    async def confirm(self, *chips: c.NewChip) -> Data:
        """Make the chips bets now, at a table with a Confirm button; `chips` are put down first."""
        return await self.act(c.ConfirmBets(chips=chips))

    async def deal_now(self) -> Data:
        """End betting early."""
        return await self.act(c.DealNow())


class Decision:
    """What the table asks you now; raises `Refused` when it asks nothing."""

    def __init__(self, table: Table) -> None:
        self._table = table

    async def choose(self, option: str) -> Data:
        """Decide for the hand that is asked."""
        return await self._table.act(c.Choose(decision_id=self._asked(), option=option))

    async def answer(self, bet: str, option: str) -> Data:
        """Answer a question to all players for one of your bets."""
        answer = c.Answer(decision_id=self._asked(), bet=bet, option=option)
        return await self._table.act(answer)

    def _asked(self) -> str:
        question = self._table.view.question
        if question is None:
            raise Refused(DecisionRefusal.NOT_ASKED)
        return question.decision_id
