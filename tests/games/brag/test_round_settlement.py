"""What each bet is paid, and which bets cannot be (F169 to F186, R15, R29)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.games.brag.driver import amounts, bet, dealt, settled, turned

from sabot.errors import Refused
from sabot.gamekit import Bet, Payout, Result
from sabot.games.brag import GAME
from sabot.games.brag.variants import THREE_CARD_BRAG, PairPlusOnFold

WON = "AS KH 9D QC 8D 2H"
PUSHED = "AS KH 9D AC KD 9H"
RUN_LOST = "4S 5H 6D 9C TD JH"

FORFEIT = replace(THREE_CARD_BRAG, pair_plus_on_fold=PairPlusOnFold.FORFEIT)


def lines(paid: Payout) -> list[tuple[str, int]]:
    return [(str(line.label), line.amount) for line in paid.lines]


def refusal(bets: list[Bet], hands: str = WON) -> str:
    with pytest.raises(Refused) as caught:
        GAME.settle(turned(hands), bets)
    return caught.value.code


def test_F175_the_bonus_is_a_second_line_of_a_won_ante() -> None:
    ante = settled("4S 5H 6D QC 8D 2H", [bet("ante")], playing=["ada"])["ada-ante"]
    assert (ante.result, ante.amount) == (Result.WIN, 3000)
    assert lines(ante) == [("player_better", 2000), ("ante_bonus_run", 1000)]


def test_F175_a_lost_ante_keeps_its_bonus_and_stays_lost() -> None:
    ante = settled(RUN_LOST, [bet("ante")], playing=["ada"])["ada-ante"]
    assert (ante.result, ante.amount) == (Result.LOSE, 1000)
    assert lines(ante) == [("dealer_better", 0), ("ante_bonus_run", 1000)]


def test_F175_a_pushed_ante_keeps_its_bonus_and_stays_pushed() -> None:
    ante = settled("4S 5H 6D 4C 5D 6H", [bet("ante")], playing=["ada"])["ada-ante"]
    assert (ante.result, ante.amount) == (Result.PUSH, 2000)


def test_F175_F178_blind_play_takes_the_bonus_too() -> None:
    paid = settled(RUN_LOST, [bet("ante"), bet("blind_play")])
    assert amounts(paid) == {"ada-ante": 1000, "ada-blind_play": 0}


def test_F170_F175_a_passed_ante_has_one_line_and_no_bonus() -> None:
    ante = settled(RUN_LOST, [bet("ante")])["ada-ante"]
    assert (ante.result, lines(ante)) == (Result.LOSE, [("passed", 0)])


def test_F175_a_bonus_of_nothing_is_no_bonus() -> None:
    without = replace(THREE_CARD_BRAG, ante_bonus={"run": Fraction(0)})
    ante = settled(RUN_LOST, [bet("ante")], playing=["ada"], variant=without)["ada-ante"]
    assert lines(ante) == [("dealer_better", 0)]


def test_F175_R3_the_bonus_is_rounded_down_by_itself() -> None:
    halves = replace(THREE_CARD_BRAG, ante_bonus={"run": Fraction(1, 2)})
    ante = settled(RUN_LOST, [bet("ante", 105)], playing=["ada"], variant=halves)["ada-ante"]
    assert ante.amount == 52


def test_R15_pair_plus_on_fold_is_settled_or_forfeit() -> None:
    bets = [bet("ante"), bet("pair_plus", 500), bet("pair_plus", 500, player="bob")]
    hands = "AS AH 9D QC 8D 2H"
    assert amounts(settled(hands, bets)) == {
        "ada-ante": 0,
        "ada-pair_plus": 1000,
        "bob-pair_plus": 1000,
    }
    forfeit = settled(hands, bets, variant=FORFEIT)
    assert amounts(forfeit) == {"ada-ante": 0, "ada-pair_plus": 0, "bob-pair_plus": 1000}
    assert lines(forfeit["ada-pair_plus"]) == [("forfeited", 0)]


def test_F177_R15_poker_plus_is_settled_after_a_pass_even_where_pair_plus_is_not() -> None:
    bets = [bet("ante"), bet("poker_plus", 200)]
    paid = settled("9S 9H 4D 9C 9D 2H", bets, variant=FORFEIT)
    assert amounts(paid) == {"ada-ante": 0, "ada-poker_plus": 20200}


def test_F183_R29_a_push_returns_the_golden_chip_and_no_cash() -> None:
    paid = settled(PUSHED, [bet("ante", golden=True)], playing=["ada"])
    ante, play = paid["ada-ante"], paid["ada-ante+play"]
    assert (ante.result, ante.amount, ante.chip_returned) == (Result.PUSH, 0, True)
    assert (play.amount, play.chip_returned) == (1000, False)


def test_F184_R29_a_golden_win_pays_the_winnings_alone() -> None:
    paid = settled(WON, [bet("ante", golden=True)], playing=["ada"])
    assert amounts(paid) == {"ada-ante": 1000, "ada-ante+play": 2000}
    assert paid["ada-ante"].chip_returned is False


def test_R29_a_lost_golden_chip_is_gone_and_its_bonus_is_cash() -> None:
    ante = settled(RUN_LOST, [bet("ante", golden=True)], playing=["ada"])["ada-ante"]
    assert (ante.result, ante.amount, ante.chip_returned) == (Result.LOSE, 1000, False)


def test_F185_the_payout_of_a_golden_bet_says_that_it_was_one() -> None:
    paid = settled(WON, [bet("ante", golden=True), bet("pair_plus")], playing=["ada"])
    assert {name: each.bet.golden for name, each in paid.items()} == {
        "ada-ante": True,
        "ada-pair_plus": False,
        "ada-ante+play": False,
    }


def test_settling_before_the_end_is_refused() -> None:
    for state in (dealt("AS"), dealt(WON), GAME.close(dealt(WON))):
        with pytest.raises(Refused, match="round/not_over"):
            GAME.settle(state, [bet("ante")])


@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ([bet("banker")], "bet/not_offered"),
        ([bet("poker_plus")], "bet/needs_main_bet"),
        ([bet("play")], "bet/needs_main_bet"),
        ([bet("blind_play")], "bet/needs_main_bet"),
        ([bet("ante", player="bob"), bet("poker_plus")], "bet/needs_main_bet"),
        ([bet("ante"), bet("ante")], "bet/spot_twice"),
        ([bet("ante"), bet("play"), bet("blind_play")], "bet/play_after_blind"),
        ([bet("ante"), bet("play", 900)], "bet/unlike_ante"),
        ([bet("ante"), bet("blind_play", 1100)], "bet/unlike_ante"),
        ([bet("ante"), bet("play", golden=True)], "bet/golden_not_here"),
        ([bet("ante"), bet("blind_play", golden=True)], "bet/golden_not_here"),
    ],
)
def test_F169_F170_F178_F180_bets_that_cannot_be_are_refused(bets: list[Bet], code: str) -> None:
    assert refusal(bets) == code
