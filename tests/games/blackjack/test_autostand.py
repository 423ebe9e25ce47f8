import pytest
from tests.games.blackjack.driver import choose_all, play, refusal, until_asked

from sabot.games.blackjack import GAME
from sabot.games.blackjack.autostand import auto_stands, checked_threshold

# Seat 1 against a six; words after the first two cards are decisions and cards.
CASES = """
hand                threshold  stands
TS 2D               12         yes
TS 2D               13         no
TS 7D               17         yes
TS 8D               17         yes
TS 9D               20         no
TS 6D hit 2C        17         yes
TS 2D hit 2C        17         no
AS 6D               17         no
AS 8D               17         no
AS 6D hit TC        17         yes
AS 6D hit 2C        17         no
8S 8D               12         no
TS JD               12         no
TS JD split 7C 9H   17         yes
TS JD split 6C 9H   17         no
8S 8D split AC 9H   17         no
8S 8D split 9C 9H   17         yes
2S 2D hit TC        12         yes
"""


@pytest.mark.parametrize("row", CASES.strip().splitlines()[1:])
def test_F165_F167_auto_stand_acts_on_hard_hands_that_cannot_split(row: str) -> None:
    first, second, *further, threshold, stands = row.split()
    state = choose_all(until_asked(f"{first} 6H {second} TC"), *further)
    assert auto_stands(state, threshold=int(threshold)) == (stands == "yes")


def test_F167_after_a_split_each_hand_is_looked_at_by_itself() -> None:
    state = choose_all(until_asked("8S 6H 8D TC"), "split", "2C", "9H")
    assert not auto_stands(state, threshold=17)
    assert auto_stands(GAME.choose(state, "stand"), threshold=17)


def test_F165_it_answers_no_other_question() -> None:
    assert not auto_stands(until_asked("TS AH 9D TC"), threshold=12)
    assert not auto_stands(until_asked("TS 6H"), threshold=12)
    assert not auto_stands(play("TS 9H 9D TC").state, threshold=12)


def test_F165_the_slider_goes_from_12_to_20() -> None:
    assert [checked_threshold(value) for value in (12, 20)] == [12, 20]
    state = until_asked("TS 6H 9D TC")
    for wrong in (11, 21):
        told = refusal(lambda: auto_stands(state, threshold=wrong))  # noqa: B023 - called at once
        assert told.code == "auto_stand/out_of_range"


@pytest.mark.parametrize("threshold", range(12, 20))
def test_F168_where_it_acts_the_hand_is_closed_by_standing(threshold: int) -> None:
    state = until_asked("TS 6H 9D TC")
    assert auto_stands(state, threshold=threshold)
    assert GAME.choose(state, "stand").boxes[0].hands[0].closed


def test_F165_the_game_names_the_option() -> None:
    state = until_asked("TS 6H 9D TC")
    assert GAME.automatic(state, 19) == "stand"
    assert GAME.automatic(state, 20) is None


def test_F166_the_round_keeps_no_wish_of_its_own() -> None:
    state = until_asked("TS 6H 7D TC")
    assert [auto_stands(state, threshold=wish) for wish in (17, 18, 17)] == [True, False, True]
