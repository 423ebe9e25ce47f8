"""A disk that is really full, under a house in a process of its own: mounted small, then filled.

It needs the right to mount, so it runs for root only; `test_storage.py` limits the pages of a
database instead, and runs for every user.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.client.floor import play
from tests.siege.fort import BALANCE, Fort, fort

from sabot.client import Client, Refused
from sabot.client.table import Table
from sabot.errors import SabotError
from sabot.wire.table_view import Status

MOUNT, UNMOUNT = "/bin/mount", "/bin/umount"
SIZE = "24m"
TABLES = ("speed-1", "seven-1", "scanner-1", "brag-1")
BLOCK = bytes(65_536)
AT_ONCE = 1.0
"""Seconds in which a command has to be answered on a machine that is busy with other tests."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = [MOUNT, "-t", "tmpfs", "-o", f"size={SIZE}", "sabot-test", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    yield place
    subprocess.run([UNMOUNT, "-l", str(place)], check=True)


def fill(disk: Path) -> None:
    """Leave no room at all."""
    with (disk / "filler").open("ab", buffering=0) as filler:
        for block in (BLOCK, BLOCK[:4096], BLOCK[:1]):
            try:
                while True:
                    filler.write(block)
            except OSError:
                continue


class Outside:
    """A player and a supervisor of a house that they know by its port only."""

    def __init__(self, house: Fort, http: httpx.AsyncClient, player: Client) -> None:
        self.house = house
        self.http = http
        self.player = player
        self.tables: list[Table] = []

    async def ready(self) -> tuple[int, str]:
        """What a supervisor hears: the status, and the code of what is wrong."""
        answer = await self.http.get("/readyz")
        return answer.status_code, str(answer.json().get("code", ""))

    async def until_ready(self, wanted: int) -> str:
        while True:
            status, code = await self.ready()
            if status == wanted:
                return code
            await asyncio.sleep(0.02)

    def paused(self) -> set[bool]:
        """Whether tables are shown as paused with nowhere to put a chip."""
        return {
            (view.status, view.because, view.window, view.bets_for)
            == (Status.PAUSED, "house/cannot_write", None, None)
            for view in [table.view for table in self.tables]
        }


@asynccontextmanager
async def outside(house: Fort) -> AsyncIterator[Outside]:
    address = f"http://127.0.0.1:{house.port}"
    async with (
        httpx.AsyncClient(base_url=address, trust_env=False) as http,
        Client(address, token=house.tokens[0]) as player,
    ):
        found = Outside(house, http, player)
        found.tables = [await player.watch(name) for name in TABLES]
        yield found


async def _bet(table: Table) -> str:
    """A chip, and the code of its refusal; empty when it lies."""
    try:
        await table.place("player", 100)
    except (Refused, SabotError) as error:
        return error.code
    return ""


async def _fills_and_has_room_again(house: Fort, disk: Path) -> None:
    async with outside(house) as seen:
        speed = seen.tables[0]
        assert (await seen.ready())[0] == 200
        fill(disk)
        assert await seen.until_ready(503) == "house/cannot_write"
        # (a) Every table is shown as paused at once, whichever of them had something to write.
        began = time.monotonic()
        while seen.paused() != {True}:
            assert time.monotonic() - began < AT_ONCE
            await asyncio.sleep(0.005)
        # (b) Commands are answered at once, and nothing that was refused runs later.
        codes = []
        for _ in range(20):
            asked = time.monotonic()
            codes.append(await _bet(speed))
            assert time.monotonic() - asked < AT_ONCE
        assert set(codes) == {"house/cannot_write"}
        (disk / "filler").unlink()
        assert await seen.until_ready(200) == ""
        await speed.status(Status.PLACE_YOUR_BETS)
        await speed.until(lambda view: view.status is not Status.PLACE_YOUR_BETS)
        await speed.status(Status.PLACE_YOUR_BETS)
        assert speed.you.bets == ()
        assert seen.player.balance == BALANCE
        while await _bet(speed):  # the table plays again
            await speed.status(Status.PLACE_YOUR_BETS)
        await speed.until(lambda _view: bool(speed.you.bets))


def test_issue20_10_a_full_disk_pauses_every_table_and_room_lets_them_go_on(
    tmp_path: Path, disk: Path
) -> None:
    with fort(tmp_path, players=1, disk=disk) as house:
        play(_fills_and_has_room_again(house, disk), seconds=120)
    sabot = str(Path(sys.executable).with_name("sabot"))
    verify = [sabot, "verify", "--database", f"sqlite:///{disk / 'fort.db'}"]
    found = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("keys", ["", "5e" * 32], ids=["keys to be made", "keys given"])
def test_20_10_a_first_start_on_a_full_disk_says_so_in_a_sentence(disk: Path, keys: str) -> None:
    """Found by an attack: it ended in a traceback of the file of keys."""
    fill(disk)
    program = "from sabot.cli import main; main()"
    options = ("--database", str(disk / "house.db"), "--port", "0", "--bots", "0")
    ended = subprocess.run(
        [sys.executable, "-c", program, "serve", *options],
        env={**os.environ, "SABOT_SEALING_KEYS": keys, "COLUMNS": "400"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = ended.stdout + ended.stderr
    assert "Traceback" not in told
    assert told.splitlines()[-1].startswith("Error: "), told
    assert "full" in told or "No space left" in told
    assert ended.returncode == 2
    assert [path.name for path in disk.iterdir() if path.suffix in (".keys", ".seals")] == []
