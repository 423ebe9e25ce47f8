"""Exact chances of the good roads, from the file of the game that has counted them.

`tools/good_roads.py` writes the file of our own game; a test checks it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from sabot.games import registry
from sabot.wire.good_roads import GoodRoadChances

FILE = "good_roads.json"
"""The file in the package of a game with roads; games of the house come first."""

NONE_COUNTED = GoodRoadChances(results=0, any="0", patterns=())


@cache
def published_chances() -> GoodRoadChances:
    """Read the chances of every pattern, which are public."""
    for game in registry().values():
        file = files(game.parts.package).joinpath(FILE)
        if file.is_file():
            return msgspec.json.decode(file.read_bytes(), type=GoodRoadChances)
    return NONE_COUNTED
