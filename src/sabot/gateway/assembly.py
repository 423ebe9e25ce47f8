"""Builds a gateway from the services of a house.

Services report things before a gateway exists, and from threads other than the loop's. So `Lines`
is made first and given to them; the gateway is connected to it afterwards.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Sequence

from litestar import Litestar

from sabot.errors import Refused, SabotError
from sabot.gamekit import AnyGame
from sabot.games import variant_named
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.broadcast.presence import Presence
from sabot.gateway.broadcast.private_rooms import PrivateRooms
from sabot.gateway.chat.desk import ChatRooms
from sabot.gateway.http.app import create_app
from sabot.gateway.http.dependencies import Dependencies, HttpSettings
from sabot.gateway.metrics import Counters
from sabot.gateway.server import Server, StudioSources, feed_of
from sabot.gateway.services import Services
from sabot.gateway.sockets.admission import Admission
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.gateway.sockets.spare_memory import give_back_regularly
from sabot.gateway.staff.greeting import Greetings
from sabot.gateway.staff.names import StaffNames
from sabot.gateway.staff.wall import StaffWall
from sabot.gateway.tables.archive import RoundArchive
from sabot.gateway.tables.feed import TableFeed
from sabot.service.chat.notices import Notice
from sabot.service.identity.roles import Principal
from sabot.service.private.names import variant_of
from sabot.service.tables.link import TablePort
from sabot.table import events as e
from sabot.table.staging import Preferences as Wishes
from sabot.table.state import TableState

DAY_SECONDS = 24 * 3_600

log = logging.getLogger("sabot.gateway")


class Lines:
    """Passes what services report to the gateway, from any thread and at any time."""

    def __init__(self) -> None:
        self._gateway: Gateway | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def connect(self, gateway: Gateway, loop: asyncio.AbstractEventLoop) -> None:
        """Pass reports on to this gateway from now on."""
        self._gateway, self._loop = gateway, loop

    def published(self, state: TableState, events: Sequence[e.Event]) -> None:
        """A table changed: `publish` of the house, always on the loop."""
        if self._gateway is not None:
            self._gateway.broadcaster.published(state, events)

    def locked(self, player: str, code: str) -> None:
        """A player may no longer play: `on_locked` of the control desk."""
        if self._gateway is not None:
            self._gateway.presence.locked(player, code)

    def paid(self, player: str) -> None:
        """An operator has reported its player's balance: `on_paid` of the house, on the loop."""
        if self._gateway is not None:
            self._gateway.broadcaster.own.paid(player)

    def wish(self, player: str, wishes: Wishes) -> None:
        """A player's wishes for every table: `wish` of the preference desk."""
        if self._gateway is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._gateway.wish, player, wishes)

    def said(self, notice: Notice) -> None:
        """Something was said in a room: `publish` of the chat desk."""
        if self._gateway is not None:
            self._gateway.rooms.published(notice)


