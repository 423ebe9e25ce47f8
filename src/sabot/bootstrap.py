"""Putting a house together: store, tables, dealers, bots. The only place that knows all of them."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Sequence
from secrets import randbelow, token_bytes

from sabot.adapters.chance import shuffled_shoe
from sabot.adapters.clock import SystemClock
from sabot.adapters.sql import open_store
from sabot.gamekit import AnyGame
from sabot.games import registry
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.bots import TEMPERAMENTS, Bot
from sabot.service.catalogue import default_tables, hurried
from sabot.service.committer import Committer
from sabot.service.engine import TableEngine
from sabot.service.envelopes import Envelope
from sabot.service.fairness import SALT_BYTES
from sabot.service.funds import FundsBook
from sabot.service.host import Publish, TableHost
from sabot.service.players import Player
from sabot.service.ports import Store
from sabot.service.recovery import recover
from sabot.service.virtual_dealer import VirtualDealer
from sabot.settings import Settings
from sabot.table import commands as c
from sabot.table.betting import HOUSE
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config

BOT_NAMES = (
    "Ambra",
    "Bruno",
    "Cleo",
    "Dario",
    "Elba",
    "Furio",
    "Gilda",
    "Ivo",
    "Livia",
    "Marco",
    "Nora",
    "Olmo",
    "Pia",
    "Remo",
    "Sole",
    "Tea",
    "Ugo",
    "Vera",
    "Zeno",
    "Alba",
)
BOT_BALANCE = 1_000_000


class DemoDirectory:
    """Everybody is a player of the house, in euros."""

    def player(self, player_id: str) -> Player:
        return Player(player_id=player_id, nickname=player_id)


class House:
    """A running set of tables in one process."""

    def __init__(
        self,
        settings: Settings,
        *,
        store: Store | None = None,
        publish: Publish = lambda _s, _e: None,
    ) -> None:
        self.settings = settings
        self.store: Store = store or open_store(settings.database)
        self.clock = SystemClock()
        self.directory = DemoDirectory()
        self.funds = FundsBook(self.directory, self.store.balances)
        self.committer = Committer(self.store)
        self.hosts: dict[str, TableHost] = {}
        self._publish = publish
        self._owner = f"{socket.gethostname()}:{os.getpid()}"

    def open_tables(self, configs: Sequence[AnyConfig] | None = None) -> None:
        """Recover every table, or open it for the first time."""
        games = {game.id: game for game in registry().values()}
        for config in configs or default_tables():
            game = next(g for g in games.values() if config.variant.id in g.variants)
            self.hosts[config.table_id] = self._host(config, game)

    def _host(self, config: AnyConfig, game: AnyGame) -> TableHost:
        reload = self._recoverer(config.table_id, game)
        return TableHost(
            reload(),
            committer=self.committer,
            store=self.store,
            clock=self.clock,
            reload=reload,
            publish=self._publish,
        )

    def _recoverer(self, table_id: str, game: AnyGame) -> Callable[[], TableEngine]:
        def reload() -> TableEngine:
            return recover(
                table_id,
                game,
                store=self.store,
                owner=self._owner,
                directory=self.directory,
                funds=self.funds,
            )

        return reload

    async def run(self) -> None:
        """Serve until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.committer.run(), name="committer")
            for config in default_tables():
                host = self.hosts[config.table_id]
                tasks.create_task(host.run(), name=f"table {config.table_id}")
                tasks.create_task(self._configure(host, config))
                dealer = VirtualDealer(
                    host,
                    store=self.store,
                    clock=self.clock,
                    shuffle=shuffled_shoe,
                    salt=lambda: token_bytes(SALT_BYTES),
                )
                tasks.create_task(dealer.run(), name=dealer.name)
            for bot in self._bots():
                tasks.create_task(bot.run(), name=bot.player)

    def close(self) -> None:
        """End between two transactions; the next start goes on from here."""
        self.committer.close()

    async def _configure(self, host: TableHost, config: AnyConfig) -> None:
        if host.state.config is not None:
            return
        hurry = self.settings.pace != 1.0
        chosen = hurried(config, factor=self.settings.pace) if hurry else config
        command = c.Configure(version=chosen.version, config=encode_config(chosen))
        await host.submit(Envelope(actor=HOUSE, cmd_id="configure:1", command=command))

    def _bots(self) -> list[Bot]:
        hosts = list(self.hosts.values())
        bots = []
        for number in range(self.settings.bots):
            name = BOT_NAMES[number % len(BOT_NAMES)]
            name = name if number < len(BOT_NAMES) else f"{name}{number // len(BOT_NAMES) + 1}"
            host = hosts[number % len(hosts)]
            temperament = TEMPERAMENTS[number % len(TEMPERAMENTS)]
            bots.append(Bot(name, host, temperament, pick=randbelow))
        self.store.post([self._welcome(bot.player) for bot in bots])
        return bots

    def _welcome(self, player: str) -> Transfer:
        return Transfer(
            id=f"welcome:{player}",
            kind=TransferKind.DEPOSIT,
            debit=str(Account(AccountKind.CASHIER, "demo", Currency.EUR)),
            credit=self.directory.player(player).account,
            amount=BOT_BALANCE,
        )
