"""A shoe desk without tables: people, a desk on a store in memory, and the audit behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.service.back_office import BackOffice

from sabot.service.studio.passports import own_deck
from sabot.service.studio.set_desk import Order, SetDesk
from sabot.service.studio.sets import CardSet, Where

SILVIA, MARTA, DORA = "staff:login:silvia", "staff:login:marta", "staff:login:dora"
CODES = own_deck("T1", 1)


class ShoeRoom:
    """One desk; `number` makes the ids of its requests."""

    def __init__(self, office: BackOffice | None = None) -> None:
        self.back = office or BackOffice()
        self.desk = SetDesk(self.back.office, self.back.four_eyes)
        self.desk.read()
        self.number = 0

    def order(self, actor: str, cmd: str = "") -> Order:
        self.number += 1
        return Order(cmd=cmd or f"r{self.number}", actor=actor, reason="a test")

    async def prepared(self, set_id: str = "T1", decks: int = 1) -> CardSet:
        codes = own_deck(set_id, decks)
        return await self.desk.prepare(set_id, decks, codes, test=True, order=self.order(SILVIA))

    async def counted(
        self,
        set_id: str = "T1",
        scans: Sequence[str] | None = None,
        cards: Mapping[str, int] | None = None,
        by: str = MARTA,
    ) -> CardSet:
        if scans is None and cards is None:
            scans = self.desk.find(set_id).codes
        return await self.desk.count(set_id, scans=scans, cards=cards, order=self.order(by))

    async def shuffled(
        self, set_id: str = "T1", where: Where = Where.SIDE_TABLE, table: str = ""
    ) -> CardSet:
        return await self.desk.shuffle(set_id, where=where, table=table, order=self.order(DORA))

    async def sealed(self, set_id: str = "T1") -> CardSet:
        """A set that is ready for every table."""
        await self.prepared(set_id)
        await self.counted(set_id)
        await self.shuffled(set_id)
        return await self.desk.seal(set_id, number="S-7", order=self.order(SILVIA))

    def load(self, table: str, *wanted: str, shoe: str = "s1") -> None:
        """A shoe of these sets is loaded at a table, and stored."""
        acts = self.desk.loaded(wanted, table=table, shoe=shoe, actor=DORA)
        self.back.store.facts.keep_acts(acts)
        self.desk.stored(acts)

    def restarted(self) -> ShoeRoom:
        """The next process on the same facts."""
        again = ShoeRoom(self.back)
        again.number = self.number
        return again
