"""The revisions lead to the schema in the code, on both databases, and from anywhere behind it."""

import ast
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, select
from sqlalchemy.schema import CreateIndex, CreateTable, DropTable
from tools.postgres import Postgres

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql import migrations as subject
from sabot.adapters.sql.migrations import pending, upgrade
from sabot.adapters.sql.schema import (
    BET,
    BET_OUTCOME,
    COMMAND,
    EVENT,
    IDENTITY_ACCOUNT,
    METADATA,
    NICKNAME,
    PLAYER,
    WALLET_OP,
)
from sabot.errors import Unavailable

VERSIONS = Path(subject.__file__).parent / "versions"


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        yield opened


# Alembic cannot compare every index on SQLite; they are compared further down.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified")
def test_the_revisions_lead_to_the_schema(store: SqlStore) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_the_constraints_are_there_too(store: SqlStore) -> None:
    # Alembic does not compare these.
    with store.reading() as connection:
        found = inspect(connection)
        for table in METADATA.sorted_tables:
            checks = {check["name"] for check in found.get_check_constraints(table.name)}
            expected = {
                check.name
                for check in table.constraints
                if type(check).__name__ == "CheckConstraint"
            }
            assert checks == expected, table.name
            keys = [column.name for column in table.primary_key.columns]
            assert found.get_pk_constraint(table.name)["constrained_columns"] == keys


def test_sqlite_says_the_very_same(tmp_path: Path) -> None:
    path = tmp_path / "sabot.db"
    with open_store(f"sqlite:///{path}") as store:
        dialect = store._engines.writer.dialect
    with sqlite3.connect(path) as connection:
        made = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))
    connection.close()
    for table in METADATA.sorted_tables:
        expected = str(CreateTable(table).compile(dialect=dialect))
        assert words(made[table.name]) == words(expected), table.name
        assert "STRICT" in made[table.name]
        for index in table.indexes:
            expected = str(CreateIndex(index).compile(dialect=dialect))
            assert bare(made[str(index.name)]) == bare(expected), index.name


def words(statement: str) -> list[str]:
    """The lines of a statement in any order: constraints may be named in another one."""
    lines = (part for line in statement.splitlines() for part in line.split(", "))
    return sorted(line.strip().rstrip(",") for line in lines if line.strip())


def bare(statement: str) -> str:
    """An index without brackets, spaces and the names of its table's columns in full."""
    return "".join(
        statement.replace("event.", "").translate(dict.fromkeys(map(ord, '()"'))).split()
    )


def test_a_second_start_changes_nothing(store: SqlStore, url: str) -> None:
    with store.writing() as connection:
        assert upgrade(connection) == []
    with open_store(url) as again:
        assert again.claim("t1", "host").epoch == 1


def test_two_first_starts_at_once_make_one_schema(url: str) -> None:
    epochs: list[int] = []

    def start() -> None:
        with open_store(url) as mine:
            epochs.append(mine.claim("t1", "host").epoch)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(epochs) == [1, 2, 3]


def test_a_database_from_the_future_is_left_alone(store: SqlStore, url: str) -> None:
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unavailable, match="store/schema_unknown"):
        open_store(url)


LATER = ["0014", "0015", "0016", "0017", "0018", "0019", "0020", "0021", "0022"]
"""Revisions that add tables, indexes or a column and change nothing that these tests set back."""


def without_later_tables(connection: Connection) -> None:
    later = (
        "house_clock",
        "identity_device",
        "operator_token",
        "signed_request",
        "house_log",
        "nickname",
    )
    for table in later:
        connection.exec_driver_sql(f"DROP TABLE {table}")
    connection.exec_driver_sql("DROP INDEX office_act_actor")
    connection.exec_driver_sql("ALTER TABLE wallet_op DROP COLUMN details")


