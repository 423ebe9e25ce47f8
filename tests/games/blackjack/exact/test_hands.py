from itertools import combinations_with_replacement

import numpy as np
import pytest
from tests.games.blackjack.exact.plain import faces

from sabot.games.blackjack.exact.hands import (
    BUST,
    CLOSED,
    EMPTY,
    MUST_DRAW,
    OPEN,
    SOFT,
    hands,
)
from sabot.games.blackjack.exact.values import ACE, TEN, VALUES
from sabot.games.blackjack.rules import hand_total, is_bust, is_soft


def walk(start: int, values: tuple[int, ...]) -> int:
    hand = start
    for value in values:
        hand = int(hands().transitions[hand, value])
    return hand


@pytest.mark.parametrize("size", [2, 3, 4])
def test_F139_every_hand_has_the_total_of_the_rules(size: int) -> None:
    graph = hands()
    for values in combinations_with_replacement(VALUES, size):
        hand, cards = walk(EMPTY, values), faces(values)
        assert (hand == BUST) == is_bust(cards)
        if hand == BUST:
            continue
        total, soft = hand_total(cards), is_soft(cards)
        assert graph.total[hand] == total
        assert graph.cell[hand] == (SOFT + total if soft else total)
        assert graph.status[hand] == (CLOSED if total == 21 else OPEN)


def test_the_order_of_cards_does_not_matter() -> None:
    assert walk(EMPTY, (ACE, 3, 7)) == walk(EMPTY, (7, ACE, 3)) != walk(EMPTY, (ACE, 4, 6))


def test_a_card_leads_upward_or_to_bust_and_nothing_leads_out_of_it() -> None:
    graph = hands()
    following = graph.transitions[EMPTY:]
    numbers = np.arange(EMPTY, len(graph.row))[:, None]
    assert ((following > numbers) | (following == BUST)).all()
    assert (graph.transitions[BUST] == BUST).all()


@pytest.mark.parametrize("value", range(2, TEN + 1))
def test_F138_a_split_hand_starts_from_one_card_and_knows_the_other(value: int) -> None:
    graph = hands()
    start = graph.split_start[value]
    assert graph.status[start] == MUST_DRAW
    assert graph.removed[graph.row[start], value - 1] == 2
    drawn = walk(start, (2, 3))
    assert graph.pair[drawn] == value
    assert graph.total[drawn] == value + 5
    assert graph.removed[graph.row[drawn]].sum() == 4


def test_F136_split_aces_close_after_one_card() -> None:
    graph = hands()
    drawn = graph.transitions[graph.split_start[ACE], VALUES]
    assert (graph.status[drawn] == CLOSED).all()
    assert graph.total[drawn].tolist() == [12, 13, 14, 15, 16, 17, 18, 19, 20, 21]


def test_the_automaton_holds_every_hand_once() -> None:
    graph = hands()
    # 3,072 sets of two or more cards of at most 21 hard points, ten single cards, nothing, bust.
    assert graph.first_split == 3072 + 10 + 1 + 1
    assert len(np.unique(graph.removed, axis=0)) == len(graph.removed)
    assert len(np.unique(graph.openings)) == 55
