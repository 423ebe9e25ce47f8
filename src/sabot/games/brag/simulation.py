"""Playing brag by the million: blocks of rounds, the counts they leave, and what those were worth.

The counts tell events and no decision, so that one simulation serves every pay table: the best play
of a variant, found by `odds.py`, is applied when the counts are read. Same seed, same counts.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np

from sabot.games.brag.enumeration import census
from sabot.games.brag.kernel_tables import DUELS, hand_tables
from sabot.games.brag.odds import LOST, advice, pair_plus_back, poker_plus_back, profits
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.rules import BragHand
from sabot.games.brag.simulation_kernels import Chance, Counts, deal_rounds
from sabot.games.brag.variants import BragVariant
from sabot.maths.blocks import Block, blocks
from sabot.maths.rng import stream, thresholds
from sabot.maths.tally import Tally

BLOCK_ROUNDS = 1 << 21
"""About a tenth of a second of one core."""


def plan(*, rounds: int, seed: int) -> list[Block]:
    """The blocks of a simulation."""
    return blocks(rounds=rounds, seed=seed, size=BLOCK_ROUNDS)


def run(_variant: BragVariant, block: Block) -> Counts:
    """Deal the rounds of a block; the cards fall alike in every variant."""
    counted = census()
    chance = Chance(
        deck=np.arange(52, dtype=np.uint32),
        refused_under=thresholds(52),
        state=stream(seed=block.seed, index=block.index),
    )
    counts = Counts(
        duels=np.zeros((len(counted.classes), len(DUELS)), dtype=np.int64),
        poker=np.zeros(len(PokerHand), dtype=np.int64),
    )
    deal_rounds(block.rounds, chance, hand_tables(), counted.class_of, counts)
    return counts


def merge(counts: Counts, part: Counts) -> Counts:
    """The counts of two parts together."""
    return Counts(duels=counts.duels + part.duels, poker=counts.poker + part.poker)


def tallies(variant: BragVariant, counts: Counts) -> dict[str, Tally]:
    """What every bet brought back in these rounds, `ante_play` by the variant's best play."""
    profit = {hand: profits(variant, hand) for hand in BragHand}
    ante_play, blind_play, pair_plus = (Counter[Fraction]() for _ in range(3))
    for (hand, duel, plays), times in _events(variant, counts).items():
        won = profit[hand][duel]
        ante_play[1 + (won if plays else LOST)] += times
        blind_play[1 + won / 2] += times  # R13: of the stake on Ante and Blind Play together
        pair_plus[pair_plus_back(variant, hand)] += times
    poker_plus = Counter[Fraction]()
    for kind, times in zip(PokerHand, counts.poker.tolist(), strict=True):
        poker_plus[poker_plus_back(variant, kind)] += times
    return {
        "ante_play": Tally.of(ante_play),
        "blind_play": Tally.of(blind_play),
        "pair_plus": Tally.of(pair_plus),
        "poker_plus": Tally.of(poker_plus),
    }


Event = tuple[BragHand, int, bool]
"""The player's hand, the place in `DUELS`, and whether the best play plays it."""


def _events(variant: BragVariant, counts: Counts) -> Counter[Event]:
    events = Counter[Event]()
    best = advice(variant, census())
    for hands, each, row in zip(census().classes, best, counts.duels.tolist(), strict=True):
        plays = each.plays
        for duel, times in enumerate(row):
            events[hands.kind, duel, plays] += times
    return events
