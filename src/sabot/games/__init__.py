"""The games: one folder each. `registry()` finds them; nothing lists them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import cast

from sabot.errors import Refused
from sabot.gamekit import AnyGame, Variant


@cache
def registry() -> Mapping[str, AnyGame]:
    """Every game folder that has a `GAME`, by its id."""
    found = (importlib.import_module(f"{__name__}.{name}") for name in _folders())
    games = [cast(AnyGame, module.GAME) for module in found if hasattr(module, "GAME")]
    return {game.id: game for game in games}


def _folders() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def variants() -> dict[str, tuple[AnyGame, Variant]]:
    """Every variant of every game, with its game."""
    return {
        variant_id: (game, variant)
        for game in registry().values()
        for variant_id, variant in game.variants.items()
    }


def variant_named(variant_id: str) -> tuple[AnyGame, Variant]:
    """The variant of this id; an unknown one is refused with the known ones."""
    found = variants().get(variant_id)
    if found is None:
        raise Refused("game/unknown", game=variant_id, known=" ".join(sorted(variants())))
    return found


def part_of(game: AnyGame, part: str) -> ModuleType:
    """A module of the game's folder that is loaded only when asked for (`odds`, `script` …)."""
    return importlib.import_module(f"{__name__}.{game.id}.{part}")
