"""Shuffling: every order can come, and none more often than another."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from math import sqrt
from secrets import randbelow
from statistics import NormalDist

import pytest

from sabot.adapters import chance
from sabot.cards import Card, Composition, full_deck

SHUFFLES = 4_000
ALARM = 1e-6


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_F87_a_shuffled_shoe_holds_whole_decks(decks: int) -> None:
    assert Composition.of_cards(chance.shuffled_shoe(decks)) == Composition.of_decks(decks)


def test_two_shoes_are_not_alike() -> None:
    assert chance.shuffled_shoe(8) != chance.shuffled_shoe(8)


def scripted(course: Iterator[tuple[int, int]]) -> Callable[[int], int]:
    """Make chance give these numbers, each out of exactly so many."""

    def pick_below(bound: int) -> int:
        pick, out_of = next(course)
        assert bound == out_of
        return pick

    return pick_below


def test_every_order_of_a_small_deck_comes_from_exactly_one_course_of_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deck, bounds = full_deck()[:5], (5, 4, 3, 2)
    monkeypatch.setattr(chance, "full_deck", lambda: deck)
    orders: Counter[tuple[Card, ...]] = Counter()
    for picks in product(*map(range, bounds)):
        course = zip(picks, bounds, strict=True)
        monkeypatch.setattr(chance, "randbelow", scripted(course))
        orders[tuple(chance.shuffled_shoe(1))] += 1
        assert next(course, None) is None
    assert orders == Counter(permutations(deck))


def upper_tail(chi_square: float, freedom: int) -> float:
    """The chance of at least this much, by the cube root of Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return NormalDist().cdf(-((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def evenness() -> float:
    """Shuffle often, count every card in every position, and say how likely that is by chance."""
    seen: Counter[tuple[int, Card]] = Counter()
    for _ in range(SHUFFLES):
        seen.update(enumerate(chance.shuffled_shoe(1)))
    expected = SHUFFLES / 52
    cells = ((position, card) for position in range(52) for card in full_deck())
    chi_square = sum((seen[cell] - expected) ** 2 for cell in cells) / expected
    # Each shuffle fills one cell of each row and each column: what is left to chance has 51 times
    # 51 degrees of freedom, after this factor.
    return upper_tail(chi_square * 51 / 52, 51 * 51)


def test_every_card_is_as_likely_in_every_position() -> None:
    # True chance: about two runs in a million fail by bad luck.
    assert ALARM < evenness() < 1 - ALARM


@pytest.mark.parametrize(
    "crooked",
    [
        lambda bound: randbelow(max(bound - 1, 1)),  # no card may stay where it was
        lambda bound: randbelow(64) % bound,  # the first few are picked more often
    ],
)
def test_the_alarm_rings_for_a_crooked_shuffle(
    monkeypatch: pytest.MonkeyPatch, crooked: Callable[[int], int]
) -> None:
    monkeypatch.setattr(chance, "randbelow", crooked)
    assert evenness() < ALARM
