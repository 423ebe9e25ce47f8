"""The compiled counting against the rules themselves, counted in plain Python."""

from collections import Counter
from collections.abc import Iterator
from math import perm

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.cards import Card, Composition, Rank, full_deck
from sabot.errors import Refused
from sabot.games.baccarat.enumeration import CARDS, PAIR_CLASSES, ways
from sabot.games.baccarat.rules import (
    POINTS,
    banker_draws,
    pair_class,
    player_draws,
)

Drawn = tuple[int, tuple[int, ...]]


class Pile:
    """Cards by their points, drawn in order: how many ways lead to each sequence."""

    def __init__(self, shoe: Composition) -> None:
        self.counts = [0] * 10
        for rank, count in zip(Rank, shoe.by_rank(), strict=True):
            self.counts[POINTS[rank]] += count

    def draw(self, cards: int) -> Iterator[Drawn]:
        """Every sequence of so many values; the pile is short of them while one is looked at."""
        if cards == 0:
            yield 1, ()
            return
        for value in range(10):
            here = self.counts[value]
            if here == 0:
                continue
            self.counts[value] -= 1
            for others, rest in self.draw(cards - 1):
                yield here * others, (value, *rest)
            self.counts[value] += 1


def by_the_rules(shoe: Composition) -> Counter[tuple[int, int, int]]:
    """All orders of six cards by cards used and both totals, with nothing but `rules.py`."""
    pile, counted = Pile(shoe), Counter[tuple[int, int, int]]()
    left = shoe.total - 4
    for four, (p1, b1, p2, b2) in pile.draw(4):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if not player_draws(player=player, banker=banker):
            if not banker_draws(player=player, banker=banker, third=None):
                counted[4, player, banker] += four * left * (left - 1)
                continue
            for one, (third,) in pile.draw(1):
                counted[5, player, (banker + third) % 10] += four * one * (left - 1)
            continue
        for one, (third,) in pile.draw(1):
            total = (player + third) % 10
            if not banker_draws(player=player, banker=banker, third=third):
                counted[5, total, banker] += four * one * (left - 1)
                continue
            for other, (fourth,) in pile.draw(1):
                counted[6, total, (banker + fourth) % 10] += four * one * other
    return counted


def pairs_card_by_card(shoe: Composition) -> Counter[tuple[str, str]]:
    """All orders of the first four cards by both pairs, drawn from a pile of named cards."""
    deck = [card for card in full_deck() for _ in range(shoe.count(card))]
    counted = Counter[tuple[str, str]]()
    for p1 in range(len(deck)):
        for b1 in range(len(deck)):
            for p2 in range(len(deck)):
                for b2 in range(len(deck)):
                    if len({p1, b1, p2, b2}) == 4:
                        player = pair_class((deck[p1], deck[p2]))
                        banker = pair_class((deck[b1], deck[b2]))
                        counted[player, banker] += 1
    return counted


def assert_rounds_agree(shoe: Composition) -> None:
    counted = ways(shoe)
    expected = by_the_rules(shoe)
    assert {
        (cards, player, banker): int(counted.rounds[cards - 4, player, banker])
        for cards in CARDS
        for player in range(10)
        for banker in range(10)
    } == {
        (cards, player, banker): expected[cards, player, banker]
        for cards in CARDS
        for player in range(10)
        for banker in range(10)
    }


def test_F107_F108_a_whole_shoe_is_counted_as_the_rules_say() -> None:
    assert_rounds_agree(Composition.of_decks(8))


def test_F107_F108_so_is_what_is_left_of_one() -> None:
    # Uneven on purpose: no sevens, few aces, and a different number of every other rank.
    left = [0 if card.rank is Rank.SEVEN else (3 * card.ordinal) % 9 for card in full_deck()]
    assert_rounds_agree(Composition(tuple(left)))


few_cards = st.lists(
    st.sampled_from([Card.parse(name) for name in ("7S", "7H", "7D", "7C", "KS", "KH", "2D")]),
    min_size=6,
    max_size=8,
)


@settings(max_examples=25)
@given(pile=few_cards)
def test_F114_F117_pairs_are_counted_card_by_card(pile: list[Card]) -> None:
    shoe = Composition.of_cards(pile)
    expected = pairs_card_by_card(shoe)
    scale = (shoe.total - 4) * (shoe.total - 5)
    counted = ways(shoe).pairs
    for row, player in enumerate(PAIR_CLASSES):
        for column, banker in enumerate(PAIR_CLASSES):
            assert counted[row, column] == expected[player, banker] * scale


@given(counts=st.lists(st.integers(0, 8), min_size=52, max_size=52))
def test_F87_every_order_is_counted_exactly_once(counts: list[int]) -> None:
    shoe = Composition(tuple(counts))
    if shoe.total < 6:
        return
    counted = ways(shoe)
    assert counted.orders == perm(shoe.total, 6)
    assert counted.rounds.sum() == counted.pairs.sum() == counted.orders
    assert counted.rounds.min() >= 0
    assert counted.pairs.min() >= 0


def test_F87_the_largest_shoe_stays_far_below_64_bits() -> None:
    assert perm(Composition.of_decks(8).total, 6) * 1000 < np.iinfo(np.int64).max


def test_F106_six_cards_are_enough_and_five_are_not() -> None:
    six = Composition.of_cards(full_deck()[:6])
    assert ways(six).orders == 720
    with pytest.raises(Refused) as refusal:
        ways(Composition.of_cards(full_deck()[:5]))
    assert refusal.value.code == "shoe/too_short"
    assert refusal.value.data == {"cards": 5, "needed": 6}
