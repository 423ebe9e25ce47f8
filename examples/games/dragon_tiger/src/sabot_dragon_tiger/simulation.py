"""Playing Dragon Tiger at random: two cards of a fresh shoe in every round.

The return of a round from a shuffled shoe does not depend on its place in the shoe, so dealing each
round from a whole shoe gives the same mean.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.cards import Card
from sabot.maths.blocks import Block, blocks
from sabot.maths.rng import Words, stream, words
from sabot.maths.tally import Tally
from sabot_dragon_tiger.odds import given_back
from sabot_dragon_tiger.rules import Outcome, outcome_of
from sabot_dragon_tiger.variants import DragonTigerVariant

Counts = NDArray[np.int64]
"""How often each outcome came, in the order of `OUTCOMES`."""

OUTCOMES = tuple(Outcome)
ROUNDS_PER_BLOCK = 500_000

_TABLE = np.array(
    [
        [
            OUTCOMES.index(outcome_of(Card.from_ordinal(dragon), Card.from_ordinal(tiger)))
            for tiger in range(52)
        ]
        for dragon in range(52)
    ],
    np.int64,
)
"""The outcome of every two cards, made from the rules."""


def plan(*, rounds: int, seed: int) -> list[Block]:
    """The blocks of a simulation."""
    return blocks(rounds=rounds, seed=seed, size=ROUNDS_PER_BLOCK)


def run(variant: DragonTigerVariant, block: Block) -> Counts:
    """Deal the rounds of one block; the same block gives the same counts on every machine."""
    shoe = 52 * variant.decks
    drawn = _below(shoe * (shoe - 1), block.rounds, stream(seed=block.seed, index=block.index))
    first, second = drawn // np.uint64(shoe - 1), drawn % np.uint64(shoe - 1)
    second += second >= first  # the second card is another one than the first
    found = _TABLE[(first % np.uint64(52)).astype(int), (second % np.uint64(52)).astype(int)]
    return np.bincount(found, minlength=len(OUTCOMES)).astype(np.int64)


def _below(bound: int, count: int, state: Words) -> Words:
    """Numbers under a bound, each as likely as the others: words past the last multiple go."""
    largest = np.uint64(2**64 - 2**64 % bound - 1)
    kept = np.empty(0, np.uint64)
    while len(kept) < count:
        fresh = words(state, count - len(kept))
        kept = np.concatenate([kept, fresh[fresh <= largest] % np.uint64(bound)])
    return kept


def merge(left: Counts, right: Counts) -> Counts:
    """The counts of two parts together."""
    return left + right


def tallies(variant: DragonTigerVariant, counts: Counts) -> dict[str, Tally]:
    """What one unit on every bet brought back."""
    tallied = {}
    for kind, spec in variant.bets.items():
        found: Counter[Fraction] = Counter()
        for outcome, n in zip(OUTCOMES, counts.tolist(), strict=True):
            found[given_back(kind, spec, outcome)] += n
        tallied[kind] = Tally.of(found)
    return tallied
