"""What no decision can change: the chances of a shoe, and what standing brings back.

Everything is counted in *payouts of one unit*, stake included: a loss is 0, a push 1, a win 2. A
bust hand therefore adds nothing, and no sum here ever subtracts what it could leave out.

Everything is also *joint with the up card*: an entry `[…, up]` is weighted by the probability that
this value lies face up and that the hand is being played at all. A dealer who checked the hole card
and found no blackjack has only removed that weight; by the exchangeability of unseen cards the next
card may be drawn with its plain probability, because the values it leads to carry the condition
in them. Dividing by the weight would give the familiar conditional figures, and would change no
comparison: every option of a hand has the same divisor (R9, F142).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.games.blackjack.exact import dealer, kernels
from sabot.games.blackjack.exact.hands import EMPTY, hands
from sabot.games.blackjack.exact.values import ACE, TEN, Counts, refuse_short
from sabot.games.blackjack.variants import TenUpBlackjack

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class MainGame:
    """The settings of a table that move its main return; all the others are fixed by R9."""

    ten_up_blackjack: TenUpBlackjack = TenUpBlackjack.PEEK
    blackjack_pays: Fraction = Fraction(3, 2)


class Ground(NamedTuple):
    """One shoe and one table; rows and hands are those of `hands()`, up cards run from 0 (ace)."""

    chance: Floats  # [row, value - 1] the next card
    in_play: Floats  # [row, up] decisions are taken, a hidden blackjack included
    returned: Floats  # [row, up] a hidden blackjack gives back one unit of extra stake
    stand: Floats  # [hand, up] one original unit on a standing hand
    stand_second: Floats  # [hand, up] one split-off unit on a standing hand
    doubled: Floats  # [opening, up] two units on first cards that take one more, less the second
    weight: Floats  # [opening] probability of the first two cards
    blackjack: Floats  # [up] one unit on a blackjack; joint with the up card only


def ground(counts: Counts, game: MainGame) -> Ground:
    """Prepare a shoe; one too short for a round is refused."""
    refuse_short(counts)
    graph = hands()
    shoe = np.array(counts, np.int64)
    chance = np.empty(graph.removed.shape)
    kernels.next_cards(shoe, graph.removed, chance)
    dealt = _dealer_blackjack(shoe - graph.removed)
    clear = chance - dealt
    hidden = _hidden(dealt, game.ten_up_blackjack)
    only_originals = game.ten_up_blackjack is TenUpBlackjack.ORIGINAL_BETS_ONLY
    returned = hidden if only_originals else np.zeros_like(hidden)
    stand = np.zeros((len(graph.row), 10))
    finals = dealer.finals(counts, graph.removed)
    kernels.stand_payouts(graph, clear, finals, stand)
    doubled = np.empty((len(graph.openings), 10))
    kernels.doubled_payouts(graph, chance, stand, returned, doubled)
    in_play = clear + hidden
    natural = graph.row[graph.transitions[graph.transitions[EMPTY, ACE], TEN]]
    return Ground(
        chance=chance,
        in_play=in_play,
        returned=returned,
        stand=stand,
        stand_second=stand + returned[graph.row] if only_originals else stand,
        # The second unit is only staked where the round is still in play.
        doubled=doubled - in_play[graph.row[graph.openings]],
        weight=_opening_weights(shoe),
        # F133: three to two, but a blackjack of the dealer, hidden or not, makes a push.
        blackjack=float(1 + game.blackjack_pays) * clear[natural] + dealt[natural],
    )


def _dealer_blackjack(left: NDArray[np.int64]) -> Floats:
    """Joint probability of this up card and a blackjack: equal for ace up and for ten up."""
    unseen = np.maximum(left, 0)
    total = np.maximum(unseen.sum(axis=1), 2)
    both = unseen[:, ACE - 1] * unseen[:, TEN - 1] / (total * (total - 1))
    out = np.zeros(left.shape)
    out[:, ACE - 1] = out[:, TEN - 1] = both
    return out


def _hidden(dealt: Floats, mode: TenUpBlackjack) -> Floats:
    """The blackjacks that decisions are taken against: under a ten, when it is not checked (R9)."""
    hidden = np.zeros_like(dealt)
    if mode is not TenUpBlackjack.PEEK:
        hidden[:, TEN - 1] = dealt[:, TEN - 1]
    return hidden


def _opening_weights(shoe: NDArray[np.int64]) -> Floats:
    first, second = hands().opening_values.T - 1
    same = first == second
    orders = np.where(same, 1, 2)
    total = int(shoe.sum())
    weights: Floats = orders * shoe[first] * (shoe[second] - same) / (total * (total - 1))
    return weights
