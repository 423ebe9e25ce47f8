"""What the suites of all stores share: a word for each failure, and steps every case takes."""

from __future__ import annotations

from tests.conformance.conftest import AnyStore
from tests.units import deposit

from sabot.service.ports import CommitFailure, Store, Unit

FENCED, BELOW_FLOOR, CONFLICT = (
    CommitFailure.FENCED,
    CommitFailure.BELOW_FLOOR,
    CommitFailure.CONFLICT,
)

_MOMENTS = {"head": ("claimed_at_ms",), "house_log": ("at_ms", "hash", "mac")}


def one(store: Store, unit: Unit) -> CommitFailure | None:
    """Commit one unit."""
    (failure,) = store.commit([unit])
    return failure


def opened(store: Store, *tables: str) -> None:
    """Claim tables and give two players 100 each."""
    for table in tables:
        store.claim(table, "host")
    assert store.ledger.post([deposit("p1", 100), deposit("p2", 100)]) is None


def facts(store: AnyStore) -> list[tuple[str, dict[str, str | int | None]]]:
    """Everything a store holds, less the moment of a claim and the hashes over it."""
    return [
        (kind, {name: value for name, value in row.items() if name not in _MOMENTS.get(kind, ())})
        for kind, row in store.export_rows()
    ]
