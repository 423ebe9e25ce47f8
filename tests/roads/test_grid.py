import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.roads.grid import ROWS, Grid, Place


def laid_out(*lengths: int) -> list[list[Place]]:
    """The places of runs of these lengths."""
    grid = Grid()
    return [[grid.put(same=nth > 0) for nth in range(length)] for length in lengths]


def test_R19_nine_then_two() -> None:
    nine, two = laid_out(9, 2)
    assert nine == [(row, 0) for row in range(6)] + [(5, 1), (5, 2), (5, 3)]
    assert two == [(0, 1), (1, 1)]


def test_F193_six_fit_in_a_column_and_the_seventh_turns() -> None:
    assert laid_out(7) == [[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (5, 1)]]


def test_R19_a_run_falls_only_as_far_as_a_tail_below_allows() -> None:
    _, _, third = laid_out(9, 1, 6)
    assert third == [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (4, 3)]


def test_R19_a_turned_tail_keeps_its_row_past_the_end_of_what_stopped_it() -> None:
    # The first tail ends at column 1; the second run turns above it on row 4, and stays there
    # although row 5 is free from column 2 on.
    _, second = laid_out(7, 8)
    assert second == [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3), (4, 4)]


def test_R19_a_new_run_steps_over_a_tail_in_the_top_row() -> None:
    # Seven runs of twelve: the tails pile up from row 5 to row 0, the sixth run turns at once.
    runs = laid_out(12, 12, 12, 12, 12, 3, 2)
    assert runs[4][:3] == [(0, 4), (1, 4), (1, 5)]
    assert runs[5] == [(0, 5), (0, 6), (0, 7)]
    assert runs[6][0] == (0, 8), "columns 6 and 7 are taken in the top row"


@given(st.lists(st.integers(min_value=1, max_value=20), max_size=30))
def test_R19_no_two_marks_share_a_cell_and_none_leaves_the_board(lengths: list[int]) -> None:
    places = [place for run in laid_out(*lengths) for place in run]
    assert len(set(places)) == len(places)
    assert all(0 <= row < ROWS and column >= 0 for row, column in places)


@given(st.lists(st.booleans(), max_size=60), st.booleans())
def test_looking_does_not_place(sames: list[bool], looked: bool) -> None:
    watched, plain = Grid(), Grid()
    for nth, same in enumerate(sames):
        if nth:
            watched.next_place(same=looked)
        assert watched.put(same=same and nth > 0) == plain.put(same=same and nth > 0)


@pytest.mark.parametrize("same", [True, False])
def test_the_next_place_is_where_the_mark_goes(same: bool) -> None:
    grid = Grid()
    grid.put(same=False)
    expected = grid.next_place(same=same)
    assert grid.put(same=same) == expected
