"""The regulation in our words: every row and reading it cites has a test of that name."""

import ast
import re
from pathlib import Path

from sabot.games import brag

REGULATION = Path(brag.__file__).with_name("regulation.md").read_text(encoding="utf-8")
ROWS = {84, 102, 103, *range(169, 187)}

# F6 is about what the lobby shows and R3 about all money; both are tested where they live.
ELSEWHERE = {"F6", "R3"}


def words_of_tests() -> set[str]:
    names = [
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    return {word for name in names for word in re.findall(r"[FR]\d+(?=_|$)", name)}


def test_every_row_of_brag_is_in_the_regulation() -> None:
    cited = {int(row) for row in re.findall(r"\bF(\d+)", REGULATION)}
    assert cited >= ROWS


def test_every_clause_has_a_test() -> None:
    cited = set(re.findall(r"\b[FR]\d+\b", REGULATION))
    assert sorted(cited - words_of_tests() - ELSEWHERE) == []
