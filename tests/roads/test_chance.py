from fractions import Fraction
from itertools import product

import pytest

from sabot.errors import Malformed
from sabot.roads.chance import RESULTS_MAX, chances
from sabot.roads.good_roads import Pattern, Thresholds
from sabot.roads.results import BANKER, PLAYER, SIDES, Side, read_letters
from sabot.roads.shoe_roads import ShoeRoads

# Low thresholds reach every cap of the chain within few results.
EAGER = Thresholds(streak=2, ping_pong=3, one_two=4, sandwich=2, separate=3, change=2)


def by_enumeration(
    results: int, *, player: Fraction, thresholds: Thresholds
) -> tuple[dict[tuple[Pattern, Side], Fraction], Fraction]:
    """Play every shoe of so many results."""
    each = {(pattern, side): Fraction(0) for pattern in Pattern for side in SIDES}
    some = Fraction(0)
    for letters in product("PB", repeat=results):
        roads = ShoeRoads(thresholds)
        for result in read_letters("".join(letters)):
            roads.add(result)
        wins = letters.count("P")
        weight = player**wins * (1 - player) ** (results - wins)
        for road in roads.good_roads():
            each[road.pattern, road.side] += weight
        if roads.good_roads():
            some += weight
    return each, some


@pytest.mark.parametrize("player", [Fraction(1, 2), Fraction(1, 3)])
@pytest.mark.parametrize("thresholds", [Thresholds(), EAGER], ids=["R23", "eager"])
@pytest.mark.parametrize("results", [0, 1, 5, 9, 11])
def test_the_chain_equals_playing_every_shoe(
    results: int, thresholds: Thresholds, player: Fraction
) -> None:
    computed = chances(results, player=player, thresholds=thresholds)
    each, some = by_enumeration(results, player=player, thresholds=thresholds)
    assert computed.each == each
    assert computed.any == some


def test_R23_figures_of_the_docstring() -> None:
    computed = chances(60)
    percent = {pattern: f"{float(100 * computed.each[pattern, BANKER]):.3f}" for pattern in Pattern}
    assert percent == {
        Pattern.STREAK: "6.250",
        Pattern.PING_PONG: "3.125",
        Pattern.ONE_TWO: "1.953",
        Pattern.SANDWICH: "6.250",
        Pattern.SEPARATE: "12.500",
        Pattern.CHANGE: "9.375",
    }
    assert f"{float(100 * computed.any):.2f}" == "60.16"


def test_a_fair_coin_has_no_favourite() -> None:
    each = chances(30).each
    assert all(each[pattern, PLAYER] == each[pattern, BANKER] for pattern in Pattern)


def test_streaks_follow_the_favourite() -> None:
    each = chances(30, player=Fraction(1, 3)).each
    assert each[Pattern.STREAK, PLAYER] == Fraction(1, 3) ** 4
    assert each[Pattern.STREAK, BANKER] == Fraction(2, 3) ** 4


@pytest.mark.parametrize("results", [-1, RESULTS_MAX + 1])
def test_a_shoe_has_its_limits(results: int) -> None:
    with pytest.raises(Malformed, match="chance/results"):
        chances(results)


@pytest.mark.parametrize("player", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_probability_lies_between_none_and_one(player: Fraction) -> None:
    with pytest.raises(Malformed, match="chance/player"):
        chances(3, player=player)


def test_a_sure_winner_makes_a_streak_and_nothing_else() -> None:
    each = chances(10, player=Fraction(1)).each
    assert {key for key, chance in each.items() if chance} == {(Pattern.STREAK, PLAYER)}
