# ruff: noqa: PLR0917 - in an inner loop arrays go one by one: unpacking a tuple counts references.
"""Blackjack at full speed: one seat against the dealer, played and counted in compiled loops.

A hand is a number. Under `LIVE` it is finished and the number says how; otherwise it is a place in
one table, where an entry for each card value says which hand comes next. Player and dealer alike
are such numbers, so drawing is one loop, and strategy, closed hands and the dealer's rule are all
data, made from the rules in `simulation_tables.py`. A round is counted by the finished hands of
both sides; nothing here knows what any of them earns.

A number in the shoe: the card's value, 1 to 10, in bits 0 to 7, and `Card.ordinal` above.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.maths.compiled import compiled, inlined
from sabot.maths.rng import BATCH, Shoe, Words, shuffle_on

Table = NDArray[np.uint16]
Bytes = NDArray[np.uint8]
Counts = NDArray[np.uint32]

# Finished hands of the player: what the total is worth against a dealer who reaches 17.
BUST, BLACKJACK, LOW, SEVENTEEN, TWENTY_ONE = 0, 1, 2, 3, 7
DOUBLED = 8
"""Added to a finished hand whose stake was doubled."""
SPLIT = 16
"""No hand at all: two cards that are split."""

# Finished hands of the dealer.
DEALER_SEVENTEEN, DEALER_TWENTY_ONE, DEALER_BUST, DEALER_UNPLAYED, DEALER_BLACKJACK = 0, 4, 5, 6, 7
DEALER_PEEKED = 8
"""A blackjack that the dealer saw before any player decided (F142, R9)."""

# Hands that take another card start rows of 16 entries, of which 1 to 10 are used. The first ones
# have fixed places, counted in values of the up card and of the player's first card.
ROW = 16
LIVE = 32
DEALER = LIVE  # + 16 * up: waits for the hole card
OPENING = 256  # + 256 * up + 16 * first: waits for the second card
FIRST_SPLIT = OPENING + 11 * 256  # + 256 * up + 16 * value: waits for its second card
SECOND_SPLIT = FIRST_SPLIT + 11 * 256
FURTHER = SECOND_SPLIT + 11 * 256
"""Where all the other hands begin."""

PLAYER_CLASSES = 16 + 64
"""One hand, doubled or not; or 16 + 8 * first + second after a split."""
DEALER_CLASSES = 16
"""The dealer's finished hand, plus `ACE_UP`."""
ACE_UP = 8
"""The up card was an ace: insurance was offered (F141)."""

MORE_CARDS = 4 * BATCH
CARDS_ENOUGH = 47
"""No round of one seat can take more cards from a shoe of eight decks."""

_U64 = np.uint64
_U32 = np.uint32


class Dealing(NamedTuple):
    """How shoes are dealt: rounds from each, cards to shuffle at once, and `rng.thresholds`."""

    rounds_per_shoe: int
    first_cards: int
    refused_under: Words


@compiled
def count_rounds(
    rounds: int,
    shoe: Shoe,
    dealing: Dealing,
    table: Table,
    state: Words,
    counts: Counts,
    side: tuple[Bytes, Counts] | None,
) -> None:
    """Play so many rounds and count them by `PLAYER_CLASSES` times `DEALER_CLASSES`.

    With `side` also what the side bets look at is counted: its first array holds a class for each
    (first * 52 + second) * 52 + up card, its second one counts the classes.
    """
    rounds_per_shoe, first_cards, refused_under = dealing
    chance = state.copy()  # Its own memory: two workers' streams may lie in one cache line.
    last_start = whole_batches(shoe) - _U64(CARDS_ENOUGH)
    while rounds > 0:
        left = min(rounds, rounds_per_shoe)
        at, ready = _U64(0), _U64(first_cards)
        shuffle_on(shoe, at, ready, refused_under, chance)
        while left > 0 and at <= last_start:
            left -= 1
            rounds -= 1
            if at + _U64(4) > ready:
                ready = shuffle_more(shoe, ready, refused_under, chance)
            if side is not None:
                classes, openings = side
                openings[classes[opening(shoe, at)]] += _U32(1)
            first, up = value(shoe[at]), value(shoe[at + _U64(1)])
            second, hole = value(shoe[at + _U64(2)]), value(shoe[at + _U64(3)])
            at += _U64(4)
            ace_up = _U64(ACE_UP) if up == _U64(1) else _U64(0)
            held = up * _U64(256) + first * _U64(16)
            hand = _U64(table[_U64(OPENING) + held + second])
            dealer = _U64(table[_U64(DEALER) + up * _U64(16) + hole])
            if dealer == _U64(DEALER_PEEKED):
                # F142: no player decides anything, and only a blackjack does not lose.
                hand = hand if hand == _U64(BLACKJACK) else _U64(LOW)
                counts[place(hand, _U64(DEALER_BLACKJACK), ace_up)] += _U32(1)
                continue
            other = _U64(BUST)
            split = hand == _U64(SPLIT)
            if split:
                # F138: both hands get their second card before either is played.
                if at + _U64(2) > ready:
                    ready = shuffle_more(shoe, ready, refused_under, chance)
                hand = _U64(table[_U64(FIRST_SPLIT) + held + value(shoe[at])])
                other = _U64(table[_U64(SECOND_SPLIT) + held + value(shoe[at + _U64(1)])])
                at += _U64(2)
            while hand >= _U64(LIVE):
                if at == ready:
                    ready = shuffle_more(shoe, ready, refused_under, chance)
                hand = _U64(table[hand + value(shoe[at])])
                at += _U64(1)
            contested = (hand & _U64(7)) >= _U64(LOW)
            if split:
                while other >= _U64(LIVE):
                    if at == ready:
                        ready = shuffle_more(shoe, ready, refused_under, chance)
                    other = _U64(table[other + value(shoe[at])])
                    at += _U64(1)
                contested = contested or other >= _U64(LOW)
                hand = _U64(16) + hand * _U64(8) + other
            if contested:
                while dealer >= _U64(LIVE):
                    if at == ready:
                        ready = shuffle_more(shoe, ready, refused_under, chance)
                    dealer = _U64(table[dealer + value(shoe[at])])
                    at += _U64(1)
            elif dealer != _U64(DEALER_BLACKJACK):
                dealer = _U64(DEALER_UNPLAYED)
            counts[place(hand, dealer, ace_up)] += _U32(1)


@inlined
def place(hand: np.uint64, dealer: np.uint64, ace_up: np.uint64) -> np.uint64:
    """Where a round is counted."""
    return hand * _U64(DEALER_CLASSES) + dealer + ace_up


@inlined
def opening(shoe: Shoe, at: np.uint64) -> np.uint64:
    """The number of an opening: the player's two cards and the up card."""
    first, up = _U64(shoe[at] >> _U32(8)), _U64(shoe[at + _U64(1)] >> _U32(8))
    second = _U64(shoe[at + _U64(2)] >> _U32(8))
    return (first * _U64(52) + second) * _U64(52) + up


@inlined
def value(card: np.uint32) -> np.uint64:
    """The value of a card in the shoe."""
    return _U64(card & _U32(15))


@compiled
def shuffle_more(shoe: Shoe, ready: np.uint64, refused_under: Words, state: Words) -> np.uint64:
    """Make some more cards ready."""
    until = min(ready + _U64(MORE_CARDS), whole_batches(shoe))
    shuffle_on(shoe, ready, until, refused_under, state)
    return until


@inlined
def whole_batches(shoe: Shoe) -> np.uint64:
    """How many cards of a shoe can be shuffled in whole batches."""
    return _U64(len(shoe)) // _U64(BATCH) * _U64(BATCH)
