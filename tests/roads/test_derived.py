import pytest

from sabot.roads.derived import DerivedName
from sabot.roads.report import roads_report
from sabot.roads.results import read_letters
from sabot.roads.shoe_roads import ShoeRoads


def colours(shoe: str) -> tuple[str, str, str]:
    derived = roads_report(shoe)["derived"]
    return (
        derived["big_eye"]["colours"],
        derived["small"]["colours"],
        derived["cockroach"]["colours"],
    )


def test_R20_worked_example() -> None:
    assert colours("BBPPPBPBB") == ("RBBBRB", "BBB", "BR")


@pytest.mark.parametrize(
    ("road", "shoe"),
    [
        # F195: the second result of column 2, 3, 4 …
        (0, "BPP"),
        (1, "BPBB"),
        (2, "BPBPP"),
        # … or, when that column has one result, the first of the next.
        (0, "BPB"),
        (1, "BPBP"),
        (2, "BPBPB"),
    ],
)
def test_F195_a_derived_road_begins_here_and_not_before(road: int, shoe: str) -> None:
    assert len(colours(shoe)[road]) == 1
    assert colours(shoe[:-1])[road] == ""


def test_R20_against_a_run_of_three_the_fourth_result_alone_is_blue() -> None:
    # Big Eye of the second run only, m = 2, 3, 4, 5, 6.
    assert colours("BBB" + "P" * 6)[0] == "RRBRR"


def test_R20_a_first_result_compares_the_two_runs_before_it() -> None:
    assert colours("BBPPB")[0][-1] == "R"
    assert colours("BBPPPB")[0][-1] == "B"


def test_F196_once_begun_every_decided_round_adds_one_mark_and_a_tie_none() -> None:
    shoe = ShoeRoads()
    for result in read_letters("BPP"):
        shoe.add(result)
    for result in read_letters("BTPPTBBTTP"):
        marks = shoe.add(result)
        assert (marks.big_eye is None) == (result.letter == "T")


def test_R20_colours_are_laid_out_like_a_big_road() -> None:
    # Ping pong is all red: a derived dragon that turns right at the floor.
    shoe = ShoeRoads()
    for result in read_letters("BP" * 5):
        shoe.add(result)
    places = [(mark.row, mark.column) for mark in shoe.derived(DerivedName.BIG_EYE)]
    assert places == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (5, 1), (5, 2)]
