"""The games: packages that are found as entry points of the group `sabot.games`.

Ours are the folders beside this module; `pyproject.toml` declares them like any other package
does. They are found by their folder as well, because a source tree may be newer than the metadata
it was installed with. A game of another package that cannot be used is left out, and `broken()`
says why: one bad package must not stop the house.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import cast

from sabot.errors import Refused
from sabot.gamekit import AnyGame, Parts, Variant
from sabot.gamekit.refusals import GameRefusal

GROUP = "sabot.games"
"""The group of entry points; each names the `GAME` of its package."""


@dataclass(frozen=True, slots=True)
class Found:
    """The games that can be played, and why others cannot, by the name of their entry point."""

    games: Mapping[str, AnyGame]
    broken: Mapping[str, str]


def registry() -> Mapping[str, AnyGame]:
    """Every game by its id: ours first, then those of other packages by name."""
    return _found().games


def broken() -> Mapping[str, str]:
    """Installed games that cannot be used, and why."""
    return _found().broken


@cache
def _found() -> Found:
    return load(entry_points(group=GROUP))


def load(declared: Iterable[EntryPoint]) -> Found:
    """Our games and those that other packages declare."""
    games = {game.id: game for game in map(_ours, _folders())}
    failed: dict[str, str] = {}
    for point in sorted(declared, key=lambda point: (point.name, point.value)):
        if point.module.startswith(f"{__name__}."):
            continue  # ours, which the folders have shown
        try:
            game = cast(AnyGame, point.load())
            _check(game, games)
        except Exception as error:  # noqa: BLE001  whatever another package does, ours are played
            failed[point.name] = f"{type(error).__name__}: {error}"
        else:
            games[game.id] = game
    return Found(MappingProxyType(games), MappingProxyType(failed))


def _folders() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def _ours(folder: str) -> AnyGame:
    return cast(AnyGame, importlib.import_module(f"{__name__}.{folder}").GAME)


def _check(game: AnyGame, known: Mapping[str, AnyGame]) -> None:
    """Refuse a game that is not whole, or that takes a name of another one."""
    if not isinstance(game.parts, Parts):
        raise TypeError("its `parts` are not sabot.gamekit.Parts")
    _unique("id", [game.id], known)
    _unique("variant", game.variants, [name for each in known.values() for name in each.variants])
    tables = [table for each in known.values() for table in each.parts.tables]
    _unique("table", [table.table_id for table in game.parts.tables], [t.table_id for t in tables])
    words = [table.private_word for table in tables if table.private_word]
    ours = [table.private_word for table in game.parts.tables if table.private_word]
    _unique("private word", ours, words)
    unknown = {table.variant for table in game.parts.tables} - set(game.variants)
    if unknown:
        raise ValueError(f"tables of unknown variants: {' '.join(sorted(unknown))}")


def _unique(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    taken = sorted({str(name) for name in names} & {str(name) for name in known})
    if taken:
        raise ValueError(f"{what} taken by another game: {' '.join(taken)}")


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
        raise Refused(GameRefusal.UNKNOWN, game=variant_id, known=" ".join(sorted(variants())))
    return found


def is_built_in(game: AnyGame) -> bool:
    """Whether the house ships this game, pages included."""
    return game.parts.package.startswith(f"{__name__}.")


def part_of(game: AnyGame, part: str) -> ModuleType:
    """A module of the game's package that is loaded only when asked for (`odds`, `script` …)."""
    return importlib.import_module(f"{game.parts.package}.{part}")


def has_part(game: AnyGame, part: str) -> bool:
    """Whether the game's package has this module."""
    return importlib.util.find_spec(f"{game.parts.package}.{part}") is not None


def folders_of(game: AnyGame) -> list[Path]:
    """Where the sources of a game lie."""
    return [Path(folder) for folder in importlib.import_module(game.parts.package).__path__]
