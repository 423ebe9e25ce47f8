"""Where the pages find the view of an installed game: an ES module in the game's own package.

The address holds a digest of the game's files, so browsers cache a module until it changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from sabot.gamekit import AnyGame

GAMES = "games/"
"""The path under which the files of games are served."""

MODULE = "index.js"
DIGEST_CHARACTERS = 16


def module_of(game: AnyGame) -> str | None:
    """The address of a game's module; None for a game whose view is built into the pages."""
    return None if game.parts.web is None else f"/{folder_of(game)}/{MODULE}"


@cache
def folder_of(game: AnyGame) -> str:
    """The path under which a game's files are served."""
    digest = hashlib.sha256()
    for name, file in _walk(game.parts.web, ""):
        digest.update(f"{name}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return f"{GAMES}{game.id}/{digest.hexdigest()[:DIGEST_CHARACTERS]}"


def _walk(folder: Traversable | None, prefix: str) -> Iterator[tuple[str, Traversable]]:
    if folder is None or not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry
