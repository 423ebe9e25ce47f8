from sabot.roads.results import BANKER, PLAYER
from sabot.roads.runs import Run, Runs


def test_a_shoe_without_decisions_has_no_run() -> None:
    runs = Runs()
    assert runs.last is None
    assert runs.all() == ()
    assert runs.is_level(gap=1) is None
    assert not runs.continues(PLAYER)


def test_equal_results_make_one_run_and_a_turn_ends_it() -> None:
    runs = Runs()
    ended = [runs.add(side) for side in (BANKER, BANKER, PLAYER, BANKER)]
    assert ended == [None, None, Run(side=BANKER, length=2), Run(side=PLAYER, length=1)]
    assert [(run.letter, run.length) for run in runs.all()] == [("B", 2), ("P", 1), ("B", 1)]
    assert runs.last == Run(side=BANKER, length=1)
    assert runs.continues(BANKER)
    assert not runs.continues(PLAYER)


def test_the_run_in_progress_is_compared_with_those_before_it() -> None:
    runs = Runs()
    for side in (BANKER, BANKER, PLAYER, BANKER):
        runs.add(side)
    assert [runs.is_level(gap=gap) for gap in (1, 2, 3)] == [True, False, None]
    runs.add(BANKER)
    assert [runs.is_level(gap=gap) for gap in (1, 2, 3)] == [False, True, None]
