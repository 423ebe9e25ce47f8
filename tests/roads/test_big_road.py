from sabot.roads.big_road import BigRoadCell
from sabot.roads.results import BANKER, PLAYER, TIE, RoundResult, read_letters
from sabot.roads.shoe_roads import ShoeRoads


def cells(shoe: str) -> list[tuple[int, int, str | None, int]]:
    roads = ShoeRoads()
    for result in read_letters(shoe):
        roads.add(result)
    return [
        (cell.row, cell.column, cell.side and cell.side.value, cell.ties) for cell in roads.big_road
    ]


def test_F188_first_result_top_left_same_side_below_other_side_beside() -> None:
    assert cells("PPB") == [(0, 0, "player", 0), (1, 0, "player", 0), (0, 1, "banker", 0)]


def test_R19_example_nine_bankers_then_two_players() -> None:
    expected = [(row, 0, "banker", 0) for row in range(6)]
    expected += [(5, column, "banker", 0) for column in (1, 2, 3)]
    expected += [(0, 1, "player", 0), (1, 1, "player", 0)]
    assert cells("B" * 9 + "PP") == expected


def test_F191_ties_count_on_the_latest_result_and_move_nothing() -> None:
    assert cells("BTTBTP") == [(0, 0, "banker", 2), (1, 0, "banker", 1), (0, 1, "player", 0)]


def test_F191_a_tie_inside_a_run_does_not_end_it() -> None:
    assert [place[:2] for place in cells("BTB")] == [(0, 0), (1, 0)]


def test_F192_ties_before_any_decision_wait_in_the_top_left_cell() -> None:
    assert cells("TT") == [(0, 0, None, 2)]
    assert cells("TTP") == [(0, 0, "player", 2)]
    assert cells("TTPTB") == [(0, 0, "player", 3), (0, 1, "banker", 0)]


def test_F190_pair_marks_stand_on_the_circle_of_their_round() -> None:
    roads = ShoeRoads()
    roads.add(RoundResult(outcome=BANKER, player_pair=True))
    roads.add(RoundResult(outcome=BANKER, banker_pair=True))
    first, second = roads.big_road
    assert (first.player_pair, first.banker_pair) == (True, False)
    assert (second.player_pair, second.banker_pair) == (False, True)


def test_R19_a_pair_in_a_tie_round_shows_on_the_bead_plate_only() -> None:
    roads = ShoeRoads()
    roads.add(RoundResult(outcome=TIE, banker_pair=True))
    roads.add(RoundResult(outcome=PLAYER, player_pair=True))
    roads.add(RoundResult(outcome=TIE, banker_pair=True))
    assert roads.big_road == (
        BigRoadCell(row=0, column=0, side=PLAYER, ties=2, player_pair=True, banker_pair=False),
    )
    assert [bead.result.banker_pair for bead in roads.beads] == [True, False, True]
