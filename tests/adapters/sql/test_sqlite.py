"""What only SQLite does: its durability settings, its errors, its one writer."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy.event import listen
from sqlalchemy.exc import OperationalError
from tests.units import account, bet, command, deposit, events, losing, staking

from sabot.adapters.sql import SqlStore, engines, open_store, read_store
from sabot.errors import Corrupt, Malformed, Unavailable
from sabot.service.ports import Unit

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sabot.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        opened.claim("t1", "host")
        assert opened.ledger.post([deposit("p1", 1_000_000)]) is None
        yield opened


def pragma(store: SqlStore, name: str) -> object:
    """A setting of the connection that writes."""
    with store.database.writing() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def big(after: int) -> Unit:
    """A step that needs about 200 kB of room."""
    body = b'{"text":"%b"}' % (b"x" * 20_000)
    return Unit(
        table_id="t1",
        epoch=1,
        after_seq=after,
        events=tuple(replace(event, body=body) for event in events(10, after=after)),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("fullfsync", 1)],
)
def test_a_commit_is_a_promise(store: SqlStore, name: str, value: object) -> None:
    assert pragma(store, name) == value


@pytest.mark.parametrize("count", [1, 15, 16, 31, 128, 129, 300])
def test_rows_are_written_whole_however_many_statements_they_take(
    store: SqlStore, count: int
) -> None:
    rows = [bet("p1", number, kind=f"K{number}") for number in range(1, count + 1)]
    asked = tuple(command("p1", row.kind) for row in rows)
    unit = replace(staking("t1", 0, rows, many=count), commands=asked)
    assert list(store.commit([unit])) == [None]
    assert tuple(store.events.read("t1", after=0)) == unit.events
    assert {*store.answers.answers([("p1", row.kind) for row in rows]).values()} == {*asked}
    kept = {fact["id"]: fact for kind, fact in store.export_rows() if kind == "bet"}
    assert {name: fact["body"] for name, fact in kept.items()} == {
        row.id: row.body.decode() for row in rows
    }


def test_readers_cannot_write(store: SqlStore) -> None:
    with pytest.raises(Unavailable, match="store/failed"), store.database.reading() as connection:
        connection.exec_driver_sql("DELETE FROM account")
    assert store.ledger.balances([account("p1")]) == {account("p1"): 1_000_000}


def test_reading_does_not_wait_for_the_writer(store: SqlStore) -> None:
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE account SET balance = balance + 1 WHERE floor = 0")
        assert store.ledger.balances([account("p1")]) == {account("p1"): 1_000_000}
    assert store.ledger.balances([account("p1")]) == {account("p1"): 1_000_001}


@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE account SET balance = -1 WHERE id = 'player:p1:EUR'",
        "UPDATE account SET balance = 1.5 WHERE id = 'player:p1:EUR'",
        "UPDATE account SET balance = 'much' WHERE id = 'player:p1:EUR'",
        "INSERT INTO account VALUES ('player:p2:EUR', -5, 0)",
        "INSERT INTO bet_outcome VALUES ('r1/p1/PLAYER', 'win', 10)",
        "INSERT INTO bet_outcome VALUES ('no such bet', 'win', 10)",
        "INSERT INTO transfer VALUES ('t', 'loss', 'a', 'b', 0, NULL, NULL, NULL)",
        "INSERT INTO transfer VALUES ('t', 'loss', 'a', 'a', 1, NULL, NULL, NULL)",
        "INSERT INTO bet VALUES ('b', 'r', 'p', 'TIE', 0, x'00', NULL, NULL)",
        "INSERT INTO event SELECT * FROM event",
        "DELETE FROM bet",
    ],
)
def test_the_schema_stops_wrong_code(store: SqlStore, path: Path, wrong: str) -> None:
    rows = [bet("p1", 5)]
    assert list(store.commit([staking("t1", 0, rows), losing("t1", 1, rows)])) == [None, None]
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError):
            other.execute(wrong)
    other.close()


def test_a_full_disk_is_said_and_got_over(store: SqlStore) -> None:
    pages = pragma(store, "page_count")
    assert isinstance(pages, int)
    pragma(store, f"max_page_count = {pages + 20}")
    with pytest.raises(Unavailable, match="store/full"):
        store.commit([big(0)])
    assert list(store.events.read("t1", after=0)) == []
    assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]  # a small one fits
    pragma(store, f"max_page_count = {pages + 2_000}")
    assert list(store.commit([big(1)])) == [None]


@contextmanager
def no_more_than(limit: int) -> Iterator[None]:
    """Writing beyond this size of a file fails as a broken disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_broken_disk_ends_the_use_of_the_store(store: SqlStore, url: str, path: Path) -> None:
    assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]
    written = path.with_name("sabot.db-wal").stat().st_size
    with no_more_than(written + 8_192), pytest.raises(Unavailable, match="store/io_error"):
        store.commit([big(1)])
    # The disk works again, but what it holds is not known: nothing more is said or written.
    for use in (
        lambda: store.commit([staking("t1", 1, [bet("p1", 6, kind="TIE")])]),
        lambda: store.claim("t1", "host"),
        lambda: store.ledger.post([deposit("p2", 5)]),
        lambda: store.ledger.balances([account("p1")]),
        lambda: list(store.events.read("t1", after=0)),
        lambda: list(store.export_rows()),
    ):
        with pytest.raises(Unavailable, match="store/io_error"):
            use()
    store.close()
    with open_store(url) as again:
        assert again.claim("t1", "heir").seq == 1
        assert again.ledger.balances([account("p1")]) == {account("p1"): 999_995}


