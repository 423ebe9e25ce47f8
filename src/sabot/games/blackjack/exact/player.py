"""The main game: what the best decisions, or any others, bring back from any shoe.

Best means composition-dependent (R9): every decision sees the hand's own cards, the up card and
the shoe they came from; after a split each hand looks only at its own cards, and knows besides
just the pair card that went to the other hand. The two hands of a split are alike before their
cards come, so one is valued for both, except in `original_bets_only`: there the second hand
carries the split stake, which a hidden blackjack gives back, and plays accordingly.

This module knows no chart and no simulator.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sabot.games.blackjack.exact import kernels
from sabot.games.blackjack.exact.ground import Ground, MainGame, ground
from sabot.games.blackjack.exact.hands import EMPTY, hands
from sabot.games.blackjack.exact.values import ACE, TEN, Counts

Floats = NDArray[np.float64]
Bytes = NDArray[np.int8]

PLAY_ON, DOUBLE, SPLIT = 0, 1, 2
"""The options on the first two cards, in the order of `first_decisions`; ties go to the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainReturn:
    """What the main game brings back, per unit of the first stake and of everything staked.

    `extra_stake` is the expected amount that doubles and splits add to one unit. A stake that a
    hidden blackjack gives back was staked all the same.
    """

    initial: float
    total_stake: float
    extra_stake: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Hit or stand, and what it brings back: `[hand, up]`; `second` is a split's second hand."""

    value: Floats
    hits: Bytes
    second_value: Floats
    second_hits: Bytes


def best_play(prepared: Ground) -> Play:
    """Hit or stand as each hand's own cards advise."""
    graph = hands()
    value, hits = np.zeros_like(prepared.stand), np.zeros(prepared.stand.shape, np.int8)
    kernels.best_play(graph, EMPTY, prepared.chance, prepared.stand, value, hits)
    if prepared.stand_second is prepared.stand:
        return Play(value=value, hits=hits, second_value=value, second_hits=hits)
    second, second_hits = value.copy(), hits.copy()
    kernels.best_play(
        graph, graph.first_split, prepared.chance, prepared.stand_second, second, second_hits
    )
    return Play(value=value, hits=hits, second_value=second, second_hits=second_hits)


def given_play(prepared: Ground, *, hits: Bytes, second_hits: Bytes) -> Play:
    """Hit or stand as told."""
    graph = hands()
    value, second = np.zeros_like(prepared.stand), np.zeros_like(prepared.stand)
    kernels.given_play(graph, prepared.chance, prepared.stand, hits, value)
    kernels.given_play(graph, prepared.chance, prepared.stand_second, second_hits, second)
    return Play(value=value, hits=hits, second_value=second, second_hits=second_hits)


def first_decisions(prepared: Ground, play: Play) -> Floats:
    """Payout of each option on the first two cards, less its extra stake: `[option, opening, up]`.

    A split of cards that are no pair is worth minus infinity.
    """
    graph = hands()
    first, second = graph.opening_values.T
    pairs = first == second
    starts = graph.split_start[first[pairs]]
    split = np.full_like(prepared.doubled, -np.inf)
    split[pairs] = play.value[starts] + play.second_value[starts] - _extra(prepared)[pairs]
    return np.stack([play.value[graph.openings], prepared.doubled, split])


def _extra(prepared: Ground) -> Floats:
    """The stake a double or a split adds, which is only taken from hands in play."""
    graph = hands()
    return prepared.in_play[graph.row[graph.openings]]


def returned_by(prepared: Ground, options: Floats, choice: NDArray[np.intp]) -> MainReturn:
    """What these choices on the first two cards, `[opening, up]`, bring back on the whole."""
    payout = np.take_along_axis(options, choice[None], axis=0)[0]
    raised = choice != PLAY_ON
    natural = (hands().opening_values == (ACE, TEN)).all(axis=1)
    payout[natural], raised[natural] = prepared.blackjack, False  # F133: no option is needed
    initial = float(prepared.weight @ payout.sum(axis=1))
    extra = float(prepared.weight @ (_extra(prepared) * raised).sum(axis=1))
    return MainReturn(
        initial=initial, total_stake=(initial + extra) / (1 + extra), extra_stake=extra
    )


def main_return(counts: Counts, game: MainGame) -> MainReturn:
    """The exact return of the main game by best composition-dependent play."""
    prepared = ground(counts, game)
    options = first_decisions(prepared, best_play(prepared))
    return returned_by(prepared, options, options.argmax(axis=0))
