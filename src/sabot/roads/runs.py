"""Runs: maximal blocks of equal results, ties left out (the head of READINGS, "Roads").

Derived roads, ask buttons, good roads and streak order all read runs and nothing else. This
module knows no cell, no colour and no pattern.
"""

from __future__ import annotations

from dataclasses import dataclass

from sabot.roads.results import LETTERS, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One block of equal results; the last run of a shoe may still grow."""

    side: Side
    length: int

    @property
    def letter(self) -> str:
        """The side in one letter."""
        return LETTERS[self.side]


class Runs:
    """The runs of a shoe, written from left to right.

    >>> from sabot.roads.results import Outcome
    >>> runs = Runs()
    >>> for side in (Outcome.BANKER, Outcome.BANKER, Outcome.PLAYER):
    ...     finished = runs.add(side)
    >>> finished
    Run(side=<Outcome.BANKER: 'banker'>, length=2)
    >>> runs.is_level(gap=1), runs.is_level(gap=2)
    (False, None)
    """

    __slots__ = ("_finished", "_last")

    def __init__(self) -> None:
        self._finished: list[Run] = []
        self._last: Run | None = None

    @property
    def last(self) -> Run | None:
        """The run in progress, None before the first decided result."""
        return self._last

    def continues(self, side: Side) -> bool:
        """Whether a result of this side would make the last run longer."""
        return self._last is not None and self._last.side is side

    def is_level(self, *, gap: int) -> bool | None:
        """Whether the last run is now as long as the one `gap` before it; None without that one."""
        last, finished = self._last, self._finished
        if last is None or gap > len(finished):
            return None
        return last.length == finished[-gap].length

    def add(self, side: Side) -> Run | None:
        """Write one decided result; answers the run that it ended, if it ended one."""
        last = self._last
        if last is not None and last.side is side:
            self._last = Run(side=side, length=last.length + 1)
            return None
        self._last = Run(side=side, length=1)
        if last is not None:
            self._finished.append(last)
        return last

    def all(self) -> tuple[Run, ...]:
        """Every run in play order, the one in progress included."""
        return (*self._finished, self._last) if self._last is not None else ()
