from sabot.roads.bead_plate import BeadPlate
from sabot.roads.results import BANKER, PLAYER, TIE, RoundResult


def test_F198_rounds_fill_six_rows_down_then_go_right() -> None:
    plate = BeadPlate()
    for _ in range(14):
        plate.add(RoundResult(outcome=TIE))
    places = [(bead.row, bead.column) for bead in plate.beads]
    assert places[:7] == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (0, 1)]
    assert places[13] == (1, 2)


def test_F199_a_bead_has_a_letter_and_the_winning_total() -> None:
    plate = BeadPlate()
    beads = [
        plate.add(RoundResult(outcome=outcome, total=total))
        for outcome, total in ((PLAYER, 9), (BANKER, 6), (TIE, 0))
    ]
    assert [(bead.letter, bead.number) for bead in beads] == [("P", 9), ("B", 6), ("T", 0)]


def test_a_preview_writes_nothing() -> None:
    plate = BeadPlate()
    assert plate.preview(RoundResult(outcome=TIE)).row == 0
    assert plate.beads == ()
