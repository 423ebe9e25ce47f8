import pytest

from sabot.games.baccarat.roads.good_roads import GoodRoad, Pattern
from sabot.games.baccarat.roads.order import (
    ListedTable,
    RoadView,
    TopTables,
    WatchedTable,
    badge,
    good_roads_tab,
    is_gold,
    refreshed,
    still,
)
from sabot.games.baccarat.roads.results import PLAYER, read_letters
from sabot.games.baccarat.roads.shoe_roads import ShoeRoads

NOTHING = TopTables()


def tables(**streaks: int) -> list[ListedTable]:
    """Tables whose id is the name in small letters."""
    return [
        ListedTable(table_id=name, name=name.title(), streak=streak)
        for name, streak in streaks.items()
    ]


def watched(name: str, *depths: int, live_bet: bool = False) -> WatchedTable:
    return WatchedTable(
        table_id=name,
        name=name.title(),
        roads=tuple(GoodRoad(pattern=Pattern.STREAK, side=PLAYER, depth=depth) for depth in depths),
        live_bet=live_bet,
    )


def streaks(shoe: str) -> tuple[int, int]:
    roads = ShoeRoads()
    for result in read_letters(shoe):
        roads.add(result)
    return roads.streak(RoadView.BIG_ROAD), roads.streak(RoadView.DERIVED)


@pytest.mark.parametrize(
    ("shoe", "big_road", "derived"),
    [
        ("", 0, 0),
        ("TT", 0, 0),
        ("BBTB", 3, 0),
        ("BBBP", 1, 0),
        ("BBPBPP", 2, 2),  # Big Eye BRB, Small BB, Cockroach R
        ("BBPBPBB", 2, 2),  # Big Eye BRRB, Small BRB, Cockroach BB
        ("BBPPPBPBB", 2, 3),  # Big Eye RBBBRB, Small BBB, Cockroach BR
        ("BPBPBP", 1, 4),  # all red: 4, 3 and 2 marks
    ],
)
def test_R24_streak_of_each_view(shoe: str, big_road: int, derived: int) -> None:
    assert streaks(shoe) == (big_road, derived)


def test_F209_longest_streak_first_then_table_name() -> None:
    listed = tables(cora=3, anna=1, dora=5, beda=3)
    assert refreshed(listed, NOTHING) == ("dora", "beda", "cora", "anna")


def test_R24_the_video_then_the_pins_stay_top_outside_sorting() -> None:
    listed = tables(anna=9, beda=1, cora=2, dora=5)
    top = TopTables(video="beda", pinned=("cora", "beda"))
    assert refreshed(listed, top) == ("beda", "cora", "anna", "dora")


def test_R24_a_pin_of_a_closed_table_shows_nothing() -> None:
    assert refreshed(tables(anna=1), TopTables(video="gone", pinned=("lost",))) == ("anna",)


def test_F210_the_order_is_stable_between_refreshes() -> None:
    shown = refreshed(tables(anna=4, beda=2), NOTHING)
    later = tables(anna=1, beda=7)
    assert still(shown, later, NOTHING) == ("anna", "beda")
    assert refreshed(later, NOTHING) == ("beda", "anna")


def test_F210_closed_tables_leave_and_new_ones_wait_at_the_end() -> None:
    later = tables(zoe=9, anna=1, mia=9)
    assert still(("gone", "anna"), later, NOTHING) == ("anna", "mia", "zoe")


def test_F211_the_badge_counts_tables_that_would_move_up() -> None:
    shown = ("anna", "beda", "cora", "dora")
    assert badge(shown, tables(anna=4, beda=3, cora=2, dora=1), NOTHING) == 0
    assert badge(shown, tables(anna=4, beda=3, cora=2, dora=9), NOTHING) == 1
    # Anna falls to the end: the other three move up.
    assert badge(shown, tables(anna=1, beda=4, cora=3, dora=2), NOTHING) == 3


def test_F211_a_refresh_clears_the_badge() -> None:
    later = tables(anna=1, beda=4, cora=3)
    assert badge(refreshed(later, NOTHING), later, NOTHING) == 0


def test_R24_pins_and_video_are_never_counted_in_the_badge() -> None:
    shown = ("anna", "beda", "cora")
    later = tables(anna=1, beda=2, cora=9)
    assert badge(shown, later, TopTables(pinned=("cora",))) == 1  # Beda over Anna
    assert badge(shown, later, TopTables(video="beda", pinned=("cora",))) == 0


def test_F212_the_tab_shows_matching_tables_deepest_first_then_by_name() -> None:
    listed = [watched("cora", 4), watched("anna"), watched("dora", 4, 8), watched("beda", 4)]
    assert good_roads_tab(listed, ()) == ("dora", "beda", "cora")


def test_F212_a_table_leaves_when_it_no_longer_matches() -> None:
    assert good_roads_tab([watched("anna")], ("anna",)) == ()


def test_R24_a_table_with_a_live_bet_stays_on_the_tab_until_its_result() -> None:
    assert good_roads_tab([watched("anna", live_bet=True)], ("anna",)) == ("anna",)
    assert good_roads_tab([watched("anna", live_bet=True)], ()) == (), "a bet alone is no road"


def test_F213_the_tab_is_gold_while_some_table_matches() -> None:
    assert is_gold([watched("anna"), watched("beda", 4)])
    assert not is_gold([watched("anna", live_bet=True)])
    assert not is_gold([])
