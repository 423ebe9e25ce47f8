"""The kernel plays what the rules play, and what it plays lies where the mathematics says."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce

import msgspec
import numpy as np
import pytest
from tests.games.blackjack.driver import MODES

from sabot.cards import Card, Composition
from sabot.gamekit import Ask, Bet, Deal, Done, Reveal
from sabot.games.blackjack import GAME, odds, rules, simulation
from sabot.games.blackjack.bets import Kind, side_label
from sabot.games.blackjack.exact.hands import EMPTY
from sabot.games.blackjack.exact.strategy import Action, StrategyTables
from sabot.games.blackjack.exact.values import cards_enough, value_counts
from sabot.games.blackjack.play import INSURE
from sabot.games.blackjack.simulation import (
    SIDE_BETS,
    dealing,
    game_table,
    main_tally,
    merge,
    ordered_shoe,
    plan,
    return_on_total_stake,
    run,
    simulate,
    tallies,
)
from sabot.games.blackjack.simulation_kernels import (
    CARDS_ENOUGH,
    DEALER_CLASSES,
    MORE_CARDS,
    PLAYER_CLASSES,
    count_rounds,
)
from sabot.games.blackjack.simulation_openings import opening_classes
from sabot.games.blackjack.simulation_tables import Strategy
from sabot.games.blackjack.state import Choice, Hand, State
from sabot.games.blackjack.variants import BLACKJACK, BlackjackVariant, TenUpBlackjack
from sabot.maths.blocks import Block
from sabot.maths.rng import shuffle_on, stream, thresholds
from sabot.maths.tally import Tally
from sabot.money import Cents

BLOCK = Block(seed=3, index=2, rounds=54 * 14 + 11)
STAKE = Cents(200)


class Table:
    """One seat that plays a block by the rules, a strategy and its own eyes."""

    def __init__(self, variant: BlackjackVariant, by: Strategy) -> None:
        self.variant = variant
        self.advice = odds.strategy(variant)
        self.by = by

    def rounds(self, block: Block) -> Iterator[list[tuple[str, Fraction]]]:
        """What every bet of each round brought back for one unit."""
        places, limits = np.arange(416, dtype=np.uint32), thresholds(416)
        state = stream(seed=block.seed, index=block.index)
        left = block.rounds
        while left:
            at, ready = 0, dealing(416).first_cards
            shuffle_on(places, np.uint64(0), np.uint64(ready), limits, state)
            for _ in range(min(54, left)):
                shoe = [Card.from_ordinal(int(place) % 52) for place in places]
                # The kernel makes cards ready as it needs them, so a round may be begun twice.
                while True:
                    used, returned = self.round(shoe[at:])
                    if at + used <= ready:
                        break
                    more = np.uint64(ready + MORE_CARDS)
                    shuffle_on(places, np.uint64(ready), more, limits, state)
                    ready += MORE_CARDS
                    shoe = [Card.from_ordinal(int(place) % 52) for place in places]
                yield returned
                at += used
                left -= 1

    def round(self, shoe: list[Card]) -> tuple[int, list[tuple[str, Fraction]]]:
        """Play one round; how many cards it took, and what each bet brought back."""
        kinds = (Kind.MAIN, *SIDE_BETS)
        bets = [Bet(id=kind, player="p", kind=kind, stake=STAKE, seat=1) for kind in kinds]
        state, used = GAME.start(self.variant, seats=frozenset({1})), 0
        while not isinstance(expected := GAME.expects(state), Done):
            match expected:
                case Deal(positions=positions):
                    state, used = GAME.deal(state, shoe[used], at=positions[0]), used + 1
                case Reveal():
                    state = GAME.reveal(state)
                case Ask(seat=None):
                    bets += GAME.extras(state, INSURE, bets)
                    state = GAME.close(state)
                case Ask(hand=hand):
                    choice = self.choice(state, hand)
                    bets += GAME.extras(state, choice, bets)
                    state = GAME.choose(state, choice)
        return used, self.returned(state, bets)

    def returned(self, state: State, bets: list[Bet]) -> list[tuple[str, Fraction]]:
        paid = {payout.bet.kind: payout for payout in GAME.settle(state, bets)}
        raised = [paid[kind] for kind in (Kind.DOUBLE, Kind.SPLIT) if kind in paid]
        main = paid[Kind.MAIN].amount + sum(extra.amount - extra.bet.stake for extra in raised)
        others = [paid[kind] for kind in (Kind.INSURANCE, *SIDE_BETS) if kind in paid]
        return [
            ("main", Fraction(main, STAKE)),
            ("stakes", Fraction(1 + len(raised))),
            *((other.bet.kind, Fraction(other.amount, other.bet.stake)) for other in others),
        ]

    def choice(self, state: State, index: int) -> Choice:
        hand, up = state.boxes[0].hands[index], rules.value(state.dealer[0])
        if self.by is Strategy.TOTAL_DEPENDENT:
            return by_total(self.advice, hand, up)
        return by_composition(self.advice, hand, up, second=index == 1)


CHOICES = {
    Action.STAND: Choice.STAND,
    Action.HIT: Choice.HIT,
    Action.DOUBLE: Choice.DOUBLE,
    Action.SPLIT: Choice.SPLIT,
}


def by_composition(advice: StrategyTables, hand: Hand, up: int, *, second: bool) -> Choice:
    """As `StrategyTables` says that its automaton is to be read."""
    values = [rules.value(card) for card in hand.cards]
    number = int(advice.split_start[values.pop(0)]) if hand.split else EMPTY
    for value in values:
        number = int(advice.transitions[number, value])
    actions = advice.second_action if second else advice.action
    return CHOICES[Action(int(actions[number, up]))]


def by_total(advice: StrategyTables, hand: Hand, up: int) -> Choice:
    """As `StrategyTables` says that its totals are to be read."""
    table = advice.soft if rules.is_soft(hand.cards) else advice.hard
    action = Action(int(table[hand.total, up]))
    first_two = len(hand.cards) == 2 and not hand.split
    if first_two and rules.can_split(hand.cards):
        action = Action(int(advice.pair[rules.value(hand.cards[0]), up]))
    if action in (Action.DOUBLE, Action.DOUBLE_OR_STAND) and not first_two:
        return Choice.HIT if action is Action.DOUBLE else Choice.STAND
    return CHOICES[Action.DOUBLE if action is Action.DOUBLE_OR_STAND else action]


CASES = [(variant, by) for variant in MODES for by in Strategy]


@pytest.mark.parametrize(
    ("variant", "by"), CASES, ids=[f"{variant.ten_up_blackjack}-{by}" for variant, by in CASES]
)
def test_R9_the_kernel_plays_every_round_as_the_rules_do(
    variant: BlackjackVariant, by: Strategy
) -> None:
    by_rules: dict[str, Counter[Fraction]] = {}
    for returned in Table(variant, by).rounds(BLOCK):
        for kind, value in returned:
            by_rules.setdefault(kind, Counter())[value] += 1
    staked = by_rules.pop("stakes")
    counts = run(variant, BLOCK, by)
    assert tallies(variant, counts) == {kind: Tally.of(seen) for kind, seen in by_rules.items()}
    units = sum(int(stake) * rounds for stake, rounds in staked.items())
    kept = sum(value * rounds for value, rounds in by_rules["main"].items()) - BLOCK.rounds
    assert return_on_total_stake(variant, counts) == 1 + kept / units


@cache
def counted(mode: TenUpBlackjack, by: Strategy) -> simulation.Counts:
    variant = replace(BLACKJACK, ten_up_blackjack=mode)
    return reduce(merge, [run(variant, block, by) for block in plan(rounds=3_000_000, seed=1)])


@pytest.mark.parametrize("by", Strategy)
@pytest.mark.parametrize("mode", TenUpBlackjack)
def test_R9_the_main_game_is_near_its_exact_return(mode: TenUpBlackjack, by: Strategy) -> None:
    variant = replace(BLACKJACK, ten_up_blackjack=mode)
    exact = getattr(odds.published(variant), by.value)
    tally = main_tally(variant, counted(mode, by))
    assert tally.rounds == 3_000_000
    z = tally.z(exact.initial)
    assert z is not None
    assert abs(z) < 4
    on_total = return_on_total_stake(variant, counted(mode, by))
    assert abs(float(on_total) - exact.total_stake) < 4 * tally.stderr


def test_F141_F146_F147_every_other_bet_is_near_its_exact_return() -> None:
    exact = odds.returns(BLACKJACK)
    simulated = tallies(BLACKJACK, counted(TenUpBlackjack.PEEK, Strategy.COMPOSITION_DEPENDENT))
    assert set(simulated) == set(exact)
    for kind, tally in simulated.items():
        z = tally.z(exact[kind].value)
        assert z is not None
        assert abs(z) < 4, kind


def test_F141_insurance_is_staked_only_when_an_ace_shows() -> None:
    simulated = tallies(BLACKJACK, counted(TenUpBlackjack.PEEK, Strategy.COMPOSITION_DEPENDENT))
    assert simulated["insurance"].rounds == pytest.approx(3_000_000 / 13, rel=0.01)
    assert {value for value, _ in simulated["insurance"].counts} == {Fraction(0), Fraction(3)}


def test_a_bet_never_staked_has_no_tally() -> None:
    counts = run(BLACKJACK, Block(seed=2, index=0, rounds=1))
    assert set(tallies(BLACKJACK, counts)) == {"main", "perfect_pairs", "21+3", "top3"}


def test_main_game_alone_is_counted_from_the_same_rounds() -> None:
    counts = np.zeros(PLAYER_CLASSES * DEALER_CLASSES, np.uint32)
    state = stream(seed=BLOCK.seed, index=BLOCK.index)
    by = Strategy.TOTAL_DEPENDENT
    table = game_table(BLACKJACK, by)
    count_rounds(BLOCK.rounds, ordered_shoe(8), dealing(416), table, state, counts, None)
    assert counts.tolist() == run(BLACKJACK, BLOCK, by).rounds.reshape(-1).tolist()


def test_the_same_seed_gives_the_same_counts_in_any_order_of_blocks() -> None:
    blocks = [Block(seed=4, index=index, rounds=5000) for index in range(4)]
    forwards = reduce(merge, [run(BLACKJACK, block) for block in blocks])
    backwards = reduce(merge, [run(BLACKJACK, block) for block in reversed(blocks)])
    assert (forwards.rounds == backwards.rounds).all()
    assert (forwards.openings == backwards.openings).all()
    assert (run(BLACKJACK, blocks[0]).rounds != run(BLACKJACK, blocks[1]).rounds).any()


def test_a_simulation_is_its_blocks() -> None:
    rounds, told = 600_000, list[int]()
    whole = simulate(BLACKJACK, rounds=rounds, seed=8, progress=told.append)
    blocks = plan(rounds=rounds, seed=8)
    counts = reduce(merge, [run(BLACKJACK, block) for block in blocks])
    assert whole == tallies(BLACKJACK, counts)
    assert told == [block.rounds for block in blocks] == [540_000, 60_000]


def test_a_round_never_runs_out_of_cards() -> None:
    assert cards_enough(value_counts(Composition.of_decks(8))) == CARDS_ENOUGH
    assert dealing(416).rounds_per_shoe == 54


def test_F148_openings_of_one_class_are_alike_to_every_side_bet() -> None:
    classes = opening_classes()
    # A stride without a common factor visits all suits and ranks of all three cards.
    for place in range(0, 52**3, 31):
        opening = msgspec.structs.replace(
            classes.examples[0],
            first=Card.from_ordinal(place // 52**2),
            second=Card.from_ordinal(place // 52 % 52),
            up=Card.from_ordinal(place % 52),
        )
        example = classes.examples[classes.table[place]]
        for kind in SIDE_BETS:
            assert side_label(kind, opening) == side_label(kind, example)
