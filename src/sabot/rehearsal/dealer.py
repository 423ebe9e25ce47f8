"""The scripted dealer: does what the console's instruction says, and nothing without one.

It deals while it is in charge. It always offers to hand over, so a person may take the table at any
moment, and it stands by until that person has signed off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from sabot.client import Table
from sabot.errors import Refused, SabotError
from sabot.rehearsal.cards import card_of
from sabot.rehearsal.cards_in_hand import CardsInHand
from sabot.rehearsal.console import LOOK_SECONDS, Console
from sabot.rehearsal.people import People, ready_set
from sabot.rehearsal.refusals import RehearsalRefusal
from sabot.rehearsal.script import Chance, Mistake, Script, Tell
from sabot.table import commands as c
from sabot.table.phases import Phase
from sabot.wire.studio import Duty, StudioView
from sabot.wire.table_view import TableView

TAKE_BACK_SECONDS = 8.0
"""How long another person has to sign on after one has signed off."""


class ScriptedDealer:
    """One dealer at one table."""

    def __init__(self, people: People, table: Table, script: Script, chance: Chance) -> None:
        self.table = table
        self.script = script
        self.client = people.dealer
        self.last_code = ""  # the code that was read last
        self.lying: dict[str, str] = {}  # what was read at which position of this round
        self.by_hand = False  # the next card is entered by hand
        self.rounds = 0
        self.went_wrong = 0  # the round of the last mistake
        self.tell: Tell = lambda _line: None
        self.mistake: Callable[[ScriptedDealer, StudioView], Awaitable[bool]] | None = None
        self._people = people
        self.console = Console(people, table, chance)
        self.cards = CardsInHand(people, table, chance)
        self._dealt = False  # whether this dealer was in charge before
        self._told_of = ""  # the console whose dealer was told last
        self._round: str | None = None
        self._said_last_hand = ""
        self._duties: Mapping[Duty, Callable[[StudioView], Awaitable[None]]] = {
            Duty.SIGN_ON: self._sign_on,
            Duty.LOAD: self._bring_cards,
            Duty.BURN: self._burn,
            Duty.OPEN: self._open,
            Duty.DEAL: self._deal,
            Duty.REVEAL: self._reveal,
            Duty.LAY: self._while_betting,
            Duty.WAIT: self._while_betting,
            Duty.MANAGER: self._stopped,
        }

    # --- the loop ---------------------------------------------------------------------------------

    async def run(self) -> None:
        """Deal until the session ends, which raises."""
        if self.table.view.studio is None or not self.table.view.studio.live:
            raise Refused(RehearsalRefusal.NOT_LIVE, table=self.table.id)
        beats = asyncio.create_task(self.console.beats(), name="rehearsal heartbeats")
        try:
            while True:
                await self.step()
        finally:
            beats.cancel()
            await asyncio.gather(beats, return_exceptions=True)

    async def leave(self) -> None:
        """Sign off, if this dealer is in charge; a round with bets keeps its dealer."""
        studio = self.table.view.studio
        if self.client.over is None and studio is not None and self.console.in_charge(studio):
            with suppress(SabotError, TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.client.act(self.table.id, c.SignOff())

    async def step(self) -> None:
        """Do what is due now, and then wait until something has changed."""
        seq = self.table.mirror.seq
        try:
            await self._do(self.table.view)
        except Refused as refusal:
            if self.client.over is not None:
                raise
            self.tell(f"refused: {refusal}")
        if self.table.mirror.seq == seq:
            await self.console.changed(LOOK_SECONDS)

    async def _do(self, view: TableView) -> None:
        studio = view.studio
        if studio is None:
            return
        if view.round != self._round:
            self._round, self.lying = view.round, {}
            self.rounds += view.round is not None
        if studio.dealer is not None and not self.console.in_charge(studio):
            await self._stand_by(studio)
            return
        duty = self._duties.get(studio.instruction.act)
        if duty is not None:
            await duty(studio)

    @property
    def goes_wrong(self) -> bool:
        """Whether the mistake of this round is still to come."""
        return self.script.goes_wrong(self.rounds) and self.went_wrong != self.rounds

    # --- coming and going -------------------------------------------------------------------------

    async def _stand_by(self, studio: StudioView) -> None:
        """Another dealer has the table: take it if it is offered at the start, or wait."""
        dealer = studio.dealer
        assert dealer is not None
        if dealer.handing_over and not self._dealt:
            await self._take()
            return
        self.cards.shoe, self._dealt = "", True  # their cards are not ours
        if self._told_of != dealer.console:
            self._told_of = dealer.console
            self.tell(f"{dealer.name} deals")
        await self.console.shows(lambda: self.table.view.studio != studio)

    async def _sign_on(self, _studio: StudioView) -> None:
        if self._dealt:
            if not self.script.take_back:
                return
            await self.console.changed(TAKE_BACK_SECONDS * self.script.pace)
            now = self.table.view.studio
            if now is None or now.dealer is not None:
                return  # a colleague was quicker
        await self._take()

    async def _take(self) -> None:
        await self.console.act(c.SignOn(console=self.client.console))
        await self.console.act(c.HandOver())  # so that a person may take the table at any moment
        self._dealt, self._told_of = True, ""
        self.tell("signed on; any dealer may take the table")

    # --- cards ------------------------------------------------------------------------------------

    async def _bring_cards(self, studio: StudioView) -> None:
        await self.console.think(self.script.breath_seconds)
        old = studio.shoe
        decks = self._people.info.decks
        again = (
            old is not None and old.sets and old.shoe == self.cards.shoe and old.retired is not None
        )
        try:
            if not again and (self.script.sets or (old is not None and old.sets)):
                sets = (await ready_set(self._people),)
                await self.console.act(c.LoadShoe(shoe_id="", decks=decks, sets=sets))
            else:
                await self.console.act(c.LoadShoe(shoe_id="", decks=decks))
        except Refused as refusal:
            if not refusal.code.startswith("shoe/set"):
                raise
            sets = (await ready_set(self._people),)
            await self.console.act(c.LoadShoe(shoe_id="", decks=decks, sets=sets))
        name = None if old is None else old.shoe
        await self.console.shows(lambda: self._shoe_now() not in (None, name))
        await self.cards.take_up()
        self.tell(f"loaded {self.cards.shoe}")
        if decks > 1:
            await self.console.act(c.Announce(phrase="new_shoe"))

    def _shoe_now(self) -> str | None:
        studio = self.table.view.studio
        return None if studio is None or studio.shoe is None else studio.shoe.shoe

    async def _burn(self, studio: StudioView) -> None:
        await self.console.think(self.script.breath_seconds)
        code = await self.cards.take(studio)
        await self.console.act(c.BurnCards(first=card_of(code), code=code))
        self.cards.burn(code)

    async def _open(self, studio: StudioView) -> None:
        if self.cards.is_other(studio):
            await self._bring_cards(studio)  # not ours: bring cards that we know
            return
        await self.console.think(self.script.breath_seconds)
        now = self.table.view.studio
        if now is not None and now.instruction.act is Duty.OPEN and self.console.in_charge(now):
            await self.console.act(c.OpenBetting())

    async def _while_betting(self, studio: StudioView) -> None:
        """Nothing is due; the one mistake that can be made now is to read a card."""
        betting = self.table.view.phase == Phase.BETTING.value
        if betting and self.goes_wrong and self.script.mistake is Mistake.EARLY:
            await self._go_wrong(studio)

    async def _deal(self, studio: StudioView) -> None:
        await self._cut_card(studio)
        await self.console.think(self.script.card_seconds)
        now = self.table.view.studio
        if now is None or now.instruction.act is not Duty.DEAL or not self.console.in_charge(now):
            return
        if self.goes_wrong and await self._go_wrong(now):
            return
        await self.read(now.instruction.positions[0], await self.cards.take(now))

    async def _go_wrong(self, studio: StudioView) -> bool:
        """Make the mistake of this round, if this is the moment for it."""
        if self.mistake is None or not await self.mistake(self, studio):
            return False
        self.went_wrong = self.rounds
        return True

    async def read(self, position: str, code: str) -> None:
        """Read a card at a position, and wait until the table shows it or stands still."""
        card, number = card_of(code), self._round
        self.last_code = code
        if self.by_hand:
            self.by_hand = False
            scan = c.Scan(position=position, code=code, card=card, manual=True)
            await self.client.act(self.table.id, scan)
        else:
            await self.console.scan(position, code)
        self.lying[position] = code

        def shown() -> bool:
            view = self.table.view
            studio = view.studio
            if studio is None or view.round != number or studio.instruction.act is Duty.MANAGER:
                return True
            return any(read.position == position for read in studio.reads)

        await self.console.shows(shown)

    async def _reveal(self, _studio: StudioView) -> None:
        await self.console.think(self.script.breath_seconds)
        now = self.table.view.studio
        if now is not None and now.instruction.act is Duty.REVEAL and self.console.in_charge(now):
            await self.console.act(c.Reveal())

    async def _cut_card(self, studio: StudioView) -> None:
        """The cut card of a shoe of several decks comes out where it was put."""
        shoe = studio.shoe
        if shoe is None or shoe.to_cut or shoe.last_hand or self._people.info.decks == 1:
            return
        await self.console.act(c.ShowCutCard())
        if self._said_last_hand != shoe.shoe:
            self._said_last_hand = shoe.shoe
            await self.console.act(c.Announce(phrase="last_hand"))

    # --- while the table stands still -------------------------------------------------------------

    async def _stopped(self, studio: StudioView) -> None:
        """Read again what the manager asks for; the rest is decided by others."""
        asked = studio.instruction.positions
        code = self.lying.get(asked[0]) if asked else None
        if code is None or studio.proposal is not None:
            return
        await self.console.think(self.script.card_seconds)
        command = c.ProposeCorrection(
            position=asked[0], code=code, card=card_of(code), round_id=self._round or ""
        )
        await self.console.act(command)
