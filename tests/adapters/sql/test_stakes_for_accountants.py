"""The query of ADR 0019 lists every transfer of the books, stakes included."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.units import bet, deposit, losing, staking

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.schema import ACCOUNT

ADR = Path(__file__).parents[3] / "docs" / "adr" / "0019-a-stake-is-its-bet.md"
ROWS = [bet("p1", 5), bet("p2", 7), bet("p1", 3, kind="TIE", round_id="r2")]


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        opened.claim("t1", "host")
        assert opened.ledger.post([deposit("p1", 100), deposit("p2", 100)]) is None
        assert list(opened.commit([staking("t1", 0, ROWS)])) == [None]
        assert list(opened.commit([losing("t1", 1, ROWS[:2])])) == [None]
        yield opened


def _query(url: str) -> str:
    found = re.search(r"```sql\n(.+?)```", ADR.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    query = found[1]
    return (
        query
        if url.startswith("sqlite")
        else query.replace("substr(source, -3)", "right(source, 3)")
    )


def test_it_lists_what_an_export_holds_and_adds_up_to_the_balances(
    store: SqlStore, url: str
) -> None:
    with store.database.writing() as connection:
        listed = [tuple(row) for row in connection.exec_driver_sql(_query(url))]
        kept = {
            row[0]: row[1] for row in connection.execute(select(ACCOUNT.c.id, ACCOUNT.c.balance))
        }
    exported = [row for kind, row in store.export_rows() if kind == "transfer"]
    assert [row[0] for row in listed] == [row["id"] for row in exported]
    assert sorted(row[0] for row in listed if row[1] == "stake") == sorted(
        f"{row.id}:stake" for row in ROWS
    )
    moved = Counter[str]()
    for _, _, debit, credit, amount, _, _ in listed:
        moved[debit] -= amount
        moved[credit] += amount
    assert {account: sum_ for account, sum_ in moved.items() if sum_} == {
        account: balance for account, balance in kept.items() if balance
    }
