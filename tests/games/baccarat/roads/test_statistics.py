from sabot.games.baccarat.roads.results import BANKER, PLAYER, TIE, RoundResult
from sabot.games.baccarat.roads.shoe_roads import ShoeRoads
from sabot.games.baccarat.roads.statistics import Statistics


def test_F205_results_and_pairs_are_counted() -> None:
    shoe = ShoeRoads()
    shoe.add(RoundResult(outcome=PLAYER, player_pair=True, banker_pair=True))
    shoe.add(RoundResult(outcome=BANKER))
    shoe.add(RoundResult(outcome=BANKER, banker_pair=True))
    shoe.add(RoundResult(outcome=TIE, banker_pair=True))
    assert shoe.statistics == Statistics(player=1, banker=2, tie=1, player_pair=1, banker_pair=3)
    assert shoe.statistics.rounds == 4


def test_a_new_shoe_has_counted_nothing() -> None:
    assert ShoeRoads().statistics == Statistics()
