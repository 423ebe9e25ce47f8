"""What every store keeps of rounds, commands and wallets: each id once, each escrow empty.

The second half of the suite in `test_stores.py`.
"""

import pytest
from msgspec.structs import asdict, replace
from tests.conformance.conftest import AnyStore
from tests.conformance.stores import BELOW_FLOOR, CONFLICT, FENCED, facts, one, opened
from tests.units import (
    CASHIER,
    HOUSE,
    account,
    bet,
    command,
    escrow,
    events,
    losing,
    loss_of,
    outcome,
    refund_of,
    stake_of,
    stakes,
    staking,
    wallet_op,
    win_of,
)

from sabot.errors import Corrupt
from sabot.ledger import TransferKind
from sabot.service.ports import Unit, WalletOpState

# --- bets and outcomes ----------------------------------------------------------------------------


def test_a_bet_is_taken_once(store: AnyStore) -> None:
    opened(store, "t1")
    assert one(store, staking("t1", 0, [bet("p1", 5)])) is None
    assert one(store, staking("t1", 1, [bet("p1", 6)])) is CONFLICT
    elsewhere = stakes([bet("p1", 5)], source="golden:p1:EUR")
    assert one(store, replace(staking("t1", 1, []), stakes=elsewhere)) is CONFLICT
    assert one(store, staking("t1", 1, [bet("p1", 5)])) is None


def test_I3_a_bet_has_one_outcome(store: AnyStore) -> None:
    opened(store, "t1")
    row = bet("p1", 5)
    assert list(store.commit([staking("t1", 0, [row]), losing("t1", 1, [row])])) == [None, None]
    before = store.ledger.balances([account("p1"), HOUSE])
    refund = replace(
        losing("t1", 2, [row]),
        outcomes=(outcome(row, "refunded", 5),),
        transfers=(replace(refund_of(row), debit=HOUSE),),
    )
    assert one(store, refund) is CONFLICT
    assert one(store, losing("t1", 2, [row])) is None  # the very same settlement again is nothing
    assert store.ledger.balances([account("p1"), HOUSE]) == before


def test_an_outcome_without_a_bet_is_corruption(store: AnyStore) -> None:
    opened(store, "t1", "t2")
    before = facts(store)
    ghost = Unit(
        table_id="t1",
        epoch=1,
        after_seq=0,
        events=events(1, after=0),
        outcomes=(outcome(bet("p1", 5), "lose"),),
    )
    with pytest.raises(Corrupt, match="outcome/without_bet") as raised:
        store.commit([staking("t2", 0, [bet("p2", 5, round_id="r2")]), ghost])
    assert (raised.value.data["table_id"], raised.value.data["bet"]) == ("t1", "r1/p1/PLAYER")
    assert facts(store) == before


def test_an_outcome_before_its_bet_is_corruption_too(store: AnyStore) -> None:
    opened(store, "t1", "t2")
    row = bet("p1", 5)
    early = replace(losing("t1", 0, [row]), transfers=())
    with pytest.raises(Corrupt, match="outcome/without_bet"):
        store.commit([early, staking("t2", 0, [row])])


@pytest.mark.parametrize("stake", [0, -1, 2**53])
def test_a_bet_has_a_stake(store: AnyStore, stake: int) -> None:
    store.claim("t1", "a")
    unit = Unit(table_id="t1", epoch=1, after_seq=0, stakes=stakes([bet("p1", stake)]))
    with pytest.raises(Corrupt, match="bet/no_stake"):
        store.commit([unit])


def test_a_stake_is_written_with_its_bet_alone(store: AnyStore) -> None:
    opened(store, "t1")
    before = facts(store)
    lone = stake_of(bet("p1", 5))
    for transfer in (lone, replace(lone, id="other"), replace(lone, kind=TransferKind.DEPOSIT)):
        unit = Unit(table_id="t1", epoch=1, after_seq=0, transfers=(transfer,))
        with pytest.raises(Corrupt, match="transfer/stake_without_bet"):
            store.commit([unit])
        with pytest.raises(Corrupt, match="transfer/stake_without_bet"):
            store.ledger.post([transfer])
    assert facts(store) == before


