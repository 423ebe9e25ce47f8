"""Putting a gateway together from the services of a house.

Services tell things before there is a gateway, and from threads that are not the loop's: `Lines`
is made first and handed to them, the gateway is connected to it afterwards.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from litestar import Litestar

from sabot.errors import Refused, SabotError
from sabot.gamekit import AnyGame
from sabot.games import variant_named
from sabot.gateway.admission import Admission
from sabot.gateway.chat_desk import ChatRooms
from sabot.gateway.hall import Hall
from sabot.gateway.http.app import create_app
from sabot.gateway.http.dependencies import (
    Authenticate,
    Commits,
    Dependencies,
    HttpSettings,
    Leave,
    Verify,
)
from sabot.gateway.metrics import Counters
from sabot.gateway.presence import Presence
from sabot.gateway.private_rooms import PrivateRooms
from sabot.gateway.reception import Reception
from sabot.gateway.returns import published_returns
from sabot.gateway.server import Server, feed_of
from sabot.gateway.sockets.spare_memory import SpareMemory
from sabot.gateway.table_info import Returns
from sabot.gateway.tables.archive import RoundArchive
from sabot.gateway.tables.feed import TableFeed
from sabot.service.adjustments import Adjustments
from sabot.service.archive import Archive
from sabot.service.chat.desk import ChatDesk, Notice
from sabot.service.clock_desk import ClockDesk
from sabot.service.controls.desk import ControlDesk
from sabot.service.exclusions import ExclusionDesk
from sabot.service.expiry_desk import ExpiryDesk
from sabot.service.funds import FundsBook
from sabot.service.golden import GoldenRack
from sabot.service.history import History
from sabot.service.host import TableHost
from sabot.service.house_proof import HouseProof
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.guests import GuestDesk
from sabot.service.identity.launches import LaunchDesk
from sabot.service.identity.roles import Principal
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.sign_in import SignInDesk
from sabot.service.identity.signed_requests import SignedRequests
from sabot.service.identity.staff import StaffDesk
from sabot.service.out_of_order import OutOfOrder
from sabot.service.players import Directory
from sabot.service.ports import Clock, Seals, Store
from sabot.service.preferences import PreferenceDesk
from sabot.service.private_names import variant_of
from sabot.service.private_tables import PrivateTables
from sabot.service.void_desk import VoidDesk
from sabot.table import events as e
from sabot.table.staging import Preferences as Wishes
from sabot.table.state import TableState

DAY_SECONDS = 24 * 3_600

log = logging.getLogger("sabot.gateway")


class Lines:
    """What services say to the gateway, whenever and from wherever they say it."""

    def __init__(self) -> None:
        self._gateway: Gateway | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def connect(self, gateway: Gateway, loop: asyncio.AbstractEventLoop) -> None:
        """From now on somebody listens."""
        self._gateway, self._loop = gateway, loop

    def published(self, state: TableState, events: Sequence[e.Event]) -> None:
        """A table changed: `publish` of the house, always on the loop."""
        if self._gateway is not None:
            self._gateway.hall.published(state, events)

    def locked(self, player: str, code: str) -> None:
        """A player may not play any more: `on_locked` of the control desk."""
        if self._gateway is not None:
            self._gateway.presence.locked(player, code)

    def paid(self, player: str) -> None:
        """An operator has said what its player has: `on_paid` of the house, on the loop."""
        if self._gateway is not None:
            self._gateway.hall.paid(player)

    def wish(self, player: str, wishes: Wishes) -> None:
        """A player's wishes for every table: `wish` of the preference desk."""
        if self._gateway is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._gateway.wish, player, wishes)

    def said(self, notice: Notice) -> None:
        """Something in a room: `publish` of the chat desk."""
        if self._gateway is not None:
            self._gateway.rooms.published(notice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What a gateway stands on."""

    clock: Clock
    store: Store
    seals: Seals
    archive: Archive
    history: History
    directory: Directory
    funds: FundsBook
    hosts: Mapping[str, TableHost]
    out_of_order: Mapping[str, OutOfOrder]
    proof: HouseProof
    private: PrivateTables
    rack: GoldenRack
    adjustments: Adjustments
    clock_desk: ClockDesk
    expiries: ExpiryDesk
    voids: VoidDesk
    exclusions: ExclusionDesk
    staff: StaffDesk
    accounts: Accounts
    sessions: Sessions
    sign_in: SignInDesk
    guests: GuestDesk
    launches: LaunchDesk
    requests: SignedRequests
    identity_rules: IdentityRules
    preferences: PreferenceDesk
    controls: ControlDesk
    chat: ChatDesk
    ready: Callable[[], bool]
    authenticate: Authenticate
    leave: Leave
    verify: Verify = field(default=lambda _call, _headers, _body: None)
    returns: Returns = published_returns
    commits: Commits | None = None


class Gateway:
    """Hall, rooms, HTTP and the port."""

    def __init__(
        self, services: Services, settings: HttpSettings, *, requests_per_second: float
    ) -> None:
        self._services = services
        s = services
        counters = Counters()
        self.hall = Hall(funds=s.funds, rack=s.rack, directory=s.directory)
        self.reception = Reception(self.hall, clock=s.clock, counters=counters)
        self.presence = Presence(
            self.hall,
            self.reception,
            sessions=s.sessions,
            controls=s.controls,
            preferences=s.preferences,
            clock=s.clock,
        )
        self.rooms = ChatRooms(self.hall, self.reception)
        self.hall.feeds.update({table: self._feed_of(host) for table, host in s.hosts.items()})
        self.private_rooms = PrivateRooms(
            self.hall,
            self.reception,
            s.private,
            feed_of=self._feed_of,
            greet=self.presence.greet,
        )
        self.app: Litestar = create_app(self._dependencies(settings, counters))
        admission = Admission(
            recall=s.sessions.recall,
            session_of=s.sessions.session_of,
            may_enter=self._may_enter,
            made_ready=self._made_ready,
            reader=self.reception,
            crowd=self.hall,
            now=lambda: s.clock.monotonic_ms() / 1000,
            cookie=settings.cookie,
            doorplate=settings.doorplate,
            per_second=requests_per_second,
        )
        self.server = Server(
            self.app,
            admission,
            self.hall,
            self.reception,
            per_second=requests_per_second,
            proxies=settings.proxies,
            doorplate=settings.doorplate,
        )

    def _feed_of(self, host: TableHost) -> TableFeed:
        s = self._services
        return feed_of(
            host,
            store=s.store,
            clock=s.clock,
            directory=s.directory,
            hides_bets=self.presence.hiding.__contains__,
        )

    def _game_of(self, table: str) -> AnyGame | None:
        """The game of a table, also of a private one that is closed."""
        host, variant = self._services.hosts.get(table), variant_of(table)
        if host is not None:
            return host.state.game
        return None if variant is None else variant_named(variant)[0]

    def _dependencies(self, settings: HttpSettings, counters: Counters) -> Dependencies:
        s = self._services
        return Dependencies(
            settings=settings,
            clock=s.clock,
            hall=self.hall,
            private_rooms=self.private_rooms,
            store=s.store,
            directory=s.directory,
            funds=s.funds,
            rounds=RoundArchive(
                s.archive,
                s.history,
                seals=s.seals,
                game_of=self._game_of,
                who=s.directory.player,
                returns=s.returns,
            ),
            accounts=s.accounts,
            sessions=s.sessions,
            sign_in=s.sign_in,
            guests=s.guests,
            launches=s.launches,
            requests=s.requests,
            identity_rules=s.identity_rules,
            preferences=s.preferences,
            presence=self.presence,
            controls=s.controls,
            rack=s.rack,
            adjustments=s.adjustments,
            clock_desk=s.clock_desk,
            proof=s.proof,
            expiries=s.expiries,
            voids=s.voids,
            exclusions=s.exclusions,
            staff=s.staff,
            returns=s.returns,
            verify=s.verify,
            authenticate=s.authenticate,
            leave=s.leave,
            ready=self._ready,
            out_of_order=s.out_of_order,
            counters=counters,
            commits=s.commits,
        )

    def _ready(self) -> bool:
        """Every table is claimed and set up, or known to be out of order."""
        out = self._services.out_of_order
        hosts = [host for table, host in self._services.hosts.items() if table not in out]
        return self._services.ready() and all(host.state.config is not None for host in hosts)

    def _may_enter(self, principal: Principal) -> None:
        """Refuse a player who is shut out, by themselves or by others."""
        if principal.player_id is not None:
            code = self._services.controls.shut_out(principal.player_id)
            if code is not None:
                raise Refused(code)

    def _made_ready(self, principal: Principal) -> Awaitable[None] | None:
        """Have read what is left of a player's limits, before anybody at a table asks."""
        controls, player = self._services.controls, principal.player_id
        if player is None or not controls.waits_for_account(player):
            return None
        return controls.accounts.look_up(player)

    def wish(self, player: str, wishes: Wishes) -> None:
        """Hand a player's wishes to every table."""
        for host in (*self._services.hosts.values(), *self._services.private.hosts()):
            host.wish(player, wishes)

    async def serve(self, listener: socket.socket) -> None:
        """Serve until cancelled."""
        loop = asyncio.get_running_loop()
        self.presence.attach(loop)
        self.rooms.attach(self._services.chat, loop)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.presence.run(), name="presence")
                tasks.create_task(self._forget_old(), name="forgetting")
                tasks.create_task(SpareMemory().run(), name="memory")
                tasks.create_task(self.server.serve(listener), name="port")
        finally:
            self.presence.close()
            self.rooms.close()

    async def _forget_old(self) -> None:
        """At start and once a day: lines of chat and sessions that are kept no longer."""
        while True:
            for forget in (self._services.chat.forget_old, self._services.sessions.forget_old):
                try:
                    await asyncio.to_thread(forget)
                except SabotError as error:
                    log.warning("what is old was not removed: %s", error.code)
            await asyncio.sleep(DAY_SECONDS)


def assemble(
    services: Services,
    lines: Lines,
    settings: HttpSettings,
    *,
    requests_per_second: float = 60.0,
) -> Gateway:
    """A gateway for these services; called on the loop that will serve it, tables open."""
    gateway = Gateway(services, settings, requests_per_second=requests_per_second)
    lines.connect(gateway, asyncio.get_running_loop())
    return gateway
