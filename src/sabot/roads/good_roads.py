"""Good roads: six patterns, each for Player and for Banker (F212, F214, F215, R23).

Owns what each pattern means, what of the past it needs, and the operator's thresholds. It knows
runs only; which tables are shown, and in what order, is `order.py`; how often chance alone makes
each pattern is `chance.py`. A pattern says nothing about the next result.

Our reading of R23, where S is the pattern's side and O the other one. "The last run may be
unfinished" means that it counts at the length it has now; only one-two forgives a short last run,
and only change looks at finished runs.

- streak       the last run is of S.
- ping pong    the longest row of single runs at the end; S is the side of the oldest of them.
- one-two      going back from the last run, every run of S is exactly 1 and every run of O exactly
               2, except that a last run of O may still be 1; the row ends before the first run
               that differs, no part of which counts. Depth is the results in the row.
- sandwich     the longest row at the end of runs of two or more, the last run included, of S.
- separate     going back over the runs of S alone, each is single where its neighbour is longer:
               either phase may begin or end the row. Runs of O, also in progress, do not matter.
- change       the longest row of single runs of S, finished ones only. A run of S in progress is
               not counted, and breaks the pattern as soon as it is longer than one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from sabot.errors import Malformed
from sabot.roads.results import BANKER, LETTERS, PLAYER, SIDES, Side, other
from sabot.roads.runs import Run


class Pattern(StrEnum):
    """The six patterns, in R23's order."""

    STREAK = "streak"
    PING_PONG = "ping_pong"
    ONE_TWO = "one_two"
    SANDWICH = "sandwich"
    SEPARATE = "separate"
    CHANGE = "change"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoodRoad:
    """A pattern that holds now, and how deep."""

    pattern: Pattern
    side: Side
    depth: int

    @property
    def letter(self) -> str:
        """The side in one letter."""
        return LETTERS[self.side]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideMemory:
    """What the finished runs leave for the patterns whose S is this side."""

    one_two: int = 0
    separate: int = 0
    change: int = 0
    last_was_single: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """All that the patterns need of the finished runs, in ten numbers; it changes once a run.

    `singles` and `doubles` count the runs at the end that are of length one, and of two or more.
    """

    singles: int = 0
    doubles: int = 0
    player: SideMemory = field(default_factory=SideMemory)
    banker: SideMemory = field(default_factory=SideMemory)

    def of(self, side: Side) -> SideMemory:
        """The part of one side."""
        return self.player if side is PLAYER else self.banker

    def after(self, run: Run) -> Memory:
        """The memory once this run is finished.

        >>> Memory().after(Run(side=BANKER, length=1)).banker.change
        1
        """
        single = run.length == 1
        return Memory(
            singles=self.singles + 1 if single else 0,
            doubles=0 if single else self.doubles + 1,
            player=_side_after(self, run, PLAYER),
            banker=_side_after(self, run, BANKER),
        )


def _side_after(memory: Memory, run: Run, side: Side) -> SideMemory:
    past = memory.of(side)
    # Finished, a run has no excuse for being short: S exactly 1, O exactly 2.
    fits = run.length == (1 if run.side is side else 2)
    one_two = past.one_two + run.length if fits else 0
    if run.side is not side:
        if one_two == past.one_two:
            return past
        return SideMemory(
            one_two=one_two,
            separate=past.separate,
            change=past.change,
            last_was_single=past.last_was_single,
        )
    single = run.length == 1
    return SideMemory(
        one_two=one_two,
        separate=_separate(memory, run, side),
        change=past.change + 1 if single else 0,
        last_was_single=single,
    )


# One function a pattern: the depth it has for a side, given the finished runs and the run in
# progress; 0 where it does not hold at all. Each is a line of R23's table.


def _streak(memory: Memory, run: Run, side: Side) -> int:  # noqa: ARG001 — one signature for all six
    return run.length if run.side is side else 0


def _ping_pong(memory: Memory, run: Run, side: Side) -> int:
    if run.length != 1:
        return 0
    depth = memory.singles + 1
    # Sides alternate: in a row of odd length the oldest run has the side of the last.
    oldest = run.side if depth % 2 else other(run.side)
    return depth if oldest is side else 0


def _one_two(memory: Memory, run: Run, side: Side) -> int:
    full = 1 if run.side is side else 2
    return memory.of(side).one_two + run.length if run.length <= full else 0


def _sandwich(memory: Memory, run: Run, side: Side) -> int:
    return memory.doubles + 1 if run.side is side and run.length >= 2 else 0


def _separate(memory: Memory, run: Run, side: Side) -> int:
    past = memory.of(side)
    if run.side is not side:
        return past.separate
    # Two neighbours of one kind begin the row again with the later of them.
    return past.separate + 1 if past.last_was_single != (run.length == 1) else 1


def _change(memory: Memory, run: Run, side: Side) -> int:
    broken = run.side is side and run.length > 1
    return 0 if broken else memory.of(side).change


Line: TypeAlias = tuple[Pattern, Callable[[Memory, Run, Side], int], int]
"""A line of R23's table: pattern, its depth for a side, the depth from which it counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The depth from which each pattern is a good road: the operator's setting (R23)."""

    streak: int = 4
    ping_pong: int = 4
    one_two: int = 6
    sandwich: int = 3
    separate: int = 4
    change: int = 3
    # Laid out once, read at every result of every table.
    lines: tuple[Line, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lines: tuple[Line, ...] = (
            (Pattern.STREAK, _streak, self.streak),
            (Pattern.PING_PONG, _ping_pong, self.ping_pong),
            (Pattern.ONE_TWO, _one_two, self.one_two),
            (Pattern.SANDWICH, _sandwich, self.sandwich),
            (Pattern.SEPARATE, _separate, self.separate),
            (Pattern.CHANGE, _change, self.change),
        )
        for pattern, _, depth in lines:
            # Below two there is nothing to repeat: every shoe would match from its first result.
            if depth < 2:
                raise Malformed("good_road/threshold", pattern=pattern.value, depth=depth)
        object.__setattr__(self, "lines", lines)


DEFAULT_THRESHOLDS = Thresholds()


def good_roads(
    memory: Memory, run: Run | None, thresholds: Thresholds = DEFAULT_THRESHOLDS
) -> tuple[GoodRoad, ...]:
    """Every pattern that holds, in R23's order, Player before Banker.

    >>> [road.pattern.value for road in good_roads(Memory(), Run(side=BANKER, length=4))]
    ['streak']
    """
    if run is None:
        return ()
    held: list[GoodRoad] = []
    for pattern, depth_of, threshold in thresholds.lines:
        for side in SIDES:
            depth = depth_of(memory, run, side)
            if depth >= threshold:
                held.append(GoodRoad(pattern=pattern, side=side, depth=depth))
    return tuple(held)


ALL_PATTERNS: frozenset[tuple[Pattern, Side]] = frozenset(
    (pattern, side) for pattern in Pattern for side in SIDES
)
"""The twelve choices of the Good Roads settings (F214)."""
