"""The streak that sorts the tables of Multiplay; the client keeps the order itself (R24)."""

import pytest

from sabot.roads.results import read_letters
from sabot.roads.shoe_roads import RoadView, ShoeRoads


def streaks(shoe: str) -> tuple[int, int]:
    roads = ShoeRoads()
    for result in read_letters(shoe):
        roads.add(result)
    return roads.streak(RoadView.BIG_ROAD), roads.streak(RoadView.DERIVED)


@pytest.mark.parametrize(
    ("shoe", "big_road", "derived"),
    [
        ("", 0, 0),
        ("TT", 0, 0),
        ("BBTB", 3, 0),
        ("BBBP", 1, 0),
        ("BBPBPP", 2, 2),  # Big Eye BRB, Small BB, Cockroach R
        ("BBPBPBB", 2, 2),  # Big Eye BRRB, Small BRB, Cockroach BB
        ("BBPPPBPBB", 2, 3),  # Big Eye RBBBRB, Small BBB, Cockroach BR
        ("BPBPBP", 1, 4),  # all red: 4, 3 and 2 marks
    ],
)
def test_R24_streak_of_each_view(shoe: str, big_road: int, derived: int) -> None:
    assert streaks(shoe) == (big_road, derived)
