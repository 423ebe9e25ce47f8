"""The stores that the same cases run on: in memory, in SQLite, in PostgreSQL."""

from collections.abc import Callable, Iterator

import pytest
from tools.postgres import Postgres

from sabot.adapters.memory import MemoryStore
from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.schema import METADATA

AnyStore = MemoryStore | SqlStore
Fresh = Callable[[], AnyStore]


@pytest.fixture(scope="session")
def sqlite_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """A store in a file."""
    path = tmp_path_factory.mktemp("books") / "sabot.db"
    with open_store(f"sqlite:///{path}") as store:
        yield store


@pytest.fixture(scope="session")
def postgres_store(postgres_server: Postgres) -> Iterator[SqlStore]:
    """A store in a server of its own."""
    with open_store(postgres_server.create_database("conformance")) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "postgresql"], scope="session")
def fresh(request: pytest.FixtureRequest) -> Fresh:
    """How to get an empty store, again and again."""
    if request.param == "memory":
        return MemoryStore
    name = "sqlite_store" if request.param == "sqlite" else "postgres_store"
    store: SqlStore = request.getfixturevalue(name)
    return lambda: emptied(store)


def emptied(store: SqlStore) -> SqlStore:
    """A store without a single row."""
    with store.writing() as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(table.delete())
    return store


@pytest.fixture
def store(fresh: Fresh) -> AnyStore:
    """An empty store."""
    return fresh()
