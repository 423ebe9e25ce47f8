"""Reads requests: turns what a socket sends into a typed request, checks the role, and answers.

Where many sockets send at once, all messages of one turn of the loop are read together (ADR 0020):
the network first, then the requests, one after the other on warm caches.

Nothing raises through here. An unreadable message is answered with a fault and a forbidden one with
a refusal, in this order: unreadable, not for this role, unknown table, then the table's own reasons
(`docs/wire.md`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec
from picows import WSCloseCode

from sabot.errors import SabotError
from sabot.gateway.authority import check_place, may_know, may_send
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.broadcast.visits import Visits
from sabot.gateway.metrics import Counters
from sabot.gateway.refusals import MessageFault, RateRefusal, RequestRefusal, WatchRefusal
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.mistakes import place_of_error
from sabot.gateway.tables.feed import TableFeed
from sabot.service.identity.roles import Principal, Role
from sabot.service.ports import Clock
from sabot.service.private.names import variant_of
from sabot.service.refusals import ServerFault
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.table import commands as c
from sabot.table.refusals import TableRefusal
from sabot.wire import PROTOCOL, requests
from sabot.wire import messages as m
from sabot.wire.keys import names_a_key_twice

AT_ONCE = 4
"""Messages in a turn of the loop that are handled as they come. Further ones are read together."""

WAITING_MAX = 64
"""Commands of one socket that may wait for their answer."""

TABLES_MAX = 64
"""Tables one socket may look at."""

PICTURE_TOKENS = 2
"""Extra requests that a full snapshot of a table or the lobby counts for."""

DISK_TOKENS = 8
"""Extra requests that a question to the disk counts for. Chat asks the disk, and so does every
refused command, because it may have been accepted earlier (I4)."""

CLOSED = WatchRefusal.CLOSED
"""A private table without a player. It opens when its player watches it."""

SEATING = frozenset({c.TakeSeat, c.LeaveSeat})
"""Commands that a visit to the table decides about too (F127)."""

SHOWING = frozenset(
    {
        requests.Watch,
        requests.WatchLobby,
        requests.Enter,
        requests.WatchSupport,
        requests.WatchStaff,
        requests.WatchChats,
    }
)
"""Requests that subscribe to something."""

_decode = msgspec.json.Decoder(requests.AnyRequest, strict=True).decode
_decode_id = msgspec.json.Decoder(requests.Named, strict=True).decode
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)

_ACTOR_KINDS = {role: role.actor_kind for role in Role}

log = logging.getLogger("sabot.gateway")

Handle = Callable[[Connection, object], None]


class RequestReader:
    """The reader of every socket."""

    def __init__(
        self, broadcaster: Broadcaster, *, clock: Clock, counters: Counters | None = None
    ) -> None:
        self._broadcaster = broadcaster
        self._visits = Visits(broadcaster)
        self._clock = clock
        self._counters = counters or Counters()
        self.arrivals: list[Callable[[Connection], None]] = []
        self.departures: list[Callable[[Connection], None]] = []
        self.catch_ups: list[Callable[[Connection], None]] = []
        self._handlers: dict[type[requests.Request], Handle] = {}
        self._unread: list[tuple[Connection, bytes]] = []  # of this turn of the loop
        self._arrived_ms = 0  # when the messages arrived that are being read
        self._heard = 0  # in this turn
        self.on(requests.Watch, self.watch)
        self.on(requests.Unwatch, self.unwatch)
        self.on(requests.WatchLobby, self._watch_lobby)
        self.on(requests.UnwatchLobby, lambda c, _: broadcaster.unwatch_lobby(c))
        self.on(requests.Act, self._act)
        self.on(requests.Ping, self._ping)

    def on(
        self, kind: type[requests.Request], handle: Callable[[Connection, object], None]
    ) -> None:
        """Set the handler of a kind of request."""
        self._handlers[kind] = handle

    # --- the reader of a socket -------------------------------------------------------------------

    def connected(self, connection: Connection) -> None:
        """Tell the client which account the socket belongs to, and its balance."""
        self._broadcaster.enter(connection)
        for hear in self.arrivals:  # before the rest: a failure below must not skip an arrival
            hear(connection)
        connection.tell(self._welcome(connection.principal))
        player = connection.principal.player_id
        if player is not None:
            connection.tell(self._broadcaster.own.balance_of(player))

    def disconnected(self, connection: Connection) -> None:
        """Forget a socket that has closed."""
        self._broadcaster.leave(connection)
        for hear in self.departures:
            hear(connection)

    def caught_up(self, connection: Connection) -> None:
        """Send snapshots to a slow client that has caught up."""
        self._broadcaster.caught_up(connection)
        for hear in self.catch_ups:
            hear(connection)

    def received(self, connection: Connection, raw: bytes) -> None:
        """Handle one message: at once, or with the others of this turn when many come together."""
        self._unread.append((connection, raw))
        self._heard += 1
        if self._heard <= AT_ONCE:
            self._read_all()
        if self._heard == 1:
            asyncio.get_running_loop().call_soon(self._turn_over)

    def _turn_over(self) -> None:
        """Read what is left: every socket with data has been polled in this turn of the loop."""
        self._heard = 0
        if self._unread:
            self._read_all()

    def _read_all(self) -> None:
        """Read all waiting messages, in the order in which they came.

        I8: one reading of the clock serves them all. It is after the arrival of the last message,
        and before the first one is handled.
        """
        unread, self._unread = self._unread, []
        self._arrived_ms = self._clock.monotonic_ms()
        for connection, raw in unread:
            try:
                self._read(connection, raw)
            except Exception:  # noqa: BLE001  one failed request must not stop the others
                log.error("request failed at %s", place_of_error())  # noqa: TRY400  never its words
                connection.end(ServerFault.ERROR, code=WSCloseCode.INTERNAL_ERROR)

    def _read(self, connection: Connection, raw: bytes) -> None:
        """Read one message and handle it."""
        try:
            request = _decode(raw)
        except _UNREADABLE as error:
            data = {**_id_of(raw), "reason": str(error)[:200]}
            connection.tell(m.Fault(code=MessageFault.UNREADABLE, data=data))
            return
        if names_a_key_twice(raw):
            connection.tell(m.Fault(code=MessageFault.KEY_TWICE, data=_id_of(raw)))
            return
        if not connection.open and type(request) in SHOWING:
            return  # the sender has left. A bet or a chat line would still count (P1)
        handle = self._handlers.get(type(request))
        if handle is None or not may_send(connection.principal.role, request):
            self.refuse(connection, request, RequestRefusal.NOT_FOR_YOU)
            return
        try:
            handle(connection, request)
        except SabotError as error:
            self.refuse(connection, request, error.code)

    def refuse(
        self,
        connection: Connection,
        request: requests.Request,
        code: str,
        data: m.Data | None = None,
    ) -> None:
        """Refuse a request, under its id if it has one."""
        cmd_id = getattr(request, "cmd_id", None)
        if cmd_id is None:
            connection.tell(m.Fault(code=code, data=_about(request)))
        else:
            connection.tell(m.Answer(cmd_id=cmd_id, accepted=False, code=code, data=data or {}))

    def _welcome(self, principal: Principal) -> m.Welcome:
        now = self._clock.wall_ms()
        player = principal.player_id
        balance = 0 if player is None else self._broadcaster.own.balance_of(player).balance
        return m.Welcome(
            protocol=PROTOCOL,
            player=player or "",
            nickname=principal.nickname,
            role=principal.role.value,
            currency=principal.currency.value,
            balance=balance,
            at_ms=now,
            session_ms=max(0, now - principal.signed_in_at_ms),
        )

    # --- requests ---------------------------------------------------------------------------------

    def watch(self, connection: Connection, request: object) -> None:
        """Show a table."""
        assert isinstance(request, requests.Watch)
        audience = connection.principal.role.audience
        if audience is None:
            self.refuse(connection, request, RequestRefusal.NOT_FOR_YOU)
        elif self._feed(connection, request.table) is None:
            self.refuse(connection, request, _missing(connection.principal, request.table))
        elif len(connection.watching) >= TABLES_MAX and request.table not in connection.watching:
            self.refuse(connection, request, WatchRefusal.TOO_MANY)
        else:
            connection.owes(PICTURE_TOKENS)
            self._broadcaster.watch(connection, request.table, audience.in_play, request.since)

    def _feed(self, connection: Connection, table: str) -> TableFeed | None:
        """Find a table that this account may know: every lobby table, and its own private ones."""
        feed = self._broadcaster.feeds.get(table)
        if feed is None and may_know(connection.principal, table):
            feed = self._broadcaster.private.get(table)
        return feed

    def _watch_lobby(self, connection: Connection, _request: object) -> None:
        connection.owes(PICTURE_TOKENS)
        self._broadcaster.watch_lobby(connection)

    def unwatch(self, connection: Connection, request: object) -> None:
        """Stop showing a table, unless bets keep the player there (F128)."""
        assert isinstance(request, requests.Unwatch)
        player = connection.principal.player_id
        if player is not None and request.table in connection.watching:
            self._visits.check_leaving(player, request.table)
        self._broadcaster.unwatch(connection, request.table)

    def _ping(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Ping)
        connection.tell(m.Pong(n=request.n, at_ms=self._clock.wall_ms()))

    def _act(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Act)
        principal, table = connection.principal, request.table
        check_place(principal, table, request.command)
        feed = self._broadcaster.feeds.get(table) or self._feed(connection, table)
        kind = _ACTOR_KINDS[principal.role]
        if kind is None:
            self.refuse(connection, request, RequestRefusal.NOT_FOR_YOU)
        elif feed is None:
            self.refuse(connection, request, _missing(principal, table))
        elif connection.waiting >= WAITING_MAX:
            self.refuse(connection, request, RateRefusal.TOO_MANY_WAITING)
        else:
            actor = principal.player_id or actor_of(principal)
            if type(request.command) in SEATING:
                self._visits.check(actor, feed, request.command)
            connection.waiting += 1
            feed.table.send(
                Envelope(
                    actor=actor,
                    cmd_id=request.cmd_id,
                    command=request.command,
                    actor_kind=kind,
                    received_ms=self._arrived_ms,
                    bets_for=request.bets_for,
                    console=request.console,
                ),
                partial(self._answered, connection, feed, request.command),
            )

    def _answered(
        self, connection: Connection, feed: TableFeed, command: c.Command, reply: Reply
    ) -> None:
        connection.waiting -= 1
        told = m.Answer(
            cmd_id=reply.cmd_id, accepted=reply.accepted, code=reply.code, data=reply.data
        )
        self._broadcaster.fanout.to_one(connection, frame(told))
        player = connection.principal.player_id
        if not reply.accepted:
            if player is not None:
                self._visits.refused(player, feed, command)
            self._counters.refuse(reply.code)
            connection.owes(DISK_TOKENS)
            return
        self._counters.accepted += 1
        if player is not None:
            self._broadcaster.own.touched(player, feed.table_id)


def _id_of(raw: bytes) -> m.Data:
    """The id of an unreadable request, if at least the id can be read."""
    try:
        return {"cmd_id": _decode_id(raw).cmd_id}
    except _UNREADABLE:
        return {}


def _about(request: requests.Request) -> m.Data:
    """Describe a refused request that has no id."""
    place = {name: getattr(request, name) for name in ("table", "room") if hasattr(request, name)}
    return {"request": str(request.__struct_config__.tag), **place}


def _missing(principal: Principal, table: str) -> str:
    """Why there is no such table. Only its player and staff learn that it is closed (F263)."""
    closed = variant_of(table) is not None and may_know(principal, table)
    return CLOSED if closed else TableRefusal.UNKNOWN


def actor_of(principal: Principal) -> str:
    """The name under which an account's commands are stored."""
    return principal.player_id or f"staff:{principal.account_id}"
