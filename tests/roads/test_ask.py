from hypothesis import given
from hypothesis import strategies as st

from sabot.roads.derived import Colour
from sabot.roads.results import BANKER, PLAYER, SIDES, RoundResult, read_letters
from sabot.roads.shoe_roads import ShoeRoads

shoes = st.text(alphabet="PBT", max_size=90)


def roads_of(shoe: str) -> ShoeRoads:
    roads = ShoeRoads()
    for result in read_letters(shoe):
        roads.add(result)
    return roads


def everything(roads: ShoeRoads) -> tuple[object, ...]:
    return roads.beads, roads.big_road, roads.runs, roads.ask(), roads.good_roads()


def test_F201_the_symbols_are_the_predicted_marks() -> None:
    ask = roads_of("BP").ask()
    assert ask.player == (Colour.BLUE, None, None)
    assert ask.banker == (Colour.RED, None, None)


def test_R22_nothing_is_predicted_before_a_road_can_begin() -> None:
    for shoe in ("", "T", "B", "BTB"):
        ask = roads_of(shoe).ask()
        assert ask.player == ask.banker == (None, None, None)


@given(shoes)
def test_R22_both_answers_exist_together_and_are_opposite(shoe: str) -> None:
    ask = roads_of(shoe).ask()
    for player, banker in zip(ask.player, ask.banker, strict=True):
        assert {player, banker} in ({None}, {Colour.RED, Colour.BLUE})


@given(shoes)
def test_R22_the_next_result_writes_what_the_button_promised(shoe: str) -> None:
    for side in SIDES:
        roads = roads_of(shoe)
        promised = roads.ask().of(side)
        marks = roads.add(RoundResult(outcome=side))
        written = (marks.big_eye, marks.small, marks.cockroach)
        assert tuple(mark and mark.colour for mark in written) == promised


@given(shoes, st.sampled_from("PBT"))
def test_F200_a_preview_is_what_the_result_then_adds_and_writes_nothing(
    shoe: str, letter: str
) -> None:
    roads = roads_of(shoe)
    (result,) = read_letters(letter)
    before = everything(roads)
    promised = roads.preview(result)
    assert everything(roads) == before
    assert roads.add(result) == promised


def test_F200_a_preview_shows_all_five_roads() -> None:
    marks = roads_of("BPBP").preview(RoundResult(outcome=BANKER))
    assert (marks.bead.row, marks.bead.column) == (4, 0)
    assert (marks.big_road.row, marks.big_road.column) == (0, 4)
    assert [mark and mark.colour for mark in marks[2:]] == [Colour.RED] * 3
    turned = roads_of("BPBP").preview(RoundResult(outcome=PLAYER))
    assert [mark and mark.colour for mark in turned[2:]] == [Colour.BLUE] * 3
