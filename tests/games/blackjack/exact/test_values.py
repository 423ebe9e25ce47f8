from itertools import chain, repeat

import pytest

from sabot.cards import Composition, cards
from sabot.errors import Refused
from sabot.games.blackjack.exact.values import (
    VALUES,
    cards_enough,
    full_shoe,
    refuse_short,
    value_counts,
)


def test_F133_ten_and_faces_are_one_value() -> None:
    shoe = Composition.of_cards(cards("AS AH 2C 9D TS JS QS KS"))
    assert value_counts(shoe) == (2, 1, 0, 0, 0, 0, 0, 0, 1, 4)


@pytest.mark.parametrize("decks", range(1, 9))
def test_full_shoe_agrees_with_the_cards(decks: int) -> None:
    assert full_shoe(decks) == value_counts(Composition.of_decks(decks))


@pytest.mark.parametrize(
    "shoe", [full_shoe(8), full_shoe(1), (0,) * 9 + (99,), (0, 9, 0, 0, 0, 0, 9, 0, 0, 9)]
)
def test_F139_no_three_hands_use_more_cards_than_enough(shoe: tuple[int, ...]) -> None:
    # The smallest cards first, and never more points than may still be drawn to, but for the
    # last card of each of the three hands.
    smallest = list(chain.from_iterable(map(repeat, VALUES, shoe)))
    drawn = cards_enough(shoe) - 3
    assert sum(smallest[:drawn]) <= 20 + 20 + 16 < sum(smallest[: drawn + 1])


def test_a_shoe_that_could_run_dry_is_refused() -> None:
    shoe = (0,) * 9 + (8,)
    refuse_short(shoe)
    with pytest.raises(Refused, match="shoe/too_short") as refusal:
        refuse_short((0,) * 9 + (7,))
    assert refusal.value.data == {"cards": 7, "needed": 8}
