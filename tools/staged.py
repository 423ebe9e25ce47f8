"""A casino on a stage: real server, real store, chosen tables, and cards in a chosen order.

For browser tests and for pictures. Owns: a thread with the casino's event loop, the order of
virtual shoes, and a shift manager's hand on the tables. Production refuses a chosen order.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.cards import Card, full_deck
from sabot.client import Client, sign_in
from sabot.money import Currency
from sabot.service.catalogue import default_tables
from sabot.service.golden import GrantBody
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.virtual_dealer import Shuffle
from sabot.settings import NetworkSettings, Settings
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening, Timers

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
    return replace(found, timers=timers, opening=opening, **changes)


def calm(table_id: str, **changes: Any) -> AnyConfig:
    """A table whose windows stay open until a test has done everything it wants."""
    timers = replace(QUICK, betting=CALM_MS, decision=CALM_MS, insurance=CALM_MS, result=CALM_MS)
    return table(table_id, timers, **changes)


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
    ) -> None:
        self._settings = Settings(
            database=f"sqlite:///{folder / 'casino.db'}",
            bots=bots,
            network=NetworkSettings(port=port),
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

    def do(self, what: Coroutine[Any, Any, T]) -> T:
        """Run something on the casino's own loop, and wait for it."""
        assert self._loop is not None
        done: Future[T] = asyncio.run_coroutine_threadsafe(what, self._loop)
        return done.result(PATIENCE_S)

    def manage(self, table_id: str, *commands: c.AnyCommand) -> None:
        """The shift manager's commands, over the network like everybody's."""
        self.do(self._as("manager", table_id, commands))

    async def _as(self, login: str, table_id: str, commands: Iterable[c.AnyCommand]) -> None:
        token = await sign_in(self.address, login=login, password=DEMO_PASSWORD)
        async with Client(self.address, token=token) as client:
            for command in commands:
                await client.act(table_id, command)

    def drop(self, player: str) -> None:
        """Cut every line of a player, as a tunnel does: no word of farewell."""

        async def cut() -> None:
            gateway = self.casino._lines._gateway  # noqa: SLF001  no port of production cuts lines
            assert gateway is not None
            for connection in gateway.hall.connections_of(player):
                raw = connection._raw  # noqa: SLF001
                if raw is not None:
                    raw.abort()

        self.do(cut())

    def grant(self, player: str, *, value: int, count: int = 1) -> None:
        """Golden chips for a player."""
        expires = self.casino.house.clock.wall_ms() + 86_400_000
        chips = GrantBody(count=count, value=value, currency=Currency.EUR, expires_at_ms=expires)
        rack = self.casino.house.rack
        grant = f"chip-{player}-{value}"
        self.do(rack.grant(grant, actor="stage", player=player, reason="a stage", chips=chips))


def until(holds: Any, *, seconds: float = PATIENCE_S) -> None:
    """Wait for something that has no event of its own."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("it did not happen")
        time.sleep(0.02)
