"""Which rows of known devices are believed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.seals import SEALS

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.identity import SqlIdentity
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, DeviceRow, Origin


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(f"sqlite:///{tmp_path / 'sabot.db'}") as opened:
        yield opened


def test_20_4_a_device_that_was_moved_to_another_account_is_unknown(store: SqlStore) -> None:
    store.database.log.seals = SEALS
    identity = SqlIdentity(store.database)
    for player in ("ada", "bo"):
        identity.accounts.add(player_account(player))
    known = DeviceRow(digest=b"d", account_id="login:ada", seen_at_ms=1)
    identity.devices.add(known, most=3)
    identity.devices.seen(b"d", at_ms=2)
    assert identity.devices.get(b"d") == replace(known, seen_at_ms=2)
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE identity_device SET account_id = 'login:bo'")
    assert identity.devices.get(b"d") is None


def player_account(name: str) -> AccountRow:
    return AccountRow(
        account_id=f"login:{name}",
        login=name,
        password="$hash",  # noqa: S106 -- a test's own
        role=Role.PLAYER,
        player_id=name,
        operator=None,
        nickname="",
        origin=Origin.HOUSE,
        disabled=None,
        version=1,
        created_at_ms=0,
    )
