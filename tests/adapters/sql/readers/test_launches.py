"""What the database is asked when a launch is used, and which rows of it are believed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event
from tests.seals import SEALS

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.money import Currency
from sabot.service.identity.rows import LaunchRow


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(f"sqlite:///{tmp_path / 'sabot.db'}") as opened:
        yield opened


def launch(digest: bytes) -> LaunchRow:
    return LaunchRow(
        digest=digest,
        operator="acme",
        operator_player="7",
        nickname="Ada",
        currency=Currency.EUR,
        table_id=None,
        asked_at_ms=0,
        expires_at_ms=100,
    )


def test_the_three_refusals_cost_the_same_statements(store: SqlStore) -> None:
    launches = SqlIdentity(store.database).launches
    launches.add(launch(b"used"))
    launches.add(launch(b"expired"))
    launches.use(b"used", at_ms=1)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(store.database._engines.writer, "before_cursor_execute", note)
    work = set[tuple[str, ...]]()
    for digest in (b"used", b"expired", b"unknown", b""):
        asked.clear()
        assert not launches.use(digest, at_ms=100).won
        work.add(tuple(asked))
    assert len(work) == 1
    assert [statement.split()[0] for statement in asked] == ["UPDATE", "SELECT"]


@pytest.mark.parametrize(
    "change", ["operator = 'other'", "operator_player = '8'", "expires_at_ms = 900", "mac = ''"]
)
def test_20_4_a_launch_that_was_edited_or_invented_is_unknown(store: SqlStore, change: str) -> None:
    store.database.log.seals = SEALS
    launches = SqlIdentity(store.database).launches
    launches.add(launch(b"honest"))
    assert launches.get(b"honest") == launch(b"honest")
    with store.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE identity_launch SET {change}")  # noqa: S608
    assert launches.get(b"honest") is None
    assert launches.use(b"honest", at_ms=1) == (None, False)
