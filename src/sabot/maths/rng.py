"""Random numbers for simulation: a fast generator, streams that never meet, an unbiased shuffle.

The generator is xoshiro256++ (256 bits of state, period 2^256 - 1). Its state is filled from
splitmix64, which can be read from any place: stream k of a seed takes words 4k to 4k + 3. So a
block of work knows its own random numbers from (seed, index) alone, wherever and whenever it runs,
and stream 0 is what any other implementation of the pair makes of the same seed.

The shuffle is Fisher and Yates', forwards, and can be carried on later: only the cards that will
be dealt are ever shuffled. Six bounded numbers come out of each 64-bit word by repeated 128-bit
multiplication; the few words that would favour some outcome are thrown away, so every order of the
shoe is exactly as likely as every other.

Nothing here may ever decide a card that money depends on: that chance comes from the operating
system. It knows no game and no card; a card is whatever number stands in the array.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabot.maths.compiled import compiled, inlined
from sabot.maths.wide import wide_product

Words = NDArray[np.uint64]
"""Four words of state, or any array of 64-bit words."""

BATCH = 6
"""How many cards one random word places."""

_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15
_U64 = np.uint64


def splitmix(seed: int, place: int) -> int:
    """Word number `place` of the splitmix64 sequence that starts from a seed.

    >>> splitmix(1234567, 0)
    6457827717110365317
    """
    word = (seed + (place + 1) * _GOLDEN) & _MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def stream(*, seed: int, index: int) -> Words:
    """The starting state of one of the streams of a seed."""
    return np.array([splitmix(seed, 4 * index + word) for word in range(4)], dtype=np.uint64)


def thresholds(cards: int) -> Words:
    """For each batch of a shoe of so many cards, the remainder under which a word is refused.

    2^64 is no multiple of the number of ways to draw six cards; accepting only remainders from
    this one on leaves a multiple of it.
    """
    limits = []
    for place in range(0, cards - BATCH + 1, BATCH):
        ways = 1
        for left in range(cards - place, cards - place - BATCH, -1):
            ways *= left
        limits.append(2**64 % ways)
    return np.array(limits, dtype=np.uint64)


@inlined
def advance(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """One step of xoshiro256++: the next word, and the four words of the new state."""
    total = s0 + s3
    word = ((total << _U64(23)) | (total >> _U64(41))) + s0
    shifted = s1 << _U64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _U64(45)) | (s3 >> _U64(19))
    return word, s0, s1, s2, s3


@compiled
def words(state: Words, count: int) -> Words:
    """The next words of a stream, which moves on."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    drawn = np.empty(count, np.uint64)
    for place in range(count):
        drawn[place], s0, s1, s2, s3 = advance(s0, s1, s2, s3)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return drawn


Shoe = NDArray[np.uint32]
"""A shoe in the order it will be dealt. Cards of 32 bits are exchanged fastest: with smaller ones
the processor takes neighbours for each other while exchanges are still under way."""


@compiled
def shuffle_on(
    shoe: Shoe, start: np.uint64, stop: np.uint64, refused_under: Words, state: Words
) -> None:
    """Settle which cards stand from `start` up to `stop`, both multiples of `BATCH`.

    What stands before `start` is settled already; `refused_under` is `thresholds(len(shoe))`.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    size = _U64(len(shoe))
    first = start
    while first < stop:
        left = size - first
        limit = refused_under[first // _U64(BATCH)]
        while True:
            rest, s0, s1, s2, s3 = advance(s0, s1, s2, s3)
            j0, rest = wide_product(rest, left)
            j1, rest = wide_product(rest, left - _U64(1))
            j2, rest = wide_product(rest, left - _U64(2))
            j3, rest = wide_product(rest, left - _U64(3))
            j4, rest = wide_product(rest, left - _U64(4))
            j5, rest = wide_product(rest, left - _U64(5))
            if rest >= limit:
                break
        swap(shoe, first, j0)
        swap(shoe, first + _U64(1), j1)
        swap(shoe, first + _U64(2), j2)
        swap(shoe, first + _U64(3), j3)
        swap(shoe, first + _U64(4), j4)
        swap(shoe, first + _U64(5), j5)
        first += _U64(BATCH)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@inlined
def swap(shoe: Shoe, place: np.uint64, further: np.uint64) -> None:
    """Exchange two cards, the second one `further` places after the first."""
    card = shoe[place]
    shoe[place] = shoe[place + further]
    shoe[place + further] = card
