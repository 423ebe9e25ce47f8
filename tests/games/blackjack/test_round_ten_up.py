"""A dealer's blackjack under a ten-value card, in the three settings of the table (R9)."""

import pytest
from tests.games.blackjack.driver import (
    FOLLOW_BOTH,
    MODES,
    ORIGINAL_BETS_ONLY,
    PEEK,
    TAKES_ALL,
    behind_bet,
    main_bet,
    play,
    until_asked,
)

from sabot.gamekit import Ask, Done, Reveal
from sabot.games.blackjack import GAME
from sabot.games.blackjack.variants import BlackjackVariant

LATE = (ORIGINAL_BETS_ONLY, TAKES_ALL)


def mode(variant: BlackjackVariant) -> str:
    return variant.ten_up_blackjack


@pytest.mark.parametrize("up", ["TH", "JH", "QH", "KH"])
def test_F142_R9_peek_ends_the_round_before_any_decision(up: str) -> None:
    state = until_asked(f"8S {up} 8D AC")
    assert GAME.expects(state) == Reveal(("dealer:2",))
    assert GAME.expects(GAME.reveal(state)) == Done()
    assert play(f"8S {up} 8D AC").labels == {"main-1": "dealer_blackjack"}


def test_R9_peek_goes_on_without_a_blackjack() -> None:
    assert isinstance(GAME.expects(until_asked("8S TH 8D 9C")), Ask)


@pytest.mark.parametrize("variant", LATE, ids=mode)
def test_R9_without_a_peek_play_goes_on_over_a_blackjack(variant: BlackjackVariant) -> None:
    state = until_asked("TS KH 9D AC", variant=variant)
    assert isinstance(GAME.expects(state), Ask)
    played = play("TS KH 9D AC", variant=variant)
    assert played.labels == {"main-1": "dealer_blackjack"}
    assert played.state.cards_used == 4


@pytest.mark.parametrize("variant", MODES, ids=mode)
def test_R9_under_an_ace_every_table_peeks(variant: BlackjackVariant) -> None:
    state = GAME.close(until_asked("TS AH 9D KC", variant=variant))
    assert GAME.expects(state) == Reveal(("dealer:2",))


@pytest.mark.parametrize("variant", MODES, ids=mode)
def test_F133_R9_blackjack_against_blackjack_pushes(variant: BlackjackVariant) -> None:
    assert play("AS KH QD AC", variant=variant).labels == {"main-1": "push"}
    assert play("AS AH QD KC", variant=variant).labels == {"main-1": "push"}


@pytest.mark.parametrize("variant", LATE, ids=mode)
def test_R9_a_drawn_21_loses_to_a_late_blackjack(variant: BlackjackVariant) -> None:
    played = play("5S KH 6D AC TH", ["hit"], variant=variant)
    assert played.state.boxes[0].hands[0].total == 21
    assert played.labels == {"main-1": "dealer_blackjack"}


def test_R9_takes_all_takes_doubles_and_splits() -> None:
    doubled = play("5S KH 6D AC TH", ["double"], variant=TAKES_ALL)
    assert doubled.amounts == {"main-1": 0, "main-1+double": 0}
    split = play("8S KH 8D AC TS TD", ["split"], variant=TAKES_ALL)
    assert split.amounts == {"main-1": 0, "main-1+split": 0}


def test_R9_original_bets_only_gives_doubles_and_splits_back() -> None:
    doubled = play("5S KH 6D AC TH", ["double"], variant=ORIGINAL_BETS_ONLY)
    assert doubled.amounts == {"main-1": 0, "main-1+double": 1000}
    assert doubled.labels["main-1+double"] == "returned"
    split = play("8S KH 8D AC TS TD", ["split"], variant=ORIGINAL_BETS_ONLY)
    assert split.amounts == {"main-1": 0, "main-1+split": 1000}


def test_F139_R9_a_bust_hand_is_lost_before_the_blackjack_shows() -> None:
    doubled = play("TS KH 6D AC 9H", ["double"], variant=ORIGINAL_BETS_ONLY)
    assert doubled.labels == {"main-1": "bust", "main-1+double": "bust"}
    split = play("8S KH 8D AC 7S 7D TH", ["split", "stand", "hit"], variant=ORIGINAL_BETS_ONLY)
    assert split.labels == {"main-1": "dealer_blackjack", "main-1+split": "bust"}


def test_R9_the_second_hand_comes_back_when_the_first_is_bust() -> None:
    split = play("8S KH 8D AC 7S 7D TH", ["split", "hit", "stand"], variant=ORIGINAL_BETS_ONLY)
    assert split.labels == {"main-1": "bust", "main-1+split": "returned"}


def test_R9_R28_those_behind_are_treated_alike() -> None:
    bets = [main_bet(), behind_bet(400, follows=FOLLOW_BOTH)]
    played = play("5S KH 6D AC TH", ["double"], bets=bets, variant=ORIGINAL_BETS_ONLY)
    assert played.amounts == {
        "main-1": 0,
        "behind": 0,
        "main-1+double": 1000,
        "behind+double": 400,
    }


@pytest.mark.parametrize("variant", LATE, ids=mode)
def test_R9_the_setting_changes_nothing_without_a_dealers_blackjack(
    variant: BlackjackVariant,
) -> None:
    shoe, answers = "8S KH 8D 6C TS TD 4H", ["split", "stand", "stand"]
    assert play(shoe, answers, variant=variant).amounts == play(shoe, answers).amounts


def test_R9_peek_costs_the_same_as_original_bets_only() -> None:
    at_once = play("8S KH 8D AC", variant=PEEK)
    late = play("8S KH 8D AC TS TD", ["split"], variant=ORIGINAL_BETS_ONLY)
    lost_at_once = sum(bet.stake for bet in at_once.bets) - sum(at_once.amounts.values())
    lost_late = sum(bet.stake for bet in late.bets) - sum(late.amounts.values())
    assert lost_at_once == lost_late == 1000
