"""Blackjack as tables for the simulator: a strategy and the dealer's rule, folded small.

The exact mathematics knows thousands of hands. Seen from one up card and with the decisions taken,
most of them have the same future, and hands with the same future are one number here; what is left
fits into the fastest memory of a processor. Owns the numbering; the meaning of a finished hand is
in `simulation_kernels.py`, its worth in `bets.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card, Rank, Suit
from sabot.games.blackjack import rules
from sabot.games.blackjack.exact.hands import BUST as BUST_HAND
from sabot.games.blackjack.exact.hands import CLOSED, EMPTY, hands
from sabot.games.blackjack.exact.strategy import Action, StrategyTables
from sabot.games.blackjack.exact.values import ACE, TEN, VALUES
from sabot.games.blackjack.simulation_kernels import (
    BLACKJACK,
    BUST,
    DEALER,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_PEEKED,
    DEALER_SEVENTEEN,
    DOUBLED,
    FIRST_SPLIT,
    FURTHER,
    LOW,
    OPENING,
    ROW,
    SECOND_SPLIT,
    SEVENTEEN,
    SPLIT,
    Table,
)
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import BlackjackVariant

# One card of each value, to ask the rules with.
CARDS = {rules.POINTS[rank]: Card(rank, Suit.SPADES) for rank in Rank}


class Strategy(StrEnum):
    """Which of the two best strategies is played (R9)."""

    COMPOSITION_DEPENDENT = "composition_dependent"
    TOTAL_DEPENDENT = "total_dependent"


class Rows:
    """The table while it is collected; hands with equal rows are one hand."""

    def __init__(self) -> None:
        self._fixed: dict[int, Sequence[int]] = {}
        self._further: dict[tuple[int, ...], int] = {}

    def put(self, place: int, following: Sequence[int]) -> None:
        """The hand of a fixed place."""
        self._fixed[place] = following

    def hand(self, following: Sequence[int]) -> int:
        """The hand that becomes these hands, by the value of the card that comes."""
        return self._further.setdefault(tuple(following), FURTHER + ROW * len(self._further))

    def table(self) -> Table:
        """All rows in their places."""
        table = np.zeros(FURTHER + ROW * len(self._further), np.uint16)
        for following, place in self._further.items():
            table[place + ACE : place + TEN + 1] = following
        for place, row in self._fixed.items():
            table[place + ACE : place + TEN + 1] = row
        return table


def peeked_under(variant: BlackjackVariant) -> frozenset[int]:
    """The up cards under which the dealer looks before any player decides (F142, R9)."""
    return frozenset(
        up for up in VALUES if State(variant=variant, boxes=(), dealer=(CARDS[up],)).dealer_peeks
    )


def table(strategy: StrategyTables, by: Strategy, *, peeked: frozenset[int]) -> Table:
    """The table of a simulation; its layout is described in `simulation_kernels.py`."""
    rows = Rows()
    actions, second_actions = _actions(strategy, by)
    # Lists, because Python reads single numbers out of arrays slowly.
    transitions: list[list[int]] = strategy.transitions[:, ACE:].tolist()
    totals: list[int] = strategy.total.tolist()
    for up in VALUES:
        first = _Folding(rows, transitions, totals, actions[:, up].tolist())
        second = _Folding(rows, transitions, totals, second_actions[:, up].tolist())
        for value in VALUES:
            held = 256 * up + 16 * value
            start = int(strategy.split_start[value])
            rows.put(OPENING + held, [first.opening(value, other) for other in VALUES])
            rows.put(FIRST_SPLIT + held, first.after(start))
            rows.put(SECOND_SPLIT + held, second.after(start))
    _put_dealer(rows, peeked)
    return rows.table()


class _Folding:
    """Numbers for the hands that one column of a strategy leads to."""

    def __init__(
        self, rows: Rows, transitions: list[list[int]], totals: list[int], actions: list[int]
    ) -> None:
        self._rows = rows
        self._transitions = transitions
        self._totals = totals
        self._actions = actions
        self._folded: dict[int, int] = {BUST_HAND: BUST}

    def after(self, hand: int) -> list[int]:
        """What a hand that takes a card becomes."""
        return [self.hand(drawn) for drawn in self._transitions[hand]]

    def hand(self, hand: int) -> int:
        """A hand that may hit or stand."""
        number = self._folded.get(hand)
        if number is None:
            hits = self._actions[hand] == Action.HIT
            number = self._rows.hand(self.after(hand)) if hits else self._finished(hand)
            self._folded[hand] = number
        return number

    def opening(self, first: int, second: int) -> int:
        """The first two cards, which may also be doubled or split."""
        if {first, second} == {ACE, TEN}:
            return BLACKJACK
        hand = self._transitions[self._transitions[EMPTY][first - 1]][second - 1]
        match self._actions[hand]:
            case Action.SPLIT:
                return SPLIT
            case Action.DOUBLE:
                after = self._transitions[hand]
                return self._rows.hand([DOUBLED + self._finished(drawn) for drawn in after])
            case _:
                return self.hand(hand)

    def _finished(self, hand: int) -> int:
        if hand == BUST_HAND:
            return BUST
        return max(LOW, SEVENTEEN + self._totals[hand] - rules.DEALER_STANDS_ON)


def _actions(strategy: StrategyTables, by: Strategy) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """What to do with every hand, and with the second hand of a split: `[hand, up]`."""
    if by is Strategy.COMPOSITION_DEPENDENT:
        return strategy.action, strategy.second_action
    graph = hands()
    actions = np.concatenate([strategy.hard, strategy.soft])[graph.cell]
    first, second = graph.opening_values.T
    pairs = first == second
    actions[graph.openings[pairs]] = strategy.pair[first[pairs]]
    # Only the first two cards can be doubled; elsewhere the table says what to do instead.
    doubles = (Action.DOUBLE, Action.DOUBLE_OR_STAND)
    hits = np.isin(actions, (Action.HIT, Action.DOUBLE))
    opening = (graph.opening_of >= 0)[:, None]
    chosen = np.where(np.isin(actions, doubles) & opening, Action.DOUBLE, hits)
    chosen = np.where((actions == Action.SPLIT) & opening, Action.SPLIT, chosen)
    chosen[graph.status == CLOSED] = Action.STAND
    return chosen.astype(np.int8), chosen.astype(np.int8)


def _put_dealer(rows: Rows, peeked: frozenset[int]) -> None:
    """What the dealer becomes from each up card and hole card (F132)."""
    folded: dict[tuple[int, bool], int] = {}

    def number(held: tuple[Card, ...]) -> int:
        # What a hand can still become depends on its total and softness alone.
        seen = rules.hand_total(held), rules.is_soft(held)
        if seen not in folded:
            folded[seen] = drawing(held) if rules.dealer_draws(held) else _dealer_finished(held)
        return folded[seen]

    def drawing(held: tuple[Card, ...]) -> int:
        return rows.hand([number((*held, CARDS[value])) for value in VALUES])

    for up in VALUES:
        blackjack = DEALER_PEEKED if up in peeked else DEALER_BLACKJACK
        pairs = [(CARDS[up], CARDS[hole]) for hole in VALUES]
        following = [blackjack if rules.is_blackjack(held) else number(held) for held in pairs]
        rows.put(DEALER + 16 * up, following)


def _dealer_finished(held: tuple[Card, ...]) -> int:
    if rules.is_bust(held):
        return DEALER_BUST
    return DEALER_SEVENTEEN + rules.hand_total(held) - rules.DEALER_STANDS_ON
