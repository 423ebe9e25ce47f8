"""Exact returns of the variants, from a file that the laboratory writes and a test checks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from sabot.games import registry
from sabot.wire.table_info import ReturnInfo

Published = dict[str, dict[str, tuple[ReturnInfo, ...]]]


FILE = "returns.json"
"""The file in the package of each game."""


@cache
def _published() -> Published:
    found: Published = {}
    for game in registry().values():
        file = files(game.parts.package).joinpath(FILE)
        if file.is_file():
            found.update(msgspec.json.decode(file.read_bytes(), type=Published))
    return found


def published_returns(variant: str) -> Mapping[str, tuple[ReturnInfo, ...]]:
    """The returns of a variant by kind of bet; none for an operator's own version of one."""
    return _published().get(variant, {})
