import numpy as np
import pytest

from sabot.games.blackjack.exact import totals
from sabot.games.blackjack.exact.ground import MainGame, ground
from sabot.games.blackjack.exact.hands import BUST, CELLS, EMPTY, hands
from sabot.games.blackjack.exact.player import main_return
from sabot.games.blackjack.exact.strategy import (
    CHART_COLUMNS,
    Action,
    StrategyTables,
    strategy_charts,
    strategy_returns,
    strategy_tables,
)
from sabot.games.blackjack.exact.values import ACE, TEN, VALUES, full_shoe
from sabot.games.blackjack.variants import TenUpBlackjack

PEEK, ORIGINALS, ALL = TenUpBlackjack
SHOE = full_shoe(8)

TOTAL_DEPENDENT = {
    PEEK: ("0.993908968393", "0.994548403218"),
    ORIGINALS: ("0.993875399951", "0.994525235629"),
    ALL: ("0.992903175302", "0.993561505269"),
}

# Up cards 2 to ten, then the ace.
CHART = """
    4 HHHHHHHHHH
    5 HHHHHHHHHH
    6 HHHHHHHHHH
    7 HHHHHHHHHH
    8 HHHHHHHHHH
    9 HDDDDHHHHH
   10 DDDDDDDDHH
   11 DDDDDDDDDH
   12 HHSSSHHHHH
   13 SSSSSHHHHH
   14 SSSSSHHHHH
   15 SSSSSHHHHH
   16 SSSSSHHHHH
   17 SSSSSSSSSS
   18 SSSSSSSSSS
   19 SSSSSSSSSS
   20 SSSSSSSSSS
   21 SSSSSSSSSS
  A,2 HHHDDHHHHH
  A,3 HHHDDHHHHH
  A,4 HHDDDHHHHH
  A,5 HHDDDHHHHH
  A,6 HDDDDHHHHH
  A,7 SddddSSHHH
  A,8 SSSSSSSSSS
  A,9 SSSSSSSSSS
  2,2 HHPPPPHHHH
  3,3 HHPPPPHHHH
  4,4 HHHHHHHHHH
  5,5 DDDDDDDDHH
  6,6 HPPPPHHHHH
  7,7 PPPPPPHHHH
  8,8 PPPPPPPPPP
  9,9 PPPPPSPPSS
10,10 SSSSSSSSSS
  A,A PPPPPPPPPP
"""


def printed(tables: StrategyTables) -> str:
    charts = strategy_charts(tables)
    rows = (f"{name:>5} {''.join(letters)}" for chart in charts for name, letters in chart.rows)
    return "\n" + "\n".join(rows) + "\n"


def test_R9_chart_of_eight_decks() -> None:
    assert printed(strategy_tables(SHOE, MainGame())) == CHART
    assert CHART_COLUMNS == (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)


def test_R9_hidden_blackjacks_under_a_ten_change_two_lines() -> None:
    everything = printed(strategy_tables(SHOE, MainGame(ten_up_blackjack=ALL)))
    changed = CHART.replace("11 DDDDDDDDDH", "11 DDDDDDDDHH")
    assert everything == changed.replace("8,8 PPPPPPPPPP", "8,8 PPPPPPPPHP")
    assert printed(strategy_tables(SHOE, MainGame(ten_up_blackjack=ORIGINALS))) == CHART


@pytest.mark.parametrize("mode", TenUpBlackjack)
def test_R9_both_strategies_bring_back_what_is_published(mode: TenUpBlackjack) -> None:
    game = MainGame(ten_up_blackjack=mode)
    found = strategy_returns(SHOE, game, strategy_tables(SHOE, game))
    plain = found.total_dependent
    assert (f"{plain.initial:.12f}", f"{plain.total_stake:.12f}") == TOTAL_DEPENDENT[mode]
    best = main_return(SHOE, game)
    assert found.composition_dependent.initial == pytest.approx(best.initial, abs=1e-15)
    assert found.composition_dependent.total_stake == pytest.approx(best.total_stake, abs=1e-15)