def test_an_escrow_stakes_nothing(store: AnyStore) -> None:
    opened(store, "t1")
    unit = replace(staking("t1", 0, []), stakes=stakes([bet("p1", 5)], source=escrow("r1")))
    with pytest.raises(Corrupt, match="bet/from_escrow"):
        store.commit([unit])


def test_a_stake_is_exported_as_a_transfer_in_the_order_of_ids(store: AnyStore) -> None:
    opened(store, "t1")
    rows = [bet("p1", 5, kind=kind) for kind in ("TIE", "TIE+double", "TIE:3", "TIE/1", "TIE!")]
    assert one(store, staking("t1", 0, rows)) is None
    assert one(store, losing("t1", 1, rows[:3])) is None
    kept = [row for kind, row in facts(store) if kind == "transfer" and row["bet"]]
    assert [row["id"] for row in kept] == sorted(
        [f"{row.id}:stake" for row in rows] + [f"{row.id}:loss" for row in rows[:3]]
    )
    (stake,) = [row for row in kept if row["id"] == "r1/p1/TIE:stake"]
    assert stake == asdict(stake_of(rows[0]))


def test_an_outcome_takes_nothing_away(store: AnyStore) -> None:
    opened(store, "t1")
    row = bet("p1", 5)
    assert one(store, staking("t1", 0, [row])) is None
    with pytest.raises(Corrupt, match="outcome/amount"):
        store.commit([replace(losing("t1", 1, [row]), outcomes=(outcome(row, "lose", -1),))])


# --- escrow ---------------------------------------------------------------------------------------


def test_I5_the_escrow_of_a_settled_round_is_empty(store: AnyStore) -> None:
    opened(store, "t1", "t2")
    rows = [bet("p1", 5), bet("p2", 6)]
    assert one(store, staking("t1", 0, rows)) is None
    before = facts(store)
    settled = losing("t1", 1, rows)
    forgotten = replace(settled, transfers=settled.transfers[:1])
    with pytest.raises(Corrupt, match="round/escrow_not_empty") as raised:
        store.commit([staking("t2", 0, [bet("p1", 1, round_id="r2")]), forgotten])
    assert raised.value.data == {
        "table_id": "t1",
        "round_id": "r1",
        "account": escrow("r1"),
        "balance": 6,
    }
    assert facts(store) == before
    assert one(store, settled) is None


def test_I5_an_outcome_whose_money_did_not_move_is_found(store: AnyStore) -> None:
    opened(store, "t1")
    rows = [bet("p1", 5)]
    assert one(store, staking("t1", 0, rows)) is None
    with pytest.raises(Corrupt, match="round/escrow_not_empty"):
        store.commit([replace(losing("t1", 1, rows), transfers=())])


def test_I5_winnings_left_in_the_escrow_are_found(store: AnyStore) -> None:
    opened(store, "t1")
    row = bet("p1", 5)
    assert one(store, staking("t1", 0, [row])) is None
    winnings, payout = win_of(row)
    half = replace(
        losing("t1", 1, [row]),
        outcomes=(outcome(row, "win", 10),),
        transfers=(winnings, replace(payout, amount=9)),
    )
    with pytest.raises(Corrupt, match="round/escrow_not_empty"):
        store.commit([half])


def test_I5_a_round_may_be_settled_bit_by_bit(store: AnyStore) -> None:
    opened(store, "t1")
    rows = [bet("p1", 5), bet("p2", 6), bet("p2", 7, kind="TIE")]
    assert one(store, staking("t1", 0, rows)) is None
    assert one(store, losing("t1", 1, rows[:1])) is None
    assert list(store.commit([losing("t1", 2, rows[1:2]), losing("t1", 3, rows[2:])])) == [
        None,
        None,
    ]
    assert store.ledger.balances([escrow("r1"), HOUSE]) == {escrow("r1"): 0, HOUSE: 18}


def test_I5_the_last_bit_must_empty_the_escrow(store: AnyStore) -> None:
    opened(store, "t1")
    rows = [bet("p1", 5), bet("p2", 6)]
    assert one(store, staking("t1", 0, rows)) is None
    first = losing("t1", 1, rows[:1])
    assert one(store, replace(first, transfers=())) is None  # the money may follow
    with pytest.raises(Corrupt, match="round/escrow_not_empty"):
        store.commit([losing("t1", 2, rows[1:])])
    late = losing("t1", 2, rows[1:])
    assert one(store, replace(late, transfers=(*first.transfers, loss_of(rows[1])))) is None


