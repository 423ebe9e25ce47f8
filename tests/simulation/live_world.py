"""The casino in a box with people who deal: live tables on a bad line, disk and process.

Everything is as in `world.py`, but for the dealer: a person signs on, brings cards, opens, reads
what is due, and mistakes a position now and then.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from tests.simulation.links import FlakyLink, StudioLink
from tests.simulation.people import Crowd, Manager, Player
from tests.simulation.process import Process
from tests.simulation.world import PACE, PLAYERS, World
from tests.table.cast import CONSOLE
from typing_extensions import override

from sabot.cards import full_deck
from sabot.runtime.host import TableHost
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.catalogue import hurried, live_table
from sabot.service.tables.envelopes import Envelope
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.config import AnyConfig, Opening
from sabot.table.phases import Phase
from sabot.table.promises import ShoeSecret
from sabot.table.state import Shoe, TableState

MISTAKE_EVERY = 53
"""One read in so many is at a wrong position; the table has other events by the next one."""

LIKE = ("speed-1", "seven-1", "scanner-1", "blackjack-1", "brag-1")
DECK = tuple(str(card) for card in full_deck())


class Person(VirtualDealer):
    """A dealer with real cards, in place of the machine; the same loop, other commands."""

    @override
    def _next(self, state: TableState) -> Envelope | None:
        if state.dealer is None:
            return self._envelope(c.SignOn(console=CONSOLE))
        waits = state.phase is Phase.OFF and not state.switched_off
        if state.phase is Phase.SHUFFLE or waits:
            decks = state.settings.variant.decks
            return self._envelope(c.LoadShoe(shoe_id="", decks=decks))
        if state.phase is Phase.IDLE:
            return self._at_rest(state)
        return None if state.shoe is None else self._deal(state, state.shoe)

    def _at_rest(self, state: TableState) -> Envelope | None:
        if state.burn_due:
            return self._envelope(c.BurnCards(first="7H"))
        opens = state.settings.opening is Opening.DEALER
        return self._envelope(c.OpenBetting()) if opens else None

    @override
    def _scan(self, state: TableState, shoe: Shoe, position: str) -> Envelope:
        """Any card that the shoe still has; its code is one that was never read."""
        gone = Counter(code.rpartition(":")[2] for code in shoe.codes)
        gone.update([shoe.burned] if shoe.burned else [])
        left = [card for card in DECK if gone[card] < shoe.cards // 52]
        card = left[(state.seq * 31 + len(shoe.codes) * 7) % len(left)]
        code = f"{shoe.shoe_id}:{state.seq}:{card}"
        if state.seq % MISTAKE_EVERY == 0:
            position = "nowhere"
        return self._envelope(c.Scan(position=position, code=code, card=card))

    @override
    def _envelope(
        self,
        command: c.Command,
        *,
        secret: tuple[str, bytes] | None = None,
        shown: ShoeSecret | None = None,
    ) -> Envelope:
        assert secret is None
        assert shown is None
        return Envelope(
            actor=self.name,
            actor_kind=ActorKind.DEALER,
            cmd_id=f"{self.name}:{self._host.state.seq}:{next(self._numbers)}",
            command=command,
            console=CONSOLE,
        )


class LiveWorld(World):
    """One seed's casino of live tables."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        chosen = self.luck.random.sample(LIKE, 2)
        tables = [self._live_table(like, number) for number, like in enumerate(chosen)]
        self.configs = [hurried(table, factor=PACE) for table in tables]

    def _live_table(self, like: str, number: int) -> AnyConfig:
        opening = (Opening.DEALER, Opening.CLOCK)[self.luck.below(2)]
        burn = not self.luck.below(2)
        name = f"live-{number}"
        return live_table(
            like, table_id=name, name=name, opening=opening, burn=burn, passports=False
        )

    @override
    def _let_in(
        self, host: TableHost, config: AnyConfig, people: asyncio.TaskGroup, process: Process
    ) -> Crowd:
        studio = StudioLink(host, self.luck, self.told, people)
        dealer = Person(
            studio,
            seals=self.seals,
            shoes=self.store.shoes,
            clock=process.clock,
            shuffle=self._shuffled,
            salt=lambda: b"",
        )
        dealer.name = f"dealer:{config.table_id}:{host.epoch}"
        link = FlakyLink(host, self.luck, self.told, people, tables=self.hosts)
        players = [Player(name, link, self.luck, self.new_id) for name in PLAYERS]
        crowd = Crowd(players, link, self.luck, people.create_task)
        manager = Relieving(link, self.luck, self.new_id, crowd)
        people.create_task(self._configure(host, config))
        for task in (dealer.run(), manager.run()):
            people.create_task(task)
        self._crowds[config.table_id] = crowd
        crowd.look()
        return crowd


class Relieving(Manager):
    """A shift manager who also takes a dealer off whose process has ended."""

    @override
    def _wishes(self, state: TableState) -> list[c.Command]:
        wishes = list(super()._wishes(state))
        here = f":{self._link.host.epoch}"
        if state.dealer is not None and not state.dealer.actor.endswith(here):
            wishes.insert(0, c.RelieveDealer(reason="nobody is there"))
        return wishes
