"""What the database is asked when a launch is used."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.identity import SqlIdentity
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
    identity = SqlIdentity(store)
    identity.add_launch(launch(b"used"))
    identity.add_launch(launch(b"expired"))
    identity.use_launch(b"used", at_ms=1)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(store._engines.writer, "before_cursor_execute", note)
    work = set[tuple[str, ...]]()
    for digest in (b"used", b"expired", b"unknown", b""):
        asked.clear()
        assert not identity.use_launch(digest, at_ms=100).won
        work.add(tuple(asked))
    assert len(work) == 1
    assert [statement.split()[0] for statement in asked] == ["UPDATE", "SELECT"]
