"""A whole house without its key, or with another one: it says so, changes nothing, and goes on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.bootstrap.test_casino import settings_at

from sabot.bootstrap import Casino
from sabot.bootstrap.casino import address_of
from sabot.client import Client, sign_in
from sabot.errors import Malformed
from sabot.lab.audit import audit, sealed
from sabot.lab.sentences import spoken
from sabot.runtime.host import TableHost
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.settings import Settings
from sabot.table.phases import Phase
from sabot.wire.table_view import Status

TABLE = "brag-1"
RIGHT = {"SABOT_SEALING_KEYS": "5e" * 32}
WRONG = {"SABOT_SEALING_KEYS": "0f" * 32}


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Tables out of order are the subject here: their tracebacks are not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)


@contextlib.asynccontextmanager
async def opened(
    settings: Settings, environment: dict[str, str]
) -> AsyncIterator[tuple[Casino, str]]:
    """A casino that runs, and its address."""
    casino = Casino(settings, environment=environment)
    casino.open_tables()
    listener = casino.listen()
    running = asyncio.create_task(casino.run(listener))
    try:
        async with asyncio.timeout(30):
            await casino.house.ready.wait()
        yield casino, address_of(listener)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        casino.close()


async def until_hidden_cards(casino: Casino) -> TableHost:
    """Until face-down cards of the round lie on the table."""
    host = casino.house.hosts[TABLE]
    async with asyncio.timeout(30):
        while not (host.state.in_round and host.state.current.unturned):
            await host.changed()
    return host


async def stopped_in_a_round(settings: Settings, environment: dict[str, str]) -> str:
    """Play until face-down cards lie on the table, and stop there; which round it was."""
    async with opened(settings, environment) as (casino, address):
        token = await sign_in(address, login="ada", password=DEMO_PASSWORD)
        async with Client(address, token=token) as player:
            table = await player.watch(TABLE)
            await table.status(Status.PLACE_YOUR_BETS)
            await table.place("ante", 500)
            host = await until_hidden_cards(casino)
            return host.state.current.round_id


def events_of(folder: Path) -> list[tuple[object, ...]]:
    """The log of the table, byte by byte."""
    with contextlib.closing(sqlite3.connect(folder / "casino.db")) as db:
        query = "SELECT seq, kind, body, hash FROM event WHERE table_id = ? ORDER BY seq"
        return db.execute(query, (TABLE,)).fetchall()


async def played_on(settings: Settings, environment: dict[str, str], round_id: str) -> str:
    """How a round ends that a start finds in play."""
    async with opened(settings, environment) as (casino, _):
        assert not casino.house.out_of_order
        host = casino.house.hosts[TABLE]
        assert host.state.current.round_id == round_id
        async with asyncio.timeout(60):
            while host.state.current.round_id == round_id and host.state.phase is not Phase.RESULT:
                await host.changed()
        report = audit(sealed(casino.house.store.export_rows()))
        assert report.ok, report.violations
        with contextlib.closing(sqlite3.connect(settings.database[10:])) as db:
            ends = "SELECT kind FROM event WHERE round_id = ? AND kind IN (?, ?)"
            wanted = (round_id, "RoundSettled", "RoundCancelled")
            return str(db.execute(ends, wanted).fetchone()[0])


def test_a_house_with_a_wrong_key_changes_nothing_and_goes_on_with_the_right_one(
    tmp_path: Path,
) -> None:
    settings = settings_at(tmp_path)

    async def story() -> tuple[str, set[str], bool, str]:
        round_id = await stopped_in_a_round(settings, RIGHT)
        before = events_of(tmp_path)
        async with opened(settings, WRONG) as (casino, _):
            async with asyncio.timeout(30):
                while TABLE not in casino.house.out_of_order:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            reasons = {fault.reason for fault in casino.house.out_of_order.values()}
            faults = set(casino.house.out_of_order)
        same = events_of(tmp_path) == before
        return await played_on(settings, RIGHT, round_id), faults, same, " ".join(reasons)

    end, faults, same, reasons = asyncio.run(story())
    assert TABLE in faults
    assert "not as this house wrote them" in reasons
    assert same
    assert end == "RoundSettled"


def test_a_demonstration_whose_key_file_is_gone_makes_no_other_one(tmp_path: Path) -> None:
    settings = settings_at(tmp_path)
    keys = tmp_path / "casino.keys"

    async def story() -> str:
        round_id = await stopped_in_a_round(settings, {})
        kept = keys.read_bytes()
        keys.unlink()
        before = (tmp_path / "casino.db").read_bytes()
        with pytest.raises(Malformed, match="keys/lost") as refusal:
            Casino(settings, environment={})
        assert refusal.value.data["file"] == str(keys)
        assert "put it back" in spoken(refusal.value)
        assert not keys.exists()
        assert (tmp_path / "casino.db").read_bytes() == before
        keys.write_bytes(kept)
        keys.chmod(0o600)
        return await played_on(settings, {}, round_id)

    assert asyncio.run(story()) == "RoundSettled"
