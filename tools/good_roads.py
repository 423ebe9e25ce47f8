"""Write how often chance alone makes each good road: `python -m tools.good_roads`.

Every pattern for either side, from the depth it counts from to six deeper, after as many decided
rounds as a shoe usually gives. Player's share of the decided rounds is that of a fresh shoe of
eight decks, counted exactly. Computing takes seconds, so the figures travel with the package;
`tests/gateway/test_good_roads.py` fails when they are not what is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from sabot.cards import Composition
from sabot.games.baccarat.enumeration import ways
from sabot.games.baccarat.odds import label_ways
from sabot.roads.chance import chances
from sabot.roads.good_roads import DEFAULT_THRESHOLDS, Pattern, Thresholds
from sabot.roads.results import SIDES, Side
from sabot.wire.good_roads import DepthChance, GoodRoadChances, PatternChance

FILE = Path(__file__).resolve().parents[1] / "src/sabot/games/baccarat/good_roads.json"
RESULTS = 60
DEEPER = 6
DECKS = 8
LEAST = {pattern.value: 2 for pattern in Pattern}
"""Thresholds that keep the chain small where a pattern is not asked about."""


def player_share() -> Fraction:
    """How often Player wins a decided round from a fresh shoe."""
    counted = ways(Composition.of_decks(DECKS))
    player = label_ways("player", counted)["player_wins"]
    banker = sum(
        count
        for label, count in label_ways("banker", counted).items()
        if label.startswith("banker_wins")
    )
    return Fraction(player, player + banker)


def chances_at(pattern: Pattern, depth: int) -> dict[Side, Fraction]:
    """The chance that the pattern holds at least so deep, for either side."""
    thresholds = Thresholds(**{**LEAST, pattern.value: depth})
    each = chances(RESULTS, player=player_share(), thresholds=thresholds).each
    return {side: each[pattern, side] for side in SIDES}


def text(chance: Fraction) -> str:
    """Six digits: three figures also of the rarest pattern that is listed."""
    return f"{float(chance):.6f}"


def document() -> GoodRoadChances:
    """All figures."""
    return GoodRoadChances(
        results=RESULTS,
        any=text(chances(RESULTS, player=player_share()).any),
        patterns=tuple(_patterns()),
    )


def _patterns() -> Iterator[PatternChance]:
    for pattern, _, threshold in DEFAULT_THRESHOLDS.lines:
        depths = range(threshold, threshold + DEEPER + 1)
        found = {depth: chances_at(pattern, depth) for depth in depths}
        for side in SIDES:
            lines = (DepthChance(depth=depth, decimal=text(found[depth][side])) for depth in depths)
            yield PatternChance(pattern=pattern.value, side=side.value, depths=tuple(lines))


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(document()), indent=1) + b"\n")
    print(FILE.name)
