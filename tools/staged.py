"""A staged casino: real server, real store, chosen tables, and cards in a chosen order.

For browser tests and for pictures. Owns: a thread with the casino's event loop, the order of
virtual shoes, and shift managers' commands to the tables. Production refuses a chosen order.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

import msgspec

from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.cards import Card, full_deck
from sabot.client import Client, sign_in
from sabot.money import Currency
from sabot.runtime.virtual_dealer import Shuffle, VirtualDealer
from sabot.service.catalogue import default_tables, demonstration
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.identity.roles import Role
from sabot.service.office.four_eyes import Verdict
from sabot.service.office.golden import GrantBody
from sabot.service.ports import Clock
from sabot.service.tables.envelopes import from_house
from sabot.settings import NetworkSettings, Settings
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening, Timers
from sabot.table.config_codec import encode_config
from sabot.table.phases import Phase

T = TypeVar("T")
PATIENCE_S = 30.0
QUICK = Timers(
    betting=1_500,
    last_seconds=600,
    insurance=4_000,
    decision=6_000,
    card=40,
    result=1_500,
    cancelled=2_500,
    shuffle=40,
)
"""A round in a few seconds, with time enough for a browser on a busy machine."""

CALM_MS = 60_000
"""A window that no test waits out."""

CALM = replace(
    QUICK,
    betting=CALM_MS,
    decision=CALM_MS,
    insurance=CALM_MS,
    result=CALM_MS,
    cancelled=CALM_MS,
    card=10,
)
"""Windows that a test ends itself, with `Staged.time_up`."""


def stacked(cards: str, *, seed: int = 1) -> Shuffle:
    """Shoes that begin with these cards, first dealt first; what is left follows, mixed by a seed.

    A machine that was told no cards mixes by the seed alone.
    """
    wanted = [Card.parse(text) for text in cards.split()]

    def shuffle(decks: int) -> list[Card]:
        left = Counter(list(full_deck()) * decks)
        left.subtract(wanted)
        assert min(left.values()) >= 0, "the shoe has not so many of a card"
        rest = sorted(left.elements(), key=str)
        Random(seed).shuffle(rest)  # noqa: S311  decides no card that money depends on
        return [*wanted, *rest][::-1]

    return shuffle


def table(
    table_id: str,
    timers: Timers = QUICK,
    *,
    opening: Opening = Opening.FIRST_BET,
    **changes: Any,
) -> AnyConfig:
    """A table of the catalogue with other timers; unless told otherwise it waits for a chip."""
    found = next(one for one in default_tables() if one.table_id == table_id)
    return replace(demonstration(found), timers=timers, opening=opening, **changes)


NAMES = (
    *("Aurora", "Borea", "Cedro", "Duna", "Edera", "Faggio"),
    *("Ginepro", "Iris", "Laguna", "Marea", "Nebbia", "Olmo"),
)


def many(count: int, timers: Timers = QUICK, **changes: Any) -> tuple[AnyConfig, ...]:
    """This many tables of Speed Baccarat, from `speed-1` on, each with its own name."""
    return tuple(
        replace(
            table("speed-1", timers, **changes),
            table_id=f"speed-{number}",
            name=f"Speed Baccarat {NAMES[(number - 1) % len(NAMES)]}",
        )
        for number in range(1, count + 1)
    )


def calm(table_id: str, **changes: Any) -> AnyConfig:
    """A table whose windows stay open until a test has done everything it wants."""
    return table(table_id, CALM, **changes)


def slow(table_id: str, **changes: Any) -> AnyConfig:
    """A calm table whose dealer waits to be told about every card: `Staged.deal`."""
    return table(table_id, replace(CALM, card=CALM_MS), **changes)


class Behind:
    """A clock that is late."""

    def __init__(self, clock: Clock, late_ms: int) -> None:
        self._clock, self._late_ms = clock, late_ms

    def monotonic_ms(self) -> int:
        """The monotonic clock, late by the same time."""
        return self._clock.monotonic_ms() - self._late_ms

    def wall_ms(self) -> int:
        """The wall clock, late."""
        return self._clock.wall_ms() - self._late_ms


class Staged:
    """A running casino; use it as a context."""

    def __init__(
        self,
        folder: Path,
        tables: Sequence[AnyConfig] | None = None,
        *,
        shuffle: Shuffle | None = None,
        bots: int = 0,
        port: int = 0,
        voices: str = "",
    ) -> None:
        self._settings = Settings(
            database=f"sqlite:///{folder / 'casino.db'}",
            bots=bots,
            network=NetworkSettings(port=port, voices=voices),
        )
        self._tables = tables
        self._shuffle = shuffle or stacked("")
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._trouble: BaseException | None = None
        self.address = ""

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(PATIENCE_S):
            raise TimeoutError("the casino did not open")
        if self._trouble is not None:
            raise self._trouble
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the casino as a process is stopped; what it wrote stays."""
        if self._loop is not None and self._running is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._running.cancel)
        self._thread.join(PATIENCE_S)

    @property
    def port(self) -> int:
        """Where it listens, so that another one can take its place."""
        return int(self.address.rpartition(":")[2])

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            self.casino = Casino(self._settings, shuffle=self._shuffle, environment={})
            self.casino.open_tables(self._tables)
            listener = self.casino.listen()
            self.address = address_of(listener)
            self._running = asyncio.create_task(self.casino.run(listener))
            await self.casino.house.ready.wait()
        except BaseException as error:
            self._trouble = error
            raise
        finally:
            self._ready.set()
        with suppress(asyncio.CancelledError):
            await self._running
        self.casino.close()
        self.casino.house.store.close()

    # --- from outside -----------------------------------------------------------------------------

    def do(self, what: Coroutine[Any, Any, T], *, seconds: float = PATIENCE_S) -> T:
        """Run something on the casino's own loop, and wait for it."""
        assert self._loop is not None
        done: Future[T] = asyncio.run_coroutine_threadsafe(what, self._loop)
        return done.result(seconds)

    def manage(self, table_id: str, *commands: c.AnyCommand) -> None:
        """Send commands as a shift manager, over the network like any client.

        Before one manager cancels a round, another one proposes it.
        """
        if any(isinstance(command, c.CancelRound) for command in commands):
            self.do(self._as("manager2", table_id, [c.ProposeCancel(reason="seen by two")]))
        self.do(self._as("manager", table_id, commands))

    async def _as(self, login: str, table_id: str, commands: Iterable[c.AnyCommand]) -> None:
        token = await sign_in(self.address, login=login, password=DEMO_PASSWORD)
        async with Client(self.address, token=token) as client:
            for command in commands:
                await client.act(table_id, self._about_its_round(table_id, command))

    def _about_its_round(self, table_id: str, command: c.AnyCommand) -> c.AnyCommand:
        """A decision about a round names it, as a console does."""
        current = self.casino.house.hosts[table_id].state.round
        if isinstance(command, c.ABOUT_ONE_ROUND) and current is not None:
            return msgspec.structs.replace(command, round_id=current.round_id)
        return command

    def time_up(self, table_id: str) -> None:
        """End the window in play now: betting, a question, a result."""

        async def end() -> None:
            host = self.casino.house.hosts[table_id]
            over = host.engine.due(host.engine.deadline_ms or 0)
            assert over is not None, "no window is open"
            assert (await host.submit(over)).accepted

        self.do(end())

    def play(self, table_id: str, rounds: int) -> None:
        """Whole rounds at a table that opens by the clock, each as soon as it can be over."""

        async def through() -> None:
            host = self.casino.house.hosts[table_id]
            for phase in (Phase.BETTING, Phase.RESULT) * rounds:
                while host.state.phase is not phase:
                    await host.changed()
                over = host.engine.due(host.engine.deadline_ms or 0)
                assert over is not None
                await host.submit(over)
            while host.state.phase is not Phase.BETTING:
                await host.changed()

        self.do(through())

    def deal(self, table_id: str, cards: int | None = None) -> None:
        """Do what the table's dealer is slow to do: so many cards, or all that are due."""

        async def hurry() -> None:
            house = self.casino.house
            dealer = VirtualDealer(
                house.hosts[table_id],
                seals=house.seals,
                shoes=house.store.shoes,
                clock=house.clock,
                shuffle=self._shuffle,
                salt=lambda: bytes(32),
            )
            dealer.name += ":hurried"
            left = cards
            while left != 0:
                command = dealer.next_command(house.hosts[table_id].state)
                if command is None:
                    return
                assert (await house.hosts[table_id].submit(command)).accepted
                left = None if left is None else left - 1

        self.do(hurry())

    def has_chips(self, table_id: str, player: str, amount: int) -> None:
        """Wait until a player's chips at a table are worth so much."""
        until(lambda: self.lying(table_id, player) == amount)

    def lying(self, table_id: str, player: str) -> int:
        """What a player's chips at a table are worth, golden ones too."""
        lies = self.casino.house.hosts[table_id].engine.felt.stages.get(player)
        return 0 if lies is None else sum(spot.stake for spot in lies.layout)

    def configure(self, config: AnyConfig) -> None:
        """New settings for a table that plays, from its next round on."""
        host = self.casino.house.hosts[config.table_id]
        held = host.state.settings.version
        chosen = replace(config, version=held + 1)
        command = c.Configure(
            version=chosen.version, config=encode_config(chosen), reason="a stage"
        )
        self.do(host.submit(from_house(f"configure:{chosen.version}", command)))

    def drop(self, player: str) -> None:
        """Cut every line of a player, as a tunnel does: no word of farewell.

        A page that knows that it is offline has left by itself.
        """

        async def cut() -> None:
            gateway = self.casino._lines._gateway  # noqa: SLF001  no port of production cuts lines
            assert gateway is not None
            for connection in list(gateway.broadcaster.open.of_player(player)):
                raw = connection._raw  # noqa: SLF001
                if raw is not None:
                    raw.abort()

        self.do(cut())

    @contextmanager
    def earlier(self, *, minutes: int) -> Iterator[None]:
        """Players who come now count as here for `minutes`, for their own limits and checks."""
        time = self.casino.house.controls.time
        clock = time._clock  # noqa: SLF001  it has one clock for life
        time._clock = Behind(clock, minutes * 60_000)  # noqa: SLF001
        try:
            yield
        finally:
            time._clock = clock  # noqa: SLF001

    def grant(self, player: str, *, value: int, count: int = 1) -> None:
        """Golden chips for a player, as many as a shift manager may give alone."""
        expires = self.casino.house.clock.wall_ms() + 86_400_000
        chips = GrantBody(count=count, value=value, currency=Currency.EUR, expires_at_ms=expires)
        rack = self.casino.house.rack
        grant = f"chip-{player}-{value}"
        giving = rack.grant(
            grant,
            actor="stage",
            player=player,
            reason="a stage",
            chips=chips,
            role=Role.SHIFT_MANAGER,
        )
        assert self.do(giving).verdict is Verdict.APPROVED


def until(holds: Any, *, seconds: float = PATIENCE_S) -> None:
    """Wait for something that has no event of its own."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("it did not happen")
        time.sleep(0.02)
