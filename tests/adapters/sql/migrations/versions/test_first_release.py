"""The first revision makes the tables that `schema.py` declares, on both databases."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Index, inspect, text
from sqlalchemy.schema import CreateIndex, CreateTable

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.schema import METADATA


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        yield opened


# Alembic cannot compare every index on SQLite; they are compared further down.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified")
def test_the_revisions_lead_to_the_schema(store: SqlStore) -> None:
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_the_constraints_are_there_too(store: SqlStore) -> None:
    # Alembic does not compare these.
    with store.database.reading() as connection:
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


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection")
def test_both_databases_have_the_same_tables_columns_and_indexes(store: SqlStore) -> None:
    with store.database.reading() as connection:
        found = inspect(connection)
        tables = set(found.get_table_names()) - {"alembic_version"}
        assert tables == {table.name for table in METADATA.sorted_tables}
        for table in METADATA.sorted_tables:
            columns = found.get_columns(table.name)
            nullable = [(one["name"], one["nullable"]) for one in columns]
            assert nullable == [(one.name, one.nullable) for one in table.columns], table.name
            assert [one["name"] for one in columns if one["default"] is not None] == []
            names = {one["name"] for one in found.get_indexes(table.name)}
            unique = {one["name"] for one in found.get_unique_constraints(table.name)}
            assert indexes_in(connection, table.name, names) - unique == {
                index.name for index in table.indexes
            }


def indexes_in(connection: Connection, table: str, reflected: set[str | None]) -> set[str | None]:
    """The indexes of a table; SQLAlchemy does not see SQLite's indexes of expressions."""
    if connection.dialect.name != "sqlite":
        return reflected
    query = text("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = :table")
    named = connection.execute(query.bindparams(table=table)).scalars()
    return {name for name in named if not name.startswith("sqlite_autoindex")}


def test_sqlite_says_the_very_same(tmp_path: Path) -> None:
    path = tmp_path / "sabot.db"
    with open_store(f"sqlite:///{path}") as store:
        dialect = store.database._engines.writer.dialect
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


def test_postgresql_has_the_very_same_indexes(url: str, store: SqlStore) -> None:
    if not url.startswith("postgresql"):
        pytest.skip("the test above reads SQLite's own text")
    with store.database.writing() as connection:
        query = text("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'")
        made = {row[0]: row[1] for row in connection.execute(query)}
        for table in METADATA.sorted_tables:
            for index in sorted(table.indexes, key=lambda one: str(one.name)):
                assert made[str(index.name)] == in_words_of_postgres(connection, index)


def in_words_of_postgres(connection: Connection, index: Index) -> str:
    """An index of `schema.py` as PostgreSQL describes it, under the name it has."""
    statement = str(CreateIndex(index).compile(dialect=connection.dialect))
    with connection.begin_nested() as attempt:
        connection.execute(text(f'DROP INDEX "{index.name}"'))
        connection.execute(text(statement))
        query = text("SELECT indexdef FROM pg_indexes WHERE indexname = :name")
        described: str = connection.execute(query.bindparams(name=index.name)).scalar_one()
        attempt.rollback()
    return described


def words(statement: str) -> list[str]:
    """The lines of a statement in any order: constraints may be named in another one."""
    lines = (part for line in statement.splitlines() for part in line.split(", "))
    return sorted(line.strip().rstrip(",") for line in lines if line.strip())


def bare(statement: str) -> str:
    """An index without brackets, spaces and the names of its table's columns in full."""
    return "".join(
        statement.replace("event.", "").translate(dict.fromkeys(map(ord, '()"'))).split()
    )
