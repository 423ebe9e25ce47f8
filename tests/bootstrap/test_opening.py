"""A database knows its house: losses and rollbacks are refused (issue 20, point 9)."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.driver import ran

from sabot.bootstrap.house import House
from sabot.bootstrap.opening import Told, seals_file_of
from sabot.errors import Malformed, Unavailable
from sabot.lab.sentences import spoken
from sabot.settings import Environment, NetworkSettings, SealingSettings, Settings

KEYS = {"SABOT_SEALING_KEYS": "5e" * 32}


def settings(folder: Path, *, production: bool = False) -> Settings:
    return Settings(
        environment=Environment.PRODUCTION if production else Environment.DEMO,
        database=f"sqlite:///{folder / 'house.db'}",
        bots=0,
        network=NetworkSettings(secure=True, public_address="https://house.example", port=0),
    )


def run(folder: Path, *, production: bool = False, told: Told | None = None) -> str:
    """Open a house and close it again; the name of the house."""
    house = House(
        settings(folder, production=production),
        environment=KEYS if production else {},
        told=told or Told(),
    )
    house.open_tables()
    house.close()
    return house.proof.house


def refused(folder: Path, *, production: bool = False, told: Told | None = None) -> str:
    with pytest.raises(Malformed) as why:
        run(folder, production=production, told=told)
    sentence = spoken(why.value)
    assert "not told" not in sentence
    return why.value.code


def copied(folder: Path, to: Path) -> None:
    to.mkdir(exist_ok=True)
    with (
        contextlib.closing(sqlite3.connect(folder / "house.db")) as source,
        contextlib.closing(sqlite3.connect(to / "house.db")) as target,
    ):
        source.backup(target)


def test_20_9_a_demonstration_begins_by_itself_and_stays_the_same_house(tmp_path: Path) -> None:
    first = run(tmp_path)
    assert len(first) == 32
    assert run(tmp_path) == first
    assert refused(tmp_path, told=Told(new=True)) == "house/exists"


def test_20_9_production_opens_a_new_house_only_when_told(tmp_path: Path) -> None:
    assert refused(tmp_path, production=True) == "house/none"
    assert [*tmp_path.iterdir()] == [], "nothing was made"
    first = run(tmp_path, production=True, told=Told(new=True))
    assert run(tmp_path, production=True) == first


def test_20_9_a_database_that_is_gone_is_not_replaced_by_an_empty_house(tmp_path: Path) -> None:
    run(tmp_path)
    for file in tmp_path.glob("house.db*"):
        file.unlink()
    assert refused(tmp_path) == "house/lost"
    assert not (tmp_path / "house.db").exists()
    seals_file_of(settings(tmp_path), {}).unlink()
    assert refused(tmp_path) == "house/lost", "its keys are still there"
    run(tmp_path, told=Told(new=True))


def test_20_9_an_empty_file_is_no_new_house(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    assert refused(tmp_path) == "house/lost"
    assert not (tmp_path / "house.keys").exists()


def test_20_9_a_database_without_its_wal_file_is_refused(tmp_path: Path) -> None:
    """Everything was still in the log beside it: `serve` quietly opened an empty house."""
    there, moved = tmp_path / "there", tmp_path / "moved"
    there.mkdir()
    moved.mkdir()
    house = House(settings(there), environment={})
    assert (there / "house.db-wal").stat().st_size
    shutil.copy(there / "house.db", moved)
    house.close()
    assert refused(moved) == "house/lost"
    shutil.copy(there / "house.keys", moved)
    shutil.copy(there / "house.seals", moved)
    assert refused(moved) == "house/lost"


def test_20_9_yesterdays_file_is_refused_unless_a_person_accepts_it(tmp_path: Path) -> None:
    run(tmp_path)
    copied(tmp_path, tmp_path / "yesterday")
    run(tmp_path)
    for file in tmp_path.glob("house.db*"):
        file.unlink()
    shutil.copy(tmp_path / "yesterday" / "house.db", tmp_path)
    assert refused(tmp_path) == "house/rolled_back"
    run(tmp_path, told=Told(accept_rollback="the disk is gone"))
    run(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "house.db")) as db:
        kept = db.execute("SELECT body FROM house_log WHERE kind = 'rollback/accepted'").fetchall()
    assert len(kept) == 1
    assert b"the disk is gone" in kept[0][0]


def test_20_9_a_house_without_noted_seals_warns(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run(tmp_path)
    with caplog.at_level(logging.WARNING, logger="sabot.house"):
        run(tmp_path)
    assert "no seal is noted" not in caplog.text
    (tmp_path / "house.seals").unlink()
    with caplog.at_level(logging.WARNING, logger="sabot.house"):
        run(tmp_path)
    assert "no seal is noted" in caplog.text


def test_20_9_a_house_without_its_log_is_refused_until_a_person_begins_a_new_one(
    tmp_path: Path,
) -> None:
    run(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute("DELETE FROM house_log")
    assert refused(tmp_path) == "house/no_log"
    assert refused(tmp_path, production=True) == "house/no_log"
    file = str(tmp_path / "house.db")
    accepted = ran("accept", "--database", file, "--reason", "the log was deleted")
    assert (accepted.status, accepted.out.splitlines()[0]) == (0, "Began a new house log.")
    assert refused(tmp_path) == "house/rolled_back"  # the seals are of the log that is gone
    run(tmp_path, told=Told(accept_rollback="the log was deleted"))
    assert run(tmp_path) == run(tmp_path)


def test_20_9_seals_are_where_they_were_told_to_be(tmp_path: Path) -> None:
    house = settings(tmp_path)
    assert seals_file_of(house, {}) == tmp_path / "house.seals"
    elsewhere = SealingSettings(keys_file="/keys/a.keys")
    told = Settings(database=house.database, sealing=elsewhere)
    assert seals_file_of(told, {}) == Path("/keys/a.seals")
    told = Settings(database=house.database, sealing=SealingSettings(seals_file="/mnt/b.jsonl"))
    assert seals_file_of(told, {}) == Path("/mnt/b.jsonl")
    remote = Settings(database="postgresql://db.example/casino")
    assert seals_file_of(remote, {"SABOT_DATA_DIR": "/data"}) == Path("/data/sabot/casino.seals")


def test_20_9_seals_that_cannot_be_noted_are_told_and_nothing_stops(tmp_path: Path) -> None:
    (tmp_path / "house.seals").mkdir()
    house = House(settings(tmp_path), environment={}, told=Told(new=True))
    house._noting.note()
    assert not house.proof.seals_noted
    house.close()
    with pytest.raises(Unavailable, match="house/seals_unreadable"):
        run(tmp_path)


def vacuumed(folder: Path, to: Path) -> None:
    to.mkdir(exist_ok=True)
    with contextlib.closing(sqlite3.connect(folder / "house.db")) as source:
        source.execute("VACUUM INTO ?", (str(to / "house.db"),))


@pytest.mark.parametrize("copy", [copied, vacuumed])
def test_20_9_a_copy_that_is_made_as_told_is_whole_and_opens(
    tmp_path: Path, copy: Callable[[Path, Path], None]
) -> None:
    """As `docs/export.md` tells it: from a house that is open, with the database's own tools."""
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    house = House(settings(there), environment={})
    house.open_tables()
    line = ran("seal", "--database", str(there / "house.db")).out
    copy(there, here)
    house.close()
    run(there)
    for name in ("house.keys", "house.seals"):
        shutil.copy(there / name, here)
    assert [*here.glob("*-wal")] == []
    assert ran("verify", "--database", str(here / "house.db"), "--since", line).status == 0
    assert refused(here) == "house/rolled_back", "players may have seen what came later"
    assert run(here, told=Told(accept_rollback="the disk is gone")) == house.proof.house


