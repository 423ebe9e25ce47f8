"""`sabot scanner`: barcode scanners of the dealer's machine, for one live table."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from sabot.adapters.scanner import evdev_device, serial_line
from sabot.adapters.scanner.framing import Framing
from sabot.adapters.scanner.source import Open, follow
from sabot.cli.studio.scanner_bridge import ANSWER_SECONDS, Bridge, Tell, Told
from sabot.client import Client
from sabot.errors import Malformed

TOKEN = "SABOT_DEVICE_TOKEN"  # noqa: S105  the name of a variable
SHOE = "shoe"
"""The place of a scanner that reads every card; the table knows which position is due."""


class Place(NamedTuple):
    """A scanner and its position."""

    path: str
    position: str
    open: Open


def scanner(
    table: Annotated[str, typer.Argument(help="The live table, such as live-1.")],
    *,
    url: Annotated[str, typer.Option(help="The address of the house.")] = "http://127.0.0.1:8000",
    device: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=POSITION", help="A scanner that types, taken for us alone."),
    ] = None,
    serial: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=POSITION", help="A scanner on a serial line."),
    ] = None,
    prefix: Annotated[str, typer.Option(help="What the scanners send before each code.")] = "",
    suffix: Annotated[str, typer.Option(help="What they send after it, besides Enter.")] = "",
    baud: Annotated[int, typer.Option(min=300, help="Of the serial lines.")] = serial_line.BAUD,
    token_file: Annotated[
        Path | None,
        typer.Option(help=f"A file with the device's token, instead of {TOKEN}."),
    ] = None,
) -> None:
    """Send what barcode scanners read to a live table, until Ctrl-C.

    Each scanner reads one position, or is the scanner of the shoe (=shoe), which reads every card.
    `sabot device add TABLE scanner` prints the token. A code that is read while the line is down is
    shown and dropped.

    \b
      sabot scanner live-1 --serial /dev/ttyUSB0=shoe
      sabot scanner live-6 --device /dev/input/event5=P1 --device /dev/input/event6=B1
    """
    places = [
        *(_place(text, evdev=True, baud=baud) for text in device or ()),
        *(_place(text, evdev=False, baud=baud) for text in serial or ()),
    ]
    if not places:
        raise Malformed("scanner/none")
    token = _token(token_file)
    asyncio.run(_bridge(url, table, token, places, Framing(prefix=prefix, suffix=suffix)))


def _place(text: str, *, evdev: bool, baud: int) -> Place:
    path, _, position = text.rpartition("=")
    if not path or not position:
        raise Malformed("scanner/place", text=text)
    if evdev:
        evdev_device.check()
        open_: Open = partial(evdev_device.opened, path)
    else:
        serial_line.check()
        open_ = partial(serial_line.opened, path, baud=baud)
    return Place(path, "" if position == SHOE else position, open_)


def _token(file: Path | None) -> str:
    """The device's token; it is never an argument, which other users of the machine could see."""
    if file is None:
        token = os.environ.get(TOKEN, "").strip()
    else:
        try:
            token = file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise Malformed("scanner/token_file", file=str(file), reason=error.strerror) from None
    if not token:
        raise Malformed("scanner/no_token", variable=TOKEN)
    return token


async def _bridge(url: str, table: str, token: str, places: list[Place], framing: Framing) -> None:
    async with Client(url, token=token, answer_seconds=ANSWER_SECONDS) as client:
        await bridged(client, table, places, framing, tell=_print)


async def bridged(
    client: Client, table: str, places: list[Place], framing: Framing, *, tell: Tell
) -> None:
    """Follow every scanner until the session ends, which raises."""
    bridge = Bridge(client, table, tell)
    followed = [
        asyncio.create_task(
            follow(place.open, bridge.scanner(place.position or SHOE, place.position), framing),
            name=place.path,
        )
        for place in places
    ]
    try:
        await bridge.run()
    finally:
        for task in followed:
            task.cancel()
        await asyncio.gather(*followed, return_exceptions=True)


def _print(told: Told) -> None:
    typer.echo(told.words)
