"""One suite for every store: the fake is as strict as the real ones, and they agree.

The cases speak of tables `t1`, `t2`, players `p1`, `p2` and a round `r1`; `tests/units.py` says how
their rows look.
"""

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.conformance.stores import BELOW_FLOOR, CONFLICT, FENCED, facts, one, opened
from tests.units import (
    CASHIER,
    HOUSE,
    account,
    bet,
    command,
    deposit,
    escrow,
    events,
    losing,
    outcome,
    refund_of,
    stakes,
    staking,
    win_of,
)

from sabot.adapters.sql import SqlStore
from sabot.errors import Corrupt
from sabot.ledger import TransferKind
from sabot.service.ports import Unit
from sabot.table.record.codec import GENESIS

# --- claiming -------------------------------------------------------------------------------------


def test_a_new_table_begins_at_nothing(store: AnyStore) -> None:
    head = store.claim("t1", "host-a")
    assert (head.epoch, head.seq, head.hash) == (1, 0, GENESIS)
    assert (head.snapshot, head.snapshot_seq) == (None, 0)
    assert list(store.events.read("t1", after=0)) == []


def test_every_claim_is_a_new_epoch_of_its_own_table(store: AnyStore) -> None:
    assert [store.claim("t1", owner).epoch for owner in ("a", "b", "a")] == [1, 2, 3]
    assert store.claim("t2", "a").epoch == 1


def test_I9_an_owner_claims_again_what_nobody_else_has_claimed(store: AnyStore) -> None:
    assert store.claim_again("t1", "a") is None
    store.claim("t1", "a")
    written = events(3, after=0)
    assert one(store, Unit(table_id="t1", epoch=1, after_seq=0, events=written)) is None
    head = store.claim_again("t1", "a")
    assert head is not None
    assert (head.epoch, head.seq, head.hash) == (2, 3, written[-1].hash)
    store.claim("t1", "b")
    assert store.claim_again("t1", "a") is None
    ((_, row),) = [fact for fact in store.export_rows() if fact[0] == "head"]
    assert (row["epoch"], row["owner"]) == (3, "b")


def test_I9_a_claim_tells_where_the_table_stands(store: AnyStore) -> None:
    store.claim("t1", "a")
    written = events(3, after=0)
    assert one(store, Unit(table_id="t1", epoch=1, after_seq=0, events=written)) is None
    head = store.claim("t1", "b")
    assert (head.epoch, head.seq, head.hash) == (2, 3, written[-1].hash)


def test_the_claim_is_dated_by_the_store(store: AnyStore) -> None:
    store.claim("t1", "host-a")
    (kind, head), *_ = store.export_rows()
    assert (kind, head["owner"]) == ("head", "host-a")
    claimed = head["claimed_at_ms"]
    assert isinstance(claimed, int)
    if isinstance(store, SqlStore):  # some moment between the first line of this and its reader
        assert 1_700_000_000_000 < claimed < 10_000_000_000_000


# --- events and snapshots -------------------------------------------------------------------------


def test_events_come_back_in_order_and_from_where_asked(store: AnyStore) -> None:
    store.claim("t1", "a")
    written = events(7, after=0)
    for first in (0, 3):
        part = written[first : first + (3 if first == 0 else 4)]
        assert one(store, Unit(table_id="t1", epoch=1, after_seq=first, events=part)) is None
    assert tuple(store.events.read("t1", after=0)) == written
    assert tuple(store.events.read("t1", after=5)) == written[5:]
    assert list(store.events.read("t1", after=7)) == []
    assert list(store.events.read("t2", after=0)) == []


def test_events_are_read_beyond_one_page(store: AnyStore) -> None:
    store.claim("t1", "a")
    written = events(1_203, after=0)
    assert one(store, Unit(table_id="t1", epoch=1, after_seq=0, events=written)) is None
    assert tuple(store.events.read("t1", after=1)) == written[1:]


def test_the_last_events_of_a_kind_are_found(store: AnyStore) -> None:
    store.claim("t1", "a")
    kinds = ("ShoeLoaded", "RoundOpened", "ShoeLoaded", "RoundOpened", "RoundOpened")
    written = tuple(
        replace(event, kind=kind) for event, kind in zip(events(5, after=0), kinds, strict=True)
    )
    assert one(store, Unit(table_id="t1", epoch=1, after_seq=0, events=written)) is None
    places = [store.events.seq_of("t1", "ShoeLoaded", nth_last=nth) for nth in (1, 2, 3)]
    assert places == [3, 1, 0]
    assert store.events.seq_of("t2", "ShoeLoaded", nth_last=1) == 0


