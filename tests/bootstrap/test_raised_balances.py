"""An administrator of the database without the keys raises a balance while the house is open.

The player has not been at a table since the start, so this process has not read the balance yet.
Every edit but the first leaves balances that are the sums of their postings (ADR 0068).
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.bootstrap.test_casino import opened, settings_at
from tests.bootstrap.test_edited_rounds import INVENTED_PAYOUT, INVENTED_ROUND
from tests.bootstrap.test_edited_rows import (
    GIFT,
    Edit,
    _quiet,  # noqa: F401  its log lines are expected
    bet,
    edited,
    played,  # noqa: F401  a fixture
    seen,
    sql,
)

ADA = "player:ada:EUR"
RAISED = (sql(f"UPDATE account SET balance = balance + 500000 WHERE id = '{ADA}'"),)  # noqa: S608
ANOTHER_ACCOUNT = (
    sql(f"UPDATE account SET id = 'player:spare:EUR' WHERE id = '{ADA}'"),  # noqa: S608
    sql(f"UPDATE account SET id = '{ADA}', balance = 500000 WHERE id = 'player:bruno:EUR'"),  # noqa: S608
)
A_GIFT = (
    sql(GIFT),
    sql(f"UPDATE account SET balance = balance + 900 WHERE id = '{ADA}'"),  # noqa: S608
    sql("UPDATE account SET balance = balance - 900 WHERE id = 'cashier:demo:EUR'"),
)


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param(RAISED, id="raised"),
        pytest.param(ANOTHER_ACCOUNT, id="another account"),
        pytest.param(A_GIFT, id="deposit"),
        pytest.param(INVENTED_PAYOUT, id="payout"),
        pytest.param(INVENTED_ROUND, id="round"),
    ],
)
def test_20_4_a_balance_raised_before_its_player_comes_is_not_staked(
    tmp_path: Path,
    played: Path,  # noqa: F811
    edits: tuple[Edit, ...],
) -> None:
    edited(tmp_path, played)

    async def story() -> tuple[tuple[str, int | None], dict[str, Any]]:
        async with opened(settings_at(tmp_path)) as (casino, address):
            await casino.house.sweeping.look()  # the next one is 30 s away
            with contextlib.closing(sqlite3.connect(tmp_path / "casino.db", timeout=20)) as db, db:
                for edit in edits:
                    edit(db)
            return await bet(address, "ada"), await seen(address)

    refused, found = asyncio.run(story())
    assert refused == ("account/in_doubt", None)
    assert ("account", ADA) in found["doubts"]
