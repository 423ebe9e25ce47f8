"""A casino with a live table, and the people and devices that deal there."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any

from tests.gateway.http.premises import Premises, Socket, opened

from sabot.money import Cents
from sabot.service.catalogue import live_table
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.roles import Binding, DeviceKind
from sabot.table.config import Opening

LIVE = "live-1"
CONSOLE = "desk-7"
DEALER, OTHER_DEALER = "dealer-house-1", "dealer-house-2"
MANAGER, OTHER_MANAGER = "shift_manager-house-1", "shift_manager-house-2"
SUPERVISOR, MODERATOR, AUDITOR = "supervisor-house-1", "moderator-house-1", "auditor-house-1"

_numbers = count()


@contextlib.asynccontextmanager
async def studio(folder: Path, *, like: str = "baccarat-1") -> AsyncIterator[Premises]:
    """The casino, with one live table that its dealer opens."""
    table = live_table(
        like, table_id=LIVE, name="Aurora", opening=Opening.DEALER, burn=False, passports=False
    )
    async with opened(folder, tables=("speed-1",), live=(table,)) as here:
        yield here


async def watching(here: Premises, login: str, table: str = LIVE) -> Socket:
    """A member of staff, or a player, in front of the table."""
    if login == "ann":
        player = here.house.players.player(login)
        give_play_money(here.house.store.ledger, player, Cents(1_000_000), at_ms=0)
    socket = await here.socket(await here.bearer(login))
    await socket.until("welcome")
    socket.say(type="watch", table=table)
    await socket.until("snapshot", table=table)
    return socket


def device(here: Premises, kind: DeviceKind, table: str = LIVE) -> dict[str, str]:
    """The header of a new device of a table."""
    return here.device(Binding(table=table, kind=kind))


async def act(socket: Socket, command: str, *, at: str = CONSOLE, **said: Any) -> dict[str, Any]:
    """Send a command from a console, and wait for its answer."""
    name, body = f"c-{next(_numbers)}", {"type": command, **said}
    socket.say(type="act", cmd_id=name, table=LIVE, console=at, command=body)
    return await socket.until("answer", cmd_id=name)


async def done(socket: Socket, command: str, **said: Any) -> None:
    """Send a command that has to be accepted."""
    answer = await act(socket, command, **said)
    assert answer["accepted"], (command, answer)


async def ready(here: Premises) -> Socket:
    """A dealer in charge, with new cards on the table."""
    dealer = await watching(here, DEALER)
    await done(dealer, "SignOn", console=CONSOLE)
    await done(dealer, "LoadShoe", shoe_id="", decks=8, loaded_at_ms=here.house.clock.wall_ms())
    return dealer


def shown(socket: Socket, table: str = LIVE) -> dict[str, Any]:
    """The view of the table as this socket has it."""
    view: dict[str, Any] = {}
    for message in socket.told:
        if message.get("table") == table:
            view |= message.get("view") or message.get("set") or {}
    return view


async def until_shown(socket: Socket, **fields: Any) -> dict[str, Any]:
    """Wait until the staff's part of the view has these values."""
    while True:
        studio_part = shown(socket).get("studio") or {}
        if fields.items() <= studio_part.items():
            return studio_part
        socket.heard.clear()
        await socket.heard.wait()
