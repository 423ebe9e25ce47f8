"""Exact chances of the good roads, from a file that `tools/good_roads.py` made; a test compares."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from sabot.wire.good_roads import GoodRoadChances


@cache
def published_chances() -> GoodRoadChances:
    """What every player may know about every pattern."""
    text = files("sabot.gateway").joinpath("data", "good_roads.json").read_bytes()
    return msgspec.json.decode(text, type=GoodRoadChances)
