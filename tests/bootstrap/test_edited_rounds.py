"""An administrator of the database without the keys edits the money of rounds (issue 20, point 4).

Each edit leaves balances that are the sums of their postings: only the events of the rounds tell.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.bootstrap.test_casino import opened, settings_at
from tests.bootstrap.test_edited_rows import (
    TABLE,
    Edit,
    _quiet,  # noqa: F401  its log lines are expected
    accept,
    bet,
    edited,
    played,  # noqa: F401  a fixture
    seen,
    sql,
    start,
    verified,
)

from sabot.client import Client, sign_in
from sabot.errors import Refused
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.wire.table_view import Status

ROUND = "(SELECT round_id FROM bet WHERE player = 'bruno' LIMIT 1)"
BET = "(SELECT id FROM bet WHERE player = 'bruno' LIMIT 1)"
ESCROW = f"'escrow:' || {ROUND} || ':EUR'"


def moved(account: str, amount: int) -> Edit:
    return sql(f"UPDATE account SET balance = balance + {amount} WHERE id = '{account}'")  # noqa: S608


def booked(
    name: str, kind: str, debit: str, credit: str, amount: int, *, bet: str, of: str
) -> Edit:
    return sql(
        "INSERT INTO transfer (id, kind, debit, credit, amount, bet, round) VALUES"  # noqa: S608
        f" ({name}, '{kind}', {debit}, {credit}, {amount}, {bet}, {of})"
    )


INVENTED_ROUND = (
    booked(
        "'speed-1-77:house:EUR'",
        "winnings",
        "'house:house:EUR'",
        "'escrow:speed-1-77:EUR'",
        9000,
        bet="NULL",
        of="'speed-1-77'",
    ),
    booked(
        "'speed-1-77/ada@1:payout'",
        "payout",
        "'escrow:speed-1-77:EUR'",
        "'player:ada:EUR'",
        9000,
        bet="'speed-1-77/ada@1'",
        of="'speed-1-77'",
    ),
    moved("house:house:EUR", -9000),
    moved("player:ada:EUR", 9000),
)
INVENTED_PAYOUT = (
    booked(
        f"{ROUND} || '/ada@9:payout'",
        "payout",
        ESCROW,
        "'player:ada:EUR'",
        9000,
        bet=f"{ROUND} || '/ada@9'",
        of=ROUND,
    ),
    booked(
        f"{ROUND} || ':house:EUR:2'",
        "winnings",
        "'house:house:EUR'",
        ESCROW,
        9000,
        bet="NULL",
        of=ROUND,
    ),
    moved("house:house:EUR", -9000),
    moved("player:ada:EUR", 9000),
)
UNDER_ANOTHER_NAME = (
    booked("'zzz'", "payout", ESCROW, "'player:ada:EUR'", 900, bet="NULL", of=ROUND),
    booked("'zzy'", "winnings", "'house:house:EUR'", ESCROW, 900, bet="NULL", of=ROUND),
    moved("house:house:EUR", -900),
    moved("player:ada:EUR", 900),
)
GOLDEN_WIN = (
    booked(
        f"{ROUND} || '/ada@9:chip'",
        "refund",
        "'house:house:EUR'",
        "'golden:ada/g1:EUR'",
        900,
        bet=f"{ROUND} || '/ada@9'",
        of=ROUND,
    ),
    sql("INSERT INTO account (id, balance, floor) VALUES ('golden:ada/g1:EUR', 900, 0)"),
    moved("house:house:EUR", -900),
)
MONEY_TO_ADA = {
    "a round that never was": INVENTED_ROUND,
    "a payout in a round that was": INVENTED_PAYOUT,
    "under another name": UNDER_ANOTHER_NAME,
    "a golden chip that came back": GOLDEN_WIN,
}


@pytest.mark.parametrize("name", MONEY_TO_ADA)
def test_20_4_invented_money_of_a_round_is_locked_at_the_start(
    tmp_path: Path,
    played: Path,  # noqa: F811
    name: str,
) -> None:
    edited(tmp_path, played, *MONEY_TO_ADA[name])
    assert verified(tmp_path) != set()
    found = asyncio.run(start(tmp_path, "ada", "bruno"))
    assert found["ready"]["ok"]
    # The look at sums while the house runs may have found the account too by now.
    assert {"round"} <= found["ready"]["in_doubt"].keys() <= {"round", "account"}
    assert found["ada"][0] == "account/in_doubt"
    assert found["bruno"][0] == "", "nobody else is held up"
    accept(tmp_path)
    assert verified(tmp_path) == set()
    after = asyncio.run(start(tmp_path, "ada"))
    assert after["ready"]["in_doubt"] == {}
    assert after["ada"] == ("", 100_000), "the events win"


BRUNOS = {
    "an outcome that was raised": (
        sql(f"UPDATE bet_outcome SET amount = amount + 700 WHERE bet_id = {BET}"),  # noqa: S608
    ),
    "a bet that is gone": (
        sql(f"DELETE FROM bet_outcome WHERE bet_id = {BET}"),  # noqa: S608
        sql(f"DELETE FROM transfer WHERE bet = {BET}"),  # noqa: S608
        sql(f"DELETE FROM transfer WHERE round = {ROUND}"),  # noqa: S608
        sql("DELETE FROM bet WHERE player = 'bruno'"),
        sql("DELETE FROM account WHERE id = 'house:house:EUR'"),
        sql("UPDATE account SET balance = 100000 WHERE id = 'player:bruno:EUR'"),
    ),
    "a stake that was raised": (
        sql("UPDATE bet SET stake = stake + 100 WHERE player = 'bruno'"),
        moved("player:bruno:EUR", -100),
    ),
    "a bet of another player": (sql("UPDATE bet SET player = 'ada' WHERE player = 'bruno'"),),
    "an event that was edited": (
        sql("UPDATE event SET body = cast(body || ' ' AS blob) WHERE kind = 'RoundSettled'"),
    ),
}


@pytest.mark.parametrize("name", BRUNOS)
def test_20_4_the_rows_of_a_settled_bet_are_compared_with_its_round(
    tmp_path: Path,
    played: Path,  # noqa: F811
    name: str,
) -> None:
    edited(tmp_path, played, *BRUNOS[name])
    assert verified(tmp_path) != set()
    found = asyncio.run(start(tmp_path, "bruno"))
    assert found["ready"]["in_doubt"].get("round")
    if "event" not in name:
        assert found["bruno"][0] == "account/in_doubt"
        accept(tmp_path)
        assert verified(tmp_path) == set()
        assert asyncio.run(start(tmp_path, "bruno"))["bruno"][0] == ""


@pytest.mark.parametrize("name", MONEY_TO_ADA)
def test_20_4_invented_money_is_found_while_the_house_runs(
    tmp_path: Path,
    played: Path,  # noqa: F811
    name: str,
) -> None:
    edited(tmp_path, played)

    async def story() -> tuple[str, tuple[str, int | None], dict[str, Any]]:
        async with opened(settings_at(tmp_path)) as (casino, address):
            before = await bet(address, "ada")
            with contextlib.closing(sqlite3.connect(tmp_path / "casino.db", timeout=20)) as db, db:
                for edit in MONEY_TO_ADA[name]:
                    edit(db)
            await casino.house.sweeping.look()
            return before[0], await bet(address, "ada"), await seen(address)

    before, after, found = asyncio.run(story())
    assert (before, after[0]) == ("", "account/in_doubt")
    assert any(about == "round" for about, _ in found["doubts"])


def test_20_4_a_balance_that_is_raised_while_the_house_runs_is_locked(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    edited(tmp_path, played)

    async def story() -> tuple[str, int | None]:
        async with opened(settings_at(tmp_path)) as (casino, address):
            with contextlib.closing(sqlite3.connect(tmp_path / "casino.db", timeout=20)) as db, db:
                moved("player:ada:EUR", 900)(db)
            await casino.house.sweeping.look()
            return await bet(address, "ada")

    assert asyncio.run(story()) == ("account/in_doubt", None)


def test_20_4_a_player_who_is_at_a_table_is_locked_while_the_house_runs(
    tmp_path: Path,
    played: Path,  # noqa: F811
) -> None:
    """Of a player without limits a table had asked before, and would not ask again."""
    edited(tmp_path, played)

    async def story() -> str:
        async with opened(settings_at(tmp_path)) as (casino, address), asyncio.timeout(30):
            token = await sign_in(address, login="bruno", password=DEMO_PASSWORD)
            async with Client(address, token=token) as player:
                table = await player.watch(TABLE)
                await table.status(Status.PLACE_YOUR_BETS)
                await table.place("player", 500)
                raised = sqlite3.connect(tmp_path / "casino.db", timeout=20)
                with contextlib.closing(raised) as db, db:
                    moved("player:bruno:EUR", 900)(db)
                await casino.house.sweeping.look()
                await table.round_over()
                await table.status(Status.PLACE_YOUR_BETS)
                with pytest.raises(Refused) as refused:
                    await table.place("player", 500)
                return refused.value.code

    assert asyncio.run(story()) == "account/in_doubt"
