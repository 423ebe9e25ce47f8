"""The disk: full, it makes tables wait; broken, it ends the process (design, point 7)."""

from __future__ import annotations

import asyncio
import logging
import resource
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest
from tests.house.premises import BALANCE, Premises, table
from tests.table.driver import DEALER
from tests.virtual_time import run_in_virtual_time
from typing_extensions import override

from sabot.adapters.memory import Fault, MemoryStore
from sabot.adapters.memory.books import MemoryAnswers
from sabot.adapters.sql import SqlStore, open_store
from sabot.errors import Unavailable
from sabot.lab.audit import audit, sealed
from sabot.service.ports import CommandRow
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.phases import Phase

ROOT = Path(__file__).parents[2]
TABLES = ("speed-1", "scanner-1", "brag-1")


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """The disk is the subject here: warnings about it are not news."""
    logging.getLogger("sabot.host").setLevel(logging.CRITICAL + 1)
    yield
    logging.getLogger("sabot.host").setLevel(logging.NOTSET)


def allow_pages(store: SqlStore, pages: int) -> None:
    with store.database.writing() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def pages_of(store: SqlStore) -> int:
    with store.database.writing() as connection:
        return int(connection.exec_driver_sql("PRAGMA page_count").scalar() or 0)


async def _full(store: SqlStore) -> tuple[int, int]:
    """Play until no table can write any more, make room, play on; rounds before and after."""
    house = Premises(*(table(name) for name in TABLES), bots=6, store=store)
    async with house:
        await asyncio.sleep(120)
        before = len(house.told(e.RoundSettled))
        allow_pages(store, pages_of(store))
        await asyncio.sleep(120)  # whatever still fitted has been written by now
        stood = {name: host.state.seq for name, host in house.hosts.items()}
        await asyncio.sleep(60)
        assert {name: host.state.seq for name, host in house.hosts.items()} == stood
        assert all(host.cannot_write for host in house.hosts.values())
        word = c.Announce(phrase="please_wait")
        asked_at = asyncio.get_running_loop().time()
        reply = await house.send(DEALER, word, cmd_id="while it was full")
        assert (reply.accepted, reply.code) == (False, "house/cannot_write")
        assert asyncio.get_running_loop().time() - asked_at < 0.1
        allow_pages(store, 1_000_000)
        await asyncio.sleep(60)
        assert all(host.state.seq > stood[name] for name, host in house.hosts.items())
        assert not any(host.cannot_write for host in house.hosts.values())
        for name in TABLES:
            await house.until(Phase.BETTING, Phase.SHUFFLE, Phase.IDLE, at=name)
    return before, len(house.told(e.RoundSettled))


def test_a_full_disk_makes_tables_wait_and_room_lets_them_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, logger="sabot.host")
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as store:
        before, after = run_in_virtual_time(_full(store))
        assert 0 < before < after
        report = audit(sealed(store.export_rows()))
    assert report.ok, report.violations
    warned = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    waits = [f"table_id={name} waits for the store: store/full" for name in TABLES]
    looks = [sum(told.startswith(line) for told in warned) for line in waits]
    assert all(count > 1 for count in looks), "at each look"


async def _refused_by_the_disk() -> None:
    fault: list[Fault] = []
    store = MemoryStore(faults=lambda write: fault.pop() if fault and write == "commit" else None)
    async with Premises(table("scanner-1"), store=store) as house:
        house.deposit("ada")
        await house.until(Phase.BETTING)
        assert (await house.send("ada", c.PlaceChip(kind="player", amount=1000))).accepted
        house.events.clear()
        fault.append(Fault.FAILED)
        reply = await house.send("ada", c.ConfirmBets(), cmd_id="mine")
        assert (reply.accepted, reply.code) == (False, "store/failed")
        assert house.told(e.BetsAccepted) == []
        assert house.balance("ada") == BALANCE
        assert store.answers.answer("ada", "mine") is None


def test_I4_nobody_is_told_or_shown_what_is_not_on_the_disk() -> None:
    run_in_virtual_time(_refused_by_the_disk())


class Deaf(MemoryAnswers):
    """Answers that are not found out about once, while the store writes."""

    deaf = False

    @override
    def answers(self, keys: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], CommandRow]:
        if self.deaf:
            self.deaf = False
            raise Unavailable("store/busy")
        return super().answers(keys)


async def _stored_and_not_looked_up() -> None:
    store = MemoryStore()
    store.answers = answers = Deaf(store.facts)
    async with Premises(table("scanner-1"), store=store) as house:
        house.deposit("ada")
        await house.until(Phase.BETTING)
        answers.deaf = True
        bet = c.ConfirmBets(chips=(c.NewChip(kind="player", amount=1000),))
        sent = (("ada", bet), ("bob", c.ConfirmBets()))  # nothing to confirm: looked up on disk
        await asyncio.gather(*(house.send(player, command) for player, command in sent))
        assert house.balance("ada") == BALANCE - 1000
        assert house.hosts["scanner-1"].engine.funds.available("ada", table="") == BALANCE - 1000


def test_P16_what_is_booked_is_not_kept_back_as_well() -> None:
    run_in_virtual_time(_stored_and_not_looked_up())


async def _broken() -> None:
    """A write that may or may not be on the disk: nobody is told anything, everything ends."""
    fault: list[Fault] = []
    store = MemoryStore(faults=lambda write: fault.pop() if fault and write == "commit" else None)
    house = Premises(table("speed-1"), table("speed-2"), store=store)
    await house.open()
    await house.until(Phase.BETTING)
    fault.append(Fault.NOT_SYNCED)
    await asyncio.wait([house.tasks["speed-1"], house.tasks["speed-2"]], timeout=60)
    for name in ("speed-1", "speed-2"):
        error = house.tasks[name].exception()
        assert isinstance(error, Unavailable)
        assert error.code == "store/io_error"
    await house.close()


def test_an_error_while_synchronising_ends_every_table() -> None:
    run_in_virtual_time(_broken())


def test_a_real_process_ends_when_its_disk_breaks(tmp_path: Path) -> None:
    """Files of this process may not grow beyond a size: to SQLite, a disk that fails to write."""
    database = f"sqlite:///{tmp_path / 'house.db'}"
    limit = 2_000_000

    def short_of_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    ended = subprocess.run(
        [sys.executable, "-m", "tests.crash.victim", database, "never", "0"],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        preexec_fn=short_of_disk,
    )  # fmt: skip
    assert ended.returncode == 1, ended
    assert "store/io_error" in ended.stderr
    with open_store(database) as store:
        report = audit(sealed(store.export_rows()))
    assert report.ok, report.violations