def test_a_snapshot_is_replaced_and_never_lost(store: AnyStore) -> None:
    store.claim("t1", "a")
    for after, snapshot in ((0, b"first"), (2, b"second"), (4, None)):
        unit = Unit(
            table_id="t1",
            epoch=1,
            after_seq=after,
            events=events(2, after=after),
            snapshot=snapshot,
        )
        assert one(store, unit) is None
    head = store.claim("t1", "b")
    assert (head.snapshot, head.snapshot_seq, head.seq) == (b"second", 4, 6)


def test_I9_a_gap_in_the_numbers_is_corruption(store: AnyStore) -> None:
    store.claim("t1", "a")
    with pytest.raises(Corrupt, match="event/out_of_sequence") as raised:
        store.commit([Unit(table_id="t1", epoch=1, after_seq=0, events=events(1, after=1))])
    assert raised.value.data["table_id"] == "t1"
    assert store.claim("t1", "a").seq == 0


# --- fencing --------------------------------------------------------------------------------------


def test_an_older_owner_is_fenced_off(store: AnyStore) -> None:
    opened(store, "t1")
    store.claim("t1", "heir")
    before = facts(store)
    assert one(store, staking("t1", 0, [bet("p1", 5)], epoch=1)) is FENCED
    assert facts(store) == before
    assert one(store, staking("t1", 0, [bet("p1", 5)], epoch=2)) is None


@pytest.mark.parametrize("after", [0, 2])
def test_a_head_that_moved_fences(store: AnyStore, after: int) -> None:
    opened(store, "t1")
    assert one(store, staking("t1", 0, [bet("p1", 5)])) is None
    assert one(store, staking("t1", after, [bet("p1", 6, kind="TIE")])) is FENCED


def test_a_table_nobody_claimed_takes_nothing(store: AnyStore) -> None:
    opened(store)
    assert one(store, staking("t1", 0, [bet("p1", 5)])) is FENCED


def test_a_unit_without_events_is_fenced_too(store: AnyStore) -> None:
    store.claim("t1", "a")
    quiet = Unit(table_id="t1", epoch=1, after_seq=0, commands=(command("p1", "c1"),))
    assert one(store, quiet) is None
    assert one(store, replace(quiet, after_seq=1, commands=(command("p1", "c2"),))) is FENCED
    store.claim("t1", "b")
    assert one(store, replace(quiet, commands=(command("p1", "c3"),))) is FENCED
    assert store.answers.answer("p1", "c1") is not None
    assert store.answers.answer("p1", "c2") is None


# --- groups ---------------------------------------------------------------------------------------


def test_nothing_to_commit_is_no_work(store: AnyStore) -> None:
    assert list(store.commit([])) == []


def test_units_of_several_tables_share_a_commit(store: AnyStore) -> None:
    opened(store, "t1", "t2")
    units = [
        staking("t1", 0, [bet("p1", 5)]),
        staking("t2", 0, [bet("p2", 6, round_id="r2")]),
        staking("t1", 1, [bet("p2", 7)]),
    ]
    assert list(store.commit(units)) == [None, None, None]
    assert store.ledger.balances([account("p1"), account("p2"), escrow("r1"), escrow("r2")]) == {
        account("p1"): 95,
        account("p2"): 87,
        escrow("r1"): 12,
        escrow("r2"): 6,
    }
    assert store.claim("t1", "b").seq == 2


def test_only_the_guilty_unit_of_a_group_fails(store: AnyStore) -> None:
    opened(store, "t1", "t2", "t3", "t4")
    units = [
        staking("t1", 0, [bet("p1", 5)]),
        staking("t2", 0, [bet("p1", 5, round_id="r2")], epoch=9),
        staking("t3", 0, [bet("p2", 101, round_id="r3")]),
        staking("t4", 0, [bet("p2", 100, round_id="r4")]),
    ]
    assert list(store.commit(units)) == [None, FENCED, BELOW_FLOOR, None]
    assert store.ledger.balances([account("p1"), account("p2")]) == {
        account("p1"): 95,
        account("p2"): 0,
    }
    assert [store.claim(table, "b").seq for table in ("t1", "t2", "t3", "t4")] == [1, 0, 0, 1]


