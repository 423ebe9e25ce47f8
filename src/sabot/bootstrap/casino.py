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
from sabot.adapters.sql.archive import SqlArchive
from sabot.adapters.sql.chat import SqlChat
from sabot.adapters.sql.history import SqlHistory
from sabot.adapters.sql.identity import SqlIdentity
from sabot.adapters.sql.preferences import SqlPreferences
from sabot.adapters.wallet.signing import verified
from sabot.bootstrap.house import House
from sabot.bootstrap.opening import NOTHING, Told
from sabot.bootstrap.succession import ends_when_replaced
from sabot.bots.crew import names_of, run_bots
from sabot.gateway.assembly import Gateway, Lines, Services, assemble
from sabot.gateway.http.dependencies import HttpSettings
from sabot.gateway.origins import Doorplate
from sabot.gateway.server import listen
from sabot.service.chat.desk import ChatDesk
from sabot.service.exclusions import ExclusionDesk
from sabot.service.host import Publish
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.bots import BotDesk
from sabot.service.identity.demo import demo_accounts
from sabot.service.identity.guests import GuestDesk
from sabot.service.identity.launches import LaunchDesk
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.sign_in import SignInDesk
from sabot.service.identity.signed_requests import SignedRequests
from sabot.service.identity.staff import StaffDesk
from sabot.service.preferences import PreferenceDesk
from sabot.service.virtual_dealer import Shuffle
from sabot.settings import Environment, Settings
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.state import TableState

TOKEN_BYTES = 32
FOR_FUN_CENTS = 100_000
CHEAP = Argon2Cost(passes=1, memory_kib=8_192, lanes=1)
"""For passwords that everybody knows anyway."""


def tokens() -> str:
    """A token nobody can guess."""
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
        self._identify()

    def _identify(self) -> None:
        """Who may come in."""
        house, clock = self.house, self.house.clock
        demo = self.settings.environment is not Environment.PRODUCTION
        self.rules = IdentityRules(demo=demo, for_fun_cents=FOR_FUN_CENTS if demo else None)
        hasher = Argon2Passwords(CHEAP if demo else Argon2Cost())
        self._identity = SqlIdentity(house.store)
        self.sessions = Sessions(
            self._identity, players=house.players, clock=clock, tokens=tokens, rules=self.rules
        )
        self.accounts = Accounts(
            self._identity,
            sessions=self.sessions,
            players=house.players,
            hasher=hasher,
            clock=clock,
        )
        self._sign_in = SignInDesk(
            self._identity,
            sessions=self.sessions,
            hasher=hasher,
            clock=clock,
            tokens=tokens,
            rules=self.rules,
        )

    def open_tables(self, configs: Sequence[AnyConfig] | None = None) -> None:
        """Recover every table, and make the accounts of a demonstration."""
        self.house.open_tables(configs)
        if self.settings.environment is Environment.DEMO:
            demo_accounts(
                self.accounts,
                store=self._identity,
                players=self.house.players,
                books=self.house.store,
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
            try:
                await asyncio.wait({house, served}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                # Players first, then the port, then the tables: nobody sees a table that is gone.
                for task in (bots, served):
                    task.cancel()
                    await asyncio.wait({task})
                house.cancel()

    def close(self) -> None:
        """End between two transactions; the next start goes on from here."""
        self.house.close()

    def _published(self, state: TableState, events: Sequence[e.Event]) -> None:
        self._lines.published(state, events)
        self._also(state, events)

    async def _bots(self, address: str) -> None:
        """F18: bots use what every player uses, marked as such; none in production."""
        await self.house.ready.wait()
        desk = BotDesk(
            accounts=self.accounts,
            sessions=self.sessions,
            books=self.house.store,
            clock=self.house.clock,
            rules=self.rules,
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
        house, clock, store = self.house, self.house.clock, self.house.store
        guests = GuestDesk(
            accounts=self.accounts,
            sessions=self.sessions,
            books=store,
            clock=clock,
            tokens=tokens,
            rules=self.rules,
        )
        launches = LaunchDesk(
            self._identity,
            accounts=self.accounts,
            sessions=self.sessions,
            currencies={each.id: each.currency for each in self.settings.operators},
            clock=clock,
            tokens=tokens,
            rules=self.rules,
            origins={each.id: frozenset(each.launch_origins) for each in self.settings.operators},
        )
        return Services(
            seals=house.seals,
            clock=clock,
            store=store,
            archive=SqlArchive(store),
            history=SqlHistory(store),
            directory=house.players,
            funds=house.funds,
            hosts=house.hosts,
            out_of_order=house.out_of_order,
            proof=house.proof,
            private=house.private,
            rack=house.rack,
            adjustments=house.adjustments,
            clock_desk=house.clock_desk,
            expiries=house.expiries,
            voids=house.voids,
            exclusions=ExclusionDesk(house.controls, self.accounts, store=store, clock=clock),
            staff=StaffDesk(self._identity, self.accounts, clock=clock),
            accounts=self.accounts,
            sessions=self.sessions,
            sign_in=self._sign_in,
            guests=guests,
            launches=launches,
            requests=SignedRequests(self._identity, clock),
            identity_rules=self.rules,
            preferences=PreferenceDesk(SqlPreferences(store), wish=self._lines.wish),
            controls=house.controls,
            chat=ChatDesk(SqlChat(store), clock, publish=self._lines.said),
            ready=house.ready.is_set,
            verify=self._signed_by,
            authenticate=house.desk.authenticate,
            leave=house.desk.leave,
            commits=house.committer,
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
    """The names of the house: those of the settings, and outside of production this machine's."""
    network = settings.network
    named = {network.public_address.partition("://")[2]} - {""}
    closed = settings.environment is Environment.PRODUCTION
    return Doorplate(
        scheme=network.scheme,
        hosts=frozenset({*network.hosts, *named}),
        origins=frozenset(network.origins),
        loopback=not closed,
        # On other addresses than loopback a demonstration is called by whichever it was given.
        addresses=not closed and network.host not in {"127.0.0.1", "localhost", "::1"},
    )


def address_of(listener: socket) -> str:
    """Where a listener is reached from this machine."""
    host, port = listener.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104  compared, not bound
    return f"http://{name}:{port}"
