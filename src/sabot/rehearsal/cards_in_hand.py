"""The cards that the scripted dealer deals from: those of the shoe on the table, in a new order."""

from __future__ import annotations

from secrets import token_hex

from sabot.cards import Card
from sabot.client import Table
from sabot.gamekit import burn_count
from sabot.rehearsal.cards import Pile, card_of, made_up
from sabot.rehearsal.people import People
from sabot.rehearsal.script import Chance
from sabot.wire.studio import StudioView


class CardsInHand:
    """A pile, and which shoe it is."""

    def __init__(self, people: People, table: Table, chance: Chance) -> None:
        self._people = people
        self._table = table
        self._chance = chance
        self._pile = Pile((), chance)
        self._tag = token_hex(2)
        self.shoe = ""  # the shoe that the pile is; empty when the cards are another dealer's

    def is_other(self, studio: StudioView) -> bool:
        """Whether the shoe on the table is another one."""
        return studio.shoe is not None and studio.shoe.shoe != self.shoe

    async def take_up(self) -> None:
        """Know the cards of the shoe on the table, in a new order."""
        studio = self._table.view.studio
        assert studio is not None
        shoe = studio.shoe
        assert shoe is not None
        if shoe.sets:
            codes = [code for each in shoe.sets for code in await self._people.desk.passport(each)]
        else:
            codes = made_up(shoe.shoe, self._people.info.decks, tag=self._tag)
            self._tag = token_hex(2)
        self._pile, self.shoe = Pile(codes, self._chance), shoe.shoe
        self._pile.without([read.code for read in studio.reads if read.code is not None])

    async def take(self, studio: StudioView) -> str:
        """The next card; cards of another person's shoe are taken up first."""
        if self.is_other(studio) or not len(self._pile):
            await self.take_up()
        return self._pile.take()

    async def top(self, studio: StudioView) -> str:
        """The next card, which stays where it is."""
        code = await self.take(studio)
        self._pile.put_back(code)
        return code

    def burn(self, code: str) -> None:
        """Take as many cards away as the first one says."""
        self._pile.burn(min(len(self._pile), burn_count(Card.parse(card_of(code)))))
