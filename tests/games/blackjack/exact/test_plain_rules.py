"""The kernels against plain recursion: whole shoes of few values, single hands of eight decks."""

from fractions import Fraction

import numpy as np
import pytest
from tests.games.blackjack.exact.plain import (
    BestPlay,
    Left,
    Values,
    WholeRound,
    by_composition,
    by_totals,
    dealer_ends,
    without,
)

from sabot.games.blackjack.exact import dealer
from sabot.games.blackjack.exact.ground import MainGame, ground
from sabot.games.blackjack.exact.hands import EMPTY, hands
from sabot.games.blackjack.exact.player import best_play, first_decisions, main_return
from sabot.games.blackjack.exact.strategy import Action, strategy_returns, strategy_tables
from sabot.games.blackjack.exact.values import ACE, TEN, VALUES, cards_enough, full_shoe
from sabot.games.blackjack.variants import TenUpBlackjack

MODES = tuple(TenUpBlackjack)

# Stripped shoes, long enough for any round; few values keep fractions quick. Their tables double
# and split against aces and against tens, and the two hands of a split differ in the second shoe.
SHOES = ((3, 0, 0, 0, 4, 4, 0, 0, 0, 5), (4, 0, 0, 0, 3, 0, 0, 5, 0, 5))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shoe", SHOES)
def test_R9_best_play_equals_plain_recursion_in_fractions(mode: TenUpBlackjack, shoe: Left) -> None:
    value, extra = BestPlay(mode).whole(shoe)
    found = main_return(shoe, MainGame(ten_up_blackjack=mode))
    assert found.initial == pytest.approx(float(value), abs=1e-13)
    assert found.extra_stake == pytest.approx(float(extra), abs=1e-13)
    assert found.total_stake == pytest.approx(float((value + extra) / (1 + extra)), abs=1e-13)


def number_of(own: Values) -> int:
    hand = EMPTY
    for value in own:
        hand = int(hands().transitions[hand, value])
    return hand


# Eight decks, hands whose recursion is short: every option the player has, in every mode.
FULL_SHOE_HANDS = (((6, TEN), TEN), ((7, TEN), ACE), ((9, 9), 7))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("own", "up"), FULL_SHOE_HANDS)
def test_R9_hands_of_a_full_shoe_equal_plain_recursion(
    mode: TenUpBlackjack, own: Values, up: int
) -> None:
    shoe = full_shoe(8)
    left = without(shoe, *own, up)
    plain = BestPlay(mode)
    prepared = ground(shoe, MainGame(ten_up_blackjack=mode))
    options = first_decisions(prepared, best_play(prepared))
    hand = number_of(own)
    joint = prepared.in_play[hands().row[hand], up - 1]
    found = options[:, hands().opening_of[hand], up - 1] / joint
    assert prepared.stand[hand, up - 1] / joint == pytest.approx(
        float(plain.stand(own, up, left, extra=False, split=False)), abs=1e-13
    )
    assert found[0] == pytest.approx(
        float(plain.play(own, up, left, extra=False, split=False)), abs=1e-13
    )
    assert found[1] == pytest.approx(float(plain.double(own, up, left) - 1), abs=1e-13)


@pytest.mark.parametrize("up", VALUES)
def test_F132_the_dealer_ends_as_plain_recursion_says(up: int) -> None:
    gone = np.array([[0, 0, 1, 0, 0, 0, 2, 0, 0, 1]], np.int8)
    left = tuple(n - int(k) for n, k in zip(full_shoe(8), gone[0], strict=True))
    joint = dealer.finals(full_shoe(8), gone)[0, up - 1]
    face_up = Fraction(left[up - 1], sum(left))
    ends = dealer_ends((up,), without(left, up))
    for total in dealer.FINAL_TOTALS:
        expected = face_up * ends.get((total, False), Fraction(0))
        assert joint[total - 17] == pytest.approx(float(expected), abs=1e-15)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shoe", SHOES)
def test_R9_F138_tables_played_card_by_card_bring_back_what_they_promise(
    mode: TenUpBlackjack, shoe: Left
) -> None:
    game = MainGame(ten_up_blackjack=mode)
    tables = strategy_tables(shoe, game)
    promised = strategy_returns(shoe, game, tables)
    for decide, found in (
        (by_composition(tables), promised.composition_dependent),
        (by_totals(tables), promised.total_dependent),
    ):
        value, extra = WholeRound(mode, decide).whole(shoe)
        assert found.initial == pytest.approx(float(value - extra), abs=1e-13)
        assert found.extra_stake == pytest.approx(float(extra), abs=1e-13)
        assert found.total_stake == pytest.approx(float(value / (1 + extra)), abs=1e-13)


def test_the_stripped_shoes_prove_something() -> None:
    game = MainGame(ten_up_blackjack=TenUpBlackjack.ORIGINAL_BETS_ONLY)
    tables = [strategy_tables(shoe, game) for shoe in SHOES]
    for shoe, table in zip(SHOES, tables, strict=True):
        assert sum(shoe) >= cards_enough(shoe)
        for up in (ACE, TEN):
            first = table.action[hands().openings, up].tolist()
            assert {Action.DOUBLE, Action.SPLIT} <= set(first)
    eights = tables[1].transitions[tables[1].split_start[8], VALUES]
    assert (tables[1].action[eights, TEN] != tables[1].second_action[eights, TEN]).any()
