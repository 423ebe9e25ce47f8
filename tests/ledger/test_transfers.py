"""Transfers: double entry as an accountant would check it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sabot.errors import Corrupt, Malformed, Refused
from sabot.ledger import Transfer, TransferKind, balances_after, check_transfers

PLAYER, OTHER, ESCROW, HOUSE = (
    "player:p1:EUR",
    "player:p2:EUR",
    "escrow:r1:EUR",
    "house:house:EUR",
)
STAKE = Transfer(id="b1:stake", kind=TransferKind.STAKE, debit=PLAYER, credit=ESCROW, amount=500)

# A round in which a bet of 5.00 wins even money and one of 2.00 is lost, as the books see it.
ROUND = """
kind      debit          credit         amount | player  other  escrow  house
stake     player:p1:EUR  escrow:r1:EUR     500 |    500   1000     500      0
stake     player:p2:EUR  escrow:r1:EUR     200 |    500    800     700      0
winnings  house:house:EUR escrow:r1:EUR    300 |    500    800    1000   -300
payout    escrow:r1:EUR  player:p1:EUR    1000 |   1500    800       0   -300
"""


def lines() -> list[tuple[Transfer, dict[str, int]]]:
    """The rows of the table above: a transfer, and the balances it leaves."""
    rows = []
    for number, line in enumerate(ROUND.strip().splitlines()[1:]):
        left, right = line.split("|")
        kind, debit, credit, amount = left.split()
        transfer = Transfer(
            id=f"x{number}",
            kind=TransferKind(kind),
            debit=debit,
            credit=credit,
            amount=int(amount),
        )
        columns = (PLAYER, OTHER, ESCROW, HOUSE)
        rows.append((transfer, dict(zip(columns, map(int, right.split()), strict=True))))
    return rows


def test_a_round_goes_through_the_books() -> None:
    balances: dict[str, int] = {PLAYER: 1_000, OTHER: 1_000, ESCROW: 0, HOUSE: 0}
    for transfer, expected in lines():
        check_transfers([transfer])
        balances |= balances_after(balances, [transfer])
        assert balances == expected


def test_a_round_at_once_leaves_the_same_books() -> None:
    rows = lines()
    balances = {PLAYER: 1_000, OTHER: 1_000}
    assert balances_after(balances, [transfer for transfer, _ in rows]) == rows[-1][1]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"amount": 0}, "transfer/no_amount"),
        ({"amount": -1}, "transfer/no_amount"),
        ({"credit": PLAYER}, "transfer/to_itself"),
        ({"credit": "escrow:r1:GBP"}, "transfer/two_currencies"),
    ],
)
def test_I1_what_no_ledger_may_hold_is_corruption(change: dict[str, int | str], code: str) -> None:
    check_transfers([STAKE])
    with pytest.raises(Corrupt, match=code):
        check_transfers([STAKE, replace(STAKE, id="b2:stake", **change)])


def test_an_account_that_is_none_is_malformed() -> None:
    with pytest.raises(Malformed, match="account/unreadable"):
        check_transfers([replace(STAKE, debit="somewhere")])


def test_I2_below_the_floor_the_whole_is_refused() -> None:
    second = replace(STAKE, id="b2:stake", amount=501)
    with pytest.raises(Refused, match="account/below_floor") as raised:
        balances_after({PLAYER: 1_000}, [STAKE, second])
    assert raised.value.data == {"account": PLAYER, "balance": -1, "floor": 0}
    assert balances_after({PLAYER: 1_001}, [STAKE, second])[PLAYER] == 0


def test_only_the_end_counts_against_the_floor() -> None:
    back = Transfer(
        id="b1:refund", kind=TransferKind.REFUND, debit=ESCROW, credit=PLAYER, amount=500
    )
    assert balances_after({}, [STAKE, back]) == {PLAYER: 0, ESCROW: 0}


def test_only_touched_accounts_are_named() -> None:
    assert set(balances_after({PLAYER: 500, OTHER: 7}, [STAKE])) == {PLAYER, ESCROW}


transfers = st.lists(
    st.builds(
        Transfer,
        id=st.uuids().map(str),
        kind=st.sampled_from(TransferKind),
        debit=st.sampled_from([PLAYER, ESCROW, HOUSE]),
        credit=st.sampled_from([OTHER, "cashier:house:EUR"]),
        amount=st.integers(1, 10_000),
    ),
    max_size=12,
)


@given(moves=transfers)
def test_I1_the_ledger_sums_to_nothing(moves: list[Transfer]) -> None:
    start = {PLAYER: 10**6, ESCROW: 10**6}
    after: dict[str, int] = {**start, **balances_after(start, moves)}
    assert sum(after.values()) == sum(start.values())


@given(moves=transfers, cut=st.integers(0, 12))
def test_balances_are_sums_and_can_be_rebuilt_from_any_point(
    moves: list[Transfer], cut: int
) -> None:
    start: dict[str, int] = {PLAYER: 10**6, ESCROW: 10**6}
    whole = {**start, **balances_after(start, moves)}
    half = {**start, **balances_after(start, moves[:cut])}
    assert {**half, **balances_after(half, moves[cut:])} == whole


def test_a_transfer_is_never_edited() -> None:
    with pytest.raises(AttributeError):
        STAKE.amount = 1  # type: ignore[misc]
