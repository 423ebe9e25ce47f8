"""A casino in a box: real tables, real engine, simulated time, disk, people and accidents.

One seed is one history. Everything random comes from it, so a failing seed replays exactly.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections import Counter
from collections.abc import Coroutine, Sequence
from random import Random

from tests.simulation.virtual_time import VirtualClock, VirtualTimeLoop

from sabot.adapters.memory import Fault, MemoryStore
from sabot.cards import Card, full_deck
from sabot.errors import Unavailable
from sabot.games import registry
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.bots import TEMPERAMENTS, Bot
from sabot.service.catalogue import default_tables, hurried
from sabot.service.committer import Committer
from sabot.service.engine import TableEngine
from sabot.service.envelopes import Envelope, Reply
from sabot.service.funds import FundsBook
from sabot.service.host import SteppedDown, TableHost
from sabot.service.players import Player
from sabot.service.recovery import recover
from sabot.service.virtual_dealer import VirtualDealer
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.betting import HOUSE
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase
from sabot.table.state import TableState

PLAYERS = 4
START_BALANCE = 60_000
UNREACHABLE = ("table/owner_changed", "table/busy", "store/failed", "store/outcome_unknown")


class Directory:
    def player(self, player_id: str) -> Player:
        return Player(player_id=player_id, nickname=player_id)


class World:
    """One seed's casino."""

    def __init__(self, seed: int, *, tables: int = 2, calm: bool = False) -> None:
        self.random = Random(seed)
        self.loop = VirtualTimeLoop(self.random)
        self.clock = VirtualClock(self.loop)
        self.calm = calm
        self.fired: Counter[str] = Counter()
        self.store = MemoryStore(faults=self._fault, wall_ms=self.clock.wall_ms)
        chosen = self.random.sample(default_tables(), tables)
        self.configs = [hurried(config, factor=0.2) for config in chosen]
        self.directory = Directory()
        self.rounds = 0
        self._owners = 0

    # --- accidents --------------------------------------------------------------------------------

    def _fault(self, write: str) -> Fault | None:
        if self.calm or write != "commit" or self.random.random() > 0.004:
            return None
        fault = self.random.choice([Fault.FAILED, Fault.WRITE_LOST, Fault.ANSWER_LOST])
        self.fired[f"disk/{fault}"] += 1
        return fault

    # --- the house --------------------------------------------------------------------------------

    def run(self, rounds: int) -> None:
        """Play at least so many rounds, with accidents, then come to rest."""
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_until_complete(self._run(rounds))
        finally:
            asyncio.set_event_loop(None)
            self.loop.close()

    async def _run(self, rounds: int) -> None:
        self._deposit()
        while self.rounds < rounds:
            crash_after = 10_000.0 if self.calm else self.random.uniform(5, 200)
            await self._live(seconds=crash_after, rounds=rounds)
            if self.rounds < rounds:
                self.fired["process/crash"] += 1
                self.store.crash()
                self.clock.wall_offset_ms += self.random.choice([0, 0, -3_600_000, 7_200_000])
        self.calm = True
        await self._live(seconds=60, rounds=rounds + 10_000)

    def _deposit(self) -> None:
        names = [f"bot:{n}" for n in range(PLAYERS)]
        self.store.post(
            [
                Transfer(
                    id=f"welcome:{name}",
                    kind=TransferKind.DEPOSIT,
                    debit=str(Account(AccountKind.CASHIER, "demo", Currency.EUR)),
                    credit=self.directory.player(name).account,
                    amount=START_BALANCE,
                )
                for name in names
            ]
        )

    async def _live(self, *, seconds: float, rounds: int) -> None:
        """One process, from its start until it has lived long enough or is killed."""
        life = asyncio.create_task(self._life())
        reached = asyncio.create_task(self._reached(rounds))
        await asyncio.wait({life, reached}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in (life, reached):
            task.cancel()
        for end in await asyncio.gather(life, reached, return_exceptions=True):
            if isinstance(end, Exception):
                raise end

    async def _life(self) -> None:
        funds = FundsBook(self.directory, self.store.balances)
        committer = Committer(self.store)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(committer.run())
            for config in self.configs:
                tasks.create_task(self._table(config.table_id, funds, committer))

    async def _reached(self, rounds: int) -> None:
        while self.rounds < rounds:  # noqa: ASYNC110 -- virtual time: looking costs nothing
            await asyncio.sleep(1)

    async def _table(self, table_id: str, funds: FundsBook, committer: Committer) -> None:
        """One table with its people, handed over to a new owner now and then."""
        while True:
            host = self._host(table_id, funds, committer)
            async with asyncio.TaskGroup() as people:
                owner = people.create_task(_until_fenced(host))
                staff = [people.create_task(task) for task in self._people(host)]
                if not self.calm and self.random.random() < 0.3:
                    people.create_task(self._rival(table_id, funds))
                await owner
                for task in staff:
                    task.cancel()

    def _host(self, table_id: str, funds: FundsBook, committer: Committer) -> TableHost:
        game = next(
            game
            for game in registry().values()
            for config in self.configs
            if config.table_id == table_id and config.variant.id in game.variants
        )
        self._owners += 1
        owner = f"owner-{self._owners}"

        def reload() -> TableEngine:
            return recover(
                table_id,
                game,
                store=self.store,
                owner=owner,
                directory=self.directory,
                funds=funds,
            )

        return TableHost(
            reload(),
            committer=committer,
            store=self.store,
            clock=self.clock,
            reload=reload,
            publish=self._published,
        )

    def _published(self, _state: TableState, events: Sequence[e.Event]) -> None:
        self.rounds += sum(isinstance(event, e.RoundSettled | e.RoundCancelled) for event in events)

    async def _rival(self, table_id: str, funds: FundsBook) -> None:
        """Somebody else claims the table while its owner is still at work."""
        await asyncio.sleep(self.random.uniform(1, 30))
        self.fired["owner/rival"] += 1
        with contextlib.suppress(Unavailable):
            self.store.claim(table_id, "rival")

    # --- people -----------------------------------------------------------------------------------

    def _people(self, host: TableHost) -> list[Coroutine[None, None, None]]:
        link = FlakyLink(self, host)
        config = next(c for c in self.configs if c.table_id == host.state.table_id)
        dealer = VirtualDealer(
            link,
            store=self.store,
            clock=self.clock,
            shuffle=self._shuffled,
            salt=lambda: self.random.randbytes(32),
        )
        bots = [
            Bot(str(n), link, self.random.choice(TEMPERAMENTS), pick=self.random.randrange)
            for n in range(PLAYERS)
        ]
        return [
            self._configure(link, encode_config(config)),
            dealer.run(),
            self._manager(link),
            *(bot.run() for bot in bots),
        ]

    def _shuffled(self, decks: int) -> list[Card]:
        shoe = list(full_deck()) * decks
        self.random.shuffle(shoe)
        return shoe

    async def _configure(self, link: FlakyLink, config: str) -> None:
        while link.state.config is None:
            command = c.Configure(version=1, config=config)
            await link.submit(Envelope(actor=HOUSE, cmd_id="configure:1", command=command))

    async def _manager(self, link: FlakyLink) -> None:
        """Looks at every incident: most rounds go on, some are cancelled."""
        number = 0
        while True:
            await asyncio.sleep(self.random.uniform(0.5, 5))
            number += 1
            pauses = not self.calm and self.random.random() < 0.01
            command: c.Command | None = c.Pause(reason="a look") if pauses else None
            if link.state.phase is Phase.PAUSED:
                cancels = self.random.random() < 0.4
                command = c.CancelRound(reason="no") if cancels else c.Resume(reason="go on")
            if command is not None:
                self.fired[f"manager/{type(command).__name__}"] += 1
                cmd_id = f"{link.state.seq}:{number}"
                await link.submit(Envelope(actor="manager", cmd_id=cmd_id, command=command))

    def log_hash(self) -> str:
        """What happened, as one number: the same seed gives the same."""
        digest = hashlib.sha256()
        for config in self.configs:
            for event in self.store.events(config.table_id, after=0):
                digest.update(event.hash)
        return digest.hexdigest()


async def _until_fenced(host: TableHost) -> None:
    with contextlib.suppress(SteppedDown):
        await host.run()


class FlakyLink:
    """The network between a person and a table: late, lost, repeated, never wrong."""

    def __init__(self, world: World, host: TableHost) -> None:
        self._world = world
        self._host = host
        self._codes: list[str] = []

    @property
    def state(self) -> TableState:
        return self._host.state

    def heartbeat(self) -> None:
        self._host.heartbeat()

    async def changed(self) -> None:
        await self._host.changed()

    async def submit(self, envelope: Envelope) -> Reply:
        world = self._world
        if world.calm:
            return await self._host.submit(envelope)
        if isinstance(envelope.command, c.Scan):
            await self._scanner_trouble(envelope.command)
        dice = world.random.random()
        if dice < 0.01:
            world.fired["network/request_lost"] += 1
            await asyncio.sleep(world.random.uniform(0.1, 2))
        elif dice < 0.03:
            world.fired["network/answer_lost"] += 1
            first = await self._host.submit(envelope)
            again = await self._host.submit(envelope)
            self._check_same(envelope, first, again)
            return again
        elif dice < 0.05:
            world.fired["network/duplicated"] += 1
            first, again = await asyncio.gather(
                self._host.submit(envelope), self._host.submit(envelope)
            )
            self._check_same(envelope, first, again)
            return first
        elif dice < 0.10:
            world.fired["network/late"] += 1
            await asyncio.sleep(world.random.uniform(0.01, 1.5))
        return await self._host.submit(envelope)

    def _check_same(self, envelope: Envelope, first: Reply, again: Reply) -> None:
        """I4: once accepted, for ever accepted, with the same words."""
        if first.accepted and again.code not in UNREACHABLE:
            assert again == first, (envelope, first, again)

    async def _scanner_trouble(self, scan: c.Scan) -> None:
        """Another card passes the scanner first: repeated, foreign, unreadable, misplaced."""
        world = self._world
        self._codes.append(scan.code)
        if world.random.random() > 0.004:
            return
        bad = world.random.choice(
            [
                c.Scan(position=scan.position, code=self._codes[0], card=self._codes[0][-2:]),
                c.Scan(position=scan.position, code=f"other:1:{scan.card}", card=scan.card),
                c.Scan(position=scan.position, code=f"{scan.code[:-2]}ZZ", card="ZZ"),
                c.Scan(position="nowhere", code=scan.code, card=scan.card),
            ]
        )
        world.fired["scanner/trouble"] += 1
        cmd_id = f"bad:{world.fired['scanner/trouble']}"
        await self._host.submit(Envelope(actor="scanner", cmd_id=cmd_id, command=bad))
