from hypothesis import given
from hypothesis import strategies as st

from sabot.gamekit import Bet, Result, lost, pay
from sabot.money import HALF_BACK, PUSH, Cents, Odds, odds, winnings

BETS = st.builds(
    Bet,
    id=st.just("b1"),
    player=st.just("ada"),
    kind=st.just("tie"),
    stake=st.integers(1, 10**9).map(Cents),
    golden=st.booleans(),
)
ODDS = st.fractions(min_value=0, max_value=1000, max_denominator=200)


def bet(stake: int, *, golden: bool = False) -> Bet:
    return Bet(id="b1", player="ada", kind="tie", stake=Cents(stake), golden=golden)


@given(BETS, ODDS)
def test_a_listed_label_pays_the_stake_back_and_what_it_earned(bet: Bet, at: Odds) -> None:
    paid = pay(bet, "label", {"label": at})
    assert paid.bet is bet
    assert paid.amount == winnings(bet.stake, at) + (0 if bet.golden else bet.stake)
    assert sum(line.amount for line in paid.lines) == paid.amount
    assert paid.result == (Result.PUSH if at == 0 else Result.WIN)


@given(BETS, ODDS)
def test_F184_a_golden_win_is_the_cash_win_without_the_stake(bet: Bet, at: Odds) -> None:
    pays = {"label": at}
    golden, cash = (
        pay(Bet(id="b", player="ada", kind="tie", stake=bet.stake, golden=shine), "label", pays)
        for shine in (True, False)
    )
    assert golden.amount == cash.amount - bet.stake


def test_F183_R29_a_push_returns_the_golden_chip_and_no_cash() -> None:
    push = pay(bet(500, golden=True), "tie", {"tie": PUSH})
    assert (push.result, push.amount, push.chip_returned) == (Result.PUSH, 0, True)


def test_R29_a_lost_or_won_golden_chip_is_spent() -> None:
    won = pay(bet(500, golden=True), "tie", {"tie": odds("8")})
    assert (won.result, won.amount, won.chip_returned) == (Result.WIN, 4000, False)
    gone = pay(bet(500, golden=True), "win", {"tie": odds("8")})
    assert (gone.result, gone.amount, gone.chip_returned) == (Result.LOSE, 0, False)


def test_a_push_returns_cash_as_cash() -> None:
    push = pay(bet(500), "tie", {"tie": PUSH})
    assert (push.result, push.amount, push.chip_returned) == (Result.PUSH, 500, False)


def test_a_label_that_is_not_listed_loses_and_says_why() -> None:
    for payout in (pay(bet(500), "bust", {"tie": odds("8")}), lost(bet(500), "bust")):
        assert (payout.result, payout.amount) == (Result.LOSE, 0)
        [line] = payout.lines
        assert (line.label, line.odds, line.amount) == ("bust", None, 0)


def test_F66_a_win_too_small_for_a_cent_is_still_a_win() -> None:
    won = pay(bet(1), "big", {"big": odds("0.54")})
    assert (won.result, won.amount) == (Result.WIN, 1)


@given(BETS)
def test_half_of_a_stake_is_lost_and_the_rest_comes_back_rounded_down(bet: Bet) -> None:
    paid = pay(bet, "tie", {"tie": HALF_BACK})
    assert paid.result is Result.LOSE
    assert paid.amount == (0 if bet.golden else bet.stake // 2)
    assert [line.odds for line in paid.lines] == [HALF_BACK]
    assert not paid.chip_returned
