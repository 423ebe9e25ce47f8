"""The connection that a writer keeps from one transaction to the next, and when it does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event
from tests.units import account, bet, deposit, staking

from sabot.adapters.sql import SqlStore, engines, open_store
from sabot.errors import Unavailable
from sabot.service.ports import CommitFailure


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_store(f"sqlite:///{tmp_path / 'sabot.db'}") as opened:
        opened.claim("t1", "host")
        yield opened


@pytest.fixture
def taken(store: SqlStore) -> list[object]:
    """Each time a writer took a connection from its pool."""
    times: list[object] = []
    event.listen(store.database._engines.writer, "checkout", lambda *taken: times.append(taken))
    return times


def test_it_is_kept_while_all_goes_well(store: SqlStore, taken: list[object]) -> None:
    assert store.ledger.post([deposit("p1", 9)]) is None
    assert list(store.commit([staking("t1", 0, [bet("p1", 5)])])) == [None]
    assert taken == []


def test_after_a_failure_it_goes_back(store: SqlStore, taken: list[object]) -> None:
    with pytest.raises(Unavailable, match="store/failed"), store.database.writing() as connection:
        connection.exec_driver_sql("no such words")
    assert store.ledger.post([deposit("p1", 9)]) is None
    assert len(taken) == 1
    assert list(store.commit([staking("t1", 0, [bet("p1", 10)])])) == [CommitFailure.BELOW_FLOOR]
    assert store.ledger.post([deposit("p1", 1, number=2)]) is None
    assert len(taken) == 2
    assert store.ledger.balances([account("p1")]) == {account("p1"): 10}


def test_after_a_rest_it_is_looked_at(
    store: SqlStore, taken: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "IDLE_SECONDS_MAX", 0)
    for number in (1, 2):
        assert store.ledger.post([deposit("p1", 9, number=number)]) is None
    assert len(taken) == 2
