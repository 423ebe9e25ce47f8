import pytest
from tests.games.blackjack.driver import behind_bet, main_bet, play, side_bet

from sabot.gamekit import Payout
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.medal import NO_MEDAL, next_medal

WON, PUSHED, LOST = "TS 7H 9D TC", "TS 7H 7D TC", "TS 7H 6D TC"


def payouts(shoe: str, *answers: str, golden: bool = False) -> list[Payout]:
    return list(play(shoe, answers, bets=[main_bet(golden=golden)]).payouts.values())


def medals(*rounds: str) -> list[int]:
    medal, seen = NO_MEDAL, []
    for shoe in rounds:
        medal = next_medal(medal, payouts(shoe))
        seen.append(medal)
    return seen


def test_F157_R30_rounds_won_in_a_row_are_counted() -> None:
    assert medals(WON, WON, WON) == [1, 2, 3]


def test_F157_R30_a_push_keeps_and_a_loss_clears() -> None:
    assert medals(WON, PUSHED, WON, LOST, PUSHED, WON) == [1, 1, 2, 0, 0, 1]


@pytest.mark.parametrize(
    ("shoe", "answers", "medal"),
    [
        ("8S 9H 8D TC TS 3D TH", ["split", "stand", "hit"], 4),  # one lost, one won
        ("8S 7H 8D TC TS 9D", ["split", "stand", "stand"], 5),  # one won, one pushed
        ("6S 6H 5D TC TH 4S", ["double"], 5),
        ("6S 6H 5D TC 2H 5S", ["double"], 0),
    ],
)
def test_R30_the_hands_of_the_seat_count_together(
    shoe: str, answers: list[str], medal: int
) -> None:
    assert next_medal(4, payouts(shoe, *answers)) == medal


def test_R30_side_bets_insurance_and_bets_behind_do_not_count() -> None:
    bets = [main_bet(), side_bet(Kind.PERFECT_PAIRS), behind_bet(50_000)]
    lost = play("TS AH TS KC", bets=bets, insured=["main-1", "behind"]).payouts
    assert sum(payout.amount - payout.bet.stake for payout in lost.values()) > 0
    assert next_medal(4, lost.values()) == 0


def test_R30_a_golden_chip_wins_pushes_and_loses_like_cash() -> None:
    assert [next_medal(4, payouts(shoe, golden=True)) for shoe in (WON, PUSHED, LOST)] == [5, 4, 0]


def test_R30_a_round_sat_out_keeps_the_medal() -> None:
    assert next_medal(4, []) == 4
