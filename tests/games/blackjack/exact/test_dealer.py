import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.blackjack.exact.plain import faces

from sabot.games.blackjack.exact import dealer, kernels
from sabot.games.blackjack.exact.values import VALUES, full_shoe
from sabot.games.blackjack.rules import dealer_draws, hand_total, is_blackjack


def test_F132_the_program_holds_every_hand_the_rules_let_stand() -> None:
    ends: dict[tuple[int, tuple[int, ...]], int] = {}

    def draw(held: tuple[int, ...]) -> None:
        cards = faces(held)
        if len(held) > 1 and not dealer_draws(cards):
            if hand_total(cards) <= 21 and not is_blackjack(cards):
                key = (held[0], tuple(sorted(held)))
                ends[key] = ends.get(key, 0) + 1
            return
        for value in VALUES:
            draw((*held, value))

    for up in VALUES[5:]:  # high up cards end soon; the low ones are met in plain recursion
        draw((up,))
    program = dealer.program()
    low = sum(len(dealer._finished(up)) for up in VALUES[:5])
    assert len(program.ups) == len(ends) + low
    for up in VALUES[5:]:
        orders = sorted(number for (first, _), number in ends.items() if first == up)
        assert sorted(program.orders[program.ups == up - 1]) == orders


def test_the_kernel_has_room_for_the_longest_hand() -> None:
    steps = dealer.program().steps
    leaves = steps[:, 3] >= 0
    assert steps[leaves, 1].max() == kernels.CARDS_MAX
    assert steps[:, 0].max() < kernels.DEPTH_MAX
    assert leaves.sum() == 1676  # and the blackjack, kept apart


@given(st.lists(st.integers(4, 32), min_size=10, max_size=10))
def test_probabilities_of_any_shoe_leave_room_for_bust(counts: list[int]) -> None:
    finals = dealer.finals(tuple(counts), np.zeros((1, 10), np.int8))[0]
    face_up = np.array(counts) / sum(counts)
    assert (finals >= 0).all()
    assert (finals.sum(axis=1) < face_up).all()


def test_rows_are_independent_of_their_neighbours() -> None:
    removed = np.eye(10, dtype=np.int8).repeat(20, axis=0)
    together = dealer.finals(full_shoe(8), removed)
    for row in (0, 63, 64, 199):
        alone = dealer.finals(full_shoe(8), removed[row : row + 1])[0]
        assert (together[row] == alone).all()


def test_a_hand_longer_than_the_shoe_has_no_chance() -> None:
    # Three tens: up, hole, one card left; nothing may turn into an impossible number.
    finals = dealer.finals((0,) * 9 + (3,), np.zeros((1, 10), np.int8))[0]
    assert finals[9].tolist() == [0.0, 0.0, 0.0, 1.0, 0.0]
    assert finals.sum() == pytest.approx(1.0)