def test_what_follows_a_failed_unit_of_its_table_falls_with_it(store: AnyStore) -> None:
    opened(store, "t1")
    units = [staking("t1", 0, [bet("p1", 101)]), staking("t1", 1, [bet("p1", 1, kind="TIE")])]
    assert list(store.commit(units)) == [BELOW_FLOOR, FENCED]
    assert store.ledger.balances([account("p1")]) == {account("p1"): 100}


# --- money ----------------------------------------------------------------------------------------


def test_an_account_nobody_used_holds_nothing(store: AnyStore) -> None:
    assert store.ledger.balances([account("p1"), HOUSE]) == {account("p1"): 0, HOUSE: 0}
    assert store.ledger.balances([]) == {}


def test_the_same_transfer_again_moves_nothing(store: AnyStore) -> None:
    for _ in range(3):
        assert store.ledger.post([deposit("p1", 100)]) is None
    assert store.ledger.post([deposit("p1", 100), deposit("p1", 100), deposit("p2", 7)]) is None
    assert store.ledger.balances([account("p1"), account("p2"), CASHIER]) == {
        account("p1"): 100,
        account("p2"): 7,
        CASHIER: -107,
    }


def test_another_transfer_under_the_same_id_is_a_conflict(store: AnyStore) -> None:
    opened(store, "t1")
    before = facts(store)
    other = replace(deposit("p1", 100), kind=TransferKind.ADJUSTMENT)
    for wrong in ([deposit("p1", 99)], [other], [deposit("p3", 1), deposit("p3", 2)]):
        assert store.ledger.post(wrong) is CONFLICT
    unit = replace(staking("t1", 0, [bet("p2", 5)]), transfers=(deposit("p1", 1),))
    assert one(store, unit) is CONFLICT
    assert facts(store) == before


def test_a_transfer_that_a_unit_repeats_moves_nothing(store: AnyStore) -> None:
    opened(store, "t1", "t2")
    first = staking("t1", 0, [bet("p1", 5)])
    assert one(store, first) is None
    # The same stake again, from another table, twice, and together with something new.
    again = replace(
        first,
        table_id="t2",
        stakes=(*first.stakes, *first.stakes, *stakes([bet("p2", 3)])),
    )
    assert one(store, again) is None
    assert store.ledger.balances([account("p1"), account("p2"), escrow("r1")]) == {
        account("p1"): 95,
        account("p2"): 97,
        escrow("r1"): 8,
    }


def test_F263_rounds_with_stakes_are_those_whose_escrow_is_not_empty(store: AnyStore) -> None:
    opened(store, "t1")
    assert store.ledger.rounds_with_stakes("fun-") == []
    over = bet("p1", 5, round_id="fun-a-1")
    rows = [over, bet("p1", 5, round_id="fun-a-2"), bet("p1", 5, round_id="fun-b-1"), bet("p1", 5)]
    assert one(store, staking("t1", 0, [*rows, bet("p1", 5, round_id="fun.z-1")])) is None
    assert store.ledger.rounds_with_stakes("fun-") == ["fun-a-1", "fun-a-2", "fun-b-1"]
    assert one(store, losing("t1", 1, [over])) is None
    assert store.ledger.rounds_with_stakes("fun-") == ["fun-a-2", "fun-b-1"]


def test_I2_a_balance_keeps_its_floor(store: AnyStore) -> None:
    opened(store, "t1")
    before = facts(store)
    assert one(store, staking("t1", 0, [bet("p1", 60), bet("p1", 41, kind="TIE")])) is BELOW_FLOOR
    assert one(store, staking("t1", 0, [bet("stranger", 1)])) is BELOW_FLOOR
    assert store.ledger.post(
        [replace(deposit("p1", 101), id="x", debit=account("p1"), credit=CASHIER)]
    )
    assert facts(store) == before
    assert one(store, staking("t1", 0, [bet("p1", 60), bet("p1", 40, kind="TIE")])) is None


