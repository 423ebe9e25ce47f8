from collections.abc import Callable

import pytest
from tests.games.blackjack.driver import PEEK, main_bet, play, refusal, until_asked

from sabot.cards import Card, cards
from sabot.gamekit import Ask, Deal, Done, Face, Reveal
from sabot.games.blackjack import GAME
from sabot.games.blackjack.state import State


def dealing_order(seats: frozenset[int]) -> list[tuple[str, Face]]:
    state, order = GAME.start(PEEK, seats=seats), []
    for card in cards("2S 3S 4S 5S 6S 7S 8S 9S")[: 2 * len(seats) + 2]:
        expected = GAME.expects(state)
        assert isinstance(expected, Deal)
        order.append((expected.positions[0], expected.face))
        state = GAME.deal(state, card, at=expected.positions[0])
    assert not isinstance(GAME.expects(state), Deal)
    return order


def test_F100_two_rounds_clockwise_from_the_dealers_left_dealer_last() -> None:
    assert dealing_order(frozenset({7, 2, 5})) == [
        ("seat:2:0:1", Face.UP),
        ("seat:5:0:1", Face.UP),
        ("seat:7:0:1", Face.UP),
        ("dealer:1", Face.UP),
        ("seat:2:0:2", Face.UP),
        ("seat:5:0:2", Face.UP),
        ("seat:7:0:2", Face.UP),
        ("dealer:2", Face.DOWN),
    ]


def test_F100_only_staked_seats_get_cards() -> None:
    assert [position for position, _ in dealing_order(frozenset({4}))] == [
        "seat:4:0:1",
        "dealer:1",
        "seat:4:0:2",
        "dealer:2",
    ]


@pytest.mark.parametrize("seats", [frozenset({0}), frozenset({8}), frozenset({1, 9})])
def test_F131_there_are_seven_seats(seats: frozenset[int]) -> None:
    assert refusal(lambda: GAME.start(PEEK, seats=seats)).code == "round/no_such_seat"


def test_F131_all_seven_seats_can_play() -> None:
    bets = [main_bet(seat=seat) for seat in range(1, 8)]
    shoe = "TS TS TS TS TS TS TS 7H 8S 8S 8S 8S 8S 8S 8S TC"
    assert set(play(shoe, bets=bets).amounts.values()) == {2000}


def test_a_round_without_seats_is_refused() -> None:
    assert refusal(lambda: GAME.start(PEEK)).code == "round/no_seats"


def test_F101_seats_act_in_order_then_the_hole_card_is_turned() -> None:
    state = until_asked("TS 2S 3S 6H 5S 5D 6S TC", seats=(1, 3, 6))
    asked = []
    while isinstance(ask := GAME.expects(state), Ask):
        asked.append(ask.seat)
        state = GAME.choose(state, "stand")
    assert asked == [1, 3, 6]
    assert GAME.expects(state) == Reveal(("dealer:2",))
    drawing = GAME.reveal(state)
    assert GAME.expects(drawing) == Deal(("dealer:3",), Face.UP)


DEALER_HANDS = """
# hole and draws after 6H, or another up card, against a player's 20
6H  TC 8S        = 24
6H  AC           = 17
6H  5C AS 2D 3D  = 17
2H  4C AS        = 17
9H  7C AS        = 17
TH  7C           = 17
TH  6C 5D        = 21
2H  2C 2D 3S 2S 3C 2H 2D = 18
4H  AC AD AS     = 17
"""


@pytest.mark.parametrize("row", DEALER_HANDS.strip().splitlines()[1:])
def test_F132_R9_dealer_draws_to_17_and_stands_on_all_of_them(row: str) -> None:
    dealer, total = row.split("=")
    up, hole, *draws = dealer.split()
    state = play(f"TS {up} QD {hole} {' '.join(draws)}").state
    assert state.dealer_total == int(total)
    assert [str(card) for card in state.dealer] == [up, hole, *draws]


def test_F139_dealer_turns_but_does_not_draw_when_every_hand_is_bust() -> None:
    state = play("TS 6H 6D TC 9S", ["hit"]).state
    assert state.hole_revealed
    assert state.dealer == cards("6H TC")


def test_F133_dealer_turns_but_does_not_draw_against_blackjacks_alone() -> None:
    bets = [main_bet(seat=1), main_bet(seat=2)]
    played = play("AS KS 6H KD AD TC", bets=bets)
    assert played.state.dealer == cards("6H TC")
    assert played.amounts == {"main-1": 2500, "main-2": 2500}


def test_F132_one_hand_left_is_enough_for_the_dealer_to_draw() -> None:
    bets = [main_bet(seat=1), main_bet(seat=2), main_bet(seat=3)]
    played = play("AS TS TH 6H KD 6C 3D TC 9S 5H", ["hit", "stand"], bets=bets)
    assert played.state.dealer == cards("6H TC 5H")
    assert played.amounts == {"main-1": 2500, "main-2": 0, "main-3": 0}


@pytest.fixture
def asked() -> State:
    return until_asked("TS 6H 6D TC")


def test_a_card_nobody_waits_for_is_refused(asked: State) -> None:
    told = refusal(lambda: GAME.deal(asked, Card.parse("2S"), at="dealer:3"))
    assert told.code == "round/answer_expected"


def test_a_card_on_the_wrong_position_is_refused() -> None:
    state = GAME.start(PEEK, seats=frozenset({2}))
    told = refusal(lambda: GAME.deal(state, Card.parse("2S"), at="dealer:1"))
    assert told.code == "round/card_expected"
    assert told.data == {"at": "seat:2:0:1", "card": "2S", "put": "dealer:1"}


def test_nothing_is_turned_closed_or_decided_out_of_turn(asked: State) -> None:
    assert refusal(lambda: GAME.reveal(asked)).code == "round/answer_expected"
    assert refusal(lambda: GAME.close(asked)).code == "round/answer_expected"
    stood = GAME.choose(asked, "stand")
    assert refusal(lambda: GAME.choose(stood, "stand")).code == "round/reveal_expected"


def test_a_finished_round_takes_no_more() -> None:
    over = play("TS 9H 9D TC").state
    assert GAME.expects(over) == Done()
    late_calls: list[Callable[[], object]] = [
        lambda: GAME.deal(over, Card.parse("2S"), at="dealer:3"),
        lambda: GAME.reveal(over),
        lambda: GAME.choose(over, "stand"),
        lambda: GAME.close(over),
        lambda: GAME.extras(over, "double", [main_bet()]),
    ]
    assert {refusal(call).code for call in late_calls} == {"round/over"}
