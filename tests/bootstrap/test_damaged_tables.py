"""Whatever the database holds about one table, the house opens and the others play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.bootstrap.test_casino import opened, settings_at

from sabot.client import Client, sign_in
from sabot.errors import Corrupt, SabotError
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.refusals import TableFault
from sabot.table.phases import Phase
from sabot.wire.table_view import Status

BROKEN, SOUND = "speed-1", "speed-2"

Damage = Callable[[sqlite3.Connection], object]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The damage is the subject here: its traceback is not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)


def event(kind: str, change: str, *, last: bool = True) -> Damage:
    """Change the last or the first event of a kind at the broken table."""
    pick = "max" if last else "min"
    return lambda db: db.execute(
        f"UPDATE event SET {change} WHERE table_id = ? AND kind = ? AND seq = "  # noqa: S608
        f"(SELECT {pick}(seq) FROM event WHERE table_id = ? AND kind = ?)",
        (BROKEN, kind, BROKEN, kind),
    )


def replaced(old: str, new: str) -> str:
    """A body in which some characters are others."""
    return f"cast(replace(cast(body AS text), '{old}', '{new}') AS blob)"


def rows(statement: str) -> Damage:
    return lambda db: db.execute(statement, (BROKEN,))


def snapshot(old: str, new: str) -> Damage:
    change = replaced(old, new)
    return rows(f"UPDATE table_snapshot SET body = {change} WHERE table_id = ?")  # noqa: S608


def without_snapshot(damage: Damage) -> Damage:
    def both(db: sqlite3.Connection) -> None:
        rows("DELETE FROM table_snapshot WHERE table_id = ?")(db)
        damage(db)

    return both


SNAPSHOTS: dict[str, Damage] = {
    "unreadable": rows("UPDATE table_snapshot SET body = x'00' WHERE table_id = ?"),
    "of nothing": rows("UPDATE table_snapshot SET body = x'7b7d' WHERE table_id = ?"),
    "unknown rules": snapshot("reserve", "whist"),
    "ahead": snapshot('"seq":', '"seq":9'),
    "other odds": snapshot(r"player_wins\":\"1\"", r"player_wins\":\"9\""),
    "of another table": lambda db: db.execute(
        "UPDATE table_snapshot SET body = (SELECT body FROM table_snapshot WHERE table_id = ?)"
        " WHERE table_id = ?",
        (SOUND, BROKEN),
    ),
    "none": rows("DELETE FROM table_snapshot WHERE table_id = ?"),
}

DAMAGES: dict[str, Damage] = {
    "head of another chain": rows("UPDATE table_head SET hash = x'00' WHERE table_id = ?"),
    "event of another chain": without_snapshot(
        rows("UPDATE event SET hash = zeroblob(32) WHERE seq = 3 AND table_id = ?")
    ),
    "other settings": without_snapshot(
        event("TableConfigured", "body = " + replaced("reserve", "speed"))
    ),
    "head ahead": rows("UPDATE table_head SET seq = seq + 7 WHERE table_id = ?"),
    "unreadable event": without_snapshot(event("ShoeLoaded", "body = x'00ff'")),
    "unknown event": without_snapshot(event("ShoeLoaded", "kind = 'Earthquake'")),
    "unknown version": without_snapshot(event("ShoeLoaded", "version = 99")),
    "impossible event": without_snapshot(
        event("CardDealt", "body = " + replaced("P1", "X9"), last=False)
    ),
    "missing event": without_snapshot(
        rows("DELETE FROM event WHERE seq = 3 AND table_id = ?"),
    ),
    "unreadable past": event("RoundSettled", "body = x'00ff'", last=False),
    "impossible past": event(
        "RoundSettled", "body = " + replaced('"round_id"', '"ring_id"'), last=False
    ),
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house in which both tables have settled a round."""
    folder = tmp_path_factory.mktemp("played")
    asyncio.run(play(folder))
    return folder / "casino.db"


async def play(folder: Path) -> None:
    async with opened(settings_at(folder)) as (casino, _), asyncio.timeout(30):
        for name in (BROKEN, SOUND):
            host = casino.house.hosts[name]
            while host.state.rounds < 2 or host.state.phase is not Phase.BETTING:
                await host.changed()


def damaged(folder: Path, damage: Damage) -> None:
    with contextlib.closing(sqlite3.connect(folder / "casino.db")) as db, db:
        damage(db)


