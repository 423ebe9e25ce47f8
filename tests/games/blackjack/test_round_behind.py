"""Bets behind another player's hand (F152 to F164, R28)."""

from tests.games.blackjack.driver import (
    FOLLOW_BOTH,
    behind_bet,
    main_bet,
    play,
    refusal,
    until_asked,
)

from sabot.gamekit import Ask
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind, Term

FOLLOW_DOUBLE = frozenset({Term.FOLLOW_DOUBLE.value})
FOLLOW_SPLIT = frozenset({Term.FOLLOW_SPLIT.value})


def test_F152_F153_a_bet_behind_wins_and_loses_with_the_hand() -> None:
    bets = [main_bet(), behind_bet(300)]
    assert play("TS 7H 9D TC", bets=bets).amounts == {"main-1": 2000, "behind": 600}
    assert play("TS 7H 7D TC", bets=bets).amounts == {"main-1": 1000, "behind": 300}
    assert play("TS 7H 6D TC", bets=bets).amounts == {"main-1": 0, "behind": 0}


def test_F153_R28_blackjack_pays_3_to_2_behind_too() -> None:
    bets = [main_bet(), behind_bet(301)]
    assert play("AS 7H KD TC", bets=bets).amounts == {"main-1": 2500, "behind": 752}


def test_F153_the_seats_own_player_decides_alone() -> None:
    state = until_asked("6S 6H 5D TC")
    extras = GAME.extras(state, "double", [behind_bet(follows=FOLLOW_BOTH)])
    assert [bet.parent for bet in extras] == ["behind"]
    assert GAME.extras(state, "hit", [main_bet(), behind_bet(follows=FOLLOW_BOTH)]) == ()


def test_F156_any_number_may_stand_behind_a_seat() -> None:
    crowd = [behind_bet(100, name=f"b{number}", follows=FOLLOW_BOTH) for number in range(500)]
    played = play("6S 6H 5D TC TH 4S", ["double"], bets=[main_bet(), *crowd])
    assert sum(played.amounts.values()) == 4000 + 500 * 400


def test_F159_R28_following_a_double_doubles_what_is_won() -> None:
    bets = [main_bet(), behind_bet(400, follows=FOLLOW_DOUBLE)]
    played = play("6S 6H 5D TC TH 4S", ["double"], bets=bets)
    assert played.amounts["behind"] == played.amounts["behind+double"] == 800


def test_F161_R28_double_not_followed_counts_the_card_and_leaves_the_stake() -> None:
    # The example of R28: 11 doubled to 20 against 19.
    bets = [main_bet(1000), behind_bet(1000, follows=FOLLOW_SPLIT)]
    played = play("6S 9H 5D TC 9S", ["double"], bets=bets)
    assert played.amounts == {"main-1": 2000, "behind": 2000, "main-1+double": 2000}


def test_F161_a_double_that_busts_loses_the_unraised_stake() -> None:
    bets = [main_bet(), behind_bet(1000)]
    played = play("TS 9H 5D TC 9S", ["double"], bets=bets)
    assert played.amounts == {"main-1": 0, "behind": 0, "main-1+double": 0}


def test_F162_R28_split_not_followed_stays_on_the_first_hand() -> None:
    # The example of R28: hands 18 and 21 against 19.
    bets = [main_bet(1000), behind_bet(1000, follows=FOLLOW_DOUBLE)]
    played = play("8S 9H 8D TC TS 3D TH", ["split", "stand", "hit"], bets=bets)
    assert [hand.total for hand in played.state.boxes[0].hands] == [18, 21]
    assert played.amounts == {"main-1": 0, "behind": 0, "main-1+split": 2000}


def test_F159_R28_following_a_split_covers_both_hands() -> None:
    bets = [main_bet(1000), behind_bet(400, follows=FOLLOW_SPLIT)]
    played = play("8S 9H 8D TC TS 3D TH", ["split", "stand", "hit"], bets=bets)
    assert played.amounts["behind"] == 0
    assert played.amounts["behind+split"] == 800
    assert [bet.hand for bet in played.bets if bet.parent == "behind"] == [1]


def test_F159_R28_who_cannot_pay_does_not_follow() -> None:
    # The table found no money for the extra stake of the one behind: there is simply no such bet.
    played = play("6S 9H 5D TC 9S", ["double"])
    follower = behind_bet(1000, follows=FOLLOW_BOTH)
    payouts = GAME.settle(played.state, [*played.bets, follower])
    assert [payout.amount for payout in payouts] == [2000, 2000, 2000]


def test_F160_promises_are_those_of_the_bet() -> None:
    state = until_asked("8S 6H 8D TC")
    bets = [
        main_bet(),
        behind_bet(100, name="both", follows=FOLLOW_BOTH),
        behind_bet(100, name="double", follows=FOLLOW_DOUBLE),
        behind_bet(100, name="split", follows=FOLLOW_SPLIT),
        behind_bet(100, name="none"),
    ]
    raised = {
        option: [bet.parent for bet in GAME.extras(state, option, bets)]
        for option in ("double", "split", "hit", "stand")
    }
    assert raised == {
        "double": ["main-1", "both", "double"],
        "split": ["main-1", "both", "split"],
        "hit": [],
        "stand": [],
    }


def test_F160_a_raise_against_the_promise_is_refused() -> None:
    state = play("6S 9H 5D TC 9S", ["double"]).state
    lonely = behind_bet(1000)
    bets = [lonely, lonely.extra(kind=Kind.DOUBLE)]
    assert refusal(lambda: GAME.settle(state, bets)).code == "bet/without_parent"


def test_F153_only_those_behind_the_asked_seat_follow() -> None:
    state = until_asked("6S 6S 6H 5D 5D TC", seats=(1, 2))
    bets = [behind_bet(seat=2, name="b2", follows=FOLLOW_BOTH), behind_bet(follows=FOLLOW_BOTH)]
    assert [bet.parent for bet in GAME.extras(state, "double", bets)] == ["behind"]


def test_F252_R28_the_seats_silence_binds_those_behind() -> None:
    bets = [main_bet(), behind_bet(300, follows=FOLLOW_BOTH)]
    assert play("6S 9H 5D TC", bets=bets).labels == {"main-1": "lose", "behind": "lose"}


def test_F158_F252_behind_a_seat_without_cards_nothing_is_settled() -> None:
    state = play("TS 7H 9D TC").state
    told = refusal(lambda: GAME.settle(state, [behind_bet(seat=4)]))
    assert told.code == "bet/seat_not_dealt"


def test_F155_one_may_hold_a_seat_and_bet_behind_another() -> None:
    bets = [main_bet(seat=1), main_bet(seat=2), behind_bet(seat=2, name="owner-1")]
    played = play("TS TS 7H 9D 6D TC", bets=bets)
    assert played.amounts == {"main-1": 2000, "main-2": 0, "owner-1": 0}


def test_F162_split_aces_behind_unfollowed_is_plain_21() -> None:
    bets = [main_bet(), behind_bet(1000)]
    played = play("AS 6H AD TC KS 2D 4C", ["split"], bets=bets)
    assert played.amounts["behind"] == 2000


def test_F154_the_question_names_the_seat_whose_player_decides() -> None:
    state = until_asked("6S 6S 6H 5D 5D TC", seats=(3, 5))
    for seat in (3, 5):
        ask = GAME.expects(state)
        assert isinstance(ask, Ask)
        assert ask.seat == seat
        state = GAME.choose(state, "stand")
