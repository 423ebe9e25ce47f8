import pytest

from sabot.roads.results import BANKER, PLAYER, TIE, Outcome, RoundResult
from sabot.roads.shoe_roads import ShoeRoads
from sabot.roads.statistics import Statistics


def test_F205_results_and_pairs_are_counted() -> None:
    shoe = ShoeRoads()
    shoe.add(RoundResult(outcome=PLAYER, player_pair=True, banker_pair=True))
    shoe.add(RoundResult(outcome=BANKER))
    shoe.add(RoundResult(outcome=BANKER, banker_pair=True))
    shoe.add(RoundResult(outcome=TIE, banker_pair=True))
    assert shoe.statistics == Statistics(player=1, banker=2, tie=1, player_pair=1, banker_pair=3)
    assert shoe.statistics.rounds == 4


@pytest.mark.parametrize("outcome", [PLAYER, BANKER, TIE])
@pytest.mark.parametrize("player_pair", [False, True])
@pytest.mark.parametrize("banker_pair", [False, True])
def test_F205_each_pair_counts_whatever_the_round_came_to(
    outcome: Outcome, *, player_pair: bool, banker_pair: bool
) -> None:
    shoe = ShoeRoads()
    shoe.add(RoundResult(outcome=outcome, player_pair=player_pair, banker_pair=banker_pair))
    counted = shoe.statistics
    assert (counted.player_pair, counted.banker_pair) == (player_pair, banker_pair)
    assert counted.rounds == 1


def test_a_new_shoe_has_counted_nothing() -> None:
    assert ShoeRoads().statistics == Statistics()
