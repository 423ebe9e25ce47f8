"""The gateway on its port: HTTP through the web framework, sockets taken over from it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable, Generator, Iterable

import uvicorn
from litestar.types import ASGIApp
from typing_extensions import override

from sabot.gateway.admission import Admission
from sabot.gateway.hall import Hall
from sabot.gateway.origins import ANY_LOOPBACK, Doorplate
from sabot.gateway.pace import ADDRESS_FACTOR, PER_SECOND, PacedApp, Paces
from sabot.gateway.reception import Reception
from sabot.gateway.sockets.http_bounds import CONNECTIONS_MAX, bounded_http
from sabot.gateway.sockets.upgrade import upgrader
from sabot.gateway.tables.feed import TableFeed
from sabot.gateway.tables.memory import SHOES_RECALLED, Specs, TableMemory
from sabot.gateway.tables.projection import Projector
from sabot.service.host import TableHost
from sabot.service.players import Directory
from sabot.service.ports import Clock, Store
from sabot.service.sealing import opened_event
from sabot.table import codec
from sabot.table import events as e

BACKLOG = 4096

SEND_BUFFER = 256 * 1024
"""Bytes that the kernel may keep for one reader, besides what a socket queues itself."""

KEEP_ALIVE_SECONDS = 20
THIS_MACHINE = ("127.0.0.1", "::1")
GOODBYE = "server/stopping"
GOODBYE_SECONDS = 2.0
"""How long requests of HTTP that are under way may take when the house stops."""


def feed_of(
    host: TableHost,
    *,
    store: Store,
    clock: Clock,
    directory: Directory,
    hides_bets: Callable[[str], bool],
) -> TableFeed:
    """The stream of one table, with what it remembers read from the disk."""

    def recall() -> Iterable[tuple[e.Event, Specs]]:
        table = host.state.table_id
        if host.out_of_order is not None:
            return
        first = store.seq_of(table, "ShoeLoaded", nth_last=SHOES_RECALLED)
        specs: Specs = {} if host.state.config is None else host.state.settings.variant.bets
        in_play = host.state.current.round_id if host.state.in_round else None
        for stored in store.events(table, after=max(0, first - 1)):
            if stored.round_id == in_play:
                # The card that is turned next was dealt before this start: it has to be known.
                yield opened_event(stored, host.engine.seals, table_id=table), specs
            else:
                yield codec.decode(stored.kind, stored.version, stored.body), specs

    memory = TableMemory(host.state.game.id, recall, unreadable=host.fail)
    projector = Projector(memory, who=directory.player, hides_bets=hides_bets)
    return TableFeed(
        host,
        memory,
        projector,
        clock=clock,
        nickname=lambda player: directory.player(player).nickname,
    )


class Server:
    """One port."""

    def __init__(
        self,
        app: ASGIApp,
        admission: Admission,
        hall: Hall,
        reception: Reception,
        *,
        per_second: float = PER_SECOND,
        proxies: tuple[str, ...] = (),
        doorplate: Doorplate = ANY_LOOPBACK,
    ) -> None:
        self.hall = hall
        self.reception = reception
        of_an_address = ADDRESS_FACTOR * per_second
        self._app = PacedApp(
            app, Paces(of_an_address, now=time.monotonic), in_turn_per_second=of_an_address
        )
        self._admission = admission
        self._proxies = proxies
        self._doorplate = doorplate
        self._uvicorn: uvicorn.Server | None = None

    async def serve(self, listener: socket.socket) -> None:
        """Serve until cancelled; whoever is connected is told."""
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
        # Addresses may carry tokens of launches: no log has them, whoever listens to logs.
        logging.getLogger("uvicorn.access").disabled = True
        # Nor has any a line for every request that somebody got wrong.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        server = self._uvicorn = _Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await asyncio.shield(serving)
        finally:
            self._admission.doorstep.close()
            self.hall.close(lambda connection: connection.end(GOODBYE))
            server.should_exit = True
            with contextlib.suppress(asyncio.CancelledError):
                await _stopped(server, serving)


async def _stopped(server: uvicorn.Server, serving: asyncio.Task[None]) -> None:
    """Answer what is under way; who has not asked to the end by then is not waited for."""
    await asyncio.wait({serving}, timeout=GOODBYE_SECONDS)
    for connection in tuple(server.server_state.connections):
        connection.transport.abort()  # sockets have left this list
    await serving


class _Server(uvicorn.Server):
    """Leaves the signals to whoever runs the house."""

    @override
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def listen(host: str, port: int) -> socket.socket:
    """A port of our own; 0 takes a free one."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    listener.bind((host, port))
    listener.listen(BACKLOG)
    listener.setblocking(False)  # noqa: FBT003  the name says it
    return listener
