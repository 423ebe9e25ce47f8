"""A house in virtual time: real tables, dealers and bots, with a line to the studio that breaks.

Everything is what runs in production, except that no time is spent waiting and a test may cut the
line, move the wall clock, or hand in a store that fails on purpose.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import count
from random import Random
from typing import Self, TypeVar

from tests.house.table_bot import TableBot
from tests.seals import SEALS
from tests.table.cast import CONSOLE, about_its_round, kind_of, named_by
from tests.units import posted
from tests.virtual_time import VirtualClock, VirtualTimeLoop

from sabot.adapters.memory import MemoryStore
from sabot.adapters.sql import SqlStore
from sabot.bots.temperament import LIVELY
from sabot.cards import Card, full_deck
from sabot.gamekit import AnyGame
from sabot.games import variant_named
from sabot.lab.audit import audit, sealed
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.recovery import recover
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.catalogue import default_tables
from sabot.service.money.funds import FundsBook
from sabot.service.players.directory import Player
from sabot.service.ports import Store
from sabot.service.storage.committer import Committer
from sabot.service.storage.sealing import opened_event
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.state import TableState

BALANCE = 1_000_000
E = TypeVar("E", bound=e.Event)
T = TypeVar("T")


def table(name: str) -> AnyConfig:
    """One of the default tables."""
    return next(config for config in default_tables() if config.table_id == name)


class Guests:
    """Everybody is a player of the house."""

    def player(self, player_id: str) -> Player:
        return Player(player_id=player_id, nickname=player_id)


class StudioLine:
    """The line between a dealer and the table: while it is cut, nothing comes through (P5)."""

    def __init__(self, host: TableHost) -> None:
        self._host = host
        self.cut = False

    @property
    def state(self) -> TableState:
        return self._host.state

    def heartbeat(self) -> None:
        if not self.cut:
            self._host.heartbeat()

    def fail(self, error: Exception) -> None:
        self._host.fail(error)

    async def changed(self, within: float | None = None, *, beyond_bets: bool = False) -> None:
        await self._host.changed(within, beyond_bets=beyond_bets)

    async def submit(self, envelope: Envelope) -> Reply:
        while self.cut:  # noqa: ASYNC110 -- in virtual time looking costs nothing
            await asyncio.sleep(0.5)
        self._host.heartbeat()
        return await self._host.submit(envelope)


class Premises:
    """Tables with their people, opened and closed by the test as often as it likes."""

    def __init__(
        self,
        *configs: AnyConfig,
        bots: int = 0,
        seed: int = 1,
        store: Store | None = None,
        games: Mapping[str, AnyGame] | None = None,
    ) -> None:
        self.configs = configs
        self.chance = Random(seed)
        self.store: Store = store or MemoryStore()
        self.clock = VirtualClock()
        self.events: list[tuple[str, e.Event]] = []
        self.published: Callable[[TableState], None] = lambda _state: None
        self._games = dict(games or {})
        self._bots = bots
        self._numbers = count(1)
        self._named: dict[tuple[str, str], str] = {}  # a repetition says what was said first
        self.tasks: dict[str, asyncio.Task[None]] = {}

    # --- opening and closing ----------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Open, or open again: whatever was interrupted goes on."""
        funds = FundsBook(Guests(), self.store.ledger.balances)
        committer = Committer(self.store)
        self.hosts = {
            config.table_id: self._host(config, funds, committer) for config in self.configs
        }
        self.lines = {name: StudioLine(host) for name, host in self.hosts.items()}
        self.start("committer", committer.run())
        for name, host in self.hosts.items():
            self.start(name, host.run())
            if not self._is_live(name):
                self.start(f"dealer of {name}", self._dealer(self.lines[name]).run())
        for config in self.configs:
            await self._configure(config)
        for number in range(self._bots):
            name, host = list(self.hosts.items())[number % len(self.hosts)]
            bot = TableBot(f"{name}-{number}", host, LIVELY, pick=self.chance.randrange)
            self.deposit(bot.player)
            self.start(bot.player, bot.run())
        await asyncio.sleep(0)

    def _is_live(self, name: str) -> bool:
        return any(config.live for config in self.configs if config.table_id == name)

    def start(self, name: str, job: Coroutine[None, None, None]) -> None:
        """Let somebody work until the house closes."""
        self.tasks[name] = asyncio.get_running_loop().create_task(job)

    async def close(self) -> None:
        """A clean end: nobody goes on, and the transaction under way is finished."""
        tasks, self.tasks = self.tasks, {}
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualTimeLoop)
        loop.finish_jobs()

    def _host(self, config: AnyConfig, funds: FundsBook, committer: Committer) -> TableHost:
        game = self._games.get(config.table_id) or variant_named(config.variant.id)[0]

        def reload() -> TableEngine:
            return recover(
                config.table_id,
                game,
                store=self.store,
                owner="test",
                directory=Guests(),
                funds=funds,
                seals=SEALS,
            )

        return TableHost(
            reload(),
            committer=committer,
            store=self.store,
            clock=self.clock,
            reload=reload,
            publish=self._publish,
        )

    def _dealer(self, line: StudioLine) -> VirtualDealer:
        return VirtualDealer(
            line,
            seals=SEALS,
            shoes=self.store.shoes,
            clock=self.clock,
            shuffle=self._shuffled,
            salt=lambda: self.chance.randbytes(32),
        )

    def _shuffled(self, decks: int) -> list[Card]:
        shoe = list(full_deck()) * decks
        self.chance.shuffle(shoe)
        return shoe

    async def _configure(self, config: AnyConfig) -> None:
        if self.hosts[config.table_id].state.config is None:
            settings = encode_config(config)
            command = c.Configure(version=config.version, config=settings, reason="first settings")
            reply = await self.send("house", command, at=config.table_id)
            assert reply.accepted, reply

    def _publish(self, state: TableState, events: Sequence[e.Event]) -> None:
        self.events += ((state.table_id, event) for event in events)
        self.published(state)

    # --- people -----------------------------------------------------------------------------------

    def deposit(self, player: str) -> str:
        """Money for a player, once."""
        gift = Transfer(
            id=f"deposit:{player}",
            kind=TransferKind.DEPOSIT,
            debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
            credit=Guests().player(player).account,
            amount=BALANCE,
        )
        assert posted(self.store, [gift]) is None
        return player

    async def send(
        self,
        actor: str,
        command: c.Command,
        *,
        at: str | None = None,
        cmd_id: str | None = None,
        console: str = CONSOLE,
    ) -> Reply:
        """One command, and its answer when it comes."""
        name = cmd_id or f"{actor}-{next(self._numbers)}"
        host = self.host(at)
        envelope = Envelope(
            actor=actor,
            actor_kind=kind_of(actor),
            cmd_id=name,
            command=about_its_round(command, host.state),
            bets_for=self._named.setdefault((actor, name), named_by(host.engine, command)),
            console=console,
        )
        async with asyncio.timeout(3_600):
            return await host.submit(envelope)

    # --- what happened ----------------------------------------------------------------------------

    def host(self, at: str | None = None) -> TableHost:
        """The table named, or the first."""
        return self.hosts[at or self.configs[0].table_id]

    async def until(
        self, *phases: Phase, at: str | None = None, seconds: float = 600
    ) -> TableState:
        """Wait for a table to be in one of these phases."""
        async with asyncio.timeout(seconds):
            while self.host(at).state.phase not in phases:
                await self.host(at).changed()
        return self.host(at).state

    def told(self, kind: type[E], *, at: str | None = None) -> list[E]:
        """What was published of a kind, at one table or everywhere."""
        return [
            event for name, event in self.events if isinstance(event, kind) and at in (None, name)
        ]

    def stored(self, table_id: str) -> list[e.Event]:
        """The events of a table as the disk has them."""
        rows = self.store.events.read(table_id, after=0)
        return [opened_event(row, SEALS, table_id=table_id) for row in rows]

    def check(self) -> None:
        """I1 to I15: what the auditor says about everything that was written."""
        assert isinstance(self.store, MemoryStore | SqlStore)
        report = audit(sealed(self.store.export_rows()))
        assert report.ok, report.violations

    def balance(self, player: str) -> int:
        """What a player has on the disk."""
        account = Guests().player(player).account
        return self.store.ledger.balances([account])[account]
