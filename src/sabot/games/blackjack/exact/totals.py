"""The best decisions of a player who sees totals only: the plan that fits on a card.

The plan has one action for each cell (hard total or soft total) and up card, and for each pair and
up card says whether to split. Its two-card hands may double; where a cell says double and the
hand has more cards or came from a split, the action names what to do instead. A pair that is not
split is played as its total. The same cell serves hands before and after a split.

Best means that no single entry can be changed for the better, every hand weighted by how often
the plan itself brings it about; where a pair alone has its total (2-2, 10-10, A-A), splitting it
and doubling that total count as one entry. A hand never meets the same cell twice, because its
hard total only grows; hence the gain of changing an entry is the weighted sum of the gains of its
hands, the search climbs with every change, and it ends. From random plans it finds the same summit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sabot.errors import Corrupt
from sabot.games.blackjack.exact import kernels
from sabot.games.blackjack.exact.ground import Ground
from sabot.games.blackjack.exact.hands import CELLS, SOFT, hands

Bytes = NDArray[np.int8]

SWEEPS_MAX = 100
"""A limit on everything; eight decks need a handful."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`cells[cell, up]` holds kernel actions, `splits[value 1..10, up]` 1 for yes."""

    cells: Bytes
    splits: Bytes


def simple_plan() -> Plan:
    """Draw to hard 17 and soft 18, never double, never split: where the search starts."""
    cells = np.full((CELLS, 10), kernels.HIT, np.int8)
    cells[17:SOFT] = kernels.STAND
    cells[SOFT + 18 :] = kernels.STAND
    return Plan(cells=cells, splits=np.zeros((11, 10), np.int8))


def best_plan(prepared: Ground, start: Plan | None = None) -> Plan:
    """Climb from a plan until no entry can be bettered."""
    graph = hands()
    start = start or simple_plan()
    cells, splits = start.cells.copy(), start.splits.copy()
    reached = np.empty_like(prepared.stand)
    value, second = np.zeros_like(reached), np.zeros_like(reached)
    for _ in range(SWEEPS_MAX):
        kernels.reach(graph, prepared, cells, splits, reached)
        changes = kernels.improve(graph, prepared, reached, cells, value, second)
        changes += kernels.improve_splits(graph, prepared, cells, splits, value, second)
        if changes == 0:
            return Plan(cells=cells, splits=splits)
    raise Corrupt("odds/search_without_end", sweeps=SWEEPS_MAX)