def test_what_lay_in_the_order_of_its_key_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sabot.db'}"
    with open_store(url) as store:
        with store.writing() as connection:
            without_later_tables(connection)
            put_back(connection)
            fill(connection)
        with store.writing() as connection:
            assert upgrade(connection) == ["0009", "0010", "0011", "0012", "0013", *LATER]
    with open_store(url) as store, store.reading() as connection:
        assert connection.execute(select(BET)).all() == [
            ("r1/ada/TIE", "r1", "ada", "TIE", 500, b"{}", 1, None)
        ]
        assert connection.execute(select(BET_OUTCOME)).all() == [("r1/ada/TIE", "lose", 0)]
        assert connection.execute(select(COMMAND)).all() == [("ada", "c1", b"d", b"r", 7)]
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []


BET_0008 = """
CREATE TABLE bet (
    id TEXT NOT NULL PRIMARY KEY, round_id TEXT NOT NULL, player TEXT NOT NULL, kind TEXT NOT NULL,
    stake INTEGER NOT NULL, body BLOB NOT NULL
) WITHOUT ROWID, STRICT
"""
COMMAND_0008 = """
CREATE TABLE command (
    actor TEXT NOT NULL, cmd_id TEXT NOT NULL, digest BLOB NOT NULL, reply BLOB NOT NULL,
    at_ms INTEGER NOT NULL, PRIMARY KEY (actor, cmd_id)
) WITHOUT ROWID, STRICT
"""


def put_back(connection: Connection) -> None:
    """Bets and commands as they lay before, and the stamp of that time."""
    for table, statement in ((BET, BET_0008), (COMMAND, COMMAND_0008)):
        connection.execute(DropTable(table))
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0008'")


def fill(connection: Connection) -> None:
    """A bet with its outcome, and a command."""
    bet = ("r1/ada/TIE", "r1", "ada", "TIE", 500, b"{}")
    connection.execute(insert(BET).values(dict(zip(BET.c.keys(), bet, strict=False))))
    connection.execute(insert(BET_OUTCOME).values(("r1/ada/TIE", "lose", 0)))
    connection.execute(insert(COMMAND).values(("ada", "c1", b"d", b"r", 7)))


EVENT_0010 = """
CREATE TABLE event (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, round_id TEXT NOT NULL,
    kind TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL,
    at_ms INTEGER NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID, STRICT
"""


def test_a_log_that_lay_table_by_table_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'sabot.db'}"
    events = [
        ("t1", 1, 1, "t1-1", "RoundOpened", 1, b"{}", b"h1", 7),
        ("t2", 1, 3, "t2-1", "RoundSettled", 1, b"{}", b"h2", 8),
        ("t1", 2, 1, "t1-1", "ShoeLoaded", 2, b"{}", b"h3", 9),
    ]
    with open_store(url) as store:
        with store.writing() as connection:
            without_later_tables(connection)
            connection.execute(DropTable(EVENT))
            connection.exec_driver_sql(EVENT_0010)
            for index in EVENT.indexes:
                connection.execute(CreateIndex(index))
            connection.exec_driver_sql("ALTER TABLE bet DROP COLUMN source")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0010'")
            for event in events:
                connection.execute(insert(EVENT).values(event))
        with store.writing() as connection:
            assert upgrade(connection) == ["0011", "0012", "0013", *LATER]
    with open_store(url) as store, store.reading() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM event ORDER BY rowid").all()
        assert rows == events
        assert {index["name"] for index in inspect(connection).get_indexes("event")} == {
            index.name for index in EVENT.indexes
        }


BACK_TO_0009 = (
    "DROP INDEX event_end_of_table",
    "DROP INDEX bet_player",
    "ALTER TABLE bet_outcome DROP CONSTRAINT bet_outcome_bet_id_fkey",
    "ALTER TABLE bet DROP CONSTRAINT bet_id",
    "ALTER TABLE bet DROP COLUMN number",
    "ALTER TABLE bet DROP COLUMN source",
    "ALTER TABLE bet ADD CONSTRAINT bet_pkey PRIMARY KEY (id)",
    "ALTER TABLE bet_outcome ADD CONSTRAINT bet_outcome_bet_id_fkey FOREIGN KEY (bet_id)\
 REFERENCES bet",
    "CREATE INDEX bet_round_id ON bet (round_id)",
    "CREATE INDEX bet_player ON bet (player)",
    "ALTER TABLE command DROP CONSTRAINT command_pkey",
    "ALTER TABLE command ADD CONSTRAINT command_pkey PRIMARY KEY (actor, cmd_id)",
    "UPDATE alembic_version SET version_num = '0009'",
)


