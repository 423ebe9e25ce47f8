"""Rows that no version of the house writes keep no house closed (issue 20)."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.bootstrap.test_edited_rows import (
    Edit,
    _quiet,  # noqa: F401  its log lines are expected
    edited,
    played,  # noqa: F401  a fixture
    start,
)

WORDS = {
    "NO_UTF8": "cast(x'ff41' AS text)",
    "LARGEST": "9223372036854775807",
    "SMALLEST": "-9223372036854775808",
}


def run(statement: str) -> Edit:
    """A statement with the words above, as a person runs it who may switch checks off."""
    for word, meaning in WORDS.items():
        statement = statement.replace(word, meaning)

    def edit(db: sqlite3.Connection) -> None:
        db.commit()
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(statement)

    return edit


POISON: dict[str, Edit] = {
    "a transfer below zero, twice": run(
        "INSERT INTO transfer (id, kind, debit, credit, amount) VALUES"
        " ('p1', 'deposit', 'cashier:demo:EUR', 'player:ada:EUR', SMALLEST),"
        " ('p2', 'deposit', 'cashier:demo:EUR', 'player:ada:EUR', SMALLEST)"
    ),
    "a stake below zero": run("UPDATE bet SET stake = SMALLEST"),
    "the largest epoch of the desk": run(
        "UPDATE table_head SET epoch = LARGEST WHERE table_id = 'wallets'"
    ),
    "the desk has events": run("UPDATE table_head SET seq = 5 WHERE table_id = 'wallets'"),
    "the largest number of a head": run(
        "INSERT INTO table_head VALUES ('zz', 1, LARGEST, x'00', 'me', 0, '')"
    ),
    "a transfer that is no text": run(
        "INSERT INTO transfer (id, kind, debit, credit, amount) VALUES"
        " (NO_UTF8, 'deposit', 'cashier:demo:EUR', NO_UTF8, 1)"
    ),
    "an event that is no text": run(
        "UPDATE event SET kind = NO_UTF8 WHERE table_id = 'speed-1' AND seq = 2"
    ),
    "a last event that is no text": run(
        "UPDATE event SET round_id = NO_UTF8 WHERE table_id = 'speed-1' AND seq ="
        " (SELECT seq FROM table_head WHERE table_id = 'speed-1')"
    ),
    "a record that is no text": run("UPDATE house_log SET subject = NO_UTF8 WHERE seq = 2"),
    "an account that is no text": run(
        "UPDATE identity_account SET nickname = NO_UTF8 WHERE login = 'moderator'"
    ),
    "a player that is no text": run("UPDATE player SET nickname = NO_UTF8 WHERE player_id = 'ada'"),
    "controls that are no text": run("UPDATE player_control SET player_id = NO_UTF8"),
    "an act that is no text": run("UPDATE office_act SET reason = NO_UTF8"),
}


@pytest.mark.parametrize("name", POISON)
def test_20_9_a_row_that_nothing_reads_keeps_no_house_closed(
    tmp_path: Path,
    played: Path,  # noqa: F811
    name: str,
) -> None:
    edited(tmp_path, played, POISON[name])
    found = asyncio.run(start(tmp_path))
    assert found["ready"]["ok"]
    assert "speed-2" not in str(found["ready"]["out_of_order"])
