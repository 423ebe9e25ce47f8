"""A player who cannot pay for any bet of a table is told so, and told when money has come."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.client.floor import BALANCE, QUICK, Floor, play, quick

from sabot.gamekit import Limits
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Cents, Currency
from sabot.table.config import AnyConfig
from sabot.wire.table_view import YourStatus

SLOW = replace(QUICK, betting=60_000)


def dear(minimum: int) -> AnyConfig:
    """A table where no bet is smaller."""
    config = quick("scanner-1", SLOW)
    limits = Limits(minimum=Cents(minimum), maximum=Cents(10 * minimum))
    return replace(config, limits=dict.fromkeys(config.variant.bets, limits))


def told(folder: Path, *, minimum: int) -> YourStatus:
    """What somebody with money is told while betting is open."""

    async def test() -> YourStatus:
        floor = Floor(folder, [dear(minimum)])
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch("scanner-1")
            await table.until(lambda view: view.phase == "betting")
            assert table.you is not None
            return table.you.status

    return play(test())


def test_F64_F76_a_balance_under_every_minimum_is_told(tmp_path: Path) -> None:
    assert told(tmp_path, minimum=BALANCE + 1) is YourStatus.INSUFFICIENT_BALANCE


def test_F64_F76_a_balance_that_is_just_enough_is_not_mentioned(tmp_path: Path) -> None:
    assert told(tmp_path, minimum=BALANCE) is YourStatus.NONE


def test_F64_money_that_comes_ends_it_at_once(tmp_path: Path) -> None:
    async def test() -> YourStatus:
        floor = Floor(tmp_path, [dear(BALANCE + 1)])
        async with floor.open(), floor.client(floor.enrol("ada")) as ada:
            table = await ada.watch("scanner-1")
            await table.until(lambda view: view.phase == "betting")
            gift = Transfer(
                id="gift:more",
                kind=TransferKind.DEPOSIT,
                debit=str(Account(AccountKind.CASHIER, "test", Currency.EUR)),
                credit=floor.house.players.player("ada").account,
                amount=100,
            )
            floor.house.funds.book([gift])
            floor.broadcaster.own.tell_balance("ada")
            await table.place("player", BALANCE + 1)  # its answer comes after what was told
            assert table.you is not None
            return table.you.status

    assert play(test()) is YourStatus.NONE
