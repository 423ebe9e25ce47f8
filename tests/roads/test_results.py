from dataclasses import fields

import pytest

from sabot.errors import Malformed
from sabot.roads.results import SIDES, Outcome, RoundResult, other, read_letters


def test_letters_are_read_in_play_order() -> None:
    outcomes = [result.outcome for result in read_letters("TPB")]
    assert outcomes == [Outcome.TIE, Outcome.PLAYER, Outcome.BANKER]


@pytest.mark.parametrize("letter", ["P", "B", "T"])
def test_a_letter_goes_there_and_back(letter: str) -> None:
    (result,) = read_letters(letter)
    assert result.letter == letter


@pytest.mark.parametrize("total", [-1, 10])
def test_a_total_no_hand_can_have_is_malformed(total: int) -> None:
    with pytest.raises(Malformed, match="roads/total"):
        RoundResult(outcome=Outcome.PLAYER, total=total)


def test_the_other_side_of_the_other_side_is_the_side() -> None:
    assert [other(side) for side in SIDES] == list(reversed(SIDES))


def test_R21_a_cancelled_round_cannot_be_written_down() -> None:
    # No outcome and no field can say "cancelled": the roads have nothing to leave out.
    assert {outcome.value for outcome in Outcome} == {"player", "banker", "tie"}
    names = {field.name for field in fields(RoundResult)}
    assert names == {"outcome", "total", "player_pair", "banker_pair"}
