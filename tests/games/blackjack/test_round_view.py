import pytest
from tests.games.blackjack.driver import (
    MODES,
    TAKES_ALL,
    choose_all,
    main_bet,
    play,
    until_asked,
)

from sabot.gamekit import Audience, HandView
from sabot.games.blackjack import GAME
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import BlackjackVariant

BLIND = (Audience.PLAYER, Audience.DEALER, Audience.MANAGER)
SEEING = (Audience.AUDITOR,)


def seen(state: State, name: str, audience: Audience = Audience.PLAYER) -> HandView:
    return next(hand for hand in GAME.view(state, audience).hands if hand.name == name)


@pytest.mark.parametrize("audience", BLIND)
def test_F101_the_hole_card_is_hidden_until_it_is_turned(audience: Audience) -> None:
    state = until_asked("TS 6H 6D TC")
    assert seen(state, "dealer", audience).cards == ("6H", None)
    assert seen(state, "dealer", audience).total == "6"
    stood = GAME.choose(state, "stand")
    assert seen(stood, "dealer", audience).cards == ("6H", None)
    turned = GAME.reveal(stood)
    assert seen(turned, "dealer", audience).cards == ("6H", "TC")
    assert seen(turned, "dealer", audience).total == "16"


@pytest.mark.parametrize("audience", SEEING)
def test_those_who_inspect_a_round_see_the_hole_card(audience: Audience) -> None:
    hand = seen(until_asked("TS KH 6D AC", variant=TAKES_ALL), "dealer", audience)
    assert (hand.cards, hand.total, hand.tags) == (("KH", "AC"), "21", ("blackjack",))


@pytest.mark.parametrize("audience", BLIND)
def test_R9_an_unpeeked_blackjack_leaves_no_trace(audience: Audience) -> None:
    with_blackjack = until_asked("8S KH 8D AC", variant=TAKES_ALL)
    without = until_asked("8S KH 8D 2C", variant=TAKES_ALL)
    for steps in ((), ("hit",), ("hit", "2S"), ("split", "9S", "9D", "stand", "stand")):
        twins = choose_all(with_blackjack, *steps), choose_all(without, *steps)
        assert GAME.view(twins[0], audience) == GAME.view(twins[1], audience)
        assert GAME.expects(twins[0]) == GAME.expects(twins[1])


POINTS = """
cards        shown
TS 6D        16
AS 6D        7/17
AS AD        2/12
AS 6D 9C     16
AS 6D 4C     21
AS 9D        10/20
"""


@pytest.mark.parametrize("row", POINTS.strip().splitlines()[1:])
def test_F83_points_show_both_values_of_a_soft_hand(row: str) -> None:
    first, second, *draw, shown = row.split()
    state = until_asked(f"{first} 6H {second} TC")
    for card in draw:
        state = choose_all(state, "hit", card)
    assert seen(state, "seat:1:0").total == shown


def test_F83_a_hand_that_stands_shows_the_points_it_keeps() -> None:
    asked = until_asked("AS 6H 6D TC")
    assert seen(choose_all(asked, "stand"), "seat:1:0").total == "17"
    doubled = choose_all(asked, "double")
    assert seen(doubled, "seat:1:0").total == "7/17"  # its last card is still to come
    assert seen(choose_all(asked, "double", "2C"), "seat:1:0").total == "19"


def test_F83_an_ace_alone_shows_both_values_and_no_card_shows_nothing() -> None:
    state = until_asked("2S AH")
    assert seen(state, "dealer").total == "1/11"
    assert seen(until_asked("2S"), "dealer").total == ""


def test_F82_only_the_hand_that_decides_is_acting() -> None:
    state = choose_all(until_asked("8S 5S 6H 8D 6D TC", seats=(1, 2)), "split", "2C", "3C")
    tags = {hand.name: hand.tags for hand in GAME.view(state, Audience.PLAYER).hands}
    assert tags == {
        "seat:1:0": ("acting", "split"),
        "seat:1:1": ("split",),
        "seat:2:0": (),
        "dealer": (),
    }


def test_F150_the_last_decision_is_shown() -> None:
    state = until_asked("5S 8S TS AS 6H 6D 8D 6D KD TC", seats=(1, 2, 3, 4))
    state = choose_all(state, "double", "2C", "split", "TC", "TD", "stand", "hit", "5C")
    state = choose_all(state, "hit", "9S")
    tags = {hand.name: hand.tags for hand in GAME.view(state, Audience.PLAYER).hands}
    assert tags == {
        "seat:1:0": ("doubled",),
        "seat:2:0": ("split", "stand"),
        "seat:2:1": ("split", "hit", "bust"),
        "seat:3:0": ("hit", "bust"),
        "seat:4:0": ("blackjack",),
        "dealer": (),
    }


def test_F146_F147_side_bets_are_told_right_after_the_two_cards() -> None:
    assert GAME.view(until_asked("7H 7S 7D"), Audience.PLAYER).outcome == {}
    told = GAME.view(until_asked("7H 7S 7D TC"), Audience.PLAYER).outcome
    assert told == {
        "seat:1:perfect_pairs": "coloured",
        "seat:1:21+3": "trips",
        "seat:1:top3": "trips",
    }


@pytest.mark.parametrize("variant", MODES, ids=lambda variant: str(variant.ten_up_blackjack))
@pytest.mark.parametrize("audience", Audience)
def test_F151_the_outcome_is_told_at_the_end(variant: BlackjackVariant, audience: Audience) -> None:
    bets = [main_bet(seat=1), main_bet(seat=2)]
    state = play("8S TS 6H 8D 2D TC TS 9D KC", ["split"], bets=bets, variant=variant).state
    assert GAME.view(state, audience).outcome == {
        "seat:1:perfect_pairs": "mixed",
        "seat:1:21+3": "none",
        "seat:2:perfect_pairs": "none",
        "seat:2:21+3": "none",
        "dealer_total": 26,
        "dealer_blackjack": False,
        "cards_used": 9,
        "seat:1:0": "win",
        "seat:1:1": "win",
        "seat:2:0": "win",
    }


def test_F101_a_busting_dealer_and_a_blackjack_are_marked() -> None:
    assert seen(play("TS 6H 9D TC KS").state, "dealer").tags == ("bust",)
    assert seen(play("TS AH 9D KC").state, "dealer").tags == ("blackjack",)