def test_what_did_not_lie_together_is_kept(postgres_server: Postgres) -> None:
    with open_store(postgres_server.create_database("by_actor")) as store:
        with store.writing() as connection:
            fill(connection)
            without_later_tables(connection)
            for statement in BACK_TO_0009:
                connection.exec_driver_sql(statement)
        with store.writing() as connection:
            assert upgrade(connection) == ["0010", "0011", "0012", "0013", *LATER]
        with store.reading() as connection:
            assert connection.execute(select(BET)).all() == [
                ("r1/ada/TIE", "r1", "ada", "TIE", 500, b"{}", 1, None)
            ]
            assert connection.execute(select(COMMAND)).all() == [("ada", "c1", b"d", b"r", 7)]
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, METADATA) == []


def test_issue20_14_operations_of_older_versions_are_kept_without_details(url: str) -> None:
    owed = ("r1/acme:ada:result", "acme", "acme:ada", "result", 950, "r1", "owed", 3, 7)
    with open_store(url) as store:
        with store.writing() as connection:
            connection.exec_driver_sql("DROP TABLE nickname")
            connection.exec_driver_sql("ALTER TABLE wallet_op DROP COLUMN details")
            connection.exec_driver_sql("ALTER TABLE house_clock DROP COLUMN proof")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0019'")
            named = dict(zip(WALLET_OP.c.keys(), owed, strict=False))
            connection.execute(insert(WALLET_OP).values(named))
        with store.writing() as connection:
            assert "0020" in upgrade(connection)
    with open_store(url) as store:
        [row] = store.open_wallet_ops()
        assert (row.id, row.amount, row.attempts, row.details) == (owed[0], 950, 3, "")


def test_every_revision_says_why_and_how_to_check_it(store: SqlStore) -> None:
    files = sorted(path for path in VERSIONS.glob("*.py") if path.name != "__init__.py")
    for number, path in enumerate(files, start=1):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        assert "Why: " in text, path.name
        assert "How to check: " in text, path.name
        assert path.name.startswith(f"r{number:04}_")
    with store.reading() as connection:
        context = MigrationContext.configure(connection)
        assert pending(context) == []
        assert context.get_current_revision() == f"{len(files):04}"


def test_players_who_are_called_alike_are_told_apart_by_a_number(url: str) -> None:
    names = [
        ("ada", "Ada"),
        ("ada2", "\u0410DA"),
        ("acme:7", "Dora"),
        ("zoe", "Zoe"),
        ("zeno", "zoe"),
    ]
    with open_store(url) as store:
        with store.writing() as connection:
            connection.exec_driver_sql("DROP TABLE nickname")
            connection.exec_driver_sql("ALTER TABLE house_clock DROP COLUMN proof")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0020'")
            for number, (player, name) in enumerate(names):
                row = (player, name, "EUR", None, None, 0, number)
                connection.execute(insert(PLAYER).values(row))
            dora = ("login:dora", "dora", "x", "dealer", None, None, "Dora", "house", None, 1, 0)
            connection.execute(insert(IDENTITY_ACCOUNT).values(dora))
        with store.writing() as connection:
            assert upgrade(connection) == ["0021", "0022"]
            found = dict(connection.execute(select(PLAYER.c.player_id, PLAYER.c.nickname)).all())
            keys = dict(connection.execute(select(NICKNAME.c.key, NICKNAME.c.owner)).all())
    assert (found["ada"], found["zoe"]) == ("Ada", "Zoe")
    assert found["ada2"].startswith("\u0410DA-")
    assert found["acme:7"].startswith("Dora-")
    assert found["zeno"].startswith("zoe-")
    assert (keys["ada"], keys["dora"], keys["zoe"]) == ("player:ada", "staff", "player:zoe")
    assert len(keys) >= len(names) + 1
