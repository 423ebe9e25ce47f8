"""`sabot play`: the whole house in one terminal, one table at a time.

Starts what `sabot serve` starts and shows a table live. On a terminal, keys change the table;
elsewhere, every round of every table is printed as one line.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sabot.cli.house.serve import listening, run, tell_address, until_stopped
from sabot.cli.options import Config, Database, Host, Port, settings_of
from sabot.cli.terminal import felt
from sabot.cli.terminal.watch import Scorecard, picture
from sabot.errors import Refused
from sabot.money import format_cents
from sabot.settings import REHEARSED, data_folder
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.refusals import TableRefusal
from sabot.table.state import TableState

if TYPE_CHECKING:
    from socket import socket

    from sabot.bootstrap import Casino, House

FRAME_SECONDS = 0.2
ARROWS = {b"\x1b[C": 1, b"\x1b[B": 1, b"\x1b[D": -1, b"\x1b[A": -1}


class Gallery:
    """All tables of a house as a spectator sees them, and the one that is being looked at."""

    def __init__(self) -> None:
        self.scorecards: dict[str, Scorecard] = {}
        self.chosen = 0
        self.over = False
        self.lines: list[str] = []
        self.address = ""

    def published(self, state: TableState, events: Sequence[e.Event]) -> None:
        """Something happened at a table."""
        scorecard = self.scorecards.setdefault(state.table_id, Scorecard())
        for event in events:
            scorecard.saw(event, state)
            if isinstance(event, e.RoundSettled | e.RoundCancelled):
                self.lines.append(_line(state, event))

    def pressed(self, key: bytes, *, tables: int) -> None:
        """1 to 9 choose a table, the arrows go to the next or the previous one, q ends."""
        if key in (b"q", b"Q"):
            self.over = True
        elif key in ARROWS:
            self.chosen = (self.chosen + ARROWS[key]) % tables
        elif key.isdigit() and 1 <= int(key) <= tables:
            self.chosen = int(key) - 1

    def shoe_so_far(self, house: House) -> None:
        """The results of the shoes on the tables from before this start."""
        for table_id, host in house.hosts.items():
            scorecard = self.scorecards[table_id] = Scorecard()
            loaded = house.store.events.seq_of(table_id, "ShoeLoaded", nth_last=1)
            for stored in house.store.events.read(table_id, after=max(0, loaded - 1)):
                event = codec.decode(stored.kind, stored.version, stored.body)
                scorecard.saw(event, host.state)


def _line(state: TableState, event: e.RoundSettled | e.RoundCancelled) -> str:
    """A round that is over, in one line."""
    name = state.settings.name
    if isinstance(event, e.RoundCancelled):
        return f"{event.round_id}  {name}  cancelled: {event.reason}"
    told = "  ".join(_told(event.outcome))
    paid = sum(each.amount for each in event.payouts)
    bets = "1 bet" if len(event.payouts) == 1 else f"{len(event.payouts)} bets"
    return f"{event.round_id}  {name}  {told}  {bets}, {format_cents(paid)} back"


def _told(outcome: Mapping[str, str | int | bool]) -> Iterator[str]:
    """What there is to say about a result: nothing about what did not come."""
    for name, value in outcome.items():
        if value is True:
            yield felt.words(name)
        elif value is not False and value != "none":
            yield f"{felt.words(name)} {felt.words(str(value))}"


def play(
    table: Annotated[str, typer.Argument(help="Which table to begin with.")] = "speed-1",
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
) -> None:
    """Open the casino and look at one table; 1 to 9 or the arrows change it, q ends."""
    from sabot.bootstrap import Casino
    from sabot.bootstrap.casino import address_of

    gallery = Gallery()
    live = (REHEARSED,) if config is None else None
    settings = settings_of(
        config, database, host=host, port=port, bots=bots, pace=pace, live_tables=live
    )
    casino = Casino(settings, publish=gallery.published)
    casino.open_tables()
    house = casino.house
    if table not in house.hosts:
        raise Refused(TableRefusal.UNKNOWN, table=table, known=" ".join(house.hosts))
    gallery.chosen = list(house.hosts).index(table)
    gallery.shoe_so_far(house)
    console = Console()
    watched = console.is_terminal and sys.stdin.isatty()
    _log_aside(watched=watched)
    listener = listening(casino)
    gallery.address = address_of(listener)
    tell_address(console, casino, listener)
    run(_open(casino, listener, gallery, console if watched else None, seconds))
    console.print("[dim]Stopped between two steps; the next start goes on from here.[/]")


def _log_aside(*, watched: bool) -> None:
    """Send log lines to a file while a table is drawn on the terminal."""
    form = "%(asctime)s %(levelname)s %(name)s %(message)s"
    if not watched:
        logging.basicConfig(level=logging.WARNING, format=form)
        return
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(level=logging.INFO, format=form, filename=folder / "play.log")


async def _open(
    casino: Casino,
    listener: socket,
    gallery: Gallery,
    console: Console | None,
    seconds: float | None,
) -> None:
    served = asyncio.create_task(until_stopped(casino, listener, seconds))
    shown = asyncio.create_task(
        _show(casino.house, gallery, console) if console else _tell(gallery)
    )
    await asyncio.wait({served, shown}, return_when=asyncio.FIRST_COMPLETED)
    for task in (shown, served):
        task.cancel()
        await asyncio.wait({task})
        if not task.cancelled():
            task.result()  # Raises an error only once the terminal is restored.


async def _tell(gallery: Gallery) -> None:
    """Print one line for every round that ends at any table."""
    while True:
        for line in gallery.lines:
            typer.echo(line)
        gallery.lines.clear()
        await asyncio.sleep(FRAME_SECONDS)


async def _show(house: House, gallery: Gallery, console: Console) -> None:
    """Draw the chosen table several times a second, until the user presses q."""
    with (
        keys(gallery, tables=len(house.hosts)),
        Live(_frame(house, gallery), console=console, screen=True, auto_refresh=False) as live,
    ):
        while not gallery.over:
            live.update(_frame(house, gallery), refresh=True)
            await asyncio.sleep(FRAME_SECONDS)


def _frame(house: House, gallery: Gallery) -> Group:
    names = list(house.hosts)
    host = house.hosts[names[gallery.chosen]]
    deadline = host.engine.deadline_ms
    waiting = 0 if deadline is None else max(0, deadline - house.clock.monotonic_ms())
    left = None if deadline is None else -(-waiting // 1000)
    menu = Text("  ")
    for number, name in enumerate(names, start=1):
        style = "bold reverse" if number - 1 == gallery.chosen else "dim"
        menu.append(f" {number} {name} ", style=style)
    menu.append("   q quit", style="dim")
    menu.append(f"   {gallery.address}", style="bold")
    scorecard = gallery.scorecards.setdefault(names[gallery.chosen], Scorecard())
    return Group(menu, picture(host.state, scorecard, seconds_left=left))


@contextmanager
def keys(gallery: Gallery, *, tables: int) -> Iterator[None]:
    """Read single keys without Enter or echo, and restore the terminal afterwards."""
    import termios  # not on every system; nor is there a terminal to watch then
    import tty

    loop, stdin = asyncio.get_running_loop(), sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin)
    loop.add_reader(stdin, lambda: gallery.pressed(os.read(stdin, 16), tables=tables))
    try:
        yield
    finally:
        loop.remove_reader(stdin)
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)
