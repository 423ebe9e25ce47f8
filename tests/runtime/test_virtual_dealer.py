"""The virtual dealer deals the cards that were promised, whatever became of its commands."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count

import pytest
from tests.seals import SEALS
from tests.table.cast import People
from tests.table.driver import scanner_config
from tests.virtual_time import VirtualClock, VirtualTimeLoop
from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.books import MemoryShoes
from sabot.adapters.memory.facts import Facts
from sabot.cards import Card, full_deck
from sabot.errors import Unavailable
from sabot.games import variant_named
from sabot.runtime.engine import TableEngine
from sabot.runtime.recovery import recover
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.money.funds import FundsBook
from sabot.service.tables.envelopes import Envelope, Reply, from_house
from sabot.table import commands as c
from sabot.table.config_codec import encode_config
from sabot.table.state import TableState


class LateLink:
    """A table whose first answer to a new shoe is lost, and which shows what it was for a while."""

    def __init__(self, engine: TableEngine, store: MemoryStore) -> None:
        self.engine = engine
        self.store = store
        self.shown: TableState = engine.state
        self.loads = 0
        self.scanned: list[str] = []

    @property
    def state(self) -> TableState:
        return self.shown

    async def submit(self, envelope: Envelope) -> Reply:
        await asyncio.sleep(0)
        work = self.engine.prepare([envelope], wall_ms=0)
        assert self.store.commit([work.unit]) == [None]
        self.engine.applied(work, now_ms=0)
        if isinstance(envelope.command, c.Scan):
            self.scanned.append(envelope.command.card)
        if isinstance(envelope.command, c.LoadShoe):
            self.loads += 1
            if self.loads == 1:
                return Reply(cmd_id=envelope.cmd_id, accepted=False, code="store/outcome_unknown")
        self.shown = self.engine.state
        return work.replies[0]

    def heartbeat(self) -> None: ...

    def fail(self, error: Exception) -> None:
        raise error

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        await asyncio.sleep(1)
        due = self.engine.due(10**9)
        if due is not None:
            await self.submit(due)


def shuffles() -> Sequence[list[Card]]:
    """Two orders that differ in every card."""
    deck = list(full_deck())
    return [deck * 8, deck[::-1] * 8]


def dealt(store: MemoryStore) -> LateLink:
    """A minute of dealing."""
    people, numbers = People(), count()
    config = scanner_config()
    engine = recover(
        config.table_id,
        variant_named(config.variant.id)[0],
        store=store,
        owner="test",
        directory=people,
        funds=FundsBook(people, store.ledger.balances),
        seals=SEALS,
    )
    link = LateLink(engine, store)
    command = c.Configure(version=1, config=encode_config(config), reason="a new table")

    async def main() -> None:
        await link.submit(from_house("configure", command))
        dealer = VirtualDealer(
            link,
            seals=SEALS,
            shoes=store.shoes,
            clock=VirtualClock(),
            shuffle=lambda _decks: shuffles()[next(numbers) % 2],
            salt=lambda: bytes(32),
        )
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(60):
                await dealer.run()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(main())
    return link


class Unread(MemoryShoes):
    """Shoes that do not answer the first times they are asked for one."""

    def __init__(self, facts: Facts, *, times: int) -> None:
        super().__init__(facts)
        self.times = times
        self.asked = 0

    @override
    def secret(self, shoe_id: str) -> bytes | None:
        self.asked += 1
        if self.asked <= self.times:
            raise Unavailable("store/unreachable")
        return super().secret(shoe_id)


@pytest.mark.parametrize("times", [0, 3], ids=["read", "unread"])
def test_I12_a_shoe_that_was_stored_without_an_answer_is_the_one_that_is_dealt(times: int) -> None:
    store = MemoryStore()
    store.shoes = Unread(store.facts, times=times)
    link = dealt(store)
    assert link.loads > 1, "it was asked again"
    promised = [str(card) for card in shuffles()[0][::-1]]
    assert link.scanned[:4] == promised[:4]


def test_a_dealer_whose_shoe_cannot_be_read_looks_again() -> None:
    """A dealer who gives up takes every table of the house along."""
    store = MemoryStore()
    store.shoes = shoes = Unread(store.facts, times=1)
    dealt(store)
    assert shoes.asked > 1
