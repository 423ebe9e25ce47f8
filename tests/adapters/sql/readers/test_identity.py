"""What the database is asked when a launch is used, and which rows of it are believed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import event
from tests.seals import SEALS

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.money import Currency
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, DeviceRow, LaunchRow, Origin


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
    identity = SqlIdentity(store.database)
    identity.add_launch(launch(b"used"))
    identity.add_launch(launch(b"expired"))
    identity.use_launch(b"used", at_ms=1)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(store.database._engines.writer, "before_cursor_execute", note)
    work = set[tuple[str, ...]]()
    for digest in (b"used", b"expired", b"unknown", b""):
        asked.clear()
        assert not identity.use_launch(digest, at_ms=100).won
        work.add(tuple(asked))
    assert len(work) == 1
    assert [statement.split()[0] for statement in asked] == ["UPDATE", "SELECT"]


@pytest.mark.parametrize(
    "change", ["operator = 'other'", "operator_player = '8'", "expires_at_ms = 900", "mac = ''"]
)
def test_20_4_a_launch_that_was_edited_or_invented_is_unknown(store: SqlStore, change: str) -> None:
    store.database.log.seals = SEALS
    identity = SqlIdentity(store.database)
    identity.add_launch(launch(b"honest"))
    assert identity.launch(b"honest") == launch(b"honest")
    with store.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE identity_launch SET {change}")  # noqa: S608
    assert identity.launch(b"honest") is None
    assert identity.use_launch(b"honest", at_ms=1) == (None, False)


def test_20_4_a_device_that_was_moved_to_another_account_is_unknown(store: SqlStore) -> None:
    store.database.log.seals = SEALS
    identity = SqlIdentity(store.database)
    for player in ("ada", "bo"):
        identity.add_account(player_account(player))
    known = DeviceRow(digest=b"d", account_id="login:ada", seen_at_ms=1)
    identity.add_device(known, most=3)
    identity.device_seen(b"d", at_ms=2)
    assert identity.device(b"d") == replace(known, seen_at_ms=2)
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE identity_device SET account_id = 'login:bo'")
    assert identity.device(b"d") is None


def player_account(name: str) -> AccountRow:
    return AccountRow(
        account_id=f"login:{name}",
        login=name,
        password="$hash",  # noqa: S106 -- of nobody
        role=Role.PLAYER,
        player_id=name,
        operator=None,
        nickname="",
        origin=Origin.HOUSE,
        disabled=None,
        version=1,
        created_at_ms=0,
    )
