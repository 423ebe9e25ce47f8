"""`sabot serve`: the casino, running by itself in one process, on one port."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sabot.cli.options import Config, Database, Host, Port, settings_of
from sabot.errors import Unavailable
from sabot.settings import Environment

if TYPE_CHECKING:
    from socket import socket

    from sabot.bootstrap import Casino


def serve(
    database: Database = None,
    *,
    config: Config = None,
    host: Host = None,
    port: Port = None,
    bots: Annotated[
        int | None,
        typer.Option(min=0, max=1000, help="Players of the demonstration; 12 by default."),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(min=0.0005, max=10.0, help="1 is real time, 0.1 ten times as fast."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.0, help="Stop after this many seconds.")
    ] = None,
    environment: Annotated[
        Environment | None, typer.Option(help="What this process is for; demo by default.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Open a new house; refused where there is one.")
    ] = False,
    accept_rollback: Annotated[
        str,
        typer.Option(
            metavar="REASON",
            help="Go on from a database that is older than the last noted seal; kept on record.",
        ),
    ] = "",
) -> None:
    """Open the casino: all tables with virtual dealers, on one port, until Ctrl-C.

    Interrupted rounds continue where they were; nothing that was acknowledged is lost. A new house
    begins only with --new; the demonstration begins its own.
    """
    from sabot.bootstrap import Casino
    from sabot.bootstrap.opening import Told

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s")
    for chatty in ("httpx", "picows", "uvicorn"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what it raises as well
    settings = settings_of(
        config, database, host=host, port=port, environment=environment, bots=bots, pace=pace
    )
    console = Console(stderr=True)
    casino = Casino(settings, told=Told(new=new, accept_rollback=accept_rollback))
    casino.open_tables()
    listener = listening(casino)
    tell_address(console, casino, listener)
    run(until_stopped(casino, listener, seconds))
    console.print("[dim]Stopped between two steps; the next start goes on from here.[/]")


def run(main: Coroutine[object, object, None]) -> None:
    """Run on the faster loop, with everything loaded by now."""
    import uvloop  # with the database driver and the games, the heavy part of a start

    from sabot.bootstrap.collector import look_less_often

    look_less_often()
    uvloop.run(main)


def listening(casino: Casino) -> socket:
    """The port, or a refusal that says what to do."""
    try:
        return casino.listen()
    except OSError as error:
        network = casino.settings.network
        raise Unavailable(
            "network/port", host=network.host, port=network.port, reason=error.strerror
        ) from None


def tell_address(console: Console, casino: Casino, listener: socket) -> None:
    """Print the address, and the accounts of a demonstration."""
    from sabot.bootstrap.casino import address_of
    from sabot.service.identity.demo import DEMO_ACCOUNTS, DEMO_PASSWORD

    hosts = casino.house.hosts
    console.print(f"[bold]{address_of(listener)}[/]   {len(hosts)} tables: {', '.join(hosts)}")
    if casino.settings.environment is Environment.DEMO:
        logins = ", ".join(account.login for account in DEMO_ACCOUNTS)
        console.print(f"Play money. Sign in as {logins}; the password is {DEMO_PASSWORD}.")
    console.print("[dim]Ctrl-C stops.[/]")


async def until_stopped(casino: Casino, listener: socket, seconds: float | None) -> None:
    """Serve until a stop signal or the time limit, and stop between two steps."""
    task = asyncio.create_task(casino.run(listener))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, task.cancel)
    if seconds is not None:
        loop.call_later(seconds, task.cancel)
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await task
    finally:
        casino.close()
