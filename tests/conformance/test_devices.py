"""Known devices: the same cases in memory, in SQLite, in PostgreSQL."""

from tests.conformance.conftest import AnyStore
from tests.conformance.test_identity import ACCOUNT, STAFF, identity_of

from sabot.service.identity.rows import DeviceRow


def test_devices_are_kept_by_account_and_the_oldest_makes_room(store: AnyStore) -> None:
    identity = identity_of(store)
    identity.accounts.add(ACCOUNT)
    identity.accounts.add(STAFF)
    for number in range(4):
        row = DeviceRow(digest=bytes([number]), account_id="login:ada", seen_at_ms=number)
        identity.devices.add(row, most=3)
    other = DeviceRow(digest=b"o", account_id="login:olga", seen_at_ms=0)
    identity.devices.add(other, most=3)
    assert [identity.devices.get(bytes([n])) is None for n in range(4)] == [
        True,
        False,
        False,
        False,
    ]
    identity.devices.seen(bytes([1]), at_ms=9)
    assert identity.devices.get(bytes([1])) == DeviceRow(
        digest=bytes([1]), account_id="login:ada", seen_at_ms=9
    )
    assert identity.devices.forget_before(3) == 2  # the second of ada's, and olga's
    identity.devices.add(other, most=3)
    identity.devices.forget("login:ada", but=bytes([3]))
    assert [identity.devices.get(bytes([n])) is None for n in range(4)] == [True, True, True, False]
    identity.devices.forget("login:ada")
    assert identity.devices.get(bytes([3])) is None
    assert identity.devices.get(b"o") == other
