"""Playing blackjack at random by its best strategy, and paying every bet of the table.

One seat against the dealer. The kernels count rounds by the finished hands of both sides and
openings by what the side bets see; what each of them earns is asked of `bets.py` and of the
variant's pay tables, the same that pay players.

**An honest mean.** Every shoe gives the same number of rounds, so that each round has exactly the
return of a round from the full shoe: where it begins is decided by cards already seen, and what
follows such a place in a shuffled shoe is distributed like its beginning. A shoe of eight decks
would be shuffled too early only if 53 rounds took 367 cards; they take 289, give or take 7.

**Any number of workers.** `plan` cuts the rounds into blocks with random numbers of their own; a
block can `run` anywhere, without the interpreter's lock, and `merge` takes parts in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.cards import full_deck
from sabot.games.blackjack import rules
from sabot.games.blackjack.bets import (
    Kind,
    Showdown,
    extra_label,
    hand_label,
    insurance_label,
    side_label,
)
from sabot.games.blackjack.exact.ground import MainGame
from sabot.games.blackjack.exact.strategy import strategy_tables
from sabot.games.blackjack.exact.values import full_shoe
from sabot.games.blackjack.odds import main_game
from sabot.games.blackjack.simulation_kernels import (
    ACE_UP,
    BLACKJACK,
    BUST,
    CARDS_ENOUGH,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_CLASSES,
    DOUBLED,
    LOW,
    PLAYER_CLASSES,
    SEVENTEEN,
    SPLIT,
    Dealing,
    Table,
    count_rounds,
)
from sabot.games.blackjack.simulation_openings import opening_classes
from sabot.games.blackjack.simulation_tables import Strategy, peeked_under, table
from sabot.games.blackjack.variants import BlackjackVariant, TenUpBlackjack
from sabot.maths.blocks import Block, blocks
from sabot.maths.rng import BATCH, Shoe, stream, thresholds
from sabot.maths.tally import Tally
from sabot.money import Odds

Longs = NDArray[np.int64]

SHOES_PER_BLOCK = 10_000
SIDE_BETS = (Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE, Kind.TOP3)


class Counts(NamedTuple):
    """How often each class of rounds, and each class of openings, was seen."""

    rounds: Longs  # [player, dealer]
    openings: Longs


class Stakes(NamedTuple):
    """What a round took from a player who bets one unit, and what it brought back."""

    staked: int
    returned: Fraction

    @property
    def per_first_bet(self) -> Fraction:
        """What one unit brought back: stakes added later are not part of it."""
        return self.returned - (self.staked - 1)


def plan(*, rounds: int, seed: int) -> list[Block]:
    """The blocks of a simulation: about half a million rounds each."""
    return blocks(rounds=rounds, seed=seed, size=SHOES_PER_BLOCK * dealing(416).rounds_per_shoe)


def run(
    variant: BlackjackVariant, block: Block, by: Strategy = Strategy.COMPOSITION_DEPENDENT
) -> Counts:
    """Play the rounds of one block; the same block gives the same counts in any process."""
    shoe = ordered_shoe(variant.decks)
    rounds = np.zeros((PLAYER_CLASSES, DEALER_CLASSES), np.uint32)
    classes = opening_classes()
    openings = np.zeros(len(classes.examples), np.uint32)
    count_rounds(
        block.rounds,
        shoe,
        dealing(len(shoe)),
        game_table(variant, by),
        stream(seed=block.seed, index=block.index),
        rounds.reshape(-1),
        (classes.table, openings),
    )
    return Counts(rounds=rounds.astype(np.int64), openings=openings.astype(np.int64))


def merge(left: Counts, right: Counts) -> Counts:
    """The counts of two parts together."""
    return Counts(rounds=left.rounds + right.rounds, openings=left.openings + right.openings)


def tallies(variant: BlackjackVariant, counts: Counts) -> dict[str, Tally]:
    """What one unit on every bet brought back each time it was staked.

    `main` is per unit of the first bet; insurance is staked when an ace lies face up (F141).
    """
    found = {Kind.MAIN.value: main_tally(variant, counts)}
    if Kind.INSURANCE in variant.bets:
        found[Kind.INSURANCE.value] = insurance_tally(variant, counts)
    for kind in SIDE_BETS:
        if kind in variant.bets:
            found[kind.value] = side_tally(variant, kind, counts)
    return {kind: tally for kind, tally in found.items() if tally.rounds}


def simulate(
    variant: BlackjackVariant,
    *,
    rounds: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> dict[str, Tally]:
    """Play so many rounds on one core; `progress` is told the rounds of each finished block."""
    parts = []
    for block in plan(rounds=rounds, seed=seed):
        parts.append(run(variant, block))
        progress(block.rounds)
    return tallies(variant, reduce(merge, parts))


def main_tally(variant: BlackjackVariant, counts: Counts) -> Tally:
    """The main game, per unit of the first bet."""
    return _tally((stakes(variant, *key).per_first_bet, n) for key, n in _seen(counts.rounds))


def return_on_total_stake(variant: BlackjackVariant, counts: Counts) -> Fraction:
    """The main game, over everything staked, doubles and splits included (R9)."""
    staked, returned = 0, Fraction(0)
    for key, rounds in _seen(counts.rounds):
        round_stakes = stakes(variant, *key)
        staked += rounds * round_stakes.staked
        returned += rounds * round_stakes.returned
    return returned / staked


def insurance_tally(variant: BlackjackVariant, counts: Counts) -> Tally:
    """Insurance, each time it was offered."""
    pays = variant.bets[Kind.INSURANCE].pays
    offered = ((dealer - ACE_UP, n) for (_, dealer), n in _seen(counts.rounds) if dealer >= ACE_UP)
    labels = (
        (insurance_label(dealer_blackjack=dealer == DEALER_BLACKJACK), n) for dealer, n in offered
    )
    return _tally((_returned(pays.get(label)), n) for label, n in labels)


def side_tally(variant: BlackjackVariant, kind: Kind, counts: Counts) -> Tally:
    """A bet on the first cards."""
    pays = variant.bets[kind].pays
    examples = opening_classes().examples
    return _tally(
        (_returned(pays.get(side_label(kind, opening))), int(n))
        for opening, n in zip(examples, counts.openings, strict=True)
    )


def stakes(variant: BlackjackVariant, player: int, dealer: int) -> Stakes:
    """What a round of this class took and brought back, bet by bet as a seat is settled."""
    first, second, added = _hands(player)
    dealer_hand = dealer % ACE_UP
    paid = [
        (Kind.MAIN, hand_label(_showdown(variant, first, dealer_hand))),
    ]
    if added is Kind.DOUBLE:
        paid.append((added, extra_label(_showdown(variant, first, dealer_hand))))
    if added is Kind.SPLIT:
        paid.append((added, extra_label(_showdown(variant, second, dealer_hand))))
    returned = sum(
        (_returned(variant.bets[kind].pays.get(label)) for kind, label in paid), Fraction(0)
    )
    return Stakes(staked=len(paid), returned=returned)


def _hands(player: int) -> tuple[int, int, Kind | None]:
    """The finished hands of a class of `PLAYER_CLASSES`, and what raised the stake."""
    if player >= SPLIT:
        return (player - SPLIT) // 8, player % 8, Kind.SPLIT
    return player % DOUBLED, BUST, Kind.DOUBLE if player >= DOUBLED else None


def _showdown(variant: BlackjackVariant, hand: int, dealer: int) -> Showdown:
    dealer_total = rules.DEALER_STANDS_ON + dealer
    return Showdown(
        total=_TOTALS[hand],
        blackjack=hand == BLACKJACK,
        dealer_total=22 if dealer == DEALER_BUST else min(dealer_total, rules.TWENTY_ONE),
        dealer_blackjack=dealer == DEALER_BLACKJACK,
        extras_returned=variant.ten_up_blackjack is TenUpBlackjack.ORIGINAL_BETS_ONLY,
    )


# A total by its number; anything under 17 is as good as 16, and any bust as bad as 22.
_TOTALS = {BUST: 22, BLACKJACK: 21, LOW: 16, **{SEVENTEEN + more: 17 + more for more in range(5)}}


def _seen(counts: Longs) -> Iterator[tuple[tuple[int, int], int]]:
    for player, dealer in np.argwhere(counts).tolist():
        yield (player, dealer), int(counts[player, dealer])


def _returned(odds: Odds | None) -> Fraction:
    return Fraction(0) if odds is None else 1 + odds


def _tally(counted: Iterable[tuple[Fraction, int]]) -> Tally:
    total: Counter[Fraction] = Counter()
    for returned, rounds in counted:
        total[returned] += rounds
    return Tally.of(total)


def game_table(variant: BlackjackVariant, by: Strategy) -> Table:
    """The game and a best strategy from the full shoe, as the kernels want them."""
    return _table(variant.decks, main_game(variant), peeked_under(variant), by)


@lru_cache(maxsize=8)
def _table(decks: int, game: MainGame, peeked: frozenset[int], by: Strategy) -> Table:
    return table(strategy_tables(full_shoe(decks), game), by, peeked=peeked)


def ordered_shoe(decks: int) -> Shoe:
    """A shoe as the kernels want it, not shuffled yet."""
    return np.tile(_deck(), decks)


@lru_cache(maxsize=1)
def _deck() -> Shoe:
    numbers = [rules.value(card) + (card.ordinal << 8) for card in full_deck()]
    return np.array(numbers, dtype=np.uint32)


@lru_cache(maxsize=8)
def dealing(cards: int) -> Dealing:
    """How a shoe of so many cards is dealt: 54 rounds of eight decks, far from their end.

    A round takes 5.46 cards on average. The cards shuffled at once are seldom exceeded; the
    kernel asks for more when it gets there.
    """
    rounds = max(1, (cards - CARDS_ENOUGH) * 10 // 68)
    seldom_exceeded = (rounds * 56 // 10 + BATCH) // BATCH * BATCH
    return Dealing(
        rounds_per_shoe=rounds, first_cards=seldom_exceeded, refused_under=thresholds(cards)
    )
