"""How often chance alone makes each good road: the exact figure shown beside the pattern.

Results are taken as independent, Player winning a decided round with one given probability; ties
do not matter, since no pattern sees them. The chain below is driven by the very functions that
find good roads at a table (`Memory.after`, `good_roads`), so the figures cannot drift away from
the patterns. Exact: integers inside, fractions out.

With R23's thresholds and a fair coin, after 60 results, each side:

    streak     6.25 %      sandwich    6.25 %
    ping pong  3.12 %      separate   12.50 %
    one-two    1.95 %      change      9.37 %      any of the twelve  60.16 %
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from sabot.errors import Malformed
from sabot.roads.good_roads import (
    DEFAULT_THRESHOLDS,
    Memory,
    Pattern,
    SideMemory,
    Thresholds,
    good_roads,
)
from sabot.roads.results import BANKER, PLAYER, SIDES, Side
from sabot.roads.runs import Run

_Moment: TypeAlias = tuple[Memory, Run]

RESULTS_MAX = 200
"""A shoe of eight decks never gives as many as 104 rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """The probability that each pattern holds after so many results, and that any of them does."""

    each: Mapping[tuple[Pattern, Side], Fraction]
    any: Fraction


def chances(
    results: int,
    *,
    player: Fraction = Fraction(1, 2),
    thresholds: Thresholds = DEFAULT_THRESHOLDS,
) -> Chances:
    """The exact chances after `results` decided rounds.

    >>> chances(4).each[Pattern.STREAK, BANKER]
    Fraction(1, 16)
    """
    if not 0 <= results <= RESULTS_MAX:
        raise Malformed("chance/results", results=results, results_max=RESULTS_MAX)
    if not 0 <= player <= 1:
        raise Malformed("chance/player", player=str(player))
    ways = _moments(results, player, thresholds)
    total = player.denominator**results
    each = {(pattern, side): 0 for pattern in Pattern for side in SIDES}
    some = 0
    for (memory, run), count in ways.items():
        held = good_roads(memory, run, thresholds)
        some += count if held else 0
        for road in held:
            each[road.pattern, road.side] += count
    return Chances(
        each={key: Fraction(count, total) for key, count in each.items()},
        any=Fraction(some, total),
    )


def _moments(results: int, player: Fraction, thresholds: Thresholds) -> dict[_Moment, int]:
    """How many weighted ways lead to each moment; weights are numerators over one denominator."""
    weights: tuple[tuple[Side, int], ...] = (
        (PLAYER, player.numerator),
        (BANKER, player.denominator - player.numerator),
    )
    if results == 0:
        return {}
    moments: dict[_Moment, int] = {
        (Memory(), Run(side=side, length=1)): weight for side, weight in weights
    }
    steps: dict[_Moment, tuple[_Moment, _Moment]] = {}
    for _ in range(results - 1):
        after: dict[_Moment, int] = defaultdict(int)
        for moment, count in moments.items():
            following = steps.get(moment)
            if following is None:
                following = steps[moment] = (
                    _next(moment, PLAYER, thresholds),
                    _next(moment, BANKER, thresholds),
                )
            for target, (_, weight) in zip(following, weights, strict=True):
                after[target] += count * weight
        moments = after
    return moments


def _next(moment: _Moment, side: Side, thresholds: Thresholds) -> _Moment:
    memory, run = moment
    if run.side is side:
        # Beyond the streak's threshold, and beyond 2 (one-two, sandwich), length says no more.
        longest = max(thresholds.streak, 3)
        return memory, Run(side=side, length=min(run.length + 1, longest))
    return _capped(memory.after(run), thresholds), Run(side=side, length=1)


def _capped(memory: Memory, thresholds: Thresholds) -> Memory:
    # Each number only grows until it falls back: above its threshold it tells nothing new. This
    # keeps the chain finite. But ping pong takes its side from whether the row is odd or even.
    extra = max(memory.singles - thresholds.ping_pong, 0)
    return Memory(
        singles=min(memory.singles, thresholds.ping_pong + extra % 2),
        doubles=min(memory.doubles, thresholds.sandwich),
        player=_capped_side(memory.player, thresholds),
        banker=_capped_side(memory.banker, thresholds),
    )


def _capped_side(side: SideMemory, thresholds: Thresholds) -> SideMemory:
    return SideMemory(
        one_two=min(side.one_two, thresholds.one_two),
        separate=min(side.separate, thresholds.separate),
        change=min(side.change, thresholds.change),
        last_was_single=side.last_was_single,
    )
