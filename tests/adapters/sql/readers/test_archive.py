"""The log around a round is found by indexes, however long the log is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import event

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.readers.archive import SqlArchive
from sabot.service.storage.archive import RoundPlace

ROUND = ("RoundOpened", "BetsClosed", "CardDealt", "RoundSettled", "TableRested")
LOG = (
    ("", "TableConfigured"),
    ("", "ShoeLoaded"),
    *(("t-1", kind) for kind in ROUND),
    ("", "SeatTaken"),
    *(("t-2", kind) for kind in ROUND),
    ("", "ShoeRetired"),
    ("", "ShoeDisclosed"),
    ("", "ShoeLoaded"),
    ("t-3", "RoundOpened"),
    ("t-3", "BetsClosed"),
)


@pytest.fixture
def store(tmp_path: Path) -> SqlStore:
    store = open_store(f"sqlite:///{tmp_path / 'sabot.db'}")
    rows = [
        {
            "table_id": "t",
            "seq": seq,
            "epoch": 1,
            "round_id": round_id,
            "kind": kind,
            "version": 1,
            "body": b"{}",
            "hash": b"",
            "at_ms": seq,
        }
        for seq, (round_id, kind) in enumerate(LOG, start=1)
    ]
    with store.database.writing() as connection:
        connection.execute(s.EVENT.insert(), rows)
    return store


def seqs(found: Sequence[object]) -> list[int]:
    return [one.seq for one in found]  # type: ignore[attr-defined]


def test_a_round_is_found_by_its_id(store: SqlStore) -> None:
    archive = SqlArchive(store.database)
    assert archive.place_of("t-1") == RoundPlace("t", 3, 7)
    assert archive.place_of("t-2") == RoundPlace("t", 9, 13)
    assert archive.place_of("t-3") == RoundPlace("t", 17, 18)  # open
    for unknown in ("t-4", "t-", "t", "", "u-1", "t-1\0", "t-\ud800"):
        assert archive.place_of(unknown) is None
    store.close()


def test_what_came_before_a_round_is_found(store: SqlStore) -> None:
    archive = SqlArchive(store.database)
    assert [archive.shoe_before("t", seq) for seq in (1, 2, 16, 17)] == [0, 2, 16, 16]
    assert seqs(archive.lasting("t", before=9)) == [1, 8]
    landmarks = [("ShoeLoaded", 1), ("ShoeLoaded", 2), ("ShoeDisclosed", 2), ("SeatLeft", 0)]
    found = [archive.next_landmark("t", kind, after=after) for kind, after in landmarks]
    assert [None if one is None else one.seq for one in found] == [2, 16, 15, None]
    assert seqs(archive.events_between("t", first=3, last=5)) == [3, 4, 5]
    assert archive.next_landmark("\0", "ShoeLoaded", after=0) is None
    store.close()


def test_nothing_is_scanned(store: SqlStore) -> None:
    asked: list[str] = []

    def note(_conn: object, _cursor: object, statement: str, *_more: object) -> None:
        asked.append(statement)

    archive = SqlArchive(store.database)
    event.listen(store.database._engines.reader, "before_cursor_execute", note)
    archive.place_of("t-1")
    archive.shoe_before("t", 9)
    archive.lasting("t", before=9)
    archive.next_landmark("t", "ShoeLoaded", after=1)
    archive.events_between("t", first=3, last=5)
    event.remove(store.database._engines.reader, "before_cursor_execute", note)
    queries = [each for each in asked if each.lstrip().startswith("SELECT")]
    assert len(queries) == 7
    with store.database.reading() as connection:
        for query in queries:
            values = ("t",) * query.count("?")
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)
            steps = [row[3] for row in plan]
            assert not [step for step in steps if step.startswith("SCAN")], (query, steps)
            landmark = "ShoeRetired" in query
            assert not landmark or any("event_landmark" in step for step in steps), (query, steps)
    store.close()