def test_another_writer_is_waited_for_but_not_for_ever(
    url: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS_MAX", 0.05)
    with open_store(url) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="store/busy"):
            store.claim("t1", "host")
        other.close()
        assert store.claim("t1", "host").epoch == 1


def test_a_file_that_is_no_database_is_corrupt(path: Path, url: str) -> None:
    path.write_bytes(b"nothing that SQLite ever wrote" * 100)
    with pytest.raises(Corrupt, match="store/corrupt"):
        open_store(url)


@pytest.mark.parametrize("wrong", ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "nothing"])
def test_only_lasting_databases_are_opened(wrong: str) -> None:
    with pytest.raises(Malformed, match="store/url"):
        open_store(wrong)


def test_reading_needs_a_database_that_is_there(url: str, path: Path) -> None:
    with pytest.raises(Unavailable, match="store/absent"):
        read_store(url)
    assert not path.exists()
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(Unavailable, match="store/schema_old"):
        read_store(url)
    open_store(url).close()
    with read_store(url) as store:
        assert list(store.export_rows()) == []


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda store: store.wallet_ops.unfinished(), "wallet_op_unfinished"),
        (lambda store: store.wallet_ops.unfinished("acme"), "wallet_op_unfinished"),
        (lambda store: store.answers.answer("p1", "c1"), "autoindex_command"),
        (lambda store: store.answers.answers([("p1", "c1"), ("p2", "c2")]), "autoindex_command"),
    ],
)
def test_what_is_asked_for_is_found_without_reading_the_rest(
    store: SqlStore, ask: Callable[[SqlStore], object], index: str
) -> None:
    asked: list[tuple[str, object]] = []

    def note(*call: object) -> None:
        asked.append((str(call[2]), call[3]))

    listen(store.database._engines.reader, "before_cursor_execute", note)
    assert not ask(store)
    statement, parameters = asked[-1]
    with store.database.reading() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
        assert index in str(plan.all())


def test_an_error_of_ours_is_not_taken_for_the_databases(store: SqlStore) -> None:
    with pytest.raises(ZeroDivisionError), store.database.writing():
        raise ZeroDivisionError
    with pytest.raises(OperationalError), store.database._engines.writer.connect() as connection:
        connection.exec_driver_sql("SELECT * FROM no_such_table")


# --- real kills -----------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from sabot.adapters.sql import Point, open_store
from tests.units import bet, staking

point, url = sys.argv[1:]
armed = False

def probe(reached):
    if armed and reached == point:
        os.kill(os.getpid(), signal.SIGKILL)

store = open_store(url, probe=probe)
armed = True
store.commit([staking("t1", 0, [bet("p1", 5)])])
"""


@pytest.mark.parametrize(
    ("point", "kept"),
    [("store/before_write", 0), ("store/before_commit", 0), ("store/after_commit", 1)],
)
def test_I4_a_kill_keeps_all_of_a_commit_or_nothing(
    store: SqlStore, url: str, point: str, kept: int
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", KILLED, point, url], check=False, env=environment, cwd=ROOT
    )
    assert done.returncode == -signal.SIGKILL
    assert store.claim("t1", "heir").seq == kept
    assert store.ledger.balances([account("p1")]) == {account("p1"): 1_000_000 - 5 * kept}
    assert len(list(store.events.read("t1", after=0))) == kept
