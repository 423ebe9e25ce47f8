"""Whatever stands in one column of one row, the house opens and plays (issue 20, point 2).

`test_damaged_rows` and `test_damaged_tables` say what each damage switches off. Here every column
of every table gets values that no part of the house would write. `make soak` tries each by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Table
from tests.bootstrap.test_casino import opened, settings_at

from sabot.adapters.sql.schema import METADATA
from sabot.client import Client, sign_in
from sabot.errors import Malformed
from sabot.lab.sentences import spoken
from sabot.service.controls.limits import Limit
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.wire.table_view import Status

Value = bytes | str | int | None

GARBAGE: dict[str, Value] = {
    "bytes": b"\x00\xff{",
    "words": "\u0000 nonsense:of/nothing \U0001f0a1",
    "less than nothing": -(2**63),
    "more than anything": 2**63 - 1,
    "nothing": None,
}
TABLES = sorted(METADATA.tables)
EACH = "SABOT_GARBAGE" in os.environ
WAYS = (
    [(name, column.name, kind) for name in TABLES for column in METADATA.tables[name].columns
     for kind in GARBAGE]
    if EACH
    else [(name, "", kind) for name in TABLES for kind in ("bytes", "more than anything")]
)  # fmt: skip

MAY_REFUSE = {
    "event": {"", "house/rolled_back"},
    "house_log": {"", "house/rolled_back", "house/no_log"},
}
"""The last seal names the newest record and the newest event of each table. Without one of them a
database looks like an older copy (ADR 0034)."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The damage is the subject here: its traceback is not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house in which people have played, talked and set limits."""
    folder = tmp_path_factory.mktemp("played")

    async def play() -> None:
        async with opened(settings_at(folder)) as (casino, address), asyncio.timeout(60):
            casino.house.controls.own.set_limit("ada", Limit.STAKE_PER_DAY, 50_000)
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            bearer = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=address, headers=bearer, trust_env=False) as http:
                await http.patch("/api/preferences", json={"auto_stand": 17})
            async with Client(address, token=token) as player:
                table = await player.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                await table.round_over()

    asyncio.run(play())
    return folder


def garble(file: Path, table: Table, column: str, value: Value) -> bool:
    """Put a value into a column of the last row; False when the database itself refuses it."""
    keys = ", ".join(f'"{key.name}"' for key in table.primary_key.columns)
    order = ", ".join(f'"{key.name}" DESC' for key in table.primary_key.columns)
    last = f'SELECT {keys} FROM "{table.name}" ORDER BY {order} LIMIT 1'  # noqa: S608
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        if not db.execute(last).fetchone():
            holes = ", ".join("?" * len(table.columns))
            values = [0 if "INT" in str(one.type).upper() else "x" for one in table.columns]
            with contextlib.suppress(sqlite3.Error):
                db.execute(f'INSERT INTO "{table.name}" VALUES ({holes})', values)  # noqa: S608
        change = f'UPDATE "{table.name}" SET "{column}" = ? WHERE ({keys}) = ({last})'  # noqa: S608
        try:
            return db.execute(change, (value,)).rowcount == 1
        except sqlite3.Error:
            return False


async def opens(folder: Path) -> list[str]:
    """Open the house, and play a round at a table that can be run; the tables that cannot."""
    async with opened(settings_at(folder)) as (casino, address), asyncio.timeout(30):
        broken = sorted(casino.house.out_of_order)
        sound = next(name for name in sorted(casino.house.hosts) if name not in broken)
        host = casino.house.hosts[sound]
        before = host.state.rounds
        while host.state.rounds < before + 2:
            await host.changed()
        async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
            for path in ("/healthz", "/readyz", "/"):
                assert (await http.get(path)).status_code in (200, 404), path
            body = {"login": "bruno", "password": DEMO_PASSWORD}
            assert (await http.post("/api/sign-in", json=body)).status_code < 500
        return broken


@pytest.mark.parametrize(("name", "column", "kind"), WAYS)
def test_20_2_no_value_of_a_column_ends_the_house(
    played: Path, tmp_path: Path, name: str, column: str, kind: str
) -> None:
    table = METADATA.tables[name]
    shutil.copytree(played, tmp_path / "house")
    file = tmp_path / "house" / "casino.db"
    columns = [column] if column else [one.name for one in table.columns if not one.primary_key]
    done = [one for one in columns if garble(file, table, one, GARBAGE[kind])]
    if done and name in MAY_REFUSE:
        assert what_comes_of(tmp_path / "house") in MAY_REFUSE[name]
    elif done:
        assert len(asyncio.run(opens(tmp_path / "house"))) <= 1


def what_comes_of(folder: Path) -> str:
    """The code of a refusal to open, or nothing."""
    try:
        asyncio.run(opens(folder))
    except Malformed as refusal:
        return refusal.code if spoken(refusal) else "says nothing"
    return ""
