"""Reading requests: what a socket sends becomes a typed request, is allowed or refused, answered.

Where many sockets send at once, all of a turn of the loop is read together (ADR 0020): the network
first, then the requests, one after the other on warm caches.

Nothing raises through here: what cannot be read is answered with a fault, what is not allowed with
a refusal, in this order: unreadable, not for your role, unknown table, and then the table's own
reasons (`docs/wire.md`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

import msgspec
from picows import WSCloseCode

from sabot.errors import SabotError
from sabot.gateway.authority import may_know, may_send
from sabot.gateway.framing import frame
from sabot.gateway.hall import Hall
from sabot.gateway.metrics import Counters
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.mistakes import place_of_error
from sabot.gateway.tables.feed import TableFeed
from sabot.gateway.visits import Visits
from sabot.service.envelopes import Envelope, Reply
from sabot.service.identity.roles import Principal, Role
from sabot.service.ports import Clock
from sabot.service.private_names import variant_of
from sabot.table import commands as c
from sabot.wire import PROTOCOL, requests
from sabot.wire import messages as m
from sabot.wire.keys import names_a_key_twice

AT_ONCE = 4
"""Messages in a turn of the loop that are heard as they come; more are read together."""

WAITING_MAX = 64
"""Commands of one socket that may wait for their answer."""

TABLES_MAX = 64
"""Tables one socket may look at."""

PICTURE_TOKENS = 2
"""How many requests more the whole picture of a table or the lobby counts for."""

DISK_TOKENS = 8
"""How many requests more it counts for to ask the disk: chat does, and so does whoever is refused,
since the command may have been accepted before (I4)."""

CLOSED = "table/closed"
"""A private table at which nobody plays; looking at it opens it for its player."""

SEATING = frozenset({c.TakeSeat, c.LeaveSeat})
"""Commands that a visit to the table decides about too (F127)."""

SHOWING = frozenset({requests.Watch, requests.WatchLobby, requests.Enter, requests.WatchSupport})
"""Requests to be shown something from now on."""

_decode = msgspec.json.Decoder(requests.AnyRequest, strict=True).decode
_decode_id = msgspec.json.Decoder(requests.Named, strict=True).decode
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)

_ACTOR_KINDS = {role: role.actor_kind for role in Role}

log = logging.getLogger("sabot.gateway")

Handle = Callable[[Connection, object], None]


class Reception:
    """The reader of every socket."""

    def __init__(self, hall: Hall, *, clock: Clock, counters: Counters | None = None) -> None:
        self._hall = hall
        self._visits = Visits(hall)
        self._clock = clock
        self._counters = counters or Counters()
        self.arrivals: list[Callable[[Connection], None]] = []
        self.departures: list[Callable[[Connection], None]] = []
        self.catch_ups: list[Callable[[Connection], None]] = []
        self._handlers: dict[type[requests.Request], Handle] = {}
        self._unread: list[tuple[Connection, bytes]] = []  # of this turn of the loop
        self._arrived_ms = 0  # when those were here that are read now
        self._heard = 0  # in this turn
        self.on(requests.Watch, self.watch)
        self.on(requests.Unwatch, self.unwatch)
        self.on(requests.WatchLobby, self._watch_lobby)
        self.on(requests.UnwatchLobby, lambda c, _: hall.unwatch_lobby(c))
        self.on(requests.Act, self._act)
        self.on(requests.Ping, self._ping)

    def on(
        self, kind: type[requests.Request], handle: Callable[[Connection, object], None]
    ) -> None:
        """Who takes care of a kind of request."""
        self._handlers[kind] = handle

    # --- the reader of a socket -------------------------------------------------------------------

    def connected(self, connection: Connection) -> None:
        """Say who the socket belongs to."""
        self._hall.enter(connection)
        for hear in self.arrivals:  # first: who leaves because of what goes wrong here has come
            hear(connection)
        connection.tell(self._welcome(connection.principal))
        player = connection.principal.player_id
        if player is not None:
            connection.tell(self._hall.balance_of(player))

    def disconnected(self, connection: Connection) -> None:
        """Nobody listens there any more."""
        self._hall.leave(connection)
        for hear in self.departures:
            hear(connection)

    def caught_up(self, connection: Connection) -> None:
        """A slow reader is back."""
        self._hall.caught_up(connection)
        for hear in self.catch_ups:
            hear(connection)

    def received(self, connection: Connection, raw: bytes) -> None:
        """Hear one message: at once, or with the others of this turn where many come together."""
        self._unread.append((connection, raw))
        self._heard += 1
        if self._heard <= AT_ONCE:
            self._read_all()
        if self._heard == 1:
            asyncio.get_running_loop().call_soon(self._turn_over)

    def _turn_over(self) -> None:
        """All sockets are read that had something to say in this turn of the loop."""
        self._heard = 0
        if self._unread:
            self._read_all()

    def _read_all(self) -> None:
        """Read what has come, in the order in which it came.

        I8: they arrived by now, and nothing was done for any of them before: one look at the clock
        is never earlier than a message was here, nor later than the first of them is heard.
        """
        unread, self._unread = self._unread, []
        self._arrived_ms = self._clock.monotonic_ms()
        for connection, raw in unread:
            try:
                self._read(connection, raw)
            except Exception:  # noqa: BLE001  whatever it is, the others are heard
                log.error("request failed at %s", place_of_error())  # noqa: TRY400  never its words
                connection.end("server/error", code=WSCloseCode.INTERNAL_ERROR)

    def _read(self, connection: Connection, raw: bytes) -> None:
        """Read one message and take care of it."""
        try:
            request = _decode(raw)
        except _UNREADABLE as error:
            data = {**_id_of(raw), "reason": str(error)[:200]}
            connection.tell(m.Fault(code="message/unreadable", data=data))
            return
        if names_a_key_twice(raw):
            connection.tell(m.Fault(code="message/key_twice", data=_id_of(raw)))
            return
        if not connection.open and type(request) in SHOWING:
            return  # who sent it has left since; a bet or a word counts all the same (P1)
        handle = self._handlers.get(type(request))
        if handle is None or not may_send(connection.principal.role, request):
            self.refuse(connection, request, "request/not_for_you")
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
        """Say no: under its id where the request has one."""
        cmd_id = getattr(request, "cmd_id", None)
        if cmd_id is None:
            connection.tell(m.Fault(code=code, data=_about(request)))
        else:
            connection.tell(m.Answer(cmd_id=cmd_id, accepted=False, code=code, data=data or {}))

    def _welcome(self, principal: Principal) -> m.Welcome:
        now = self._clock.wall_ms()
        player = principal.player_id
        balance = 0 if player is None else self._hall.balance_of(player).balance
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
            self.refuse(connection, request, "request/not_for_you")
        elif self._feed(connection, request.table) is None:
            self.refuse(connection, request, _missing(connection.principal, request.table))
        elif len(connection.watching) >= TABLES_MAX and request.table not in connection.watching:
            self.refuse(connection, request, "table/too_many")
        else:
            connection.owes(PICTURE_TOKENS)
            self._hall.watch(connection, request.table, audience.in_play, request.since)

    def _feed(self, connection: Connection, table: str) -> TableFeed | None:
        """A table, if there is one for whoever asks: what is in the lobby is for everybody."""
        feed = self._hall.feeds.get(table)
        if feed is None and may_know(connection.principal, table):
            feed = self._hall.private.get(table)
        return feed

    def _watch_lobby(self, connection: Connection, _request: object) -> None:
        connection.owes(PICTURE_TOKENS)
        self._hall.watch_lobby(connection)

    def unwatch(self, connection: Connection, request: object) -> None:
        """Show a table no more, unless bets keep the player there (F128)."""
        assert isinstance(request, requests.Unwatch)
        player = connection.principal.player_id
        if player is not None and request.table in connection.watching:
            self._visits.check_leaving(player, request.table)
        self._hall.unwatch(connection, request.table)

    def _ping(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Ping)
        connection.tell(m.Pong(n=request.n, at_ms=self._clock.wall_ms()))

    def _act(self, connection: Connection, request: object) -> None:
        assert isinstance(request, requests.Act)
        principal, table = connection.principal, request.table
        feed = self._hall.feeds.get(table) or self._feed(connection, table)
        kind = _ACTOR_KINDS[principal.role]
        if kind is None:
            self.refuse(connection, request, "request/not_for_you")
        elif feed is None:
            self.refuse(connection, request, _missing(principal, table))
        elif connection.waiting >= WAITING_MAX:
            self.refuse(connection, request, "rate/too_many_waiting")
        else:
            actor = principal.player_id or actor_of(principal)
            if type(request.command) in SEATING:
                self._visits.check(actor, feed, request.command)
            connection.waiting += 1
            feed.host.send(
                Envelope(
                    actor=actor,
                    cmd_id=request.cmd_id,
                    command=request.command,
                    actor_kind=kind,
                    received_ms=self._arrived_ms,
                    bets_for=request.bets_for,
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
        self._hall.fanout.to_one(connection, frame(told))
        player = connection.principal.player_id
        if not reply.accepted:
            if player is not None:
                self._visits.refused(player, feed, command)
            self._counters.refuse(reply.code)
            connection.owes(DISK_TOKENS)
            return
        self._counters.accepted += 1
        if player is not None:
            self._hall.touched(player, feed.table_id)


def _id_of(raw: bytes) -> m.Data:
    """The id of a request that cannot be read, where at least that can."""
    try:
        return {"cmd_id": _decode_id(raw).cmd_id}
    except _UNREADABLE:
        return {}


def _about(request: requests.Request) -> m.Data:
    """Which request was refused, where it has no id to tell it by."""
    place = {name: getattr(request, name) for name in ("table", "room") if hasattr(request, name)}
    return {"request": str(request.__struct_config__.tag), **place}


def _missing(principal: Principal, table: str) -> str:
    """Why there is no such table: a private one is closed for those who may know of it (F263)."""
    closed = variant_of(table) is not None and may_know(principal, table)
    return CLOSED if closed else "table/unknown"


def actor_of(principal: Principal) -> str:
    """The name under which somebody's commands are written down."""
    return principal.player_id or f"staff:{principal.account_id}"
