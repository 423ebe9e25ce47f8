"""Golden chips at blackjack (F180 to F184, R29)."""

from tests.games.blackjack.driver import main_bet, play


def test_F184_R29_a_win_pays_without_the_chip() -> None:
    payout = play("TS 7H 9D TC", bets=[main_bet(golden=True)]).payouts["main-1"]
    assert (payout.amount, payout.chip_returned) == (1000, False)


def test_F184_R29_a_blackjack_pays_one_and_a_half_chips() -> None:
    assert play("AS 7H KD TC", bets=[main_bet(golden=True)]).amounts == {"main-1": 1500}


def test_F183_R29_a_push_returns_the_chip_and_no_cash() -> None:
    payout = play("TS 7H 7D TC", bets=[main_bet(golden=True)]).payouts["main-1"]
    assert (payout.amount, payout.chip_returned) == (0, True)


def test_R29_a_loss_uses_the_chip_up() -> None:
    payout = play("TS 7H 6D TC", bets=[main_bet(golden=True)]).payouts["main-1"]
    assert (payout.amount, payout.chip_returned) == (0, False)


def test_F180_R29_what_decisions_add_is_cash() -> None:
    doubled = play("6S 6H 5D TC TH 4S", ["double"], bets=[main_bet(golden=True)])
    assert [bet.golden for bet in doubled.bets] == [True, False]
    assert doubled.amounts == {"main-1": 1000, "main-1+double": 2000}
    split = play("8S 6H 8D TC TS TD KC", ["split"], bets=[main_bet(golden=True)])
    assert split.amounts == {"main-1": 1000, "main-1+split": 2000}
    insured = play("TS AH 6D KC", bets=[main_bet(golden=True)], insured=["main-1"])
    assert insured.amounts == {"main-1": 0, "main-1+insurance": 1500}