# --- commands -------------------------------------------------------------------------------------


def test_20_9_a_seal_shows_that_a_database_has_only_grown(tmp_path: Path) -> None:
    run(tmp_path)
    file = str(tmp_path / "house.db")
    line = ran("seal", "--database", file).out
    copied(tmp_path, tmp_path / "yesterday")
    run(tmp_path)
    noted = tmp_path / "noted.jsonl"
    noted.write_text(line)
    assert ran("verify", "--database", file, "--since", line).status == 0
    assert ran("verify", "--database", file, "--since", str(noted)).status == 0
    newer = ran("seal", "--database", file).out
    assert ran("verify", "--database", file, "--since", newer).status == 0
    shutil.copy(tmp_path / "house.keys", tmp_path / "yesterday")
    old = str(tmp_path / "yesterday" / "house.db")
    assert ran("verify", "--database", old).status == 0, "by itself it is in order"
    shown = ran("verify", "--database", old, "--since", newer)
    assert shown.status == 1
    assert "of the seal" in shown.out
    assert ran("verify", "--database", old, "--since", line).status == 0


def test_20_9_a_rewritten_log_fails_with_the_keys_at_hand(tmp_path: Path) -> None:
    run(tmp_path)
    file = str(tmp_path / "house.db")
    assert ran("verify", "--database", file).status == 0
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE house_log SET mac = 'x' WHERE seq = 2")
    shown = ran("verify", "--database", file)
    assert shown.status == 1
    assert "signed by this house" in shown.out


def test_20_4_a_person_sees_and_accepts_what_is_in_doubt(tmp_path: Path) -> None:
    run(tmp_path)
    file = str(tmp_path / "house.db")
    assert ran("accept", "--database", file).out == "Nothing is in doubt.\n"
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE table_head SET epoch = 9 WHERE table_id = 'speed-1'")
    shown = ran("accept", "--database", file)
    assert shown.status == 1
    assert shown.out == "in doubt: table speed-1: the epoch is 9, on record is 1\n"
    accepted = ran("accept", "--database", file, "--reason", "a test")
    assert (accepted.status, accepted.out[:8]) == (0, "accepted")
    assert ran("accept", "--database", file).status == 0
    assert ran("verify", "--database", file).status == 0


def test_20_9_verify_and_export_leave_a_read_only_folder_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path)
    before = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert not any(name.endswith("-wal") for name in before)
    readable = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and readable(path, mode))
    file = str(tmp_path / "house.db")
    assert ran("verify", "--database", file).status == 0
    assert '"type":"house_log"' in ran("export", "--database", file).out
    assert ran("seal", "--database", file).status == 0
    after = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert after == before
