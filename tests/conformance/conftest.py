"""The stores that the same cases run on: in memory, in SQLite, there by a scribe, in PostgreSQL."""

from collections.abc import Callable, Iterator

import pytest
from tests.seals import SEALS
from tools.postgres import Postgres

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.store import HOUSE_ID
from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.adapters.sql.schema import METADATA
from sabot.adapters.sql.writer.scribe import Scribe

AnyStore = MemoryStore | SqlStore
Fresh = Callable[[], AnyStore]


def house_log() -> SqlHouseLog:
    """A log whose house is the same as in memory."""
    return SqlHouseLog(SEALS, house=lambda: HOUSE_ID)


@pytest.fixture(scope="session")
def sqlite_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """A store in a file."""
    path = tmp_path_factory.mktemp("books") / "sabot.db"
    with open_store(f"sqlite:///{path}", log=house_log()) as store:
        yield store


@pytest.fixture(scope="session")
def dictated_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlStore]:
    """A store in a file, whose bets and outcomes a scribe writes down to the last one."""
    url = f"sqlite:///{tmp_path_factory.mktemp('dictated') / 'sabot.db'}"
    scribe = Scribe(url, worth_it=0)
    with open_store(url, scribe=scribe, log=house_log()) as store:
        scribe.start()
        yield store


@pytest.fixture(scope="session")
def postgres_store(postgres_server: Postgres) -> Iterator[SqlStore]:
    """A store in a server of its own."""
    url = postgres_server.create_database("conformance")
    with open_store(url, log=house_log()) as store:
        yield store


@pytest.fixture(params=["memory", "sqlite", "dictated", "postgres"], scope="session")
def fresh(request: pytest.FixtureRequest) -> Fresh:
    """How to get an empty store, again and again."""
    if request.param == "memory":
        return lambda: MemoryStore(seals=SEALS)
    store: SqlStore = request.getfixturevalue(f"{request.param}_store")
    return lambda: emptied(store)


def emptied(store: SqlStore) -> SqlStore:
    """A store without a single row."""
    with store.database.writing() as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(table.delete())
    return store


@pytest.fixture
def store(fresh: Fresh) -> AnyStore:
    """An empty store."""
    return fresh()
