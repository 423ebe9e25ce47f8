"""Cutting a simulation into blocks that can be run anywhere, in any order.

Blocks have a fixed size and their own stream of random numbers, so that what a seed gives depends
neither on the number of workers nor on who finishes first. It knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a simulation: so many rounds with the random numbers of one stream."""

    seed: int
    index: int
    rounds: int


def blocks(*, rounds: int, seed: int, size: int) -> list[Block]:
    """The blocks of a simulation; all but the last one are of full size.

    >>> [block.rounds for block in blocks(rounds=250, seed=1, size=100)]
    [100, 100, 50]
    """
    return [
        Block(seed=seed, index=index, rounds=min(size, rounds - start))
        for index, start in enumerate(range(0, rounds, size))
    ]
