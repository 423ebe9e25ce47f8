"""`sabot serve`: the house, running by itself in one process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sabot.settings import Environment, Settings, data_folder

if TYPE_CHECKING:
    from sabot.bootstrap import House


def database_url(database: str | None) -> str:
    """The database that was named, or the demonstration's own file."""
    if database is None:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{folder / 'demo.db'}"
    return database if "://" in database else f"sqlite:///{Path(database).absolute()}"


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        help="A SQLite file or a postgresql:// address; the demonstration's own file by default.",
    ),
]


def serve(
    database: Database = None,
    bots: Annotated[int, typer.Option(min=0, max=1000, help="Players of the demonstration.")] = 12,
    pace: Annotated[
        float, typer.Option(min=0.0005, max=10.0, help="1 is real time, 0.1 ten times as fast.")
    ] = 1.0,
    seconds: Annotated[
        float | None, typer.Option(min=0.0, help="Stop by itself after so many seconds.")
    ] = None,
    environment: Annotated[Environment, typer.Option(help="What this process is for.")] = (
        Environment.DEMO
    ),
) -> None:
    """Open all tables with virtual dealers and play, until Ctrl-C.

    Whatever was interrupted before goes on where it was; nothing that was acknowledged is lost.
    """
    from sabot.bootstrap import House

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s %(message)s")
    settings = Settings(
        environment=environment, database=database_url(database), bots=bots, pace=pace
    )
    console = Console(stderr=True)
    house = House(settings)
    house.open_tables()
    console.print(f"[bold]{len(house.hosts)} tables open[/]: {', '.join(house.hosts)}")
    console.print("Watch one with [bold]sabot watch speed-1[/] in another terminal. Ctrl-C stops.")
    asyncio.run(_until_stopped(house, seconds))
    console.print("[dim]Stopped between two steps; the next start goes on from here.[/]")


async def _until_stopped(house: House, seconds: float | None) -> None:
    task = asyncio.create_task(house.run())
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, task.cancel)
    if seconds is not None:
        loop.call_later(seconds, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    house.close()
