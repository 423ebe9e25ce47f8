"""Games are found as entry points; another package's bad game costs only itself."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from sabot.gamekit import AnyGame, TablePreset
from sabot.games import GROUP, load, registry
from sabot.games.baccarat.round import BaccaratGame

OURS = {"baccarat", "blackjack", "brag"}


def guest(**changes: object) -> AnyGame:
    """A game of another package: baccarat under names of its own."""
    found = BaccaratGame()
    variant = replace(found.variants["speed_baccarat"], id="guest_speed")
    parts = replace(found.parts, package="guest_game", tables=())
    values = {"id": "guest", "variants": {"guest_speed": variant}, "parts": parts, **changes}
    made: AnyGame = type("Guest", (BaccaratGame,), values)()
    return made


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    made = ModuleType("guest_game")
    monkeypatch.setitem(sys.modules, "guest_game", made)
    return made


def point(value: str, name: str = "guest") -> EntryPoint:
    return EntryPoint(name=name, value=value, group=GROUP)


def test_our_games_are_declared_like_any_other() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    for name in OURS:
        assert f'{name} = "sabot.games.{name}:GAME"' in text
    assert set(registry()) >= OURS


def test_our_games_are_found_without_any_metadata() -> None:
    found = load([])
    assert (set(found.games), dict(found.broken)) == (OURS, {})
    packages = [game.parts.package for game in found.games.values()]
    assert all(package.startswith("sabot.games.") for package in packages)


def test_our_own_entry_points_are_not_loaded_twice() -> None:
    found = load([point("sabot.games.brag:GAME", "brag")])
    assert (set(found.games), dict(found.broken)) == (OURS, {})


def test_a_game_of_another_package_is_played(module: ModuleType) -> None:
    game = guest()
    module.GAME = game  # type: ignore[attr-defined]
    found = load([point("guest_game:GAME")])
    assert found.games["guest"] is game
    assert not found.broken


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("no_such_package_of_a_game:GAME", "ModuleNotFoundError"),
        ("guest_game:NOTHING", "AttributeError"),
        ("guest_game:NUMBER", "AttributeError"),
        ("guest_game:TWICE", "id taken by another game: baccarat"),
        ("guest_game:SAME_VARIANT", "variant taken by another game: "),
        ("guest_game:SAME_TABLE", "table taken by another game: speed-1"),
        ("guest_game:STRANGE_TABLE", "tables of unknown variants: nothing"),
        ("guest_game:NO_PARTS", "are not sabot.gamekit.Parts"),
    ],
)
def test_a_broken_game_does_not_stop_the_house(module: ModuleType, value: str, why: str) -> None:
    ours = BaccaratGame.parts

    def with_table(table_id: str, variant: str) -> AnyGame:
        table = TablePreset(table_id=table_id, name="Guest", variant=variant)
        return guest(parts=replace(ours, package="guest_game", tables=(table,)))

    vars(module).update(
        NUMBER=7,
        TWICE=guest(id="baccarat"),
        SAME_VARIANT=guest(variants=BaccaratGame.variants),
        SAME_TABLE=with_table("speed-1", "guest_speed"),
        STRANGE_TABLE=with_table("guest-1", "nothing"),
        NO_PARTS=guest(parts=None),
    )
    found = load([point(value)])
    assert set(found.games) == OURS
    assert why in found.broken["guest"]
