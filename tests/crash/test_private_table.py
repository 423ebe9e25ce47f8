"""A private table outlives its house: a real SIGKILL in the middle of a round (F263)."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from tests.client.floor import play

from sabot.adapters.sql import read_store
from sabot.client import Client
from sabot.client.http import sign_in_as_guest
from sabot.client.table import Table
from sabot.lab.audit import audit, sealed
from sabot.table.phases import Phase
from sabot.wire.table_view import Status, TableView

ROOT = Path(__file__).parents[2]
STAKE = 500
SECONDS = 120
HURRY = 0.02
"""A question waits ten minutes for its player: at this pace for twelve seconds."""

T = TypeVar("T")


@asynccontextmanager
async def house(
    database: str, port: int = 0, *, pace: float = 1
) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`sabot serve` as a process of its own, and its port; killed in the end, if not before."""
    serve = "from sabot.cli import main; main()"
    options = ("--database", database, "--port", str(port), "--bots", "0", "--pace", str(pace))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", serve, "serve", *options, cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process, await soon(port_of(process))
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def port_of(process: asyncio.subprocess.Process) -> int:
    """What a house says of itself once it can be visited."""
    assert process.stderr is not None
    while line := await process.stderr.readline():
        found = re.search(rb"http://[\d.]+:(\d+)", line)
        if found:
            return int(found[1])
    raise AssertionError("the house did not open")


async def soon(awaited: Awaitable[T]) -> T:
    """Not for ever."""
    async with asyncio.timeout(SECONDS):
        return await awaited


async def asked(method: str, port: int, path: str, token: str) -> Any:
    """A request of a guest, and what was answered."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=SECONDS) as web:
        headers = {"Authorization": f"Bearer {token}"}
        answer = await web.request(
            method, path, headers=headers, json={} if method == "POST" else None
        )
    assert answer.is_success, answer.text
    return answer.json()


async def sat_down(port: int, variant: str) -> tuple[Client, str, str]:
    """A guest, their token and their table of a game."""
    token = await sign_in_as_guest(f"http://127.0.0.1:{port}")
    opened = await asked("POST", port, f"/api/for-fun/{variant}", token)
    return Client(f"http://127.0.0.1:{port}", token=token), token, opened["table"]


def dealt(view: TableView) -> int:
    """Cards that lie on the table."""
    return sum(card is not None for hand in view.hands for card in hand.cards)


async def staked(table: Table, *kinds: str) -> str:
    """Chips on these, and cards; the round."""
    for kind in kinds:
        await table.place(kind, STAKE)
    await table.deal_now()
    view = await table.until(lambda view: dealt(view) > 0)
    assert view.round is not None
    return view.round


async def played(port: int, token: str) -> Any:
    """The one round in the guest's history of today, once it is over."""
    while True:
        told = await asked("GET", port, "/api/history/today", token)
        if told["days"]:
            (line,) = told["days"][0]["rounds"]
            return line
        await asyncio.sleep(0.2)


def audited(database: str) -> None:
    """Every book of the house agrees."""
    with read_store(database) as store:
        report = audit(sealed(store.export_rows()))
    assert report.ok, report.violations[:5]


def test_F263_a_round_at_a_private_table_goes_on_after_a_kill(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"

    async def story() -> None:
        async with house(database) as (process, port):
            client, token, name = await sat_down(port, "speed_baccarat")
            await client.__aenter__()
            table = await soon(client.watch(name))
            before = client.balance
            round_id = await soon(staked(table, "player", "tie"))
            assert table.view.phase == Phase.DEALING
            assert dealt(table.view) < 4
            process.kill()
            await process.wait()
        async with house(database, port):  # the client comes back by itself
            line = await soon(played(port, token))
            assert (line["round"], line["staked"]) == (round_id, 2 * STAKE)
            await soon(table.until(lambda _view: client.line.connections == 2))
            assert client.balance == before - line["staked"] + line["returned"]
            await soon(table.status(Status.PLACE_YOUR_BETS))
            assert await soon(staked(table, "player")) != round_id  # and on it goes
            await client.close()

    play(story(), seconds=3 * SECONDS)
    audited(database)


def test_F263_a_round_ends_by_itself_when_its_player_does_not_come_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"

    async def story() -> None:
        async with house(database, pace=HURRY) as (process, port):
            client, token, name = await sat_down(port, "three_card_brag")
            async with client:
                before = client.balance
                table = await soon(client.watch(name))
                round_id = await soon(staked(table, "ante"))
                await soon(table.until(lambda view: view.question is not None))
                process.kill()
                await process.wait()
        async with house(database, port, pace=HURRY):
            line = await soon(played(port, token))  # nobody looks, nobody answers
            assert line["round"] == round_id
            async with Client(f"http://127.0.0.1:{port}", token=token) as client:
                table = await soon(client.watch(name))
                assert client.balance == before - line["staked"] + line["returned"]
                await soon(table.status(Status.PLACE_YOUR_BETS))
                assert await soon(staked(table, "ante")) != round_id

    play(story(), seconds=3 * SECONDS)
    audited(database)
