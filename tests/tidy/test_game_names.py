"""Only `sabot.games` and `sabot.bootstrap` name a game; everything else asks the contract.

Comments, docstrings and examples may name one. What still names a game in code is listed with the
reason, and the list may only become shorter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "sabot"
NAMES = re.compile(r"baccarat|blackjack|\bbrag\b|three_card_brag|egalite", re.IGNORECASE)

STILL_NAMED = {
    "adapters/wallet/conformance.py": "a bet as an operator's wallet is shown one",
    "cli/arguments.py": "examples in a help text",
    "service/identity/passwords.py": "common passwords",
    "service/players/preferences.py": "a group of side bets in the settings that pages write",
    "table/staff/phrases.py": "announcements, as recordings are named",
    "wire/table_info.py": "lessons that the pages of the house read in a form of their own",
}


def named(tree: ast.Module) -> Iterator[str]:
    """Every name, import and text of a module's code, docstrings left out."""
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.ImportFrom(module=str(text)):
                yield text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.alias(name=text):
                yield text
            case _:
                pass


def test_nothing_but_the_games_and_the_bootstrap_names_a_game() -> None:
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] not in {"games", "bootstrap"}
        if any(NAMES.search(text) for text in named(ast.parse(path.read_text("utf-8"))))
    }
    assert found == set(STILL_NAMED)
