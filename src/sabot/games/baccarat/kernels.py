# ruff: noqa: PLR0917 - in an inner loop arrays go one by one: unpacking a tuple counts references.
"""Baccarat at full speed: shoes dealt and counted in compiled loops.

A coup is counted by its class alone: how many cards, both totals, and optionally the pairs. The
rules are not written here: the numbers standing in the shoe and the `limits` are made from
`rules.py` (see `simulation.py`), and the tests deal the same shoes by those rules. No bet is known.

How a shoe is dealt fast: after the shuffle the coup that *would* start at every position is
worked out, many positions per machine instruction; dealing the shoe is then only following from
each coup to the next. That is why there is no `if` in `evaluate` and why it works on bytes. Places
are unsigned: Python's negative ones would have to be looked for, and nothing would run in parallel.

A number in the shoe: the card's points in bits 0 to 3; in bits 4 to 7 the Banker total from which
Banker stands when this is Player's third card; in bits 8 to 11 the rank; in bit 12 the colour, and
in bit 13 which of the two suits of that colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.maths.compiled import compiled, inlined
from sabot.maths.rng import BATCH, Shoe, Words, shuffle_on

Bytes = NDArray[np.uint8]
Counts = NDArray[np.uint32]

COUP_CARDS = 6
"""The most cards a coup takes."""

MORE_CARDS = 4 * BATCH

COUP_CLASSES = 3 * 16 * 16
"""Four, five or six cards, Player total, Banker total: (cards - 4) * 256 + player * 16 + banker."""

PAIR_CLASSES = 16
"""The pairs of both hands, by their places in `rules.PairClass`: player * 4 + banker."""


class Dealing(NamedTuple):
    """How shoes are dealt: rounds from each, where the rules draw their lines, `rng.thresholds`.

    `limits`: the total that is natural, and those from which Player stands, and from which Banker
    stands after Player stood.
    """

    rounds_per_shoe: int
    limits: Bytes
    refused_under: Words


_U8 = np.uint8
_U32 = np.uint32
_U64 = np.uint64


@compiled
def count_coups(rounds: int, shoe: Shoe, dealing: Dealing, state: Words, counts: Counts) -> None:
    """Deal so many rounds and count them by `COUP_CLASSES`; the shoe is left as it falls."""
    rounds_per_shoe, limits, refused_under = dealing
    chance = state.copy()  # Its own memory: two workers' streams may lie in one cache line.
    first_cards, last_cards = cards_needed(rounds_per_shoe)
    lower, used, totals = bytes_for(shoe), bytes_for(shoe), bytes_for(shoe)
    while rounds > 0:
        left = min(rounds, rounds_per_shoe)
        rounds -= left
        at, ready, wanted = _U64(0), _U64(0), first_cards
        while left > 0:
            shuffle_on(shoe, ready, wanted, refused_under, chance)
            ready = wanted
            stop = ready - _U64(COUP_CARDS - 1)
            take_byte(shoe, at, ready, _U32(0), lower)
            evaluate(lower, at, stop, limits, used, totals)
            while left > 0 and at < stop:
                cards = _U64(used[at])
                counts[coup_class(cards, totals[at])] += _U32(1)
                at += cards
                left -= 1
            wanted = min(ready + _U64(MORE_CARDS), last_cards)


@compiled
def count_coups_and_pairs(
    rounds: int, shoe: Shoe, dealing: Dealing, state: Words, counts: Counts
) -> None:
    """Deal the same rounds and count them by `PAIR_CLASSES` times `COUP_CLASSES`."""
    rounds_per_shoe, limits, refused_under = dealing
    chance = state.copy()  # Its own memory: two workers' streams may lie in one cache line.
    first_cards, last_cards = cards_needed(rounds_per_shoe)
    lower, used, totals = bytes_for(shoe), bytes_for(shoe), bytes_for(shoe)
    upper, pairs = bytes_for(shoe), bytes_for(shoe)
    while rounds > 0:
        left = min(rounds, rounds_per_shoe)
        rounds -= left
        at, ready, wanted = _U64(0), _U64(0), first_cards
        while left > 0:
            shuffle_on(shoe, ready, wanted, refused_under, chance)
            ready = wanted
            stop = ready - _U64(COUP_CARDS - 1)
            take_byte(shoe, at, ready, _U32(0), lower)
            take_byte(shoe, at, ready, _U32(8), upper)
            evaluate(lower, at, stop, limits, used, totals)
            evaluate_pairs(upper, at, stop, pairs)
            while left > 0 and at < stop:
                cards = _U64(used[at])
                refined = _U64(pairs[at]) * _U64(COUP_CLASSES)
                counts[refined + coup_class(cards, totals[at])] += _U32(1)
                at += cards
                left -= 1
            wanted = min(ready + _U64(MORE_CARDS), last_cards)


@compiled
def evaluate(
    shoe: Bytes, start: np.uint64, stop: np.uint64, limits: Bytes, used: Bytes, totals: Bytes
) -> None:
    """How many cards the coup at each place takes, and its totals, player * 16 + banker."""
    natural, player_stands, banker_stands = limits[0], limits[1], limits[2]
    low = _U8(15)
    at = start
    while at < stop:
        third, fourth = shoe[at + _U64(4)], shoe[at + _U64(5)]
        player = last_digit(_U8((shoe[at] & low) + (shoe[at + _U64(2)] & low)))
        banker = last_digit(_U8((shoe[at + _U64(1)] & low) + (shoe[at + _U64(3)] & low)))
        goes_on = _U8(player < natural) & _U8(banker < natural)
        player_draws = _U8(player < player_stands) & goes_on
        # All bits set when Player draws: masks choose between two values without a branch.
        drew = _U8(-player_draws)
        stood = _U8(~drew)
        stands_from = _U8((_U8(third >> _U8(4)) & drew) | (banker_stands & stood))
        banker_draws = _U8(banker < stands_from) & goes_on
        next_card = third & low
        banker_card = _U8((fourth & low & drew) | (next_card & stood))
        player = last_digit(_U8(player + (next_card & drew)))
        banker = last_digit(_U8(banker + (banker_card & _U8(-banker_draws))))
        used[at] = _U8(_U8(4) + player_draws + banker_draws)
        totals[at] = _U8(_U8(player << _U8(4)) | banker)
        at += _U64(1)


@compiled
def evaluate_pairs(shoe: Bytes, start: np.uint64, stop: np.uint64, pairs: Bytes) -> None:
    """The pairs among the first four cards of the coup at each place.

    A card is here rank + 16 * colour + 32 * which suit of that colour.
    """
    at = start
    while at < stop:
        player = pair_kind(shoe[at] ^ shoe[at + _U64(2)])
        banker = pair_kind(shoe[at + _U64(1)] ^ shoe[at + _U64(3)])
        pairs[at] = _U8(_U8(player << _U8(2)) | banker)
        at += _U64(1)


@inlined
def pair_kind(difference: np.uint8) -> np.uint8:
    """No pair 0, mixed 1, coloured 2, perfect 3: each is also everything before it."""
    # Each is 1 unless all its bits agree; comparisons would not run in parallel.
    other_rank = min(_U8(difference & _U8(15)), _U8(1))
    other_colour = min(_U8(difference & _U8(31)), _U8(1))
    not_identical = min(difference, _U8(1))
    return _U8(_U8(_U8(3) - other_rank) - _U8(other_colour + not_identical))


@inlined
def last_digit(total: np.uint8) -> np.uint8:
    """A total under 20 modulo ten; under ten the subtraction wraps around and is not the least."""
    return min(total, _U8(total - _U8(10)))


@compiled
def take_byte(shoe: Shoe, start: np.uint64, stop: np.uint64, shift: np.uint32, into: Bytes) -> None:
    """Copy eight bits of the cards from `start` up to `stop`."""
    at = start
    while at < stop:
        into[at] = _U8(shoe[at] >> shift)
        at += _U64(1)


@inlined
def coup_class(cards: np.uint64, totals: np.uint8) -> np.uint64:
    """The place of a coup among `COUP_CLASSES`."""
    return ((cards - _U64(4)) << _U64(8)) + _U64(totals)


@inlined
def cards_needed(rounds_per_shoe: int) -> tuple[np.uint64, np.uint64]:
    """How many cards of a shoe to shuffle at once, and how many its rounds take at most.

    A coup takes 4.94 cards on average, and the first figure is seldom exceeded; the walk through
    the shoe asks for `MORE_CARDS` when it gets there.
    """
    seldom_exceeded = (rounds_per_shoe * 51 // 10 + BATCH) // BATCH * BATCH
    at_most = rounds_per_shoe * COUP_CARDS
    return _U64(min(seldom_exceeded, at_most)), _U64(at_most)


@inlined
def bytes_for(shoe: Shoe) -> Bytes:
    """Room for one byte per card."""
    return np.empty(len(shoe), np.uint8)
