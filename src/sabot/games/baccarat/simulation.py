"""Playing baccarat at random, millions of rounds a second, and paying every bet of a variant.

Owns how shoes are dealt for a simulation and how counted coups become tallies. The kernels count
classes of coups; what a bet earns in a class is asked of `bets.py` and of the variant's pay table,
the same that pay players, so the simulator has no rule of its own.

**An honest mean.** A real shoe is dealt until the cut card comes, and how many rounds that makes
depends on the cards: counted round by round, such a simulation drifts from the exact returns. Here
every shoe gives the *same number* of rounds, as many as it surely holds. Where a round begins is
decided by cards already seen, and what follows such a place in a shuffled shoe is distributed like
its beginning; so each round has exactly the return of a round from the full shoe, at the speed of
dealing through. Rounds of one shoe hang together very weakly: measured over 60,000 shoes, the
variance of a shoe is 0.96 (Big, Small) to 1.00 of that of as many independent rounds.

**Any number of workers.** `plan` cuts the rounds into blocks with random numbers of their own; a
block can `run` anywhere, without the interpreter's lock, and `merge` takes parts in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card, full_deck
from sabot.errors import Corrupt
from sabot.gamekit import BetSpec
from sabot.games.baccarat import rules
from sabot.games.baccarat.bets import PAIRS, Summary, label
from sabot.games.baccarat.kernels import (
    COUP_CARDS,
    COUP_CLASSES,
    PAIR_CLASSES,
    Dealing,
    count_coups_and_pairs,
)
from sabot.games.baccarat.variants import BaccaratVariant
from sabot.maths.blocks import Block, blocks
from sabot.maths.rng import Shoe, stream, thresholds
from sabot.maths.tally import Tally

Counts = NDArray[np.int64]
"""How often each class of coups was seen: [pairs, coup]."""

SHOES_PER_BLOCK = 15_000

CARDS_LEFT = 14
"""Cards that are never dealt: a round may not start behind the cut card (R27)."""


def plan(*, rounds: int, seed: int) -> list[Block]:
    """The blocks of a simulation: about a million rounds each."""
    return blocks(rounds=rounds, seed=seed, size=SHOES_PER_BLOCK * rounds_per_shoe(416))


def run(variant: BaccaratVariant, block: Block) -> Counts:
    """Deal the rounds of one block; the same block gives the same counts in any process."""
    shoe = ordered_shoe(variant.decks)
    counts = np.zeros((PAIR_CLASSES, COUP_CLASSES), np.uint32)
    state = stream(seed=block.seed, index=block.index)
    count_coups_and_pairs(block.rounds, shoe, dealing(len(shoe)), state, counts.reshape(-1))
    return counts.astype(np.int64)


def merge(left: Counts, right: Counts) -> Counts:
    """The counts of two parts together."""
    return left + right


def tallies(variant: BaccaratVariant, counts: Counts) -> dict[str, Tally]:
    """What one unit on every bet of the variant brought back, round by round."""
    coups = [(coup_summary(coup), int(n)) for coup, n in enumerate(counts.sum(axis=0)) if n]
    pairs = [(pair_summary(pair), int(n)) for pair, n in enumerate(counts.sum(axis=1)) if n]
    return {
        kind: _tally(kind, spec, pairs if kind in PAIRS else coups)
        for kind, spec in variant.bets.items()
    }


def simulate(
    variant: BaccaratVariant,
    *,
    rounds: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Tally]:
    """Play so many rounds on one core; `progress` is told the rounds of each finished block."""
    counts = np.zeros((PAIR_CLASSES, COUP_CLASSES), np.int64)
    for block in plan(rounds=rounds, seed=seed):
        counts = merge(counts, run(variant, block))
        progress(block.rounds)
    return tallies(variant, counts)


def _tally(kind: str, spec: BetSpec, seen: Iterable[tuple[Summary, int]]) -> Tally:
    counted: Counter[Fraction] = Counter()
    for summary, rounds in seen:
        odds = spec.pays.get(label(kind, summary))
        counted[Fraction(0) if odds is None else 1 + odds] += rounds
    return Tally.of(counted)


def coup_summary(coup: int) -> Summary:
    """A round of one of the `COUP_CLASSES`."""
    return Summary(cards=4 + coup // 256, player_points=coup // 16 % 16, banker_points=coup % 16)


def pair_summary(pair: int) -> Summary:
    """A round of one of the `PAIR_CLASSES`; a pair bet does not look at the points."""
    classes = tuple(rules.PairClass)
    return Summary(
        player_points=0,
        banker_points=0,
        player_pair=classes[pair // 4],
        banker_pair=classes[pair % 4],
    )


def rounds_per_shoe(cards: int) -> int:
    """How many rounds a shoe surely holds.

    >>> rounds_per_shoe(416)
    67
    """
    return (cards - CARDS_LEFT) // COUP_CARDS


def ordered_shoe(decks: int) -> Shoe:
    """A shoe as the kernels want it, not shuffled yet."""
    return np.tile(_deck(), decks)


@cache
def _deck() -> Shoe:
    return np.array([number(card) for card in full_deck()], dtype=np.uint32)


def number(card: Card) -> int:
    """A card as the kernels see it, rules included; its layout is described in `kernels.py`."""
    points = rules.value(card)
    stands_from = _limit(lambda banker: rules.banker_draws(player=0, banker=banker, third=points))
    suit = card.suit.red + 2 * (card.suit.ordinal // 2)
    return points + (stands_from << 4) + (card.rank.ordinal << 8) + (suit << 12)


@cache
def dealing(cards: int) -> Dealing:
    """How a shoe of so many cards is dealt."""
    natural = _limit(lambda total: not rules.is_natural(total))
    player = _limit(lambda total: rules.player_draws(player=total, banker=0))
    banker = _limit(lambda total: rules.banker_draws(player=player, banker=total, third=None))
    return Dealing(
        rounds_per_shoe=rounds_per_shoe(cards),
        limits=np.array([natural, player, banker], dtype=np.uint8),
        refused_under=thresholds(cards),
    )


def _limit(is_below: Callable[[int], bool]) -> int:
    """The total at which a rule changes its answer from yes to no; it may do so only once."""
    below = [total for total in range(10) if is_below(total)]
    if below != list(range(len(below))):
        raise Corrupt("simulation/rule_has_no_limit", totals=below)
    return len(below)
