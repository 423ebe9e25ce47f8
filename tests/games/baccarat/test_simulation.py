"""The kernels deal what the rules deal, and what they deal lies where the mathematics says."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
import pytest

from sabot.cards import Card
from sabot.errors import Corrupt
from sabot.games.baccarat import rules, simulation
from sabot.games.baccarat.bets import Summary
from sabot.games.baccarat.kernels import (
    COUP_CLASSES,
    MORE_CARDS,
    PAIR_CLASSES,
    count_coups,
    evaluate,
    evaluate_pairs,
)
from sabot.games.baccarat.odds import returns
from sabot.games.baccarat.simulation import (
    dealing,
    merge,
    number,
    ordered_shoe,
    plan,
    rounds_per_shoe,
    run,
    simulate,
    tallies,
)
from sabot.games.baccarat.variants import (
    NO_COMMISSION_BACCARAT,
    SPEED_BACCARAT,
    VARIANTS,
    BaccaratVariant,
)
from sabot.maths.blocks import Block
from sabot.maths.rng import shuffle_on, stream, thresholds

BLOCK = Block(seed=2, index=5, rounds=67 * 45 + 20)
DECK = [Card.from_ordinal(index) for index in range(52)]


def dealt(hand: list[Card]) -> tuple[list[Card], list[Card]]:
    """The two hands that the rules make of the next six cards, in dealing order."""
    player, banker, rest = [hand[0], hand[2]], [hand[1], hand[3]], iter(hand[4:])
    totals = {"player": rules.points(player), "banker": rules.points(banker)}
    third = None
    if rules.player_draws(**totals):
        player.append(next(rest))
        third = rules.value(player[-1])
    if rules.banker_draws(**totals, third=third):
        banker.append(next(rest))
    return player, banker


def shoes(block: Block) -> Iterator[list[Card]]:
    """The six cards from where each round of a block starts, by the shuffle and the rules."""
    places, limits = np.arange(416, dtype=np.uint32), thresholds(416)
    state = stream(seed=block.seed, index=block.index)
    rounds = block.rounds
    while rounds:
        at, ready = 0, 342
        shuffle_on(places, np.uint64(0), np.uint64(ready), limits, state)
        for _ in range(min(67, rounds)):
            while at + 6 > ready:
                more = min(ready + MORE_CARDS, 402)
                shuffle_on(places, np.uint64(ready), np.uint64(more), limits, state)
                ready = more
            cards = [DECK[int(place) % 52] for place in places[at : at + 6]]
            yield cards
            at += sum(map(len, dealt(cards)))
            rounds -= 1


def seen(block: Block) -> Counter[Summary]:
    found: Counter[Summary] = Counter()
    for cards in shoes(block):
        player, banker = dealt(cards)
        found[Summary.of(player_hand=player, banker_hand=banker)] += 1
    return found


def counted(block: Block) -> Counter[Summary]:
    """What the kernel counted, class by class."""
    counts = run(SPEED_BACCARAT, block)
    found: Counter[Summary] = Counter()
    for pair, coup in np.argwhere(counts).tolist():
        points, pairs = simulation.coup_summary(coup), simulation.pair_summary(pair)
        summary = Summary(
            player_points=points.player_points,
            banker_points=points.banker_points,
            cards=points.cards,
            player_pair=pairs.player_pair,
            banker_pair=pairs.banker_pair,
        )
        found[summary] += int(counts[pair, coup])
    return found


def test_F105_to_F115_the_kernel_counts_every_round_as_the_rules_deal_it() -> None:
    assert counted(BLOCK) == seen(BLOCK)


def evaluated(coups: Sequence[tuple[int, ...]]) -> list[tuple[int, int, int]]:
    """Cards, Player total and Banker total of coups given as six point values each."""
    by_points = {rules.value(card): number(card) & 255 for card in DECK}
    shoe = np.array([by_points[points] for coup in coups for points in coup], np.uint8)
    used, totals = np.zeros((2, len(shoe)), np.uint8)
    padded = np.concatenate([shoe, np.zeros(6, np.uint8)])
    stop = np.uint64(len(shoe))
    evaluate(padded, np.uint64(0), stop, dealing(416).limits, used, totals)
    return [(int(used[at]), totals[at] // 16, totals[at] % 16) for at in range(0, len(shoe), 6)]


def by_rules(coup: tuple[int, ...]) -> tuple[int, int, int]:
    card = {rules.value(card): card for card in DECK}
    player, banker = dealt([card[points] for points in coup])
    return len(player) + len(banker), rules.points(player), rules.points(banker)


def test_F107_F108_every_pair_of_totals_meets_every_two_further_cards() -> None:
    coups = [
        (player, banker, 0, 0, third, fourth)
        for player in range(10)
        for banker in range(10)
        for third in range(10)
        for fourth in range(10)
    ]
    assert evaluated(coups) == [by_rules(coup) for coup in coups]


def test_R4_every_four_first_cards_are_added_modulo_ten() -> None:
    coups = [
        (p1, b1, p2, b2, (p1 + b2) % 10, 9)
        for p1 in range(10)
        for b1 in range(10)
        for p2 in range(10)
        for b2 in range(10)
    ]
    assert evaluated(coups) == [by_rules(coup) for coup in coups]


def test_F115_every_two_cards_are_the_pair_the_rules_call_them() -> None:
    classes = list(rules.PairClass)
    shoe = np.array([number(card) >> 8 for card in DECK for _ in DECK], np.uint8)
    other = np.array([number(card) >> 8 for _ in DECK for card in DECK], np.uint8)
    # P1 B1 P2 B2: both hands hold the same two cards.
    coups = np.stack([shoe, shoe, other, other], axis=1).reshape(-1)
    pairs = np.zeros(len(coups), np.uint8)
    evaluate_pairs(coups, np.uint64(0), np.uint64(len(coups) - 3), pairs)
    expected = [5 * classes.index(rules.pair_class((a, b))) for a in DECK for b in DECK]
    assert pairs[::4].tolist() == expected


def test_main_bets_alone_are_counted_from_the_same_rounds() -> None:
    counts = np.zeros(COUP_CLASSES, np.uint32)
    state = stream(seed=BLOCK.seed, index=BLOCK.index)
    count_coups(BLOCK.rounds, ordered_shoe(8), dealing(416), state, counts)
    assert counts.tolist() == run(SPEED_BACCARAT, BLOCK).sum(axis=0).tolist()


def test_R27_a_shoe_surely_holds_its_rounds() -> None:
    assert rounds_per_shoe(416) * 6 <= 416 - 14
    assert dealing(416).rounds_per_shoe == 67


@pytest.mark.parametrize("rounds", [1, 66, 67, 68, 1000])
def test_every_round_asked_for_is_counted(rounds: int) -> None:
    counts = run(SPEED_BACCARAT, Block(seed=1, index=0, rounds=rounds))
    assert counts.shape == (PAIR_CLASSES, COUP_CLASSES)
    assert counts.sum() == rounds


def test_a_smaller_shoe_holds_fewer_rounds() -> None:
    counts = np.zeros(COUP_CLASSES, np.uint32)
    shoe = ordered_shoe(1)
    count_coups(1000, shoe, dealing(52), stream(seed=1, index=0), counts)
    assert dealing(52).rounds_per_shoe == 6
    assert counts.sum() == 1000
    assert sorted(shoe.tolist()) == sorted(ordered_shoe(1).tolist())


def test_the_same_seed_gives_the_same_counts_in_any_order_of_blocks() -> None:
    blocks = [Block(seed=4, index=index, rounds=5000) for index in range(4)]
    forwards = reduce(merge, [run(SPEED_BACCARAT, block) for block in blocks])
    backwards = reduce(merge, [run(SPEED_BACCARAT, block) for block in reversed(blocks)])
    assert (forwards == backwards).all()
    assert (run(SPEED_BACCARAT, blocks[0]) != run(SPEED_BACCARAT, blocks[1])).any()


def test_a_simulation_is_its_blocks() -> None:
    rounds, told = 1_200_000, list[int]()
    whole = simulate(SPEED_BACCARAT, rounds=rounds, seed=8, progress=told.append)
    blocks = plan(rounds=rounds, seed=8)
    counts = reduce(merge, [run(SPEED_BACCARAT, block) for block in blocks])
    assert whole == tallies(SPEED_BACCARAT, counts)
    assert told == [block.rounds for block in blocks] == [1_005_000, 195_000]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_every_bet_of_a_variant_is_near_its_exact_return(variant: BaccaratVariant) -> None:
    exact = returns(variant)
    simulated = simulate(variant, rounds=3_000_000, seed=1)
    assert set(simulated) == set(variant.bets)
    for kind, tally in simulated.items():
        assert tally.rounds == 3_000_000
        z = tally.z(exact[kind].value)
        assert z is not None
        assert abs(z) < 4, kind


def test_F121_a_round_pays_the_egalite_of_its_total_only() -> None:
    tally = simulate(NO_COMMISSION_BACCARAT, rounds=100_000, seed=1)
    ties = sum(tally[f"egalite_{total}"].counts[-1][1] for total in range(10))
    assert ties == tally["tie"].counts[-1][1]


def test_a_rule_that_is_no_limit_is_not_simulated() -> None:
    # The kernel compares totals with limits; a rule with holes would be dealt wrongly.
    with pytest.raises(Corrupt, match="simulation/rule_has_no_limit"):
        simulation._limit(lambda total: total != 3)
