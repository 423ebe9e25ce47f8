"""Real tables on a real store, put together for measuring.

Hosts, engines, group commit, virtual dealers and bots are the real ones. This module owns only the
players: all belong to the house and have more money than any benchmark stakes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from tests.house.table_bot import TableBot

from sabot.adapters.keyring import Keyring
from sabot.bots.temperament import TEMPERAMENTS
from sabot.cards import Card, full_deck
from sabot.games import registry
from sabot.ledger import Transfer, TransferKind
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.recovery import recover
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.money.funds import FundsBook
from sabot.service.players.directory import BOT_PREFIX, Player
from sabot.service.ports import Clock, Store
from sabot.service.proof.fairness import SALT_BYTES
from sabot.service.storage.committer import Committer
from sabot.service.tables.envelopes import Reply, from_house
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config

PURSE = 10**12


class Guests:
    """Takes every id for a player of the house, in euros."""

    def player(self, player_id: str) -> Player:
        return Player(player_id=player_id, nickname=player_id)


class Hall:
    """Tables of one process, open until the block ends."""

    def __init__(self, store: Store, clock: Clock, *, seed: int = 1) -> None:
        self.store = store
        self.chance = Random(seed)  # noqa: S311 -- a benchmark repeats itself
        self.seals = Keyring([bytes(32)])  # nothing here is secret
        self.hosts: list[TableHost] = []
        self._clock = clock
        self._guests = Guests()
        self._funds = FundsBook(self._guests, store.ledger.balances)
        self._committer = Committer(store)

    @property
    def events(self) -> int:
        """How many events are stored."""
        return sum(host.state.seq for host in self.hosts)

    def fund(self, players: Sequence[str]) -> None:
        """Give these players a purse."""
        assert self.store.ledger.post([_purse(player) for player in players]) is None

    @contextmanager
    def open(self, configs: Sequence[AnyConfig]) -> Iterator[list[TableHost]]:
        """The tables, running and configured by the time a dealer deals."""
        self.hosts = [self._host(config) for config in configs]
        running = [asyncio.ensure_future(self._committer.run())]
        running += [asyncio.ensure_future(host.run()) for host in self.hosts]
        try:
            yield self.hosts
        finally:
            for task in running:
                task.cancel()
            self._committer.close()

    async def configure(self, host: TableHost, config: AnyConfig) -> None:
        """Let a fresh table have its settings."""
        command = c.Configure(
            version=config.version, config=encode_config(config), reason="a benchmark"
        )
        accepted(await host.submit(from_house("configure", command)))

    def dealer(self, host: TableHost) -> VirtualDealer:
        """A dealer for a table."""
        return VirtualDealer(
            host,
            seals=self.seals,
            shoes=self.store.shoes,
            clock=self._clock,
            shuffle=self._shuffled,
            salt=lambda: self.chance.randbytes(SALT_BYTES),
        )

    def bots(self, count: int) -> list[TableBot]:
        """Bots, spread over the tables."""
        self.fund([f"{BOT_PREFIX}{number}" for number in range(count)])
        return [
            TableBot(
                str(number),
                self.hosts[number % len(self.hosts)],
                TEMPERAMENTS[number % len(TEMPERAMENTS)],
                pick=self.chance.randrange,
            )
            for number in range(count)
        ]

    def _host(self, config: AnyConfig) -> TableHost:
        game = next(game for game in registry().values() if config.variant.id in game.variants)

        def reload() -> TableEngine:
            return recover(
                config.table_id,
                game,
                store=self.store,
                owner="bench",
                directory=self._guests,
                funds=self._funds,
                seals=self.seals,
            )

        return TableHost(
            reload(),
            committer=self._committer,
            store=self.store,
            clock=self._clock,
            reload=reload,
        )

    def _shuffled(self, decks: int) -> list[Card]:
        shoe = [*full_deck()] * decks
        self.chance.shuffle(shoe)
        return shoe


def accepted(reply: Reply) -> Reply:
    """A reply that must not be a refusal."""
    assert reply.accepted, reply
    return reply


def _purse(player: str) -> Transfer:
    return Transfer(
        id=f"purse:{player}",
        kind=TransferKind.DEPOSIT,
        debit="cashier:house:EUR",
        credit=f"player:{player}:EUR",
        amount=PURSE,
    )
