"""The chances that stand beside the good roads are the ones that are computed."""

from __future__ import annotations

import pytest
from tools import good_roads as tool

from sabot.gateway.broadcast.good_roads import published_chances
from sabot.roads.chance import chances
from sabot.roads.good_roads import ALL_PATTERNS, Pattern, Thresholds
from sabot.roads.results import SIDES


@pytest.mark.parametrize("place", [0, 1, -1], ids=["threshold", "one deeper", "deepest"])
@pytest.mark.parametrize("pattern", list(Pattern))
def test_F214_R23_published_chances_are_the_computed_ones(pattern: Pattern, place: int) -> None:
    told = {line.side: line for line in published_chances().patterns if line.pattern == pattern}
    depth = told["player"].depths[place].depth
    computed = tool.chances_at(pattern, depth)
    assert {side.value: tool.text(computed[side]) for side in SIDES} == {
        side: line.depths[place].decimal for side, line in told.items()
    }


def test_F214_all_twelve_are_told_from_their_threshold_to_six_deeper() -> None:
    told = published_chances()
    names = [(line.pattern, line.side) for line in told.patterns]
    assert sorted(names) == sorted((pattern.value, side.value) for pattern, side in ALL_PATTERNS)
    for line in told.patterns:
        first = getattr(Thresholds(), line.pattern)
        assert [chance.depth for chance in line.depths] == list(range(first, first + 7))
        rarer = [float(chance.decimal) for chance in line.depths]
        assert rarer == sorted(rarer, reverse=True)


def test_R23_a_pattern_asked_about_alone_is_as_likely_as_among_the_twelve() -> None:
    every = chances(tool.RESULTS, player=tool.player_share())
    assert published_chances().any == tool.text(every.any)
    alone = tool.chances_at(Pattern.SANDWICH, Thresholds().sandwich)
    assert all(every.each[Pattern.SANDWICH, side] == alone[side] for side in SIDES)


def test_player_wins_a_little_less_than_half_of_the_decided_rounds() -> None:
    assert f"{float(tool.player_share()):.6f}" == "0.493175"
