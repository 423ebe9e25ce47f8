"""Damage to what the last noted seal names closes that part; an older copy is still refused."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.bootstrap.test_casino import SECRET, opened, settings_at
from tests.bootstrap.test_edited_rows import (
    TABLE,
    Edit,
    _quiet,  # noqa: F401  its log lines are expected
    edited,
    played,  # noqa: F401  a fixture
    sql,
    start,
)
from tests.cli.driver import ran

from sabot.errors import Malformed
from sabot.lab.sentences import spoken

LAST = f"seq = (SELECT seq FROM table_head WHERE table_id = '{TABLE}') AND table_id = '{TABLE}'"  # noqa: S608
RECORD = "seq = (SELECT max(seq) FROM house_log)"

OF_A_TABLE: dict[str, Edit] = {
    "another hash": sql(f"UPDATE event SET hash = zeroblob(32) WHERE {LAST}"),  # noqa: S608
    "no event": sql(f"DELETE FROM event WHERE {LAST}"),  # noqa: S608
    "no events": sql(f"DELETE FROM event WHERE table_id = '{TABLE}'"),  # noqa: S608
    "no head": sql(f"DELETE FROM table_head WHERE table_id = '{TABLE}'"),  # noqa: S608
    "a head before it": sql(
        f"UPDATE table_head SET seq = seq - 1 WHERE table_id = '{TABLE}'"  # noqa: S608
    ),
}

OF_THE_LOG: dict[str, Edit] = {
    "its newest record is gone": sql(f"DELETE FROM house_log WHERE {RECORD}"),  # noqa: S608
    "its newest record has another number": sql(
        f"UPDATE house_log SET seq = 99999999999 WHERE {RECORD}"  # noqa: S608
    ),
    "another hash": sql(f"UPDATE house_log SET hash = zeroblob(32) WHERE {RECORD}"),  # noqa: S608
    "another body": sql(f"UPDATE house_log SET body = x'00' WHERE {RECORD}"),  # noqa: S608
    "its first record is garbage": sql("UPDATE house_log SET body = x'00' WHERE seq = 1"),
    "its first record is gone": sql("DELETE FROM house_log WHERE seq = 1"),
}


def accepted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `sabot accept` says, with the keys of the house."""
    monkeypatch.setenv("SABOT_SEALING_KEYS", SECRET["SABOT_SEALING_KEYS"])
    database = f"sqlite:///{folder / 'casino.db'}"
    return ran("accept", "--database", database, "--reason", "disk repaired").out


@pytest.mark.parametrize("damage", OF_A_TABLE)
def test_20_2_a_damaged_end_of_a_table_closes_that_table_alone(
    tmp_path: Path,
    played: Path,  # noqa: F811
    damage: str,
) -> None:
    edited(tmp_path, played, OF_A_TABLE[damage])
    for _ in range(2):  # the house does not forget it at the next start
        found = asyncio.run(start(tmp_path))
        assert found["ready"]["ok"]
        assert TABLE in str(found["ready"]["out_of_order"])
        assert len(found["ready"]["out_of_order"]) == 1
        assert ("table", TABLE) in found["doubts"], "staff are told why"


def test_20_2_a_body_that_does_not_fit_its_hash_closes_its_table_and_its_rounds_are_in_doubt(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    """The seal names the hash, which still stands there: the table tells when it is read."""
    edited(tmp_path, played, sql(f"UPDATE event SET body = x'7b7d' WHERE {LAST}"))  # noqa: S608
    for _ in range(2):
        found = asyncio.run(start(tmp_path))
        assert found["ready"]["ok"]
        assert [one["table"] for one in found["ready"]["out_of_order"]] == [TABLE]
        assert {about for about, _ in found["doubts"]} == {"round"}, "staff are told whose money"


@pytest.mark.parametrize("damage", OF_THE_LOG)
def test_20_2_a_damaged_end_of_the_log_is_told_until_a_person_accepts_it(
    tmp_path: Path,
    played: Path,  # noqa: F811
    damage: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edited(tmp_path, played, OF_THE_LOG[damage])
    for _ in range(2):
        found = asyncio.run(start(tmp_path, "bruno"))
        assert found["ready"]["ok"]
        assert found["ready"]["in_doubt"]["log"] >= 1
        assert found["bruno"][0] == "", "others play"
    accepted(tmp_path, monkeypatch)
    assert "log" not in asyncio.run(start(tmp_path))["ready"]["in_doubt"]


def test_20_2_a_table_that_a_person_has_accepted_is_no_doubt_any_more(
    tmp_path: Path,
    played: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The way out: its rows are restored, or it goes on from where its rows stand."""
    edited(tmp_path, played, OF_A_TABLE["a head before it"], sql(f"DELETE FROM event WHERE {LAST}"))  # noqa: S608
    assert ("table", TABLE) in asyncio.run(start(tmp_path))["doubts"]
    assert f"table {TABLE}" in accepted(tmp_path, monkeypatch)
    assert ("table", TABLE) not in asyncio.run(start(tmp_path))["doubts"]


def test_20_9_an_older_copy_of_the_same_day_is_refused(tmp_path: Path) -> None:
    """Made while the house played: its log is the same, and every table stands further back."""
    copy = tmp_path / "copy.db"

    async def story() -> None:
        async with opened(settings_at(tmp_path)) as (casino, _), asyncio.timeout(30):
            hosts = [casino.house.hosts[name] for name in (TABLE, "speed-2")]

            async def rounds(more: int) -> None:
                for host in hosts:
                    until = host.state.rounds + more
                    while host.state.rounds < until:
                        await host.changed()

            await rounds(1)
            with (
                contextlib.closing(sqlite3.connect(tmp_path / "casino.db")) as there,
                contextlib.closing(sqlite3.connect(copy)) as here,
            ):
                there.backup(here)
            await rounds(1)

    asyncio.run(story())
    for file in tmp_path.glob("casino.db*"):
        file.unlink()
    shutil.move(copy, tmp_path / "casino.db")
    with pytest.raises(Malformed, match="house/rolled_back") as why:
        asyncio.run(start(tmp_path))
    assert "accept-rollback" in spoken(why.value)