def test_I15_a_cancelled_round_returns_every_stake(store: AnyStore) -> None:
    opened(store, "t1")
    rows = [bet("p1", 5), bet("p2", 6), bet("p1", 7, kind="TIE")]
    assert one(store, staking("t1", 0, rows)) is None
    cancelled = replace(
        losing("t1", 1, rows),
        outcomes=tuple(outcome(row, "refunded", row.stake) for row in rows),
        transfers=tuple(refund_of(row) for row in rows),
    )
    assert one(store, cancelled) is None
    assert store.ledger.balances([account("p1"), account("p2"), escrow("r1")]) == {
        account("p1"): 100,
        account("p2"): 100,
        escrow("r1"): 0,
    }
    # An escrow pays nobody twice: it has a floor.
    again = tuple(replace(refund_of(row), id=f"{row.id}:again") for row in rows)
    assert one(store, replace(cancelled, after_seq=2, events=(), transfers=again)) is BELOW_FLOOR


# --- commands -------------------------------------------------------------------------------------


def answering(after: int, *rows: str, table: str = "t1", count: int = 1) -> Unit:
    """A step that happened because of commands."""
    commands = tuple(command("p1", row) for row in rows)
    return Unit(
        table_id=table,
        epoch=1,
        after_seq=after,
        events=events(count, after=after),
        commands=commands,
    )


def test_the_answer_to_a_command_is_kept(store: AnyStore) -> None:
    store.claim("t1", "a")
    assert store.answers.answer("p1", "c1") is None
    assert one(store, answering(0, "c1", "c2")) is None
    assert store.answers.answer("p1", "c1") == command("p1", "c1")
    assert store.answers.answer("p2", "c1") is None
    many = {("p1", f"c{number}") for number in range(1_000)} | {("p2", "c1"), ("p1", "a\0b")}
    assert store.answers.answers(many) == {
        ("p1", name): command("p1", name) for name in ("c1", "c2")
    }
    assert store.answers.answers(()) == {}


def test_a_command_has_one_effect(store: AnyStore) -> None:
    store.claim("t1", "a")
    assert one(store, answering(0, "c1")) is None
    before = facts(store)
    assert one(store, answering(1, "c1")) is CONFLICT
    assert one(store, answering(1, "c2", "c1")) is CONFLICT
    assert facts(store) == before


def test_two_copies_of_a_command_collapse(store: AnyStore) -> None:
    store.claim("t1", "a")
    store.claim("t2", "a")
    twice = [answering(0, "c1", "c1"), answering(0, "c1", table="t2"), answering(1, "c2")]
    assert list(store.commit(twice)) == [None, CONFLICT, None]


def test_another_body_under_the_same_id_is_a_conflict(store: AnyStore) -> None:
    store.claim("t1", "a")
    quiet = Unit(table_id="t1", epoch=1, after_seq=0, commands=(command("p1", "c1"),))
    assert one(store, quiet) is None
    assert one(store, quiet) is None  # no event came of it: the same row again is nothing
    later = replace(command("p1", "c1"), at_ms=99)
    assert one(store, replace(quiet, commands=(later,))) is None
    for wrong in (command("p1", "c1", body="b"), command("p1", "c1", reply="no")):
        assert one(store, replace(quiet, commands=(wrong,))) is CONFLICT
    both = (command("p1", "c3"), command("p1", "c3", body="b"))
    assert one(store, replace(quiet, commands=both)) is CONFLICT
    assert store.answers.answer("p1", "c1") == command("p1", "c1")


def test_a_command_id_is_the_actors_own(store: AnyStore) -> None:
    store.claim("t1", "a")
    unit = replace(answering(0), commands=(command("p1", "c1"), command("p2", "c1", body="b")))
    assert one(store, unit) is None


