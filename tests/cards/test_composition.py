from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import DECKS_MAX, Card, Composition, cards, full_deck
from sabot.errors import Refused

DECK = full_deck()
PILES = st.lists(st.sampled_from(DECK), max_size=30).filter(
    lambda pile: max(Counter(pile).values(), default=0) <= DECKS_MAX
)


@pytest.mark.parametrize("decks", range(DECKS_MAX + 1))
def test_F87_R1_a_shoe_has_each_card_once_per_deck(decks: int) -> None:
    shoe = Composition.of_decks(decks)
    assert shoe.total == 52 * decks
    assert {shoe.count(card) for card in DECK} == {decks}
    assert set(shoe.by_rank()) == {4 * decks}


@pytest.mark.parametrize("decks", [-1, DECKS_MAX + 1])
def test_no_shoe_is_larger_than_the_largest_nor_less_than_empty(decks: int) -> None:
    with pytest.raises(Refused, match="shoe/impossible"):
        Composition.of_decks(decks)


@pytest.mark.parametrize("counts", [(), (1,) * 51, (1,) * 53, (9, *[1] * 51), (-1, *[1] * 51)])
def test_counts_are_52_and_possible(counts: tuple[int, ...]) -> None:
    with pytest.raises(Refused, match="shoe/impossible"):
        Composition(counts)


@given(PILES)
def test_a_pile_is_counted_card_by_card(pile: list[Card]) -> None:
    composition = Composition.of_cards(pile)
    seen = Counter(pile)
    assert {card: composition.count(card) for card in DECK} == {card: seen[card] for card in DECK}
    assert composition.total == sum(composition.by_rank()) == len(pile)


def test_a_pile_with_nine_of_a_card_is_from_no_shoe() -> None:
    with pytest.raises(Refused, match="shoe/impossible"):
        Composition.of_cards(cards("AS " * 9))


@given(PILES)
def test_what_is_dealt_is_gone_and_nothing_else(dealt: list[Card]) -> None:
    shoe = Composition.of_decks(DECKS_MAX)
    left = shoe.without(dealt)
    assert left.total == shoe.total - len(dealt)
    assert all(left.count(card) == DECKS_MAX - dealt.count(card) for card in DECK)
    assert left == shoe.without(reversed(dealt))
    assert shoe == Composition.of_decks(DECKS_MAX)


@given(PILES)
def test_a_pile_without_itself_is_empty(pile: list[Card]) -> None:
    assert Composition.of_cards(pile).without(pile) == Composition.of_decks(0)


@given(PILES, st.sampled_from(DECK))
def test_a_card_that_is_not_there_cannot_leave(pile: list[Card], missing: Card) -> None:
    held = [card for card in pile if card != missing]
    composition = Composition.of_cards(held)
    with pytest.raises(Refused) as caught:
        composition.without([*held, missing])
    assert (caught.value.code, caught.value.data) == ("card/not_in_shoe", {"card": str(missing)})
    assert composition == Composition.of_cards(held)


def test_the_second_of_a_kind_cannot_leave_a_single_deck() -> None:
    with pytest.raises(Refused, match="card/not_in_shoe"):
        Composition.of_decks(1).without(cards("7H 7H"))


def test_ranks_are_counted_ace_first() -> None:
    assert Composition.of_cards(cards("AS AH KC 2D")).by_rank() == (2, 1, *[0] * 10, 1)
