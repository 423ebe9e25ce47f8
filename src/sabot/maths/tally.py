"""Counting simulated rounds: mean, standard error and distance from the exact value.

A tally keeps how often each return happened, as integers, so that the same seed gives the same
figures bit for bit on any machine and in any number of parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each return per unit staked was seen.

    >>> tally = Tally.of({Fraction(2): 3, Fraction(0): 1})
    >>> tally.rounds, tally.mean
    (4, Fraction(3, 2))
    """

    counts: tuple[tuple[Fraction, int], ...]

    @classmethod
    def of(cls, counts: Mapping[Fraction, int]) -> Tally:
        """A tally of these counts; returns that never happened are dropped."""
        return cls(tuple(sorted((value, n) for value, n in counts.items() if n)))

    @property
    def rounds(self) -> int:
        """How many rounds were counted."""
        return sum(n for _, n in self.counts)

    @property
    def mean(self) -> Fraction:
        """The simulated return."""
        return sum((value * n for value, n in self.counts), Fraction(0)) / self.rounds

    @property
    def stderr(self) -> float:
        """The standard error of the mean, rounds taken as independent."""
        rounds = self.rounds
        if rounds < 2:
            return 0.0
        mean = self.mean
        squares = sum((n * (value - mean) ** 2 for value, n in self.counts), Fraction(0))
        return sqrt(float(squares / (rounds - 1)) / rounds)

    def z(self, exact: float) -> float | None:
        """How many standard errors the simulation lies from the exact return."""
        error = self.stderr
        return None if error == 0.0 else (float(self.mean) - exact) / error
