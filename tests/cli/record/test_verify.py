"""`sabot export`, `verify`, `replay` and `verify-shoe`, on a real database and on its export."""

from __future__ import annotations

import gc
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.lab.audit.house import busy_house
from typer.testing import CliRunner, Result

from sabot.adapters.sql import open_store
from sabot.cli.app import app
from sabot.errors import Unavailable


def sabot(*arguments: str | Path) -> Result:
    """Run a command; an error nobody foresaw fails the test."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    gc.enable()  # `verify` switches it off for its own process, which is ours here
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house that was open for a while."""
    path = tmp_path_factory.mktemp("house") / "house.db"
    with open_store(f"sqlite:///{path}") as store:
        busy_house(rounds=4, seed=2, store=store)
    return path


@pytest.fixture
def copy(database: Path, tmp_path: Path) -> Path:
    """The same house, open to intruders."""
    path = tmp_path / "copy.db"
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(path)) as target:
        source.backup(target)
    return path


def test_a_database_and_its_export_are_in_order(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    written = sabot("export", file, "--database", database)
    assert written.exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["house.jsonl"]
    from_file, from_database = sabot("verify", file), sabot("verify", "--database", database)
    assert (from_file.exit_code, from_database.exit_code) == (0, 0)
    assert "Everything is as it must be." in from_file.output
    told = json.loads(sabot("verify", file, "--json").output)
    assert told["ok"] is True
    assert told["digest"] in written.output
    assert told["events"] == sum(c["looked_at"] for c in told["checks"] if c["check"] == "I9")
    assert json.loads(sabot("verify", "--database", database, "--json").output) == told


def test_an_export_is_the_same_every_time(database: Path) -> None:
    one, other = (sabot("export", "--database", database) for _ in range(2))
    assert one.output == other.output
    assert one.output.count("\n") > 500


def test_a_noted_seal_is_demanded(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    sabot("export", file, "--database", database)
    digest = json.loads(sabot("verify", file, "--json").output)["digest"]
    assert sabot("verify", file, "--seal", digest).exit_code == 0
    assert sabot("verify", file, "--seal", "0" * 64).exit_code == 1


INTRUSIONS = {
    "UPDATE bet_outcome SET amount = amount + 1 WHERE amount > 0": "I7",
    "DELETE FROM bet_outcome WHERE bet_id IN (SELECT bet_id FROM bet_outcome LIMIT 1)": "I3",
    "UPDATE account SET balance = balance + 100 WHERE id = 'player:ada:EUR'": "I2",
    "UPDATE transfer SET amount = amount - 1 WHERE kind = 'payout'": "I7",
    "DELETE FROM event WHERE seq = 9": "I9",
    "UPDATE event SET body = CAST(replace(body, '1', '2') AS BLOB) WHERE kind = 'CardDealt'": "I9",
    "UPDATE event SET hash = zeroblob(32) WHERE seq = 5": "I9",
    "UPDATE event SET epoch = 2 WHERE seq = 5": "I9",
    "DELETE FROM bet WHERE id IN (SELECT id FROM bet LIMIT 1)": "I7",
}


@pytest.mark.parametrize("intrusion", INTRUSIONS)
def test_an_intruder_in_the_database_is_found(copy: Path, intrusion: str) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        assert connection.execute(intrusion).rowcount > 0
    result = sabot("verify", "--database", copy)
    assert result.exit_code == 1
    assert f"✗ {INTRUSIONS[intrusion]}  " in result.output
    assert "Something is wrong." in result.output
    told = json.loads(sabot("verify", "--database", copy, "--json").output)
    assert INTRUSIONS[intrusion] in {violation["check"] for violation in told["violations"]}


def test_a_changed_file_is_found_and_told(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    sabot("export", file, "--database", database)
    file.write_bytes(file.read_bytes().replace(b'"at_ms":0', b'"at_ms":1', 1))
    result = sabot("verify", file)
    assert result.exit_code == 1
    assert "✗ export  the seal" in result.output


def test_a_round_is_replayed_from_either(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.jsonl"
    sabot("export", file, "--database", database)
    for audience in ("player", "dealer", "manager", "auditor"):
        told = sabot("replay", "bj-1", "--as", audience, "--database", database, "--json").output
        assert told == sabot("replay", "bj-1", file, "--as", audience, "--json").output
        assert json.loads(told)["audience"] == audience
    shown = sabot("replay", "speed-1", "--database", database, "--as", "auditor").output
    assert "Betting is open" in shown
    assert "winner" in shown


def _shoes(database: Path) -> list[dict[str, Any]]:
    shoes: list[dict[str, Any]] = json.loads(
        sabot("verify-shoe", "--database", database, "--json").output
    )
    return shoes


def test_shoes_are_checked_one_by_one_and_all_together(database: Path) -> None:
    kept = [shoe for shoe in _shoes(database) if shoe["standing"] == "kept its promise"]
    assert kept
    one = sabot("verify-shoe", kept[0]["shoe_id"], "--database", database)
    assert one.exit_code == 0
    assert f"{kept[0]['shoe_id']}  kept its promise" in one.output


def test_a_shoe_is_checked_from_its_print(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        row = connection.execute("SELECT body FROM event WHERE kind = 'ShoeDisclosed'").fetchone()
    told = json.loads(row[0])
    promised = next(s for s in _shoes(database) if s["shoe_id"] == told["shoe_id"])["commitment"]
    printed = ("--commitment", promised, "--salt", told["salt"], "--cards")
    assert sabot("verify-shoe", *printed, told["cards"]).exit_code == 0
    other = told["cards"][3:] + " " + told["cards"][:2]
    broken = sabot("verify-shoe", *printed, other)
    assert broken.exit_code == 1
    assert "broke its promise" in broken.output
    assert sabot("verify-shoe", "--salt", "00").exit_code == 2


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    missing = sabot("verify", tmp_path / "nowhere.jsonl")
    assert missing.exit_code == 2
    assert "nowhere.jsonl" in missing.output
    with pytest.raises(Unavailable, match="store/absent"):
        sabot("verify", "--database", tmp_path / "nowhere.db")
    assert sabot("verify", "a", "--database", "b").exit_code == 2