async def look(address: str, played: str = SOUND) -> dict[str, Any]:
    """What probes, the lobby, the staff and a player see."""
    tokens = {
        login: await sign_in(address, login=login, password=DEMO_PASSWORD)
        for login in ("ada", "manager")
    }
    seen: dict[str, Any] = {}
    async with httpx.AsyncClient(base_url=address, trust_env=False) as http:
        seen["ready"] = await http.get("/readyz")
        for name, login, path in (
            ("lobby", "ada", "/api/tables"),
            ("staff", "manager", "/api/staff/tables"),
        ):
            bearer = {"Authorization": f"Bearer {tokens[login]}"}
            found = (await http.get(path, headers=bearer)).json()["tables"]
            seen[name] = {tile["table"]: tile for tile in found}
    async with asyncio.timeout(30), Client(address, token=tokens["ada"]) as player:
        if played != BROKEN:
            broken = await player.watch(BROKEN)
            try:
                await broken.place("player", 500)
            except SabotError as error:
                seen["refused"] = error.code
        sound = await player.watch(played)
        await sound.status(Status.PLACE_YOUR_BETS)
        await sound.place("player", 500)
        seen["played"] = (await sound.round_over()).staked
    return seen


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_table_is_out_of_order_and_the_others_play(
    tmp_path: Path, played: Path, name: str
) -> None:
    shutil.copy(played, tmp_path)

    async def story() -> dict[str, Any]:
        damaged(tmp_path, DAMAGES[name])
        async with opened(settings_at(tmp_path)) as (casino, address):
            async with asyncio.timeout(10):
                while not casino.house.out_of_order:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            return await look(address)

    seen = asyncio.run(story())
    listed = seen["ready"].json()["out_of_order"]
    assert seen["ready"].status_code == httpx.codes.OK
    assert [one["table"] for one in listed] == [BROKEN]
    assert seen["lobby"][BROKEN]["status"] == Status.CLOSED_TABLE.value
    assert seen["staff"][BROKEN]["out_of_order"]
    assert seen["staff"][SOUND]["out_of_order"] is None
    assert seen["refused"] == TableFault.OUT_OF_ORDER
    assert seen["played"] == 500


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_20_4_a_snapshot_that_the_house_did_not_take_is_not_believed(
    tmp_path: Path, played: Path, name: str
) -> None:
    """An edited snapshot (pays 1 to 9) made the server pay 10,000 on 1,000."""
    shutil.copy(played, tmp_path)

    async def settings() -> tuple[object, dict[str, Any]]:
        async with opened(settings_at(tmp_path)) as (casino, address):
            return casino.house.hosts[BROKEN].state.settings, await look(address, BROKEN)

    honest = asyncio.run(settings())[0]
    with contextlib.closing(sqlite3.connect(tmp_path / "casino.db")) as db, db:
        before = db.execute("SELECT body FROM table_snapshot").fetchall()
        SNAPSHOTS[name](db)
        assert db.execute("SELECT body FROM table_snapshot").fetchall() != before
    found, seen = asyncio.run(settings())
    assert found == honest
    assert seen["ready"].json()["out_of_order"] == []
    assert seen["played"] == 500


def test_a_table_that_cannot_be_read_again_is_out_of_order_from_then_on(tmp_path: Path) -> None:
    async def story() -> dict[str, Any]:
        async with opened(settings_at(tmp_path)) as (casino, address), asyncio.timeout(30):
            host = casino.house.hosts[BROKEN]
            while host.state.phase is not Phase.BETTING:
                await host.changed()
            host.fail(Corrupt("event/unreadable", seq=7))
            while not casino.house.out_of_order:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            return await look(address)

    seen = asyncio.run(story())
    assert seen["ready"].json() == {
        "ok": True,
        "out_of_order": [{"table": BROKEN, "code": "event/unreadable"}],
        "clock_in_doubt": False,
        "in_doubt": {},
        "seals_noted": True,
    }
    assert seen["staff"][BROKEN]["out_of_order"] == "event/unreadable (seq=7)"
    assert seen["refused"] == TableFault.OUT_OF_ORDER
    assert seen["played"] == 500


def test_a_damaged_table_is_one_line_of_the_log_with_its_traceback(
    tmp_path: Path, played: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(played, tmp_path)
    damaged(tmp_path, DAMAGES["unreadable event"])
    caplog.set_level(logging.ERROR, logger="sabot")

    async def story() -> None:
        async with opened(settings_at(tmp_path)) as (casino, _):
            assert set(casino.house.out_of_order) == {BROKEN}

    asyncio.run(story())
    told = [one for one in caplog.records if "out of order" in one.getMessage()]
    assert [one.getMessage() for one in told] == [f"table_id={BROKEN} out of order"]
    assert told[0].exc_info is not None
