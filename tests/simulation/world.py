"""A casino in a box: real tables, real engine, simulated time, disk, people and accidents.

One seed is one history. Everything random comes from it, so a failing seed replays exactly.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine, Iterator, Sequence
from functools import partial
from itertools import count

from tests.seals import keyring
from tests.service.operators import House
from tests.simulation.damage import Damage
from tests.simulation.dates import EXCLUDED_PLAYER, Dates
from tests.simulation.faults import Fault, Luck
from tests.simulation.insiders import at_the_table, in_the_office
from tests.simulation.links import Acknowledged, FlakyLink, StudioLink
from tests.simulation.people import GOLDEN_VALUE, Crowd, Manager, Player, clumsiness
from tests.simulation.process import BuggyDirectory, Directory, Process
from tests.simulation.troubles import Troubles
from tests.units import posted
from tests.virtual_time import VirtualClock, VirtualTimeLoop

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.disk import Unsynced
from sabot.cards import Card, full_deck
from sabot.errors import Corrupt, Unavailable
from sabot.games import variant_named
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.runtime.engine import TableEngine
from sabot.runtime.host import TableHost
from sabot.runtime.recovery import SteppedDown, recover
from sabot.runtime.restart import FATAL
from sabot.runtime.stand_in import stand_in
from sabot.runtime.virtual_dealer import VirtualDealer
from sabot.service.catalogue import default_tables, hurried
from sabot.service.proof.clock import HouseClock
from sabot.service.tables.envelopes import from_house
from sabot.service.tables.out_of_order import OutOfOrder, out_of_order
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.state import TableState

TABLES = 2
PLAYERS = ("ada", "bo", "cy")
OPERATOR = "acme"
WITH_OPERATOR = 5
"""One seed in so many has a player whose money an operator keeps."""

START_BALANCE = 60_000
PACE = 0.1
REST_SECONDS = 3_600


class World:
    """One seed's casino."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = Luck(seed)
        self._troubles = Troubles(self.luck)
        self.loop = VirtualTimeLoop(self._troubles.disk_takes)
        self._troubles.now = self.loop.time
        self.clock = VirtualClock(self.loop)
        self.seals = keyring(seed % 251)
        self.store = MemoryStore(
            faults=self._troubles.disk, wall_ms=self.clock.wall_ms, seals=self.seals
        )
        chosen = self.luck.random.sample(default_tables(), TABLES)
        self.configs = [hurried(config, factor=PACE) for config in chosen]
        self.told = Acknowledged()
        self.shown: list[tuple[str, int, Sequence[e.Event]]] = []
        self.rounds = 0
        self.hosts: dict[str, TableHost] = {}
        self._owners = count(1)
        self._crowds: dict[str, Crowd] = {}
        self.operator = self._operator() if seed % WITH_OPERATOR == 0 else None
        self._damage = Damage(self.store, self.luck)
        self._broken: dict[str, tuple[int, dict[str, TableEngine]]] = {}
        self._ids = count(1)
        self.controls = MemoryControls(self.store)
        self._dates = Dates(self.clock, self.luck, self.store, self.controls)
        self._dates.exclude(EXCLUDED_PLAYER)

    def _operator(self) -> House:
        house = House(OPERATOR, self._troubles.wallet)
        house.join("dot")
        return house

    def _process(self) -> Process:
        """A process starts, on a machine that may have been started again."""
        if self.luck.strikes(Fault.REBOOT, one_in=4):
            self.clock.boots += 1
        date = HouseClock(self.clock, self._dates.mark)
        return Process(self.store, self.luck, self.operator, date, self.seals)

    def new_id(self) -> str:
        """An id that no command ever had."""
        return f"c{next(self._ids)}"

    # --- accidents --------------------------------------------------------------------------------

    def _broke(self, table_id: str) -> None:
        """Remember how the other tables were when this one broke."""
        others = {name: host.engine for name, host in self.hosts.items() if name != table_id}
        self._broken[table_id] = (self._troubles.count, others)

    def _check_untouched(self, table_id: str) -> None:
        """The table that broke has been looked after, and nobody else had to start again."""
        troubles, others = self._broken.pop(table_id)
        if troubles == self._troubles.count:
            for name, engine in others.items():
                assert self.hosts[name].engine is engine, f"{name} felt the bug of {table_id}"

    # --- lives ------------------------------------------------------------------------------------

    def run(self, rounds: int) -> None:
        """Play at least so many rounds, with accidents, then come to rest."""
        logger = logging.getLogger("sabot")
        before = logger.level
        logger.setLevel(logging.CRITICAL + 1)
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._run(rounds))
        finally:
            asyncio.set_event_loop(None)
            self.loop.close()
            logger.setLevel(before)

    async def _run(self, rounds: int) -> None:
        deposit(self.store)
        while self.rounds < rounds:
            await self._live(rounds)
        self.luck.calm = True
        self._damage.mend()
        process = self._process()
        await self._until(self._rested(process), process, seconds=REST_SECONDS)
        assert not self._in_round(), f"seed {self.seed} does not come to rest"

    async def _live(self, rounds: int) -> None:
        """One process, from its start until it ends.

        Its end is a crash, a clean shutdown, or its own: a disk that failed to synchronise (design,
        point 7).
        """
        try:
            process = self._process()
        except Unavailable:  # no room to say whose desk it is: somebody starts it again
            await asyncio.sleep(1)
            return
        killed = True
        try:
            await self._until(self._reached(rounds), process, seconds=self.luck.within(5, 120))
        except* Unavailable as failed:
            if any(error.code != FATAL for error in _leaves(failed)):
                raise
            killed = False
        if killed and self._in_round() and self.luck.strikes(Fault.SHUTDOWN, one_in=3):
            self.loop.finish_jobs()
            if self.store.disk.broken:  # its last write was not synchronised
                self._crash()
        else:
            self.luck.fired[Fault.CRASH] += killed
            self._crash()
        if process.desk is not None:
            await process.desk.stop()

    def _in_round(self) -> bool:
        return any(host.state.in_round for host in self.hosts.values())

    def _crash(self) -> None:
        self.loop.abandon_jobs()
        kept = self.luck.below(2)
        if self.store.disk.unsynced:
            self.luck.fired[Fault.UNSYNCED_KEPT if kept else Fault.UNSYNCED_LOST] += 1
        self.store.disk.crash(Unsynced.KEPT if kept else Unsynced.LOST)
        self._damage.secrets()
        self._damage.mend()
        self._damage.rows(self.configs[self.luck.below(len(self.configs))].table_id)
        self._troubles.full_until = 0.0

    async def _until(
        self, goal: Coroutine[None, None, None], process: Process, *, seconds: float
    ) -> None:
        """Let a process run until something is reached, or its time is over."""
        tasks = [asyncio.create_task(self._life(process)), asyncio.create_task(goal)]
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    async def _life(self, process: Process) -> None:
        self._broken = {}
        async with asyncio.TaskGroup() as owners:
            owners.create_task(process.committer.run())
            owners.create_task(self._dates.keep(process))
            for config in self.configs:
                owners.create_task(self._table(config, process, owners))
            if process.desk is not None:
                process.desk.recover(self.store.wallet_ops.unfinished())
                owners.create_task(in_the_office(process, self.store, self.luck, self.new_id))
                await process.desk.authenticate(OPERATOR, "token-dot")

    async def _reached(self, rounds: int) -> None:
        while self.rounds < rounds:  # noqa: ASYNC110 -- virtual time: looking costs nothing
            await asyncio.sleep(2)

    async def _rested(self, process: Process) -> None:
        """Every table is closed, and no wallet has anything open any more."""
        await asyncio.sleep(1)
        hosts = self.hosts.values()
        while any(host.state.phase is not Phase.OFF for host in hosts):  # noqa: ASYNC110 -- as above
            await asyncio.sleep(1)
        if process.desk is not None:
            await process.desk.quiesce()
            await asyncio.sleep(100)  # whatever was late has arrived by now
            await process.desk.quiesce()

    # --- tables -----------------------------------------------------------------------------------

    async def _table(self, config: AnyConfig, process: Process, owners: asyncio.TaskGroup) -> None:
        """One owner of a table with its people, until another owner has the table."""
        host = await self._host(config, process)
        self.hosts[config.table_id] = host
        crowd: Crowd | None = None
        try:
            async with asyncio.TaskGroup() as people:
                people.create_task(host.run())
                people.create_task(self._rival(config, process, owners))
                crowd = self._let_in(host, config, people, process)
        except* SteppedDown:
            pass
        finally:
            if self._crowds.get(config.table_id) is crowd:
                del self._crowds[config.table_id]

    async def _rival(self, config: AnyConfig, process: Process, owners: asyncio.TaskGroup) -> None:
        """A new owner begins while the old one still works, and does not know it yet."""
        await asyncio.sleep(self.luck.within(20, 400))
        if not self.luck.calm:
            self.luck.fired[Fault.TWO_OWNERS] += 1
            if process.desk is None:  # with an operator there is one desk, and so one process
                process = self._process()
                owners.create_task(process.committer.run())
            owners.create_task(self._table(config, process, owners))

    async def _host(self, config: AnyConfig, process: Process) -> TableHost:
        game = variant_named(config.variant.id)[0]
        directory = BuggyDirectory(self.luck, lambda: self._broke(config.table_id))

        recovers = partial(
            recover,
            config.table_id,
            game,
            store=self.store,
            owner=f"owner {next(self._owners)}",
            directory=directory,
            funds=process.funds,
            seals=self.seals,
        )

        def reload(*, again: bool = False) -> TableEngine:
            engine = recovers(again=again)
            if process.four_eyes is not None:
                engine.check_eyes = process.four_eyes.check_eyes
            return engine

        while True:
            fault: OutOfOrder | None = None
            try:
                engine = reload()
            except Unavailable as error:
                if error.code == FATAL:
                    raise
                await asyncio.sleep(0.5)
                continue
            except Corrupt as error:
                if self._damage.table_id != config.table_id:
                    raise
                fault = out_of_order(config.table_id, error)
                engine = stand_in(
                    TableState(table_id=config.table_id, game=game, config=config),
                    epoch=0,
                    directory=directory,
                    funds=process.funds,
                    seals=self.seals,
                )
            host = TableHost(
                engine,
                committer=process.committer,
                store=self.store,
                clock=process.clock,
                reload=partial(reload, again=True),
                publish=self._published,
                desk=process.desk,
                fault=fault,
                unsure_before_ms=process.clock.unsure_before_ms,
            )
            host._steps.pending.recover(self.store.wallet_ops.unfinished)  # asked by another owner
            return host

    def _let_in(
        self, host: TableHost, config: AnyConfig, people: asyncio.TaskGroup, process: Process
    ) -> Crowd:
        studio = StudioLink(host, self.luck, self.told, people)
        dealer = VirtualDealer(
            studio,
            seals=self.seals,
            shoes=self.store.shoes,
            clock=process.clock,
            shuffle=self._shuffled,
            salt=lambda: self.luck.random.randbytes(32),
        )
        link = FlakyLink(host, self.luck, self.told, people, tables=self.hosts)
        names = PLAYERS if self.operator is None else (*PLAYERS, f"{OPERATOR}:dot")
        players = [Player(name, link, self.luck, self.new_id) for name in names]
        crowd = Crowd(players, link, self.luck, people.create_task)
        manager = Manager(link, self.luck, self.new_id, crowd)
        people.create_task(self._configure(host, config))
        insider = at_the_table(studio, self.store, self.luck)
        for task in (dealer.run(), manager.run(), clumsiness(studio, self.luck), insider):
            people.create_task(task)
        self._crowds[config.table_id] = crowd
        crowd.look()
        return crowd

    def _shuffled(self, decks: int) -> list[Card]:
        shoe = list(full_deck()) * decks
        self.luck.random.shuffle(shoe)
        return shoe

    async def _configure(self, host: TableHost, config: AnyConfig) -> None:
        command = c.Configure(version=1, config=encode_config(config), reason="opening")
        while host.state.config is None:
            reply = await host.submit(from_house("configure:1", command))
            if not reply.accepted:
                await asyncio.sleep(0.05)  # a full disk is refused at once: time has to pass

    def _published(self, state: TableState, events: Sequence[e.Event]) -> None:
        self.shown.append((state.table_id, state.seq, events))
        for event in events:
            if isinstance(event, (e.RoundSettled, e.RoundCancelled)):
                self.rounds += 1
        if state.table_id in self._crowds:
            self._crowds[state.table_id].look()
        if state.table_id in self._broken:
            self._check_untouched(state.table_id)

    def end(self) -> None:
        """Nobody needs it any more: what holds each other is let go of without being looked for."""
        vars(self).clear()

    def log_hash(self) -> str:
        """What happened, as one number: the same seed gives the same."""
        digest = hashlib.sha256()
        for config in self.configs:
            for event in self.store.events.read(config.table_id, after=0):
                digest.update(event.hash)
        return digest.hexdigest()


def _leaves(group: BaseExceptionGroup[Unavailable]) -> Iterator[Unavailable]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def deposit(store: MemoryStore) -> None:
    """Give every player money and golden chips."""
    directory = Directory()
    for name in PLAYERS:
        player = directory.player(name)
        _post(store, AccountKind.CASHIER, TransferKind.DEPOSIT, player.account, START_BALANCE)
        _post(store, AccountKind.PROMOTION, TransferKind.DEPOSIT, player.golden, 4 * GOLDEN_VALUE)


def _post(
    store: MemoryStore, source: AccountKind, kind: TransferKind, credit: str, amount: int
) -> None:
    owner = "house" if source is AccountKind.PROMOTION else "demo"
    debit = str(Account(source, owner, Currency.EUR))
    transfer = Transfer(id=f"{kind}:{credit}", kind=kind, debit=debit, credit=credit, amount=amount)
    posted(store, [transfer])
