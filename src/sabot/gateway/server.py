"""The gateway on its port: HTTP through the web framework, sockets taken over from it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple

import uvicorn
from litestar.types import ASGIApp
from typing_extensions import override

from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.admission import Admission
from sabot.gateway.sockets.http_bounds import CONNECTIONS_MAX, bounded_http
from sabot.gateway.sockets.origins import ANY_LOOPBACK, Doorplate
from sabot.gateway.sockets.pace import ADDRESS_FACTOR, PER_SECOND, PacedApp, Paces
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.gateway.sockets.upgrade import upgrader
from sabot.gateway.tables.feed import TableFeed
from sabot.gateway.tables.memory import SHOES_RECALLED, Specs, TableMemory
from sabot.gateway.tables.projection import ForStaff, Projector
from sabot.service.players.directory import Directory
from sabot.service.ports import Clock, EventStore, Seals
from sabot.service.refusals import ServerFault
from sabot.service.storage.archive import LANDMARKS, Archive
from sabot.service.storage.sealing import opened_event
from sabot.service.tables.link import TablePort
from sabot.studio.moments import NEWEST, LookUp, Moments
from sabot.table import events as e
from sabot.table.record import codec

BACKLOG = 4096

SEND_BUFFER = 256 * 1024
"""Bytes that the kernel may hold for one client, besides what the socket's transport queues."""

KEEP_ALIVE_SECONDS = 20
THIS_MACHINE = ("127.0.0.1", "::1")
GOODBYE = ServerFault.STOPPING
GOODBYE_SECONDS = 2.0
"""How long HTTP requests in progress may still take when the house stops."""


class StudioSources(NamedTuple):
    """Where the views of staff find what no table knows: moments, names, players, scanners."""

    archive: Archive
    name: Callable[[str], str]
    greet: Callable[[str], tuple[str, ...]]
    has_scanner: Callable[[str], bool]

    def stored_at(self, table_id: str) -> LookUp:
        """Finds when an event of a table was stored."""

        def stored_ms(number: int) -> int | None:
            found = self.archive.events_between(table_id, first=number, last=number)
            return found[0].at_ms if found else None

        return stored_ms

    def recall_newest(self, events: EventStore, table_id: str, moments: Moments) -> None:
        """Find the newest event of each kind that has an index, however long ago it was."""
        for kind in NEWEST:
            number = events.seq_of(table_id, kind.__name__, nth_last=1) if _found_fast(kind) else 0
            if number:
                (stored,) = self.archive.events_between(table_id, first=number, last=number)
                event = codec.decode(stored.kind, stored.version, stored.body)
                moments.see(event, number=stored.seq, at_ms=stored.at_ms)


def _found_fast(kind: type[e.Event]) -> bool:
    return kind.__name__ in LANDMARKS


def feed_of(
    table: TablePort,
    *,
    events: EventStore,
    seals: Seals,
    clock: Clock,
    directory: Directory,
    hides_bets: Callable[[str], bool],
    studio: StudioSources | None = None,
) -> TableFeed:
    """Make the stream of one table, with its memory read from disk."""
    table_id = table.state.table_id
    moments = Moments() if studio is None else Moments(studio.stored_at(table_id))

    def recall() -> Iterable[tuple[e.Event, Specs]]:
        if table.out_of_order is not None:
            return
        if studio is not None:
            studio.recall_newest(events, table_id, moments)
        first = events.seq_of(table_id, "ShoeLoaded", nth_last=SHOES_RECALLED)
        specs: Specs = {} if table.state.config is None else table.state.settings.variant.bets
        in_play = table.state.current.round_id if table.state.in_round else None
        for stored in events.read(table_id, after=max(0, first - 1)):
            if stored.round_id == in_play:
                # A card dealt face down before this start may be turned next: it must be known.
                event = opened_event(stored, seals, table_id=table_id)
            else:
                event = codec.decode(stored.kind, stored.version, stored.body)
            moments.see(event, number=stored.seq, at_ms=stored.at_ms)
            yield event, specs

    memory = TableMemory(table.state.game.id, recall, unreadable=table.fail)
    projector = Projector(
        memory,
        who=directory.player,
        hides_bets=hides_bets,
        staff=None
        if studio is None
        else ForStaff(moments, studio.name, studio.greet, studio.has_scanner),
    )
    return TableFeed(
        table,
        memory,
        projector,
        clock=clock,
        nickname=lambda player: directory.player(player).nickname,
        moments=moments,
        staff_name=str if studio is None else studio.name,
    )


class Server:
    """One port."""

    def __init__(
        self,
        app: ASGIApp,
        admission: Admission,
        broadcaster: Broadcaster,
        reader: RequestReader,
        *,
        per_second: float = PER_SECOND,
        proxies: tuple[str, ...] = (),
        doorplate: Doorplate = ANY_LOOPBACK,
    ) -> None:
        self.broadcaster = broadcaster
        self.reader = reader
        of_an_address = ADDRESS_FACTOR * per_second
        self._app = PacedApp(
            app, Paces(of_an_address, now=time.monotonic), in_turn_per_second=of_an_address
        )
        self._admission = admission
        self._proxies = proxies
        self._doorplate = doorplate
        self._uvicorn: uvicorn.Server | None = None

    async def serve(self, listener: socket.socket) -> None:
        """Serve until cancelled, and then tell every connected client."""
        config = uvicorn.Config(
            self._app,
            ws=upgrader(self._admission),
            http=bounded_http(self._admission, self._doorplate),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            forwarded_allow_ips=[*THIS_MACHINE, *self._proxies],
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            limit_concurrency=2 * CONNECTIONS_MAX,
        )
        # Addresses may carry launch tokens, which must not reach any log.
        logging.getLogger("uvicorn.access").disabled = True
        # A line for every malformed request would let a client fill the log.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        server = self._uvicorn = _Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await asyncio.shield(serving)
        finally:
            self._admission.pending.close()
            self.broadcaster.close(lambda connection: connection.end(GOODBYE))
            server.should_exit = True
            with contextlib.suppress(asyncio.CancelledError):
                await _stopped(server, serving)


async def _stopped(server: uvicorn.Server, serving: asyncio.Task[None]) -> None:
    """Answer requests in progress, then close connections that have not sent a whole request."""
    await asyncio.wait({serving}, timeout=GOODBYE_SECONDS)
    for connection in tuple(server.server_state.connections):
        connection.transport.abort()  # WebSockets are no longer in this list
    await serving


class _Server(uvicorn.Server):
    """Leaves the signals to the process that runs the house."""

    @override
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def listen(host: str, port: int) -> socket.socket:
    """Open a port; 0 takes a free one."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    listener.bind((host, port))
    listener.listen(BACKLOG)
    listener.setblocking(False)  # noqa: FBT003  the name says it
    return listener
