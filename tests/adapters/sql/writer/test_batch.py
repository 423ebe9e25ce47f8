"""Folding, without a database: what a batch adds up to."""

import pytest
from msgspec.structs import replace
from tests.units import (
    CASHIER,
    HOUSE,
    account,
    bet,
    deposit,
    escrow,
    events,
    losing,
    refund_of,
    stake_of,
    staking,
    wallet_op,
)

from sabot.adapters.sql.writer.batch import Change, Repeated, fold, fold_money, settled
from sabot.adapters.units import net_changes
from sabot.service.ports import Unit, WalletOpState


def test_transfers_of_one_step_are_one_change_for_each_account() -> None:
    rows = [bet("p1", 5), bet("p1", 7, kind="TIE"), bet("p2", 1)]
    assert [*fold_money([net_changes([stake_of(row) for row in rows])]).changes()] == [
        Change(escrow("r1"), 13, 0, 0),
        Change(account("p1"), -12, -12, 0),
        Change(account("p2"), -1, -1, 0),
    ]


def test_I2_the_dip_is_the_lowest_point_between_steps() -> None:
    row = bet("p1", 50)
    steps = [net_changes([one]) for one in (stake_of(row), refund_of(row), deposit("p1", 9))]
    changes = {change.account: change for change in fold_money(steps).changes()}
    assert changes[account("p1")] == Change(account("p1"), 9, -50, 0)
    assert changes[escrow("r1")] == Change(escrow("r1"), 0, 0, 0)
    backwards = {change.account: change for change in fold_money(steps[::-1]).changes()}
    # A deposit first lifts it; the refund before its stake makes the escrow dip instead.
    assert backwards[account("p1")] == Change(account("p1"), 9, 0, 0)
    assert backwards[escrow("r1")] == Change(escrow("r1"), 0, -50, 0)
    assert fold_money(steps).turning == [account("p1")]
    assert fold_money(steps[::-1]).turning == [escrow("r1")]


def test_inside_one_step_the_order_is_nothing() -> None:
    row = bet("p1", 50)
    both = [stake_of(row), refund_of(row)]
    assert fold_money([net_changes(both)]) == fold_money([net_changes(both[::-1])])


@pytest.mark.parametrize(
    ("change", "may_create"),
    [
        (Change(HOUSE, -5, -5, None), True),
        (Change(CASHIER, 5, 0, None), True),
        (Change(account("p1"), 5, 0, 0), True),
        (Change(account("p1"), 5, -1, 0), False),
        (Change(account("p1"), -5, -5, 0), False),
    ],
)
def test_an_account_begins_above_its_floor(change: Change, may_create: bool) -> None:
    assert change.may_create is may_create


def test_units_of_one_table_are_one_move_of_its_head() -> None:
    first, second = staking("t1", 3, [], many=2), staking("t1", 5, [], many=1)
    (head,) = fold([first, second]).heads
    assert head == ("t1", 1, 3, 6, second.events[-1].hash, second.mac)
    quiet = Unit(table_id="t1", epoch=1, after_seq=6)
    assert fold([first, second, quiet]).heads[0].hash == second.events[-1].hash
    assert fold([quiet]).heads[0].hash is None


@pytest.mark.parametrize(
    "second",
    [
        staking("t1", 4, []),  # as if something had been written between them
        staking("t1", 5, [], epoch=2),
    ],
)
def test_units_that_do_not_follow_one_another_are_looked_at_alone(second: Unit) -> None:
    with pytest.raises(Repeated):
        fold([staking("t1", 3, [], many=2), second])


def test_the_last_snapshot_of_a_table_counts() -> None:
    units = [
        replace(staking("t1", after, [], many=2), snapshot=snapshot)
        for after, snapshot in ((0, b"a"), (2, b"b"), (4, None))
    ]
    assert fold(units).snapshots == [("t1", 4, b"b")]


def test_heads_and_accounts_are_locked_in_one_order() -> None:
    units = [staking(table, 0, [bet(table, 1)]) for table in ("t3", "t1", "t2")]
    batch = fold(units)
    assert [head.table_id for head in batch.heads] == ["t1", "t2", "t3"]
    names = [*fold_money(batch.money).totals]
    assert names == sorted(names)


def test_a_wallet_operation_that_moves_twice_is_looked_at_alone() -> None:
    unit = Unit(
        table_id="t1",
        epoch=1,
        after_seq=0,
        wallet_ops=(wallet_op("o", WalletOpState.OWED), wallet_op("o", WalletOpState.PAID)),
    )
    with pytest.raises(Repeated):
        fold([unit])


def test_what_is_settled_names_its_bets_and_escrows() -> None:
    rows = [bet("p1", 5), bet("p2", 6)]
    assert settled([staking("t1", 0, rows)]) == []
    (unit,) = settled([losing("t1", 1, rows)])
    assert unit == ("t1", [row.id for row in rows], frozenset({"r1"}))


def test_rows_are_tuples_in_the_order_of_the_columns() -> None:
    batch = fold([staking("t1", 0, [bet("p1", 5)])])
    (event,) = events(1, after=0)
    assert [*batch.events] == [
        ("t1", 1, 1, "r1", "Announced", 1, event.body, event.hash, event.at_ms)
    ]
    row = bet("p1", 5)
    assert [*batch.bets] == [(row.id, "r1", "p1", "PLAYER", 5, row.body, account("p1"))]
    batch = fold([losing("t1", 1, [row])])
    assert [*batch.transfers] == [
        (f"{row.id}:loss", "loss", escrow("r1"), HOUSE, 5, row.id, "r1", None)
    ]
