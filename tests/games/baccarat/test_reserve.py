"""Reserve cards: where they lie, which are kept, and that they change no player's cards (R25)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import Card, Composition, full_deck
from sabot.errors import Refused
from sabot.gamekit import Deal, deal_next
from sabot.games.baccarat import GAME
from sabot.games.baccarat.reserve import (
    PLACES,
    Ending,
    carry_over,
    from_shoe,
    hands_at,
    lay,
    unused,
)
from sabot.games.baccarat.round import banker_hand, player_hand
from sabot.games.baccarat.variants import SPEED_BACCARAT, Dealing

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]

DRAWS = [(False, False), (False, True), (True, False), (True, True)]
ONE_BY_ONE = replace(SPEED_BACCARAT, dealing=Dealing.ONE_BY_ONE)


def shuffled_shoes(decks: int = 1) -> st.SearchStrategy[list[Card]]:
    return st.permutations(list(full_deck()) * decks)


def one_by_one(shoe: list[Card]) -> tuple[Hands, list[Card]]:
    """A round drawn card by card, and what is left of the shoe."""
    state, left = GAME.start(ONE_BY_ONE), list(shoe)
    while isinstance(GAME.expects(state), Deal):
        state = deal_next(GAME, state, left.pop(0))
    return (player_hand(state), banker_hand(state)), left


def from_places(laid: dict[str, Card]) -> Hands:
    """A round read from six cards that already lie on the table."""
    state = GAME.start(SPEED_BACCARAT)
    while isinstance(expected := GAME.expects(state), Deal):
        state = GAME.deal(state, laid[expected.positions[0]], at=expected.positions[0])
    return player_hand(state), banker_hand(state)


def with_reserve(
    shoe: list[Card], carried: tuple[Card, ...], ending: Ending
) -> tuple[Hands, list[Card], tuple[Card, ...]]:
    needed = len(from_shoe(carried=len(carried)))
    laid = dict(lay(carried=carried, fresh=shoe[:needed]))
    hands = from_places(laid)
    player_drew, banker_drew = (len(hand) == 3 for hand in hands)
    kept = carry_over(laid, player_drew=player_drew, banker_drew=banker_drew, ending=ending)
    return hands, shoe[needed:], kept


@pytest.mark.parametrize(
    ("carried", "filled"),
    [(0, "P1 B1 P2 B2 X Y"), (1, "B1 P2 B2 X Y"), (2, "P2 B2 X Y")],
)
def test_R25_kept_cards_come_first_the_rest_from_the_shoe(carried: int, filled: str) -> None:
    assert from_shoe(carried=carried) == tuple(filled.split())


def test_F91_R25_unused_x_then_y_become_player_one_and_banker_one() -> None:
    laid = lay(carried=["x", "y"], fresh=["a", "b", "c", "d"])
    assert list(laid.items()) == list(zip(PLACES, "xyabcd", strict=True))
    only_y = lay(carried=["y"], fresh=list("abcde"))
    assert only_y["P1"] == "y"


@pytest.mark.parametrize(
    ("player_drew", "banker_drew", "left"),
    [(False, False, ("X", "Y")), (False, True, ("Y",)), (True, False, ("Y",)), (True, True, ())],
)
def test_R25_what_a_round_leaves(
    player_drew: bool, banker_drew: bool, left: tuple[str, ...]
) -> None:
    assert unused(player_drew=player_drew, banker_drew=banker_drew) == left


@pytest.mark.parametrize(("player_drew", "banker_drew"), DRAWS)
def test_R25_every_place_is_used_once_or_kept(player_drew: bool, banker_drew: bool) -> None:
    player_at, banker_at = hands_at(player_drew=player_drew)
    used = player_at + (banker_at if banker_drew else banker_at[:2])
    kept = unused(player_drew=player_drew, banker_drew=banker_drew)
    assert sorted(used + kept) == sorted(PLACES)


@pytest.mark.parametrize("ending", [Ending.LAST_OF_SHOE, Ending.CANCELLED])
def test_F92_R25_nothing_is_kept_after_the_last_round_or_a_cancelled_one(ending: Ending) -> None:
    laid = lay(carried=[], fresh=list("abcdef"))
    for player_drew, banker_drew in DRAWS:
        assert (
            carry_over(laid, player_drew=player_drew, banker_drew=banker_drew, ending=ending) == ()
        )


def test_R25_wrong_numbers_of_cards_are_refused() -> None:
    with pytest.raises(Refused, match="reserve/impossible"):
        from_shoe(carried=3)
    for fresh in ("abc", "abcde"):
        with pytest.raises(Refused, match="reserve/wrong_number"):
            lay(carried=["x", "y"], fresh=list(fresh))


@given(shoe=shuffled_shoes(decks=2))
def test_R25_the_card_sequence_equals_dealing_one_by_one(shoe: list[Card]) -> None:
    plain, reserved = list(shoe), list(shoe)
    carried: tuple[Card, ...] = ()
    while len(reserved) >= 6:
        expected, plain = one_by_one(plain)
        got, reserved, carried = with_reserve(reserved, carried, Ending.ANOTHER_FOLLOWS)
        assert got == expected
        # What lies in reserve is exactly what one-by-one dealing still has on top of the shoe.
        assert [*carried, *reserved] == plain


@given(shoe=shuffled_shoes(), cancelled=st.sets(st.integers(0, 5)))
def test_R25_a_cancelled_round_costs_its_own_six_cards_and_no_others(
    shoe: list[Card], cancelled: set[int]
) -> None:
    left = list(shoe)
    carried: tuple[Card, ...] = ()
    seen: list[Card] = []
    for number in range(6):
        before = (*carried, *left)
        ending = Ending.CANCELLED if number in cancelled else Ending.ANOTHER_FOLLOWS
        hands, left, carried = with_reserve(left, carried, ending)
        used = 6 if number in cancelled else sum(map(len, hands))
        assert (*carried, *left) == before[used:]
        seen += before[:used]
    assert Composition.of_cards([*seen, *carried, *left]) == Composition.of_decks(1)
