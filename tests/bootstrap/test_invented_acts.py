"""An administrator of the database invents acts of the office while the house is open (issue 20).

Acts were compared with the house log at a start only: until the next one they counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.bootstrap.test_casino import opened, settings_at
from tests.bootstrap.test_edited_rows import (
    _quiet,  # noqa: F401  its log lines are expected
    bet,
    edited,
    played,  # noqa: F401  a fixture
    seen,
)

from sabot.client import Client, sign_in
from sabot.errors import Refused
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.wire.table_view import Status

SOON_MS = 4_000_000_000_000
CHIPS = {"count": 10, "value": 500, "currency": "EUR", "expires_at_ms": SOON_MS}
ACT = "INSERT INTO office_act VALUES (?, ?, ?, ?, ?, 'staff:manager2', 'thanks', ?, 0)"
MOVED = "INSERT INTO transfer (id, kind, debit, credit, amount) VALUES (?, ?, ?, ?, ?)"
HELD = "INSERT INTO account (id, balance, floor) VALUES (?, ?, 0)"


def a_grant(db: sqlite3.Connection) -> None:
    body = msgspec.json.encode(CHIPS)
    db.execute(ACT, ("chips:g9:granted", "chips/granted", "chips:g9", "ada", 5000, body))
    db.execute(MOVED, ("chips:g9", "grant", "promotion:house:EUR", "golden:ada/g9:EUR", 5000))
    db.execute(HELD, ("golden:ada/g9:EUR", 5000))
    db.execute("INSERT OR IGNORE INTO account VALUES ('promotion:house:EUR', 0, NULL)")
    db.execute("UPDATE account SET balance = balance - 5000 WHERE id = 'promotion:house:EUR'")


def a_proposal(db: sqlite3.Connection) -> None:
    body = msgspec.json.encode({"currency": "EUR", "round": "speed-1-1"})
    row = ("credit:c9:proposed", "credit/proposed", "credit:c9", "ada", 90_000_000, body)
    db.execute(ACT, row)


def a_deposit(db: sqlite3.Connection) -> None:
    db.execute(MOVED, ("gift:9", "deposit", "cashier:demo:EUR", "player:ada:EUR", 9000))
    db.execute("UPDATE account SET balance = balance + 9000 WHERE id = 'player:ada:EUR'")
    db.execute("UPDATE account SET balance = balance - 9000 WHERE id = 'cashier:demo:EUR'")


def put(folder: Path, edit: Any) -> None:
    with contextlib.closing(sqlite3.connect(folder / "casino.db", timeout=20)) as db, db:
        edit(db)


def test_20_8_golden_chips_that_nobody_granted_cannot_be_played(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    edited(tmp_path, played)

    async def story() -> tuple[str, dict[str, Any]]:
        async with opened(settings_at(tmp_path)) as (_, address), asyncio.timeout(30):
            put(tmp_path, a_grant)
            token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
            async with Client(address, token=token) as player:
                table = await player.watch("speed-1")
                await table.status(Status.PLACE_YOUR_BETS)
                with pytest.raises(Refused) as refused:
                    await table.place("player", 500, golden="g9")
                return refused.value.code, await seen(address)

    code, found = asyncio.run(story())
    assert code == "bet/no_golden_chip"
    assert ("act", "chips:g9:granted") in found["doubts"]


def test_20_8_a_proposal_that_nobody_made_cannot_be_approved(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    edited(tmp_path, played)

    async def story() -> tuple[list[Any], httpx.Response]:
        async with opened(settings_at(tmp_path)) as (_, address), asyncio.timeout(30):
            put(tmp_path, a_proposal)
            token = await sign_in(address, login="manager", password=DEMO_PASSWORD)
            bearer = {"Authorization": f"Bearer {token}"}
            async with httpx.AsyncClient(base_url=address, trust_env=False, headers=bearer) as http:
                where = "/api/staff/adjustments"
                listed = (await http.get(where)).json()
                words = {"verdict": "approve", "reason": "agreed"}
                return listed, await http.post(f"{where}/c9", json=words)

    listed, approved = asyncio.run(story())
    assert "c9" not in str(listed)
    assert approved.json()["code"] == "proposal/unknown"


def test_20_8_a_deposit_without_an_act_is_locked_while_the_house_runs(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    edited(tmp_path, played)

    async def story() -> tuple[str, int | None]:
        async with opened(settings_at(tmp_path)) as (casino, address), asyncio.timeout(30):
            put(tmp_path, a_deposit)
            await casino.house.sweeping.look()
            return await bet(address, "ada")

    assert asyncio.run(story()) == ("account/in_doubt", None)
