"""Simulated rounds: the same for the same seed, dealt by the rules, near the exact returns."""

from collections import Counter
from fractions import Fraction

import numpy as np

from sabot.cards import Card
from sabot.games.brag.bets import summary
from sabot.games.brag.enumeration import census
from sabot.games.brag.kernel_tables import DUELS, hand_index
from sabot.games.brag.odds import best_play, returns
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.simulation import BLOCK_ROUNDS, merge, plan, run, tallies
from sabot.games.brag.variants import THREE_CARD_BRAG
from sabot.maths.blocks import Block
from sabot.maths.rng import BATCH, shuffle_on, stream, thresholds

BLOCK = Block(seed=7, index=3, rounds=3000)


def rounds_of(block: Block) -> list[list[Card]]:
    """The cards of each round of a block, dealt one round at a time."""
    deck = np.arange(52, dtype=np.uint32)
    state = stream(seed=block.seed, index=block.index)
    rounds = []
    for _ in range(block.rounds):
        shuffle_on(deck, np.uint64(0), np.uint64(BATCH), thresholds(52), state)
        rounds.append([Card.from_ordinal(int(card)) for card in deck[:6]])
    return rounds


def test_F103_the_kernel_counts_what_the_rules_say_of_every_round() -> None:
    counts = run(THREE_CARD_BRAG, BLOCK)
    class_of = census().class_of
    duels = np.zeros_like(counts.duels)
    poker = Counter[PokerHand]()
    for six in rounds_of(BLOCK):
        over = summary(player=six[:3], dealer=six[3:])
        place = class_of[hand_index(*sorted(card.ordinal for card in six[:3]))]
        duels[place, DUELS.index((over.dealer_qualifies, over.comparison))] += 1
        poker[over.poker_hand] += 1
    assert (counts.duels == duels).all()
    assert counts.poker.tolist() == [poker[hand] for hand in PokerHand]


def test_the_same_seed_gives_the_same_figures_in_one_part_or_many() -> None:
    parts = [Block(seed=1, index=index, rounds=500) for index in range(3)]
    forwards = [run(THREE_CARD_BRAG, part) for part in parts]
    backwards = [run(THREE_CARD_BRAG, part) for part in reversed(parts)]
    one = merge(merge(forwards[0], forwards[1]), forwards[2])
    other = merge(merge(backwards[0], backwards[1]), backwards[2])
    assert tallies(THREE_CARD_BRAG, one) == tallies(THREE_CARD_BRAG, other)
    assert one.poker.sum() == one.duels.sum() == 1500
    assert not (forwards[0].duels == forwards[1].duels).all()


def test_a_plan_covers_all_rounds() -> None:
    blocks = plan(rounds=BLOCK_ROUNDS + 10, seed=5)
    assert [block.rounds for block in blocks] == [BLOCK_ROUNDS, 10]
    assert [block.index for block in blocks] == [0, 1]


def test_F178_R13_every_bet_of_every_round_is_tallied() -> None:
    found = tallies(THREE_CARD_BRAG, run(THREE_CARD_BRAG, BLOCK))
    assert list(found) == ["ante_play", "blind_play", "pair_plus", "poker_plus"]
    assert {tally.rounds for tally in found.values()} == {BLOCK.rounds}
    # Lost with Play −1 of the Ante is left, passed 0; lost blind 0 of both stakes.
    assert min(dict(found["ante_play"].counts)) == -1
    assert min(dict(found["blind_play"].counts)) == 0


def test_R13_ante_play_follows_the_best_play() -> None:
    passed = dict(tallies(THREE_CARD_BRAG, run(THREE_CARD_BRAG, BLOCK))["ante_play"].counts)[
        Fraction(0)
    ]
    best = best_play(THREE_CARD_BRAG)
    expected = float(1 - best.share_played) * BLOCK.rounds
    assert abs(passed - expected) < 4 * (BLOCK.rounds * 0.22) ** 0.5


def test_R13_simulated_returns_lie_near_the_exact_ones() -> None:
    exact = returns(THREE_CARD_BRAG)
    [block] = plan(rounds=BLOCK_ROUNDS, seed=2024)
    for kind, tally in tallies(THREE_CARD_BRAG, run(THREE_CARD_BRAG, block)).items():
        z = tally.z(exact[kind].value)
        assert z is not None
        assert abs(z) < 4