@pytest.mark.parametrize("name", ["è\u2028🂡", "a\tb\nc", "\\N", "'; DROP TABLE bet; --", '{"}', ""])
def test_a_client_may_name_commands_as_it_likes(store: AnyStore, name: str) -> None:
    store.claim("t1", "a")
    assert one(store, answering(0, name)) is None
    assert one(store, answering(1, name)) is CONFLICT
    assert store.answers.answer("p1", name) == command("p1", name)


@pytest.mark.parametrize("name", ["a\0b", "è\0", "half a pair \ud83c"])
def test_a_name_that_no_database_can_hold_harms_nobody_else(store: AnyStore, name: str) -> None:
    store.claim("t1", "a")
    store.claim("t2", "a")
    units = [answering(0, "c1"), answering(0, "c2", name, table="t2")]
    assert list(store.commit(units)) == [None, CONFLICT]
    assert list(store.commit([replace(units[1], epoch=7)])) == [FENCED]
    assert store.answers.answer("p1", name) is None
    assert store.answers.answer("p1", "c2") is None


# --- wallet operations and secrets ----------------------------------------------------------------


def asking(*ops: tuple[str, WalletOpState], after: int = 0) -> Unit:
    """A step that only moves wallet operations."""
    rows = tuple(wallet_op(name, state) for name, state in ops)
    return Unit(table_id="t1", epoch=1, after_seq=after, wallet_ops=rows)


def test_a_wallet_operation_moves_on(store: AnyStore) -> None:
    store.claim("t1", "a")
    assert one(store, asking(("o1", WalletOpState.ASKED), ("o2", WalletOpState.OWED))) is None
    assert [op.id for op in store.wallet_ops.unfinished()] == ["o1", "o2"]
    tried = replace(wallet_op("o1", WalletOpState.CANCELLING), attempts=3, at_ms=9)
    assert one(store, replace(asking(), wallet_ops=(tried,))) is None
    assert store.wallet_ops.unfinished()[0] == tried
    assert one(store, asking(("o1", WalletOpState.CANCELLED), ("o2", WalletOpState.PAID))) is None
    assert list(store.wallet_ops.unfinished()) == []


def test_open_operations_are_found_by_operator(store: AnyStore) -> None:
    store.claim("t1", "a")
    rows = tuple(
        wallet_op(f"o{number}", state, operator=operator)
        for number, (operator, state) in enumerate(
            [
                ("b", WalletOpState.ASKED),
                ("a", WalletOpState.CANCELLING),
                ("a", WalletOpState.TAKEN),
                ("a", WalletOpState.OWED),
                ("b", WalletOpState.REFUSED),
            ]
        )
    )
    assert one(store, replace(asking(), wallet_ops=rows)) is None
    assert [op.id for op in store.wallet_ops.unfinished()] == ["o0", "o1", "o3"]
    assert [op.id for op in store.wallet_ops.unfinished("a")] == ["o1", "o3"]
    assert list(store.wallet_ops.unfinished("nobody")) == []


@pytest.mark.parametrize("state", [WalletOpState.OWED, WalletOpState.CANCELLING])
def test_an_expired_operation_may_be_put_back(store: AnyStore, state: WalletOpState) -> None:
    store.claim("t1", "a")
    assert store.wallet_ops.find("o1") is store.wallet_ops.find("a\0b") is None
    assert one(store, asking(("o1", WalletOpState.EXPIRED))) is None
    assert one(store, asking(("o1", WalletOpState.PAID))) is CONFLICT
    assert store.wallet_ops.find("o1") == wallet_op("o1", WalletOpState.EXPIRED)
    assert one(store, asking(("o1", state))) is None
    assert store.wallet_ops.find("o1") == wallet_op("o1", state)


@pytest.mark.parametrize(
    "end", [WalletOpState.REFUSED, WalletOpState.CANCELLED, WalletOpState.PAID]
)
def test_a_finished_operation_stays_finished(store: AnyStore, end: WalletOpState) -> None:
    store.claim("t1", "a")
    assert one(store, asking(("o1", end))) is None
    assert one(store, asking(("o1", end))) is None
    assert one(store, asking(("o1", WalletOpState.OWED))) is CONFLICT
    assert one(store, asking(("o1", WalletOpState.OWED), ("o1", end))) is CONFLICT
    assert list(store.wallet_ops.unfinished()) == []