class Gateway:
    """Broadcaster, rooms, HTTP and the port."""

    def __init__(
        self, services: Services, settings: HttpSettings, *, requests_per_second: float
    ) -> None:
        self._services = services
        self._house = house = services.house
        counters = Counters()
        self.broadcaster = Broadcaster(funds=house.funds, rack=house.rack, directory=house.players)
        self.reader = RequestReader(self.broadcaster, clock=house.clock, counters=counters)
        accounts = services.identity.accounts
        self._greetings = Greetings(self.broadcaster, clock=house.clock)
        self._names = StaffNames(lambda account: accounts.account(account).nickname)
        self.wall = StaffWall(
            self.broadcaster,
            self.reader,
            clock=house.clock,
            names=self._names,
            out_of_order=house.out_of_order,
            past_alarms=house.past_alarms,
        )
        self.presence = Presence(
            self.broadcaster,
            self.reader,
            sessions=services.identity.sessions,
            controls=house.controls,
            preferences=services.preferences,
            clock=house.clock,
        )
        self.rooms = ChatRooms(self.broadcaster, self.reader)
        feeds = {table: self._feed_of(host) for table, host in house.hosts.items()}
        self.broadcaster.feeds.update(feeds)
        self.private_rooms = PrivateRooms(
            self.broadcaster,
            self.reader,
            house.private,
            feed_of=self._feed_of,
            greet=self.presence.greet,
        )
        self.app: Litestar = create_app(self._dependencies(settings, counters))
        self.server = Server(
            self.app,
            self._admission(settings, per_second=requests_per_second),
            self.broadcaster,
            self.reader,
            per_second=requests_per_second,
            proxies=settings.proxies,
            doorplate=settings.doorplate,
        )

    def _admission(self, settings: HttpSettings, *, per_second: float) -> Admission:
        sessions, clock = self._services.identity.sessions, self._house.clock
        return Admission(
            recall=sessions.recall,
            session_of=sessions.session_of,
            may_enter=self._may_enter,
            made_ready=self._made_ready,
            reader=self.reader,
            crowd=self.broadcaster.open,
            now=lambda: clock.monotonic_ms() / 1000,
            cookie=settings.cookie,
            doorplate=settings.doorplate,
            per_second=per_second,
        )

    def _feed_of(self, table: TablePort) -> TableFeed:
        house = self._house
        return feed_of(
            table,
            events=house.store.events,
            seals=house.seals,
            clock=house.clock,
            directory=house.players,
            hides_bets=self.presence.hiding.__contains__,
            studio=StudioSources(
                archive=self._services.archive,
                name=self._names,
                greet=self._greetings.at,
                has_scanner=lambda table: self.wall.heartbeats.scanner_lost_ms(table) is None,
            ),
        )

    def _game_of(self, table: str) -> AnyGame | None:
        """The game of a table, also of a private one that is closed."""
        host, variant = self._house.hosts.get(table), variant_of(table)
        if host is not None:
            return host.state.game
        return None if variant is None else variant_named(variant)[0]

    def _dependencies(self, settings: HttpSettings, counters: Counters) -> Dependencies:
        services, house = self._services, self._house
        return Dependencies(
            settings=settings,
            house=house,
            identity=services.identity,
            preferences=services.preferences,
            authenticate=services.authenticate,
            verify=services.verify,
            returns=services.returns,
            broadcaster=self.broadcaster,
            private_rooms=self.private_rooms,
            presence=self.presence,
            rounds=RoundArchive(
                services.archive,
                services.history,
                seals=house.seals,
                game_of=self._game_of,
                who=house.players.player,
                returns=services.returns,
                acts_of=house.store.acts.about_player,
            ),
            archive=services.archive,
            figures=services.figures,
            chat_rooms=self.rooms,
            staff_name=self._names,
            counters=counters,
            ready=self._ready,
        )

    def _ready(self) -> bool:
        """Every table is claimed and set up, or known to be out of order."""
        house = self._house
        hosts = [host for table, host in house.hosts.items() if table not in house.out_of_order]
        return house.ready.is_set() and all(host.state.config is not None for host in hosts)

    def _may_enter(self, principal: Principal) -> None:
        """Refuse a player who is excluded, by their own choice or by staff."""
        if principal.player_id is not None:
            code = self._house.controls.shut_out(principal.player_id)
            if code is not None:
                raise Refused(code)

    def _made_ready(self, principal: Principal) -> Awaitable[None] | None:
        """Read what is left of a player's limits before the first table needs it."""
        controls, player = self._house.controls, principal.player_id
        if player is None or not controls.waits_for_account(player):
            return None
        return controls.accounts.look_up(player)

    def wish(self, player: str, wishes: Wishes) -> None:
        """Hand a player's wishes to every table."""
        for host in (*self._house.hosts.values(), *self._house.private.hosts()):
            host.wish(player, wishes)

    async def serve(self, listener: socket.socket) -> None:
        """Serve until cancelled."""
        loop = asyncio.get_running_loop()
        self.presence.attach(loop)
        self.rooms.thread.attach(self._services.chat, loop)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.presence.run(), name="presence")
                tasks.create_task(self.wall.history.run(), name="alarms")
                tasks.create_task(self._forget_old(), name="forgetting")
                tasks.create_task(give_back_regularly(), name="memory")
                tasks.create_task(self.server.serve(listener), name="port")
        finally:
            self.wall.close()
            self.presence.close()
            self.rooms.thread.close()

    async def _forget_old(self) -> None:
        """At start and once a day, delete chat lines and sessions that are too old."""
        while True:
            for forget in (
                self._services.chat.forget_old,
                self._services.identity.sessions.forget_old,
            ):
                try:
                    await asyncio.to_thread(forget)
                except SabotError as error:
                    log.warning("old chat lines or sessions were not removed: %s", error.code)
            await asyncio.sleep(DAY_SECONDS)


def assemble(
    services: Services,
    lines: Lines,
    settings: HttpSettings,
    *,
    requests_per_second: float = 60.0,
) -> Gateway:
    """Build a gateway for these services, on the loop that will serve it, with tables open."""
    gateway = Gateway(services, settings, requests_per_second=requests_per_second)
    lines.connect(gateway, asyncio.get_running_loop())
    return gateway
