"""A whole house over real HTTP on loopback: faulty operators, and guests who play every game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import count, cycle
from secrets import randbelow

from tests.house.table_bot import TableBot
from tests.service.faulty_wallet import Fault, FaultyOperator

from sabot.adapters.clock import SystemClock
from sabot.adapters.wallet.book import Holder, OperatorBook, Ticket
from sabot.adapters.wallet.signing import Key
from sabot.bootstrap import House
from sabot.bots.temperament import BOLD
from sabot.lab.audit import audit, sealed
from sabot.runtime.host import TableHost
from sabot.runtime.table_steps import Publish
from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.wallets.calls import RefusedBy, Session, Unknown
from sabot.service.wallets.reconciliation import differences
from sabot.settings import Environment, OperatorSettings, Settings
from sabot.table.config import AnyConfig

KEY_ID = "house-test"
SECRET_ENV = "SABOT_TEST_SECRET"  # noqa: S105 -- the name of a variable
ENVIRONMENT = {SECRET_ENV: "not a real secret"}
START = 1_000_000
LATE_SECONDS = 0.3
PACE = 0.04


class LoopbackOperator:
    """An operator that lives here, and can be told how to fail."""

    def __init__(self, name: str, players: int) -> None:
        self.name = name
        self.book = OperatorBook()
        self.server = FaultyOperator(
            self.book,
            key=Key(id=KEY_ID, secret=ENVIRONMENT[SECRET_ENV].encode()),
            wall_ms=SystemClock().wall_ms,
            late_seconds=LATE_SECONDS,
        )
        self.port = 0
        for number in range(players):
            self.join(f"p{number}")

    def join(self, player: str, balance: int = START) -> None:
        """A player with money and a token."""
        self.book.players[player] = Holder(nickname=player.title(), balance=balance)
        self.book.tokens[f"token-{player}"] = Ticket(player=player)

    @property
    def settings(self) -> OperatorSettings:
        return OperatorSettings(
            id=self.name,
            wallet=f"http://127.0.0.1:{self.port}/wallet",
            key_id=KEY_ID,
            secret_env=SECRET_ENV,
            timeout_ms=100,
        )

    def fail_in_turn(self, *, every: int) -> None:
        """Every so many calls about money meet the next fault."""
        faults, numbers = cycle(Fault), count(1)

        def next_fault(name: str, _id: str) -> Fault | None:
            if name not in {"bet", "result", "refund"} or next(numbers) % every:
                return None
            return next(faults)

        self.server.failing.faults = next_fault

    def heal(self) -> None:
        self.server.failing.faults = lambda _name, _id: None

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        server = await self.server.listen("127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield


class Guest(TableBot):
    """A player who came through an operator, and plays like a bold bot."""

    def __init__(self, player: str, host: TableHost) -> None:
        super().__init__("guest", host, BOLD, pick=randbelow)
        self.player = player


def settings_for(database: str, *operators: LoopbackOperator, bots: int = 3) -> Settings:
    """A hurried house with these operators."""
    return Settings(
        environment=Environment.TEST,
        database=database,
        bots=bots,
        pace=PACE,
        operators=tuple(operator.settings for operator in operators),
    )


@asynccontextmanager
async def running(
    settings: Settings,
    *,
    configs: Sequence[AnyConfig] | None = None,
    publish: Publish = lambda _state, _events: None,
) -> AsyncIterator[House]:
    """A house, from its start to its clean end."""
    house = House(settings, environment=ENVIRONMENT, publish=publish)
    house.open_tables(configs)
    task = asyncio.create_task(house.run())
    try:
        async with asyncio.timeout(60):
            await house.ready.wait()
        yield house
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        house.close()
        house.store.close()


def clean(house: House) -> None:
    report = audit(sealed(house.store.export_rows()))
    assert report.ok, report.violations[:5]


async def seated(house: House, players: Iterable[tuple[str, str]]) -> list[Guest]:
    """Sign players in, each at the next table; those whose token is over stay away."""
    hosts = cycle(house.hosts.values())
    guests = []
    for operator, player in players:
        session = await signed_in(house, operator, player)
        if isinstance(session, Session):
            guests.append(Guest(session.player.player_id, next(hosts)))
    return guests


async def signed_in(house: House, operator: str, player: str) -> Session | RefusedBy:
    """Sign somebody in; where the operator did not answer in time, they try again."""
    async with asyncio.timeout(60):
        while True:
            session = await house.desk.authenticate(operator, f"token-{player}")
            if not isinstance(session, Unknown):
                return session


async def quiet(house: House, seconds: float = 60) -> None:
    """Wait until no wallet has anything to do, also nothing that comes late."""
    async with asyncio.timeout(seconds):
        while any(_operators_play(host) for host in house.hosts.values()):  # noqa: ASYNC110 -- rounds end by themselves
            await asyncio.sleep(0.01)
        await house.desk.quiesce()
        await asyncio.sleep(3 * LATE_SECONDS)
        await house.desk.quiesce()


def _operators_play(host: TableHost) -> bool:
    """Whether somebody whose money is elsewhere has a bet in a round that is not over."""
    current = host.state.round
    return current is not None and any(":" in player for player in current.bettors)


def check_books(house_rows: Sequence[WalletOpRow], operator: LoopbackOperator) -> None:
    """I10: nothing is open, and both books say the same for every player, to the cent."""
    found = differences(house_rows, operator.book.listing())
    assert not found, found
    for player, holder in operator.book.players.items():
        mine = [row for row in house_rows if row.player == f"{operator.name}:{player}"]
        staked = sum(row.amount for row in mine if row.state is WalletOpState.TAKEN)
        paid = sum(row.amount for row in mine if row.state is WalletOpState.PAID)
        assert holder.balance == START - staked + paid, player
