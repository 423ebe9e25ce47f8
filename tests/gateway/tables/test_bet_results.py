"""What clients are told that a bet came to."""

from __future__ import annotations

from msgspec.structs import replace

from sabot.gamekit import Bet
from sabot.gateway.tables.bet_results import result_of
from sabot.money import Cents
from sabot.table import events as e

BET = Bet(id="b1", player="ada", kind="player", stake=Cents(500))
PAID = {"b1": e.Paid(bet="b1", result="win", amount=1_000, why=("player_wins",))}


def test_a_bet_has_no_result_while_its_round_runs() -> None:
    assert result_of(BET, {}, ()) == ("", 0)


def test_a_settled_bet_has_its_result_and_its_payout() -> None:
    assert result_of(BET, PAID, ()) == ("win", 1_000)


def test_a_refund_brings_the_stake_back_and_a_golden_chip_no_money() -> None:
    assert result_of(BET, {}, {"b1"}) == ("refunded", 500)
    assert result_of(replace(BET, golden=True), {}, {"b1"}) == ("refunded", 0)
