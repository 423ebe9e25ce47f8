from sabot.games.baccarat.roads.good_roads import Thresholds
from sabot.games.baccarat.roads.history import ShoeChoice, ShoeHistory
from sabot.games.baccarat.roads.results import read_letters


def played(history: ShoeHistory, letters: str) -> None:
    for result in read_letters(letters):
        history.add(result)


def letters(history: ShoeHistory, choice: ShoeChoice) -> str | None:
    shoe = history.shoe(choice)
    return None if shoe is None else "".join(bead.letter for bead in shoe.beads)


def test_F203_current_last_and_last_but_one() -> None:
    history = ShoeHistory()
    seen = []
    for shoe in ("PB", "T", "BBB", "PP"):
        played(history, shoe)
        seen.append([letters(history, choice) for choice in ShoeChoice])
        history.new_shoe()
    assert seen == [
        ["PB", None, None],
        ["T", "PB", None],
        ["BBB", "T", "PB"],
        ["PP", "BBB", "T"],
    ]


def test_F202_a_new_shoe_starts_with_clear_roads() -> None:
    history = ShoeHistory()
    played(history, "BPBPBP")
    history.new_shoe()
    current = history.current
    assert current.beads == ()
    assert current.big_road == ()
    assert current.runs == ()
    assert current.good_roads() == ()
    assert current.ask().player == (None, None, None)


def test_the_operators_thresholds_hold_for_every_shoe() -> None:
    history = ShoeHistory(Thresholds(streak=2))
    history.new_shoe()
    played(history, "BB")
    assert [road.depth for road in history.current.good_roads()] == [2]
