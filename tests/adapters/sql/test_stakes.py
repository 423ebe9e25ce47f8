"""Stakes that lie in transfers of their own, as they did before: nobody sees the difference."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, update
from tests.units import account, bet, deposit, escrow, losing, stake_of, stakes, staking

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.batch import transfer_rows
from sabot.adapters.sql.flows import SqlFlows
from sabot.adapters.sql.schema import BET, TRANSFER
from sabot.service.ports import CommitFailure

ROWS = [bet("p1", 5), bet("p2", 7), bet("p1", 3, kind="TIE", round_id="r2")]


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    """A table with stakes, the first two of them from before."""
    with open_store(url) as opened:
        opened.claim("t1", "host")
        assert opened.post([deposit("p1", 100), deposit("p2", 100)]) is None
        assert list(opened.commit([staking("t1", 0, ROWS)])) == [None]
        yield opened


@pytest.fixture
def older(store: SqlStore) -> SqlStore:
    with store.writing() as connection:
        for row in ROWS[:2]:
            connection.execute(update(BET).where(BET.c.id == row.id).values(source=None))
            (values,) = transfer_rows([stake_of(row)])
            connection.execute(insert(TRANSFER).values(values))
    return store


def test_they_are_exported_as_ever(store: SqlStore, request: pytest.FixtureRequest) -> None:
    before = [*store.export_rows()]
    older: SqlStore = request.getfixturevalue("older")
    assert [*older.export_rows()] == before
    assert sum(kind == "transfer" for kind, _ in before) == 5


def test_the_same_again_is_nothing_and_another_a_conflict(older: SqlStore) -> None:
    assert list(older.commit([staking("t1", 1, ROWS)])) == [None]
    assert older.balances([escrow("r1"), account("p1")]) == {escrow("r1"): 12, account("p1"): 92}
    golden = stakes(ROWS[:1], source="golden:p1:EUR")
    unit = replace(staking("t1", 2, []), stakes=golden)
    assert list(older.commit([unit])) == [CommitFailure.CONFLICT]


def test_they_are_settled(older: SqlStore) -> None:
    assert list(older.commit([losing("t1", 1, ROWS)])) == [None]
    assert older.balances([escrow("r1"), escrow("r2")]) == {escrow("r1"): 0, escrow("r2"): 0}


def test_they_count_as_spent(older: SqlStore) -> None:
    first, second = SqlFlows(older).flows("p1", since_ms=0)
    assert (first.staked, second.staked) == ({ROWS[0].id: 5}, {ROWS[2].id: 3})
