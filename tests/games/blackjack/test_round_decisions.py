import pytest
from tests.games.blackjack.driver import (
    choose_all,
    main_bet,
    offered,
    play,
    refusal,
    until_asked,
)

from sabot.gamekit import Ask, Deal, Reveal
from sabot.games.blackjack import GAME

OPTIONS = """
first two  options
TS 6D      hit stand double
2S 3D      hit stand double
AS 9D      hit stand double
8S 8D      hit stand double split
KS TD      hit stand double split
JS QD      hit stand double split
AS AD      hit stand double split
AS 2D      hit stand double
"""


@pytest.mark.parametrize("row", OPTIONS.strip().splitlines()[1:])
def test_F134_F135_what_the_first_two_cards_allow(row: str) -> None:
    first, second, *options = row.split()
    state = until_asked(f"{first} 6H {second} TC")
    assert offered(state) == options


def test_F133_a_blackjack_is_asked_nothing() -> None:
    state = until_asked("AS 5S 6H KD 6D TC", seats=(1, 2))
    ask = GAME.expects(state)
    assert isinstance(ask, Ask)
    assert ask.seat == 2


def test_F134_double_takes_the_stake_again_one_card_and_closes() -> None:
    played = play("6S 6H 5D TC 2H 5S", ["double"])
    assert played.amounts == {"main-1": 0, "main-1+double": 0}
    assert sum(bet.stake for bet in played.bets) == 2000
    assert len(played.state.boxes[0].hands[0].cards) == 3


def test_F134_a_winning_double_wins_both_stakes() -> None:
    assert play("6S 6H 5D TC TH 5S", ["double"]).amounts == {"main-1": 1000, "main-1+double": 1000}
    assert play("6S 6H 5D TC TH 4S", ["double"]).amounts == {"main-1": 2000, "main-1+double": 2000}


def test_F134_double_is_for_any_total_even_a_hard_20() -> None:
    played = play("TS 6H TD TC 2H", ["double"])
    assert played.labels == {"main-1": "bust", "main-1+double": "bust"}


def test_F134_no_double_after_a_hit() -> None:
    state = choose_all(until_asked("2S 6H 3D TC"), "hit", "4C")
    assert offered(state) == ["hit", "stand"]
    assert refusal(lambda: GAME.choose(state, "double")).data["options"] == "hit stand"


def test_F134_R9_no_double_and_no_second_split_after_a_split() -> None:
    state = choose_all(until_asked("8S 6H 8D TC"), "split", "8C", "8H")
    assert offered(state) == ["hit", "stand"]


def test_F138_both_split_hands_get_their_second_card_at_once() -> None:
    state = GAME.choose(until_asked("8S 6H 8D TC"), "split")
    assert GAME.expects(state) == Deal(("seat:1:0:3",))
    state = choose_all(state, "3S")
    assert GAME.expects(state) == Deal(("seat:1:1:2",))
    state = choose_all(state, "2H")
    first = GAME.expects(state)
    assert isinstance(first, Ask)
    assert (first.seat, first.hand) == (1, 0)


def test_F135_F138_split_hands_are_played_one_after_the_other() -> None:
    played = play(
        "8S 6H 8D TC 3S 2H TD TH 9C", ["split", "hit", "hit", "stand"]
    )  # 21 closes the first
    assert [hand.total for hand in played.state.boxes[0].hands] == [21, 20]
    assert played.amounts == {"main-1": 2000, "main-1+split": 2000}


def test_F135_the_split_stake_rides_on_the_second_hand() -> None:
    played = play("8S 7H 8D TC 5S 2D TH TC", ["split", "hit", "hit", "stand"])
    assert played.labels == {"main-1": "bust", "main-1+split": "win"}
    assert played.bets[1].hand == 1


def test_F135_unequal_ten_values_split() -> None:
    played = play("KS 6H TD TC 9S 8D 9C", ["split", "stand", "stand"])
    assert played.amounts == {"main-1": 2000, "main-1+split": 2000}


def test_F136_split_aces_get_one_card_each_and_are_closed() -> None:
    played = play("AS 6H AD TC 5S 4D 2C", ["split"])
    assert [hand.total for hand in played.state.boxes[0].hands] == [16, 15]
    assert played.amounts == {"main-1": 0, "main-1+split": 0}


def test_F136_split_aces_are_asked_nothing_more() -> None:
    state = choose_all(until_asked("AS 6H AD TC"), "split", "5S", "4D")
    assert GAME.expects(state) == Reveal(("dealer:2",))


def test_F137_ten_and_ace_after_a_split_are_21_and_no_blackjack() -> None:
    played = play("AS 6H AD TC KS 9D 4C", ["split"])
    hands = played.state.boxes[0].hands
    assert [(hand.total, hand.blackjack) for hand in hands] == [(21, False), (20, False)]
    assert played.labels["main-1"] == "win"
    assert played.amounts["main-1"] == 2000


def test_F137_a_split_ten_with_an_ace_pushes_against_a_drawn_21() -> None:
    played = play("KS 6H KD TC AS 9D 5C", ["split", "stand"])
    assert played.labels == {"main-1": "push", "main-1+split": "lose"}


def test_F139_hit_may_repeat_and_21_closes_the_hand() -> None:
    played = play("2S 6H 3D TC 4S 5H 7C 5D", ["hit", "hit", "hit"])
    assert played.labels == {"main-1": "push"}  # five cards earn nothing special


def test_F139_22_loses_at_once_even_if_the_dealer_busts_too() -> None:
    bets = [main_bet(seat=1), main_bet(seat=2)]
    played = play("TS TS 6H 6D 9D TC 6S TH", ["hit", "stand"], bets=bets)
    assert played.state.dealer_total == 26
    assert played.labels == {"main-1": "bust", "main-2": "win"}


def test_F140_F249_silence_is_stand() -> None:
    ask = GAME.expects(until_asked("TS 7H 2D TC"))
    assert isinstance(ask, Ask)
    assert ask.default == "stand"
    assert play("TS 7H 2D TC").labels == {"main-1": "lose"}


def test_F140_silence_stands_on_each_split_hand() -> None:
    played = play("8S 6H 8D TC 3S 2H 9C", ["split"])
    assert [hand.total for hand in played.state.boxes[0].hands] == [11, 10]


@pytest.mark.parametrize("option", ["split", "insure", "yes", "", "HIT"])
def test_an_option_that_is_not_offered_is_refused(option: str) -> None:
    state = until_asked("TS 6H 6D TC")
    assert refusal(lambda: GAME.choose(state, option)).code == "round/answer_expected"
    extras = refusal(lambda: GAME.extras(state, option, [main_bet()]))
    assert extras.code == "round/answer_expected"


def test_F134_F135_decisions_say_what_they_cost() -> None:
    ask = GAME.expects(until_asked("8S 6H 8D TC"))
    assert isinstance(ask, Ask)
    assert {option.id: (option.takes, int(option.share)) for option in ask.options} == {
        "hit": (None, 0),
        "stand": (None, 0),
        "double": ("double", 1),
        "split": ("split", 1),
    }


def test_F134_only_the_asked_seat_is_raised() -> None:
    state = until_asked("6S 6S 6H 5D 5D TC", seats=(1, 2))
    extras = GAME.extras(state, "double", [main_bet(seat=1), main_bet(seat=2)])
    assert [(bet.id, bet.stake, bet.parent) for bet in extras] == [
        ("main-1+double", 1000, "main-1"),
    ]
    assert GAME.extras(state, "hit", [main_bet(seat=1)]) == ()
