"""Real tables with a virtual dealer in virtual time, and players of the house and of operators.

Everything between a player's command and an operator's book is the real thing, except that the
store is in memory, the network fails on purpose, and no time is spent waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Self, TypeVar

from tests.seals import SEALS
from tests.service.operators import (
    START,
    Directory,
    House,
    InlineCommitter,
    State,
    check_books,
    stored_ops,
)
from tests.table.cast import about_its_round, kind_of, named_by
from tests.units import posted
from tests.virtual_time import VirtualClock

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.disk import Fault as StoreFault
from sabot.adapters.memory.history import MemoryHistory
from sabot.cards import Card, full_deck
from sabot.gamekit import AnyGame
from sabot.games import variant_named
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.recovery import recover
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.catalogue import default_tables
from sabot.service.money.funds import FundsBook
from sabot.service.office.adjustments import Adjustments
from sabot.service.office.annulled import subject_of
from sabot.service.office.annulment import AnnulmentDesk
from sabot.service.office.ceilings import CeilingDesk
from sabot.service.office.four_eyes import FourEyes
from sabot.service.office.golden import GoldenRack
from sabot.service.office.office import Office
from sabot.service.ports import WalletOpRow
from sabot.service.storage.sealing import opened_event
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import WalletLog
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.state import TableState

E = TypeVar("E", bound=e.Event)


def table(name: str, **changes: object) -> AnyConfig:
    """One of the default tables."""
    [config] = [config for config in default_tables() if config.table_id == name]
    return replace(config, **changes)  # type: ignore[arg-type]


class Happened:
    """What the tables told, and when."""

    def __init__(self) -> None:
        self.events: list[tuple[float, e.Event]] = []

    def publish(self, _state: TableState, events: Sequence[e.Event]) -> None:
        now = asyncio.get_running_loop().time()
        self.events += ((now, event) for event in events)

    def told(self, kind: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [event for _, event in self.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last event of a kind."""
        return self.told(kind)[-1]

    def at(self, kind: type[e.Event]) -> float:
        """When the last event of a kind happened."""
        return next(when for when, event in reversed(self.events) if isinstance(event, kind))


