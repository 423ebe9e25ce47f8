"""A house on the network: identity, gateway, and the bots of a demonstration."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from secrets import randbelow, token_urlsafe
from socket import socket

from sabot.adapters.chance import shuffled_shoe
from sabot.adapters.passwords import Argon2Cost, Argon2Passwords
from sabot.adapters.sql import SqlStore
from sabot.adapters.sql.readers.archive import SqlArchive
from sabot.adapters.sql.readers.chat import SqlChat
from sabot.adapters.sql.readers.figures import SqlFigures
from sabot.adapters.sql.readers.history import SqlHistory
from sabot.adapters.sql.readers.preferences import SqlPreferences
from sabot.adapters.wallet.signing import verified
from sabot.bootstrap.house import House
from sabot.bootstrap.identity import identity_of
from sabot.bootstrap.opening import NOTHING, Told
from sabot.bootstrap.rehearsing import rehearse_all
from sabot.bootstrap.succession import ends_when_replaced
from sabot.bots.crew import names_of, run_bots
from sabot.gateway.assembly import Gateway, Lines, assemble
from sabot.gateway.http.dependencies import HttpSettings
from sabot.gateway.server import listen
from sabot.gateway.services import Services
from sabot.gateway.sockets.origins import Doorplate
from sabot.runtime.table_steps import Publish
from sabot.runtime.virtual_dealer import Shuffle
from sabot.service.chat.desk import ChatDesk
from sabot.service.identity.bots import BotDesk
from sabot.service.identity.demo import demo_accounts
from sabot.service.identity.rules import IdentityRules
from sabot.service.players.preferences import PreferenceDesk
from sabot.settings import Environment, Settings
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.state import TableState

TOKEN_BYTES = 32
FOR_FUN_CENTS = 100_000
CHEAP = Argon2Cost(passes=1, memory_kib=8_192, lanes=1)
"""The cost of hashing public passwords, as in a demonstration."""


def tokens() -> str:
    """Make a token that cannot be guessed."""
    return token_urlsafe(TOKEN_BYTES)


class Casino:
    """A house, its gateway on a port, and in a demonstration its bots."""

    def __init__(
        self,
        settings: Settings,
        *,
        store: SqlStore | None = None,
        publish: Publish = lambda _s, _e: None,
        shuffle: Shuffle = shuffled_shoe,
        environment: Mapping[str, str] = os.environ,
        told: Told = NOTHING,
    ) -> None:
        self.settings = settings
        self._environment = environment
        self._also = publish
        self._lines = Lines()
        self.house = House(
            settings,
            store=store,
            publish=self._published,
            on_locked=self._lines.locked,
            on_paid=self._lines.paid,
            shuffle=shuffle,
            environment=environment,
            told=told,
        )
        demo = settings.environment is not Environment.PRODUCTION
        self.identity = identity_of(
            self.house,
            rules=IdentityRules(demo=demo, for_fun_cents=FOR_FUN_CENTS if demo else None),
            hasher=Argon2Passwords(CHEAP if demo else Argon2Cost()),
            tokens=tokens,
            currencies={each.id: each.currency for each in settings.operators},
            origins={each.id: frozenset(each.launch_origins) for each in settings.operators},
        )

    def open_tables(self, configs: Sequence[AnyConfig] | None = None) -> None:
        """Recover every table, and make the accounts of a demonstration."""
        self.house.open_tables(configs)
        if self.settings.environment is Environment.DEMO:
            demo_accounts(
                self.identity.accounts,
                store=self.identity.store.accounts,
                players=self.house.players,
                ledger=self.house.store.ledger,
                environment=self.settings.environment.value,
                at_ms=self.house.clock.wall_ms(),
            )

    def listen(self) -> socket:
        """The port of the settings; 0 takes a free one."""
        return listen(self.settings.network.host, self.settings.network.port)

    async def run(self, listener: socket) -> None:
        """Serve until cancelled, or until another process has opened the same house."""
        with ends_when_replaced():
            await self._run(listener)

    async def _run(self, listener: socket) -> None:
        gateway = self._gateway()
        address = address_of(listener)
        async with asyncio.TaskGroup() as tasks:
            house = tasks.create_task(self.house.run(), name="house")
            served = tasks.create_task(gateway.serve(listener), name="gateway")
            bots = tasks.create_task(self._bots(address), name="bots")
            rehearsals = tasks.create_task(self._rehearse(address), name="rehearsals")
            try:
                await asyncio.wait({house, served}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                # Bots first, then the port, then the tables, so no client sees a stopped table.
                for task in (rehearsals, bots, served):
                    task.cancel()
                    await asyncio.wait({task})
                house.cancel()

    def close(self) -> None:
        """Stop between two transactions; the next start continues from here."""
        self.house.close()

    def _published(self, state: TableState, events: Sequence[e.Event]) -> None:
        self._lines.published(state, events)
        self._also(state, events)

    async def _rehearse(self, address: str) -> None:
        await self.house.ready.wait()
        await rehearse_all(address, self.settings)

    async def _bots(self, address: str) -> None:
        """F18: bots use the players' own protocol and are marked as bots; none in production."""
        await self.house.ready.wait()
        desk = BotDesk(
            accounts=self.identity.accounts,
            sessions=self.identity.sessions,
            ledger=self.house.store.ledger,
            clock=self.house.clock,
            rules=self.identity.rules,
        )

        async def token_of(name: str) -> str:
            return (await asyncio.to_thread(desk.bot, name)).token

        await run_bots(address, names_of(self.settings.bots), token_of, randbelow)

    def http_settings(self) -> HttpSettings:
        """How players reach this casino, and where they pay in."""
        network = self.settings.network
        return HttpSettings(
            secure=network.secure,
            doorplate=doorplate_of(self.settings),
            frame_ancestors=network.frame_ancestors,
            proxies=network.proxies,
            public_address=network.public_address,
            sign_up=self.settings.signs_up,
            cashier_links={
                each.id: each.cashier for each in self.settings.operators if each.cashier
            },
            voices=network.voices,
            metrics_key=network.metrics_key(self._environment),
        )

    def _gateway(self) -> Gateway:
        return assemble(
            self._services(),
            self._lines,
            self.http_settings(),
            requests_per_second=self.settings.network.requests_per_second,
        )

    def _services(self) -> Services:
        house, store = self.house, self.house.store
        return Services(
            house=house,
            identity=self.identity,
            archive=SqlArchive(store.database),
            figures=SqlFigures(store.database),
            history=SqlHistory(store.database),
            preferences=PreferenceDesk(SqlPreferences(store.database), wish=self._lines.wish),
            chat=ChatDesk(SqlChat(store.database), house.clock, publish=self._lines.said),
            authenticate=house.desk.authenticate,
            verify=self._signed_by,
        )

    def _signed_by(self, call: str, headers: Mapping[str, str], body: bytes) -> str | None:
        """The operator whose server signed a request, with a key of its wallet."""
        now = self.house.machine.wall_ms()
        for operator in self.settings.operators:
            keys = self.house.keys[operator.id].secrets
            if verified(keys, headers, now_ms=now, call=call, body=body):
                return operator.id
        return None


def doorplate_of(settings: Settings) -> Doorplate:
    """The names of the house: those of the settings, and outside production this machine's."""
    network = settings.network
    named = {network.public_address.partition("://")[2]} - {""}
    closed = settings.environment is Environment.PRODUCTION
    return Doorplate(
        scheme=network.scheme,
        hosts=frozenset({*network.hosts, *named}),
        origins=frozenset(network.origins),
        loopback=not closed,
        # A demonstration that listens beyond loopback is reached by any of the machine's addresses.
        addresses=not closed and network.host not in {"127.0.0.1", "localhost", "::1"},
    )


def address_of(listener: socket) -> str:
    """Where a listener is reached from this machine."""
    host, port = listener.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104  compared, not bound
    return f"http://{name}:{port}"
