"""Others in the casino: people who write, moderators who act, rounds that were played."""

from __future__ import annotations

from tools.staged import Staged

from sabot.client import Client, sign_in
from sabot.client.http import sign_in_as_guest
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table import commands as c
from sabot.wire import requests as r
from sabot.wire.table_view import Status


def say(casino: Staged, login: str, room: str, *lines: str) -> None:
    """Somebody writes in a room."""

    async def talk() -> None:
        async with await _in(casino, login) as client:
            for line in lines:
                await client.chat.say(room, line)

    casino.do(talk())


def moderate(
    casino: Staged, action: r.Action, target: str, *, reason: str, minutes: int | None = None
) -> None:
    """A moderator acts on a line or a player."""

    async def act() -> None:
        async with await _in(casino, "moderator") as client:
            request = r.Moderate(
                cmd_id=f"moderate-{action}",
                action=action,
                target=target,
                reason=reason,
                code="other",
                minutes=minutes,
            )
            await client._commands.ask(request)  # the client itself has no such command

    casino.do(act())


def place(casino: Staged, login: str, table_id: str, kind: str, amount: int) -> None:
    """Somebody puts a chip down."""

    async def put() -> None:
        async with await _in(casino, login) as client:
            await (await client.watch(table_id)).place(kind, amount)

    casino.do(put())


def guest_bets(
    casino: Staged, table_id: str, kind: str, amount: int, seat: int | None = None
) -> None:
    """A guest of their own puts a chip down, at a shared seat where the table has seats."""

    async def put() -> None:
        token = await sign_in_as_guest(casino.address)
        async with Client(casino.address, token=token) as client:
            watched = await client.watch(table_id)
            if seat is not None:
                await client.act(table_id, c.TakeSeat(seat=seat))
            await watched.place(kind, amount, seat=seat)

    casino.do(put())


def play_rounds(casino: Staged, login: str, table_id: str, rounds: int, *, stake: int) -> None:
    """A player plays rounds of one bet, one after the other."""

    async def play() -> None:
        async with await _in(casino, login) as client:
            table = await client.watch(table_id)
            for number in range(rounds):
                await table.status(Status.WAITING, Status.PLACE_YOUR_BETS)
                await table.place("player" if number % 2 else "banker", stake)
                await table.round_over()

    casino.do(play())


async def _in(casino: Staged, login: str) -> Client:
    token = await sign_in(casino.address, login=login, password=DEMO_PASSWORD)
    return Client(casino.address, token=token)
