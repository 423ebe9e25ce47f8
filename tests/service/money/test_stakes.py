"""What follows from a stake, in any store."""

import pytest
from tests.units import account, bet, escrow, stake_of, stakes

from sabot.errors import Malformed
from sabot.service.money.stakes import escrow_for, rows_of, transfer_of_stake


def test_each_bet_is_a_row_with_its_source() -> None:
    rows = [bet("p1", 5), bet("p2", 7), bet("p1", 3, round_id="r2")]
    assert [*rows_of(stakes(rows))] == [(row, account(row.player)) for row in rows]


def test_a_stake_is_a_transfer_into_the_escrow_of_its_round() -> None:
    row = bet("p1", 5)
    assert transfer_of_stake(row, account("p1")) == stake_of(row)
    golden = transfer_of_stake(row, "golden:p1/grant:1:GBP")
    assert (golden.debit, golden.credit) == ("golden:p1/grant:1:GBP", "escrow:r1:GBP")


def test_a_stake_waits_in_its_own_currency() -> None:
    assert escrow_for("r1", account("p1")) == escrow("r1")
    assert escrow_for("r1", "operator:acme:USD") == "escrow:r1:USD"
    with pytest.raises(Malformed, match="account/unreadable"):
        escrow_for("r1", "nobody")
