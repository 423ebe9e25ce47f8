import pytest
from tests.games.blackjack.driver import (
    MODES,
    behind_bet,
    choose_all,
    main_bet,
    play,
    refusal,
    side_bet,
    until_asked,
)

from sabot.cards import cards
from sabot.gamekit import Ask, Deal, Done, Reveal
from sabot.games.blackjack import GAME
from sabot.games.blackjack.bets import Kind
from sabot.games.blackjack.variants import BlackjackVariant


@pytest.mark.parametrize("variant", MODES, ids=lambda variant: variant.ten_up_blackjack)
def test_F141_everybody_is_asked_when_the_up_card_is_an_ace(
    variant: BlackjackVariant,
) -> None:
    ask = GAME.expects(until_asked("TS AH 6D TC", variant=variant))
    assert isinstance(ask, Ask)
    assert (ask.topic, ask.seat) == ("insurance", None)
    assert sorted(ask.asked_kinds) == ["behind", "main"]
    assert [option.id for option in ask.options] == ["yes", "no"]


@pytest.mark.parametrize("up", ["TH", "KH", "2H", "9H"])
def test_F141_no_insurance_without_an_ace_up(up: str) -> None:
    ask = GAME.expects(until_asked(f"TS {up} 6D AC", variant=MODES[2]))
    assert isinstance(ask, Ask)
    assert ask.topic == "decision"


def test_F141_F250_silence_is_no() -> None:
    state = until_asked("TS AH 6D TC")
    ask = GAME.expects(state)
    assert isinstance(ask, Ask)
    assert ask.default == "no"
    assert GAME.extras(state, "no", [main_bet()]) == ()


def test_F141_R3_insurance_is_half_the_stake_rounded_down() -> None:
    state = until_asked("TS AH 6D TC")
    stakes = [GAME.extras(state, "yes", [main_bet(stake)])[0].stake for stake in (1000, 105, 3, 2)]
    assert stakes == [500, 52, 1, 1]


def test_F141_half_of_one_cent_is_no_bet() -> None:
    assert GAME.extras(until_asked("TS AH 6D TC"), "yes", [main_bet(1)]) == ()


def test_F141_F142_insurance_pays_2_to_1_and_the_round_ends_at_once() -> None:
    played = play("TS AH 6D KC", insured=["main-1"])
    assert played.amounts == {"main-1": 0, "main-1+insurance": 1500}
    assert played.state.cards_used == 4


def test_F142_without_blackjack_insurance_loses_and_play_goes_on() -> None:
    played = play("5S AH 6D 5C TH 2D", ["double"], insured=["main-1"])
    assert played.amounts == {"main-1": 2000, "main-1+insurance": 0, "main-1+double": 2000}
    assert played.payouts["main-1+insurance"].bet.stake == 500


def test_F141_even_money_falls_out_of_insuring_a_blackjack() -> None:
    won = play("KS AH AD TC", insured=["main-1"]).amounts
    assert won == {"main-1": 1000, "main-1+insurance": 1500}
    lost = play("KS AH AD 9C", insured=["main-1"]).amounts
    assert lost == {"main-1": 2500, "main-1+insurance": 0}
    assert sum(won.values()) == sum(lost.values()) == 2500


def test_F142_after_the_window_the_dealer_checks_before_any_decision() -> None:
    with_blackjack = GAME.close(until_asked("TS AH 6D KC"))
    assert GAME.expects(with_blackjack) == Reveal(("dealer:2",))
    assert GAME.expects(GAME.reveal(with_blackjack)) == Done()
    without = GAME.close(until_asked("TS AH 6D 9C"))
    assert isinstance(GAME.expects(without), Ask)


def test_F142_a_pair_of_aces_is_never_split_against_a_blackjack() -> None:
    played = play("AS AH AD KC", insured=["main-1"])
    assert played.labels == {"main-1": "dealer_blackjack", "main-1+insurance": "dealer_blackjack"}


def test_F163_R28_a_bet_behind_insures_for_itself() -> None:
    bets = [main_bet(), behind_bet(300)]
    assert play("TS AH 6D KC", bets=bets, insured=["behind"]).amounts == {
        "main-1": 0,
        "behind": 0,
        "behind+insurance": 450,
    }
    assert play("TS AH 6D KC", bets=bets, insured=["main-1"]).amounts == {
        "main-1": 0,
        "behind": 0,
        "main-1+insurance": 1500,
    }


def test_F163_each_seat_behind_is_insured_on_its_own() -> None:
    bets = [main_bet(seat=1), main_bet(seat=2), behind_bet(seat=1), behind_bet(seat=2, name="b2")]
    state = until_asked("TS TS AH 6D 6D KC", seats=(1, 2))
    extras = GAME.extras(state, "yes", [bets[3]])
    assert [(bet.parent, bet.seat, bet.stake) for bet in extras] == [("b2", 2, 500)]


def test_F142_insurance_is_settled_by_the_hole_card_when_all_hands_bust() -> None:
    played = play("TS AH 6D 5C 9H", ["hit"], insured=["main-1"])
    assert played.labels == {"main-1": "bust", "main-1+insurance": "no_dealer_blackjack"}
    assert played.state.dealer == cards("AH 5C")


def test_the_window_is_closed_and_never_decided() -> None:
    state = until_asked("TS AH 6D TC")
    assert refusal(lambda: GAME.choose(state, "yes")).data["topic"] == "insurance"
    assert refusal(lambda: GAME.reveal(state)).data["topic"] == "insurance"


def test_the_window_opens_once() -> None:
    state = GAME.close(until_asked("TS AH 2D 5C"))
    state = choose_all(state, "hit", "2C", "stand")
    assert GAME.expects(state) == Reveal(("dealer:2",))
    assert GAME.expects(GAME.reveal(state)) == Deal(("dealer:3",))


def test_F141_F163_whoever_can_insure_is_asked() -> None:
    sides = side_bet(Kind.PERFECT_PAIRS)
    bets = [main_bet(), sides, behind_bet(2), behind_bet(1, name="too small")]
    state = until_asked("TS AH 6D TC")
    assert GAME.asked(state, bets) == (bets[0], bets[2])
    assert all(GAME.extras(state, "yes", [bet]) for bet in GAME.asked(state, bets))


def test_F141_nobody_is_asked_outside_the_window() -> None:
    for state in (until_asked("TS 6H 6D TC"), until_asked("TS"), play("TS 9H 9D TC").state):
        assert GAME.asked(state, [main_bet()]) == ()


def test_F143_an_insurance_names_the_bet_and_the_seat_it_insures() -> None:
    [insured] = GAME.extras(until_asked("TS AH 6D TC"), "yes", [main_bet()])
    assert (insured.parent, insured.player, insured.seat) == ("main-1", "owner-1", 1)
