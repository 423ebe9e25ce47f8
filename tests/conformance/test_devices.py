"""Known devices: the same cases in memory, in SQLite, in PostgreSQL."""

from tests.conformance.conftest import AnyStore
from tests.conformance.test_identity import ACCOUNT, STAFF, identity_of

from sabot.service.identity.rows import DeviceRow


def test_devices_are_kept_by_account_and_the_oldest_makes_room(store: AnyStore) -> None:
    identity = identity_of(store)
    identity.add_account(ACCOUNT)
    identity.add_account(STAFF)
    for number in range(4):
        row = DeviceRow(digest=bytes([number]), account_id="login:ada", seen_at_ms=number)
        identity.add_device(row, most=3)
    other = DeviceRow(digest=b"o", account_id="login:olga", seen_at_ms=0)
    identity.add_device(other, most=3)
    assert [identity.device(bytes([n])) is None for n in range(4)] == [True, False, False, False]
    identity.device_seen(bytes([1]), at_ms=9)
    assert identity.device(bytes([1])) == DeviceRow(
        digest=bytes([1]), account_id="login:ada", seen_at_ms=9
    )
    assert identity.forget_devices_before(3) == 2  # the second of ada's, and olga's
    identity.add_device(other, most=3)
    identity.forget_devices("login:ada", but=bytes([3]))
    assert [identity.device(bytes([n])) is None for n in range(4)] == [True, True, True, False]
    identity.forget_devices("login:ada")
    assert identity.device(bytes([3])) is None
    assert identity.device(b"o") == other
