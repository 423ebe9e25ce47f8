"""Stakes lie in their bets, and every reader sees them as transfers (ADR 0019)."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy import func, select
from tests.units import account, bet, deposit, escrow, losing, stakes, staking

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.flows import SqlFlows
from sabot.adapters.sql.schema import TRANSFER
from sabot.service.ports import CommitFailure

ROWS = [bet("p1", 5), bet("p2", 7), bet("p1", 3, kind="TIE", round_id="r2")]


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    """A table with three stakes."""
    with open_store(url) as opened:
        opened.claim("t1", "host")
        assert opened.ledger.post([deposit("p1", 100), deposit("p2", 100)]) is None
        assert list(opened.commit([staking("t1", 0, ROWS)])) == [None]
        yield opened


def test_they_are_exported_as_transfers_and_have_no_rows_of_their_own(store: SqlStore) -> None:
    transfers = [row for kind, row in store.export_rows() if kind == "transfer"]
    assert len(transfers) == 5
    staked = {row["id"]: row for row in transfers if row["kind"] == "stake"}
    assert set(staked) == {f"{row.id}:stake" for row in ROWS}
    first = staked[f"{ROWS[0].id}:stake"]
    assert (first["debit"], first["credit"], first["amount"]) == (account("p1"), escrow("r1"), 5)
    with store.database.reading() as connection:
        assert connection.execute(select(func.count()).select_from(TRANSFER)).scalar() == 2


def test_the_same_again_is_nothing_and_another_a_conflict(store: SqlStore) -> None:
    assert list(store.commit([staking("t1", 1, ROWS)])) == [None]
    assert store.ledger.balances([escrow("r1"), account("p1")]) == {
        escrow("r1"): 12,
        account("p1"): 92,
    }
    golden = stakes(ROWS[:1], source="golden:p1:EUR")
    unit = replace(staking("t1", 2, []), stakes=golden)
    assert list(store.commit([unit])) == [CommitFailure.CONFLICT]


def test_they_are_settled(store: SqlStore) -> None:
    assert list(store.commit([losing("t1", 1, ROWS)])) == [None]
    assert store.ledger.balances([escrow("r1"), escrow("r2")]) == {escrow("r1"): 0, escrow("r2"): 0}


def test_they_count_as_spent(store: SqlStore) -> None:
    first, second = SqlFlows(store.database).flows("p1", since_ms=0)
    assert (first.staked, second.staked) == ({ROWS[0].id: 5}, {ROWS[2].id: 3})
