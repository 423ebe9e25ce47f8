"""A person who deals at a live table: signs on, brings cards, opens, reads what is due, clears."""

from __future__ import annotations

from random import Random

from tests.house.premises import Premises
from tests.table.cast import CONSOLE
from tests.table.driver import DEALER

from sabot.cards import full_deck
from sabot.gamekit import Deal, Reveal
from sabot.service.tables.envelopes import Reply
from sabot.table import commands as c
from sabot.table.config import Opening
from sabot.table.phases import Phase


class Human:
    """The dealer of one table of a house in virtual time."""

    def __init__(self, house: Premises, table: str, *, actor: str = DEALER, seed: int = 3) -> None:
        self.house = house
        self.table = table
        self.actor = actor
        self._chance = Random(seed)
        self._cards: list[str] = []

    @property
    def phase(self) -> Phase:
        return self.house.host(self.table).state.phase

    async def send(self, command: c.Command) -> Reply:
        return await self.house.send(self.actor, command, at=self.table)

    async def does(self, command: c.Command) -> None:
        reply = await self.send(command)
        assert reply.accepted, reply

    async def begin(self) -> None:
        """Sign on, and bring cards."""
        await self.does(c.SignOn(console=CONSOLE))
        await self.shuffle()

    async def shuffle(self) -> None:
        """New cards, and the first of them burned where the table wants it."""
        decks = self.house.host(self.table).state.settings.variant.decks
        await self.does(c.LoadShoe(shoe_id="", decks=decks))
        shoe = self.house.host(self.table).state.shoe
        assert shoe is not None
        order = [str(card) for card in full_deck()] * decks
        self._chance.shuffle(order)
        self._cards = [f"{shoe.shoe_id}:{number}:{card}" for number, card in enumerate(order)]
        if self.house.host(self.table).state.burn_due:
            code = self._cards.pop()
            await self.does(c.BurnCards(first=code[-2:], code=code))

    async def open(self) -> None:
        """Open betting where the dealer does."""
        if self.phase is Phase.SHUFFLE:
            await self.shuffle()
        if self.house.host(self.table).state.settings.opening is Opening.DEALER:
            await self.does(c.OpenBetting())
        await self.house.until(Phase.BETTING, at=self.table)

    def next_scan(self) -> c.Scan:
        """The next card of the shoe, where the rules want one."""
        expected = self.house.host(self.table).state.current.expected
        assert isinstance(expected, Deal), expected
        code = self._cards.pop()
        return c.Scan(position=expected.positions[0], code=code, card=code[-2:])

    async def deal(self, cards: int = 100) -> None:
        """Deal and turn what is due until nothing is."""
        for _ in range(cards):
            if self.phase not in (Phase.DEALING, Phase.DEALER):
                return
            turns = isinstance(self.house.host(self.table).state.current.expected, Reveal)
            await self.does(c.Reveal() if turns else self.next_scan())
