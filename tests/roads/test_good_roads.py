import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed
from sabot.roads.good_roads import (
    ALL_PATTERNS,
    GoodRoad,
    Pattern,
    Thresholds,
)
from sabot.roads.results import BANKER, PLAYER, read_letters
from sabot.roads.shoe_roads import ShoeRoads

MIRROR = str.maketrans("PB", "BP")


def good_roads(shoe: str, **thresholds: int) -> tuple[GoodRoad, ...]:
    roads = ShoeRoads(Thresholds(**thresholds))
    for result in read_letters(shoe):
        roads.add(result)
    return roads.good_roads()


def held(shoe: str) -> set[str]:
    """The good roads in short, as `streak B 4`."""
    return {f"{road.pattern} {road.letter} {road.depth}" for road in good_roads(shoe)}


# Each line: a shoe, and all that holds in it. First R23's own example, then what is one short of
# it, then how it goes on.
TABLE = """
  # streak: the last run, four or more
  BBBB              streak B 4
  BBB               -
  PBBBBBB           streak B 6
  BBBBP             -

  # ping pong: four single runs; the side of the oldest
  BPBP              ping_pong B 4
  PBP               -
  PBPB              ping_pong P 4
  BPBPB             ping_pong B 5
  BBPBPB            ping_pong P 4
  BPBPP             -

  # one-two: S exactly 1, O exactly 2, six results; a last O may be short
  BPPBPP            one_two B 6
  PPBPPB            one_two B 6
  BPPBP             -
  PBPPB             -
  PPBPPBP           one_two B 7
  BPPBPPB           one_two B 7
  BPPBPPBP          one_two B 8, change B 3
  BPPBPPBPP         one_two B 9, change B 3
  BPPBPPBPPP        change B 3
  BPPBPPBB          -
  PPPBPPB           -
  PPPBPPBPP         one_two B 6
  BBPPBPPB          one_two B 6
  BBPPBPPBP         one_two B 7

  # sandwich: three runs of two or more; the side of the last
  BBPPBB            sandwich B 3
  BBPPB             -
  BBPBB             -
  BBPPBBP           -
  BBPPBBPP          sandwich P 4
  PPPBBPPP          sandwich P 3

  # separate: the runs of S alternate single and longer, four of them
  BPBBPBPBB         separate B 4, change P 3
  BPBBPBPB          ping_pong P 4, change P 3
  BBPBPBBPB         separate B 4, change P 3
  BPPPBBPBPBB       separate B 4
  BPBBPBPBBP        separate B 4, change P 3
  BPBBPBPBBPB       separate B 5, change P 4
  BPBBPBPBBPBB      one_two P 6, change P 4
  BPBBPBPBBB        separate B 4, change P 3

  # change: three finished single runs of S; a run of S in progress is single too
  BPPBPBPP          change B 3
  BPPBPB            -
  BPPBPPPB          -
  BPPBPBP           ping_pong B 4, change B 3
  BPPBPBPPB         change B 3
  BPPBPBPPBB        -
  BPPBPBPPBP        separate P 4, change B 4
  BBPPBPBPBPP       change B 3
"""

CASES = [
    (line.split()[0], line.split(maxsplit=1)[1])
    for line in TABLE.splitlines()
    if line.strip() and not line.strip().startswith("#")
]


def in_order(shoe: str) -> str:
    found = [f"{road.pattern} {road.letter} {road.depth}" for road in good_roads(shoe)]
    return ", ".join(found) or "-"


@pytest.mark.parametrize(("shoe", "expected"), CASES, ids=[shoe for shoe, _ in CASES])
def test_R23_table(shoe: str, expected: str) -> None:
    assert in_order(shoe) == expected


@pytest.mark.parametrize("shoe", [shoe for shoe, _ in CASES])
def test_F214_every_pattern_is_there_for_both_sides(shoe: str) -> None:
    swapped = {line.translate(MIRROR) for line in held(shoe)}
    assert {line.translate(MIRROR) for line in held(shoe.translate(MIRROR))} == held(shoe)
    assert held(shoe.translate(MIRROR)) == swapped


def test_F214_there_are_twelve() -> None:
    seen = {(road.pattern, road.side) for shoe, _ in CASES for road in good_roads(shoe)}
    seen |= {
        (road.pattern, road.side)
        for shoe, _ in CASES
        for road in good_roads(shoe.translate(MIRROR))
    }
    assert seen == ALL_PATTERNS
    assert len(ALL_PATTERNS) == 12


def test_R23_several_patterns_hold_at_once_and_come_in_the_tables_order() -> None:
    assert in_order("BPBPBPBP") == "ping_pong B 8, change P 3, change B 4"
    assert [road.side for road in good_roads("BPBPBPBP")] == [BANKER, PLAYER, BANKER]


def test_R23_an_empty_shoe_and_a_shoe_of_ties_match_nothing() -> None:
    assert good_roads("") == good_roads("TTTTTT") == ()


@given(st.text(alphabet="PBT", max_size=40))
def test_R23_ties_are_ignored(shoe: str) -> None:
    assert good_roads(shoe) == good_roads(shoe.replace("T", ""))


@given(st.text(alphabet="PB", max_size=40))
def test_R23_a_lower_threshold_shows_the_same_depths_and_more(shoe: str) -> None:
    eager = good_roads(shoe, streak=2, ping_pong=2, one_two=2, sandwich=2, separate=2, change=2)
    assert set(good_roads(shoe)) <= set(eager)


@pytest.mark.parametrize("pattern", list(Pattern))
def test_R23_each_threshold_is_an_operator_setting(pattern: Pattern) -> None:
    shoe, depth = next(
        (shoe, road.depth)
        for shoe, _ in CASES
        for road in good_roads(shoe)
        if road.pattern is pattern
    )
    still = {road.pattern for road in good_roads(shoe, **{pattern.value: depth})}
    gone = {road.pattern for road in good_roads(shoe, **{pattern.value: depth + 1})}
    assert still - gone == {pattern}


@pytest.mark.parametrize("pattern", list(Pattern))
def test_a_threshold_under_two_is_malformed(pattern: Pattern) -> None:
    with pytest.raises(Malformed) as refusal:
        Thresholds(**{pattern.value: 1})
    assert refusal.value.code == "good_road/threshold"
    assert refusal.value.data == {"pattern": pattern.value, "depth": 1}
