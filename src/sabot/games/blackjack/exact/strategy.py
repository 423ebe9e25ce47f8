"""Strategies as tables: for the simulator flat arrays, for people a chart.

Owns the names of the actions and the two strategies of a table: composition-dependent over the
automaton of hands, total-dependent over totals (R9). It knows no random number and no colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sabot.games.blackjack.exact import player, totals
from sabot.games.blackjack.exact.ground import Ground, MainGame, ground
from sabot.games.blackjack.exact.hands import CLOSED, SOFT, hands
from sabot.games.blackjack.exact.player import MainReturn
from sabot.games.blackjack.exact.values import ACE, TEN, Counts
from sabot.maths.charts import Chart

Bytes = NDArray[np.int8]


class Action(IntEnum):
    """What to do with a hand; the numbers are the entries of every table."""

    STAND = 0
    HIT = 1
    DOUBLE = 2  # where doubling is not allowed: hit
    DOUBLE_OR_STAND = 3
    SPLIT = 4

    @property
    def letter(self) -> str:
        """One letter for a chart: a small d is a double that would rather stand than hit.

        >>> [action.letter for action in Action]
        ['S', 'H', 'D', 'd', 'P']
        """
        return "SHDdP"[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyTables:
    """Both strategies of one table, for a simulator. Up cards and cards are values 1 (ace) to 10;
    index 0 of those axes is never used.

    **Composition-dependent.** A hand is a number. Start at `EMPTY` (1) and follow
    `transitions[hand, value]` card by card; `BUST` (0) is over 21. `total[hand]` is what stands
    against the dealer. After two cards ask `action[hand, up]`:
    STAND, HIT, DOUBLE (one more card and stop) or SPLIT; after more cards only STAND or HIT.
    On SPLIT both hands restart from `split_start[value]` and take their second card by
    `transitions`; from there on the first hand asks `action` and the second `second_action`, which
    differ in mode `original_bets_only` only. Split hands have numbers of their own, so the
    answer is always one that the rules allow; closed hands (21, split aces) answer STAND. A
    blackjack is `transitions[transitions[EMPTY, 1], 10]` and answers STAND.

    **Total-dependent.** On two cards of equal value ask `pair[value, up]`: SPLIT, or what the total
    says. Otherwise ask `soft[total, up]` when an ace counts eleven, else `hard[total, up]`. Where a
    hand may not double (more than two cards, or after a split) DOUBLE means HIT and
    DOUBLE_OR_STAND means STAND. Hands of 21 and split aces with two cards are closed first.
    """

    transitions: NDArray[np.int32]
    total: NDArray[np.int16]
    split_start: NDArray[np.int32]
    action: Bytes
    second_action: Bytes
    hard: Bytes
    soft: Bytes
    pair: Bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyReturns:
    """What the two strategies bring back."""

    composition_dependent: MainReturn
    total_dependent: MainReturn


def strategy_tables(counts: Counts, game: MainGame) -> StrategyTables:
    """The two best strategies from a shoe."""
    prepared = ground(counts, game)
    graph = hands()
    action, second = _by_composition(prepared)
    plan = totals.best_plan(prepared)
    hard, soft = _by_value(plan.cells[:SOFT]), _by_value(plan.cells[SOFT:])
    return StrategyTables(
        transitions=graph.transitions,
        total=graph.total,
        split_start=graph.split_start,
        action=_by_value(action),
        second_action=_by_value(second),
        hard=hard,
        soft=soft,
        pair=_pairs(hard, soft, _by_value(plan.splits)),
    )


def strategy_returns(counts: Counts, game: MainGame, tables: StrategyTables) -> StrategyReturns:
    """What the tables bring back from a shoe, not necessarily the one they were made for."""
    prepared = ground(counts, game)
    by_totals = _expanded(tables)
    return StrategyReturns(
        composition_dependent=_value(prepared, tables.action, tables.second_action),
        total_dependent=_value(prepared, by_totals, by_totals),
    )


def _by_value(table: Bytes) -> Bytes:
    """Shift columns 0 to 9 to card values; column 0 is never used."""
    return np.pad(table, ((0, 0), (1, 0)))


def _by_composition(prepared: Ground) -> tuple[Bytes, Bytes]:
    graph = hands()
    play = player.best_play(prepared)
    action, second = play.hits.copy(), play.second_hits.copy()
    choice = player.first_decisions(prepared, play).argmax(axis=0)
    first = action[graph.openings]
    first[choice == player.DOUBLE] = Action.DOUBLE
    first[choice == player.SPLIT] = Action.SPLIT
    # F133: a blackjack needs no option.
    first[graph.status[graph.openings] == CLOSED] = Action.STAND
    action[graph.openings] = first
    # Before a split there is no second hand: there the two tables agree.
    second[: graph.first_split] = action[: graph.first_split]
    return action, second


def _pairs(hard: Bytes, soft: Bytes, splits: Bytes) -> Bytes:
    pair = hard[2 * np.arange(TEN + 1)]
    pair[ACE] = soft[12]
    pair[splits != 0] = Action.SPLIT
    return pair


def _expanded(tables: StrategyTables) -> Bytes:
    """The total-dependent strategy written out for every hand of the automaton."""
    graph = hands()
    cells = np.concatenate([tables.hard, tables.soft])
    action = cells[graph.cell]
    later = graph.opening_of < 0
    action[later] = np.isin(action[later], (Action.HIT, Action.DOUBLE))
    values = graph.opening_values[:, 0]
    pairs = values == graph.opening_values[:, 1]
    action[graph.openings[pairs]] = tables.pair[values[pairs]]
    return action


def _value(prepared: Ground, action: Bytes, second_action: Bytes) -> MainReturn:
    graph = hands()
    hits = (action[:, 1:] == Action.HIT).astype(np.int8)
    second_hits = (second_action[:, 1:] == Action.HIT).astype(np.int8)
    play = player.given_play(prepared, hits=hits, second_hits=second_hits)
    first = action[graph.openings, 1:]
    choice = np.full(first.shape, player.PLAY_ON, np.intp)
    choice[np.isin(first, (Action.DOUBLE, Action.DOUBLE_OR_STAND))] = player.DOUBLE
    choice[first == Action.SPLIT] = player.SPLIT
    return player.returned_by(prepared, player.first_decisions(prepared, play), choice)


CHART_COLUMNS = (*range(2, TEN + 1), ACE)
"""Up cards in the order people print them."""

LEGEND = "S stand, H hit, D double or else hit, d double or else stand, P split"


def strategy_charts(tables: StrategyTables) -> list[Chart]:
    """The total-dependent strategy for people: hard totals, soft totals, pairs.

    Letters are those of `Action.letter`; columns are `CHART_COLUMNS`.
    """
    hard = [(f"{total}", tables.hard[total]) for total in range(4, 22)]
    soft = [(f"A,{total - 11}", tables.soft[total]) for total in range(13, 21)]
    pairs = [(f"{value},{value}", tables.pair[value]) for value in range(2, TEN + 1)]
    pairs.append(("A,A", tables.pair[ACE]))
    titled = (("Hard totals", hard), ("Soft totals", soft), ("Pairs", pairs))
    return [_chart(title, rows) for title, rows in titled]


def _chart(title: str, rows: Sequence[tuple[str, Bytes]]) -> Chart:
    return Chart(
        title=f"{title} against the dealer's up card",
        legend=LEGEND,
        columns=tuple("A" if up == ACE else str(up) for up in CHART_COLUMNS),
        rows=tuple((name, _letters(actions)) for name, actions in rows),
    )


def _letters(actions: Bytes) -> tuple[str, ...]:
    return tuple(Action(int(actions[up])).letter for up in CHART_COLUMNS)
