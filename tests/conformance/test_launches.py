"""Launches by operators: the same cases in memory, in SQLite, in PostgreSQL."""

from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.conformance.test_identity import LAUNCH, identity_of


def test_a_launch_is_used_once_and_in_time(store: AnyStore) -> None:
    launches = identity_of(store).launches
    launches.add(LAUNCH)
    launches.add(replace(LAUNCH, digest=b"late", table_id="speed-1"))
    assert launches.use(LAUNCH.digest, at_ms=60_999) == (
        replace(LAUNCH, used_at_ms=60_999),
        True,
    )
    assert launches.use(LAUNCH.digest, at_ms=61_000) == (
        replace(LAUNCH, used_at_ms=60_999),
        False,
    )
    late = replace(LAUNCH, digest=b"late", table_id="speed-1")
    assert launches.use(b"late", at_ms=61_000) == (late, False)
    assert launches.use(b"", at_ms=1_000) == (None, False)


def test_the_launches_of_one_player_are_withdrawn(store: AnyStore) -> None:
    launches = identity_of(store).launches
    other = replace(LAUNCH, digest=b"other", operator_player="another")
    foreign = replace(LAUNCH, digest=b"foreign", operator="elsewhere")
    for row in (LAUNCH, replace(LAUNCH, digest=b"used"), other, foreign):
        launches.add(row)
    launches.use(b"used", at_ms=1_000)
    assert launches.withdraw(LAUNCH.operator, LAUNCH.operator_player) == 2
    assert launches.withdraw(LAUNCH.operator, LAUNCH.operator_player) == 0
    assert launches.withdraw("\ud800", "7") == 0
    assert launches.use(LAUNCH.digest, at_ms=1_000) == (None, False)
    assert launches.get(b"used") is None
    assert launches.use(b"other", at_ms=1_000).won
    assert launches.use(b"foreign", at_ms=1_000).won