def test_R9_the_initial_bet_figures_are_total_dependent() -> None:
    figures = {
        mode: strategy_returns(SHOE, game, strategy_tables(SHOE, game)).total_dependent.initial
        for mode in TenUpBlackjack
        for game in [MainGame(ten_up_blackjack=mode)]
    }
    assert f"{figures[PEEK]:.3%}" == "99.391%"
    assert f"{figures[ALL]:.3%}" == "99.290%"


def random_plan(seed: int) -> totals.Plan:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 4, (CELLS, 10)).astype(np.int8)
    return totals.Plan(cells=cells, splits=rng.integers(0, 2, (11, 10)).astype(np.int8))


@pytest.mark.parametrize("mode", TenUpBlackjack)
def test_R9_the_search_finds_one_summit_from_anywhere(mode: TenUpBlackjack) -> None:
    prepared = ground(SHOE, MainGame(ten_up_blackjack=mode))
    summit = totals.best_plan(prepared)
    for seed in range(12):
        found = totals.best_plan(prepared, random_plan(seed))
        assert (found.splits[1:] == summit.splits[1:]).all()
        # Hard 4 and soft 12 are pairs and mostly split, 21 is closed: nothing is decided there.
        for reached in (slice(5, 21), slice(22 + 13, 22 + 21)):
            assert (found.cells[reached] == summit.cells[reached]).all()


def test_R9_no_single_entry_of_the_chart_can_be_bettered() -> None:
    tables = strategy_tables(SHOE, MainGame())
    best = strategy_returns(SHOE, MainGame(), tables).total_dependent.initial
    rng = np.random.default_rng(9)
    for _ in range(60):
        name, low, high = [("hard", 5, 20), ("soft", 13, 20), ("pair", 1, 10)][rng.integers(3)]
        changed = {key: getattr(tables, key).copy() for key in ("hard", "soft", "pair")}
        row, up = rng.integers(low, high + 1), rng.integers(1, 11)
        options = [Action.STAND, Action.HIT, Action.DOUBLE, Action.DOUBLE_OR_STAND]
        changed[name][row, up] = Action.SPLIT if name == "pair" else rng.choice(options)
        other = StrategyTables(
            transitions=tables.transitions,
            total=tables.total,
            split_start=tables.split_start,
            action=tables.action,
            second_action=tables.second_action,
            **changed,
        )
        found = strategy_returns(SHOE, MainGame(), other).total_dependent.initial
        assert found <= best + 1e-15


def test_the_automaton_never_asks_for_what_the_rules_refuse() -> None:
    tables, graph = strategy_tables(SHOE, MainGame()), hands()
    pairs = graph.opening_values[:, 0] == graph.opening_values[:, 1]
    later = np.setdiff1d(np.arange(EMPTY, len(graph.row)), graph.openings)
    assert set(np.unique(tables.action[later])) == {Action.STAND, Action.HIT}
    assert set(np.unique(tables.second_action[graph.first_split :])) == {Action.STAND, Action.HIT}
    assert Action.SPLIT not in tables.action[graph.openings[~pairs]]
    closed = graph.total == 21
    assert (tables.action[closed] == Action.STAND).all()  # F139, and F133 for a blackjack
    aces = tables.transitions[tables.split_start[ACE], VALUES]
    assert (tables.action[aces] == Action.STAND).all()  # F136
    assert (tables.transitions[BUST] == BUST).all()


def test_F139_sixteen_against_a_ten_is_where_compositions_matter() -> None:
    tables = strategy_tables(SHOE, MainGame())

    def action(*values: int) -> Action:
        hand = EMPTY
        for value in values:
            hand = int(tables.transitions[hand, value])
        return Action(int(tables.action[hand, TEN]))

    assert action(TEN, 6) is Action.HIT
    assert action(TEN, 5, ACE) is Action.STAND
    assert action(TEN, 4, 2) is Action.HIT