def test_I2_what_a_balance_passes_through_between_units_counts(store: AnyStore) -> None:
    opened(store, "t1")
    for stake, failures in ((101, [BELOW_FLOOR, FENCED]), (100, [None, None])):
        row = bet("p1", stake, kind=f"TIE{stake}")
        back = Unit(
            table_id="t1",
            epoch=1,
            after_seq=1,
            events=events(1, after=1),
            outcomes=(outcome(row, "cancelled", stake),),
            transfers=(refund_of(row),),
        )
        assert list(store.commit([staking("t1", 0, [row]), back])) == failures
        assert store.ledger.balances([account("p1")]) == {account("p1"): 100}


@pytest.mark.parametrize("name", ['o"neil', "back\\slash", "zoë", "it's", "a,b]}", "🂡"])
def test_a_balance_is_found_whatever_its_owner_is_called(store: AnyStore, name: str) -> None:
    opened(store, "t1")
    assert store.ledger.post([deposit(name, 70)]) is None
    assert one(store, staking("t1", 0, [bet(name, 30), bet("p1", 30)])) is None
    held = {account(name): 40, account("p1"): 70, escrow("r1"): 60}
    assert store.ledger.balances([*held]) == held
    assert one(store, staking("t1", 1, [bet(name, 41, kind="TIE")])) is BELOW_FLOOR


def test_the_house_has_no_floor(store: AnyStore) -> None:
    opened(store, "t1")
    row = bet("p1", 100)
    assert one(store, staking("t1", 0, [row])) is None
    won = Unit(
        table_id="t1",
        epoch=1,
        after_seq=1,
        events=events(1, after=1),
        outcomes=(outcome(row, "win", 200),),
        transfers=win_of(row),
    )
    assert one(store, won) is None
    assert store.ledger.balances([account("p1"), escrow("r1"), HOUSE]) == {
        account("p1"): 200,
        escrow("r1"): 0,
        HOUSE: -100,
    }


def test_P16_twenty_tables_spend_one_balance_once(store: AnyStore) -> None:
    tables = [f"t{number}" for number in range(20)]
    opened(store, *tables)
    units = [staking(table, 0, [bet("p1", 30, round_id=table)]) for table in tables]
    failures = list(store.commit(units))
    assert failures == [None] * 3 + [BELOW_FLOOR] * 17
    assert store.ledger.balances([account("p1")]) == {account("p1"): 10}


def test_I2_money_of_a_later_unit_does_not_pay_for_an_earlier_one(store: AnyStore) -> None:
    opened(store, "t1", "t2")
    assert one(store, staking("t2", 0, [bet("p1", 100, round_id="r2")])) is None
    row = bet("p1", 100, round_id="r2")
    refund = Unit(
        table_id="t2",
        epoch=1,
        after_seq=1,
        events=events(1, after=1),
        outcomes=(outcome(row, "refunded", 100),),
        transfers=(refund_of(row),),
    )
    # The sum of both fits the balance of 0, but in this order the stake has nothing to come from.
    assert list(store.commit([staking("t1", 0, [bet("p1", 50)]), refund])) == [BELOW_FLOOR, None]
    assert store.ledger.balances([account("p1")]) == {account("p1"): 100}
    assert list(store.commit([staking("t1", 0, [bet("p1", 50)])])) == [None]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"amount": 0}, "transfer/no_amount"),
        ({"amount": -5}, "transfer/no_amount"),
        ({"amount": 2**53}, "transfer/too_large"),
        ({"credit": account("p1")}, "transfer/to_itself"),
        ({"credit": "escrow:r1:GBP"}, "transfer/two_currencies"),
    ],
)
def test_I1_impossible_transfers_are_corruption(
    store: AnyStore, wrong: dict[str, int | str], code: str
) -> None:
    opened(store, "t1", "t2")
    before = facts(store)
    good, bad = staking("t2", 0, [bet("p2", 5)]), staking("t1", 0, [])
    broken = replace(refund_of(bet("p1", 5)), debit=account("p1"), credit=escrow("r1"))
    broken = replace(broken, **wrong)
    with pytest.raises(Corrupt, match=code) as raised:
        store.commit([good, replace(bad, transfers=(broken,))])
    assert raised.value.data["table_id"] == "t1"
    with pytest.raises(Corrupt, match=code):
        store.ledger.post([broken])
    assert facts(store) == before
