"""Finds the game that a table's settings are for, by their variant."""

from __future__ import annotations

import msgspec

from sabot.gamekit import AnyGame
from sabot.games import registry


class _Variant(msgspec.Struct):
    id: str


class _Config(msgspec.Struct):
    variant: _Variant


def game_of(config: str) -> AnyGame | None:
    """The game that has the variant of these settings; None for an unknown variant."""
    try:
        wanted = msgspec.json.decode(config, type=_Config).variant.id
    except (msgspec.DecodeError, RecursionError):
        return None
    return next((game for game in registry().values() if wanted in game.variants), None)