def test_an_operation_is_about_one_thing(store: AnyStore) -> None:
    store.claim("t1", "a")
    assert one(store, asking(("o1", WalletOpState.ASKED))) is None
    dearer = wallet_op("o1", WalletOpState.TAKEN, amount=6)
    elsewhere = wallet_op("o1", WalletOpState.TAKEN, operator="other")
    for wrong in (dearer, elsewhere):
        assert one(store, replace(asking(), wallet_ops=(wrong,))) is CONFLICT
    assert [op.state for op in store.wallet_ops.unfinished()] == [WalletOpState.ASKED]


def test_an_operation_may_move_twice_in_one_commit(store: AnyStore) -> None:
    store.claim("t1", "a")
    inside = asking(("o1", WalletOpState.ASKED), ("o1", WalletOpState.CANCELLING))
    outside = [asking(("o2", WalletOpState.OWED)), asking(("o2", WalletOpState.PAID))]
    assert list(store.commit([inside, *outside])) == [None, None, None]
    assert [(op.id, op.state) for op in store.wallet_ops.unfinished()] == [
        ("o1", WalletOpState.CANCELLING)
    ]


def test_the_order_of_a_shoe_is_kept_and_not_exported(store: AnyStore) -> None:
    store.claim("t1", "a")
    assert store.shoes.secret("s1") is None
    quiet = Unit(table_id="t1", epoch=1, after_seq=0, shoe_secrets=(("s1", b"9h Kd"),))
    assert one(store, quiet) is None
    assert one(store, quiet) is None
    assert one(store, replace(quiet, shoe_secrets=(("s1", b"Kd 9h"),))) is CONFLICT
    assert store.shoes.secret("s1") == b"9h Kd"
    assert "9h Kd" not in str(facts(store))


# --- precedence and export ------------------------------------------------------------------------


def test_refusals_have_an_order_of_precedence(store: AnyStore) -> None:
    opened(store, "t1")
    assert one(store, answering(0, "c1")) is None
    dear = replace(staking("t1", 1, [bet("p1", 101)]), commands=(command("p1", "c1"),))
    assert one(store, replace(dear, epoch=7)) is FENCED
    assert one(store, dear) is CONFLICT
    assert one(store, replace(dear, commands=())) is BELOW_FLOOR
    twins = (command("p1", "c9"), command("p1", "c9", body="b"))
    assert one(store, replace(dear, epoch=7, commands=twins)) is FENCED


def test_an_export_holds_every_fact_in_order(store: AnyStore) -> None:
    opened(store, "t2", "t1")
    row = bet("p1", 5)
    unit = replace(
        staking("t1", 0, [row]),
        commands=(command("p1", "c1"),),
        wallet_ops=(wallet_op("o1", WalletOpState.OWED, attempts=2),),
    )
    assert list(store.commit([unit, losing("t1", 1, [row])])) == [None, None]
    exported = facts(store)
    assert [(kind, next(iter(row.values()))) for kind, row in exported] == [
        ("head", "t1"),
        ("head", "t2"),
        ("event", "t1"),
        ("event", "t1"),
        ("account", CASHIER),
        ("account", escrow("r1")),
        ("account", HOUSE),
        ("account", account("p1")),
        ("account", account("p2")),
        ("transfer", "deposit:p1:1"),
        ("transfer", "deposit:p2:1"),
        ("transfer", "r1/p1/PLAYER:loss"),
        ("transfer", "r1/p1/PLAYER:stake"),
        ("bet", "r1/p1/PLAYER"),
        ("outcome", "r1/p1/PLAYER"),
        ("command", "p1"),
        ("wallet_op", "o1"),
        ("house_log", 1),
        ("house_log", 2),
        ("house_log", 3),
    ]
    (first, *_) = [row for kind, row in exported if kind == "event"]
    assert first == {
        "table_id": "t1",
        "seq": 1,
        "epoch": 1,
        "round_id": "r1",
        "kind": "Announced",
        "version": 1,
        "body": '{"text":"1"}',
        "hash": events(1, after=0)[0].hash.hex(),
        "at_ms": 1_001,
    }
