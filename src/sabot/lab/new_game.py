"""A new game as a package of its own, made from the template beside this module.

The template is a whole game with three bets on one card. Its author changes rules, pay tables and
page, and `check_game` says what is missing.
"""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sabot.errors import Refused
from sabot.games import registry, variants
from sabot.lab.refusals import NewGameRefusal

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
NAME_CHARACTERS_MAX = 30
SUFFIX = ".tmpl"


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the package of a new game into a folder that does not exist yet."""
    if not NAME.fullmatch(name) or len(name) > NAME_CHARACTERS_MAX:
        raise Refused(NewGameRefusal.BAD_NAME, name=name, maximum=NAME_CHARACTERS_MAX)
    if name in registry() or name in variants():
        raise Refused(NewGameRefusal.NAME_TAKEN, name=name)
    if folder.exists():
        raise Refused(NewGameRefusal.FOLDER_EXISTS, folder=str(folder))
    written: list[Path] = []
    _copy(files("sabot.lab").joinpath("template"), folder, words_of(name), written)
    return written


def words_of(name: str) -> dict[str, str]:
    """What stands in the template for each mark.

    >>> words_of("high_card")["@CLASS@"], words_of("high_card")["@TITLE@"]
    ('HighCard', 'High Card')
    """
    parts = name.split("_")
    return {
        "@NAME@": name,
        "@PACKAGE@": f"sabot_{name}",
        "@DASHED_PACKAGE@": f"sabot-{'-'.join(parts)}",
        "@DASHED@": "-".join(parts),
        "@WORD@": "".join(parts),
        "@CLASS@": "".join(part.capitalize() for part in parts),
        "@CONSTANT@": name.upper(),
        "@TITLE@": " ".join(part.capitalize() for part in parts),
    }


def _copy(source: Traversable, target: Path, words: dict[str, str], written: list[Path]) -> None:
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        name = entry.name.removesuffix(SUFFIX)
        name = name.replace("PACKAGE", words["@PACKAGE@"]).replace("NAME", words["@NAME@"])
        if entry.is_dir():
            _copy(entry, target / name, words, written)
        else:
            target.mkdir(parents=True, exist_ok=True)
            text = entry.read_text("utf-8")
            for mark, word in words.items():
                text = text.replace(mark, word)
            (target / name).write_text(text, "utf-8")
            written.append(target / name)