class Hall:
    """One table, or several, with everything around them."""

    def __init__(self, *configs: AnyConfig, houses: Sequence[House], cards: str = "") -> None:
        self.configs = configs
        self.houses = tuple(houses)
        self.faults: list[StoreFault] = []
        self.store = MemoryStore(
            faults=lambda write: self.faults.pop() if self.faults and write == "commit" else None
        )
        self.happened = Happened()
        self._cards = [Card.parse(word) for word in cards.split()]
        self._numbers = count(1)
        self._named: dict[tuple[str, str], str] = {}  # a repetition says what was said first
        self._tasks: list[asyncio.Task[None]] = []
        self.recounted: list[str] = []  # players whose limits were told of an annulled round

    # --- opening and closing ----------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Open, or open again after a crash: tables first, then the desk."""
        self.directory = Directory()
        self.funds = FundsBook(self.directory, self.store.ledger.balances)
        self.committer = InlineCommitter(self.store)
        log = WalletLog(self.store, self.committer, owner="test", seals=SEALS)
        self.desk = WalletDesk(
            {house.name: house.operator for house in self.houses},
            directory=self.directory,
            save=log.save,
            jitter=lambda: 0.5,
            told=self.funds.told,
        )
        self.office = Office(
            self.store.acts,
            log,
            self.desk,
            wallet_ops=self.store.wallet_ops,
            funds=self.funds,
            clock=VirtualClock(),
        )
        self.adjustments = Adjustments(
            FourEyes(self.office),
            self.directory,
            bets=MemoryHistory(self.store),
            ceilings=CeilingDesk(self.office),
            is_annulled=lambda round_id: bool(self.office.acts(subject_of(round_id))),
        )
        self.rack = GoldenRack(self.office, self.directory, self.store.ledger)
        self.annulments = AnnulmentDesk(
            self.office,
            FourEyes(self.office),
            bets=MemoryHistory(self.store),
            directory=self.directory,
            funds=self.funds,
            rack=self.rack,
            recount=self.recounted.append,
        )
        self.hosts = {config.table_id: self._host(config) for config in self.configs}
        self.desk.recover(self.store.wallet_ops.unfinished())
        for host in self.hosts.values():
            self._tasks.append(asyncio.create_task(host.run()))
            self._tasks.append(asyncio.create_task(self._dealer(host).run()))
        for config in self.configs:
            if self.hosts[config.table_id].state.config is None:
                settings = encode_config(config)
                command = c.Configure(
                    version=config.version, config=settings, reason="first settings"
                )
                await self.send("house", command, at=config.table_id)
        await self._welcome()

    async def _welcome(self) -> None:
        for house in self.houses:
            for theirs in house.book.players:
                await self.desk.authenticate(house.name, f"token-{theirs}")

    def _host(self, config: AnyConfig) -> TableHost:
        game = variant_named(config.variant.id)[0]

        def reload() -> TableEngine:
            return self._recovered(config.table_id, game)

        return TableHost(
            reload(),
            committer=self.committer,
            store=self.store,
            clock=VirtualClock(),
            reload=reload,
            publish=self.happened.publish,
            desk=self.desk,
        )

    def _recovered(self, table_id: str, game: AnyGame) -> TableEngine:
        return recover(
            table_id,
            game,
            store=self.store,
            owner="test",
            directory=self.directory,
            funds=self.funds,
            seals=SEALS,
        )

    def _dealer(self, host: TableHost) -> VirtualDealer:
        return VirtualDealer(
            host,
            seals=SEALS,
            shoes=self.store.shoes,
            clock=VirtualClock(),
            shuffle=self._shuffle,
            salt=lambda: bytes(32),
        )

    def _shuffle(self, decks: int) -> list[Card]:
        """The cards of the test first, then whatever is left."""
        rest = list(full_deck()) * decks
        for card in self._cards:
            rest.remove(card)
        mixed = [rest[(37 * number) % len(rest)] for number in range(len(rest))]
        return [*mixed, *reversed(self._cards)]  # the last of the list is dealt first

    async def stop(self) -> None:
        """The process ends here, whatever it was doing."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        await self.desk.stop()

    # --- players ----------------------------------------------------------------------------------

    def deposit(self, player: str, amount: int = START) -> str:
        """Money for a player of the house."""
        transfer = Transfer(
            id=f"deposit:{player}",
            kind=TransferKind.DEPOSIT,
            debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
            credit=Directory().player(player).account,
            amount=amount,
        )
        assert posted(self.store, [transfer]) is None
        return player

    def grant(self, player: str, amount: int) -> None:
        """A golden chip, which is ours whoever's player it is."""
        transfer = Transfer(
            id=f"golden:{player}",
            kind=TransferKind.DEPOSIT,
            debit=str(Account(AccountKind.PROMOTION, "house", Currency.EUR)),
            credit=Directory().player(player).golden,
            amount=amount,
        )
        assert posted(self.store, [transfer]) is None

    async def send(
        self, actor: str, command: c.Command, *, at: str | None = None, cmd_id: str | None = None
    ) -> Reply:
        """One command, and its answer when it comes.

        Before the shift manager cancels a round with bets, a colleague proposes it (F244).
        """
        state = self.host(at).state
        cancels = actor == "boss" and isinstance(command, c.CancelRound)
        if cancels and state.in_round and state.current.bets:
            assert (await self.send("other boss", c.ProposeCancel(reason="two"), at=at)).accepted
        name = cmd_id or f"{actor}-{next(self._numbers)}"
        async with asyncio.timeout(600):
            host = self.host(at)
            envelope = Envelope(
                actor=actor,
                actor_kind=kind_of(actor),
                cmd_id=name,
                command=about_its_round(command, host.state),
                bets_for=self._named.setdefault((actor, name), named_by(host.engine, command)),
            )
            return await host.submit(envelope)

    async def place(
        self, player: str, kind: str, amount: int, seat: int | None = None, at: str | None = None
    ) -> None:
        """A chip that has to lie."""
        reply = await self.send(player, c.PlaceChip(kind=kind, amount=amount, seat=seat), at=at)
        assert reply.accepted, reply

    def host(self, at: str | None = None) -> TableHost:
        """The table named, or the only one."""
        return self.hosts[at or self.configs[0].table_id]

    @property
    def state(self) -> TableState:
        return self.host().state

    async def until(
        self, *phases: Phase, at: str | None = None, seconds: float = 120
    ) -> TableState:
        """Wait for the table to be in one of these phases."""
        async with asyncio.timeout(seconds):
            while self.host(at).state.phase not in phases:
                await self.host(at).changed()
        return self.host(at).state

    async def when(self, holds: Callable[[], bool], *, seconds: float = 300) -> None:
        """Wait for something, looking now and then."""
        async with asyncio.timeout(seconds):
            while not holds():  # noqa: ASYNC110 -- in virtual time looking costs nothing
                await asyncio.sleep(0.02)

    # --- what happened ----------------------------------------------------------------------------

    def bets(self, player: str) -> dict[str, int]:
        """What a player has in the round, by kind."""
        bets = self.state.current.bets.values()
        return {bet.kind: bet.stake for bet in bets if bet.player == player}

    def rejected(self, player: str) -> set[str]:
        """Why chips of a player were not accepted at the last close."""
        return {
            out.reason for out in self.happened.last(e.BetsClosed).rejected if out.player == player
        }

    def ops(self, player: str, kind: str = "bet") -> list[WalletOpRow]:
        """A player's wallet operations on the disk."""
        rows = stored_ops(self.store).values()
        return [row for row in rows if row.player == player and row.kind == kind]

    def states(self, player: str, kind: str = "bet") -> list[State]:
        """How far they have come."""
        return [row.state for row in self.ops(player, kind)]

    async def agree(self) -> None:
        """I1, I3, I5, I10: after everything was seen through, all the books agree."""
        await self.stop()
        for house in self.houses:
            house.network.faults = lambda _name, _id: None
        self.configs = ()
        await self.start()
        async with asyncio.timeout(3_600):
            await self.desk.quiesce()
            await asyncio.sleep(100)  # whatever was late has arrived by now
            await self.desk.quiesce()
        check_books(self.store, self.houses)
        check_rounds(self.store, self.houses)


def check_rounds(store: MemoryStore, houses: Sequence[House]) -> None:
    """Compare what wallets paid with what is in the rounds."""
    facts = list(store.export_rows())
    accounts = {str(f["id"]): int(f["balance"] or 0) for kind, f in facts if kind == "account"}
    assert sum(accounts.values()) == 0
    outcomes = {str(f["bet"]) for kind, f in facts if kind == "outcome"}
    staked: dict[tuple[str, str], int] = {}
    for kind, fact in facts:
        golden = '"golden":true' in str(fact.get("body"))
        if kind == "bet" and ":" in str(fact["player"]) and not golden:
            key = (str(fact["round_id"]), str(fact["player"]))
            staked[key] = staked.get(key, 0) + int(fact["stake"] or 0)
    taken: dict[tuple[str, str], int] = {}
    for row in stored_ops(store).values():
        if row.state is State.TAKEN:
            key = (row.round_id, row.player)
            taken[key] = taken.get(key, 0) + row.amount
    # What the wallets paid is what is in the rounds: for every player, in every round.
    assert taken == staked
    _check_clearing(store, houses, accounts, outcomes, facts)


def _check_clearing(
    store: MemoryStore,
    houses: Sequence[House],
    accounts: dict[str, int],
    outcomes: set[str],
    facts: Sequence[tuple[str, dict[str, str | int | None]]],
) -> None:
    """Our clearing account with an operator is what its players won, less what is in play."""
    for house in houses:
        held = accounts.get(f"operator:{house.name}:EUR", 0)
        rows = [op for op in stored_ops(store).values() if op.operator == house.name]
        staked = sum(row.amount for row in rows if row.state is State.TAKEN)
        paid = sum(row.amount for row in rows if row.state is State.PAID)
        assert held == paid - staked
    for kind, fact in facts:
        if kind == "account" and str(fact["id"]).startswith("escrow:"):
            round_id = str(fact["id"]).split(":")[1]
            bets = {str(f["id"]) for k, f in facts if k == "bet" and f["round_id"] == round_id}
            assert fact["balance"] == 0 or not bets <= outcomes


def decoded(store: MemoryStore, table_id: str) -> list[e.Event]:
    """The events of a table as the disk has them."""
    rows = store.events.read(table_id, after=0)
    return [opened_event(row, SEALS, table_id=table_id) for row in rows]
