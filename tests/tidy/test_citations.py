"""Every rule that a comment or page cites by its number has an entry in `docs/principles.md`.

Owns: which numbers count as citations. Knows nothing of what the rules say.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRINCIPLES = ROOT / "docs" / "principles.md"

CITATION = re.compile(r"(?<![\w-])([PIR])([1-9]\d?)(?![\w-])")
ENTRY = re.compile(r"^\| ([PIR]\d+) \|", re.MULTILINE)
POINT = re.compile(r"\bpoint (\d+) of the design\b")
NUMBERED = re.compile(r"^(\d+)\. \*\*", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)

MODULES = tuple(sorted((ROOT / "src").rglob("*.py")))
PAGES = tuple(sorted((ROOT / "docs").rglob("*.md")))


def prose_of(module: Path) -> Iterator[str]:
    """Read the comments and free-standing strings of a module."""
    source = module.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text
            case _:
                pass


def texts() -> Iterator[tuple[Path, str]]:
    for module in MODULES:
        yield module, "\n".join(prose_of(module))
    for page in PAGES:
        yield page, page.read_text(encoding="utf-8")


def cited() -> dict[str, list[str]]:
    """Give each cited rule with the files that cite it."""
    found: dict[str, list[str]] = {}
    for path, text in texts():
        for letter, number in set(CITATION.findall(CODE.sub(" ", text))):
            found.setdefault(f"{letter}{number}", []).append(path.relative_to(ROOT).as_posix())
    return found


def test_every_cited_rule_has_an_entry() -> None:
    entries = set(ENTRY.findall(PRINCIPLES.read_text(encoding="utf-8")))
    assert {rule: files for rule, files in cited().items() if rule not in entries} == {}


def test_every_cited_point_of_the_design_has_an_entry() -> None:
    points = set(NUMBERED.findall(PRINCIPLES.read_text(encoding="utf-8")))
    found = {point for _, text in texts() for point in POINT.findall(text)}
    assert found <= points
    assert found


def test_no_entry_stands_twice_and_none_is_left_out() -> None:
    entries = ENTRY.findall(PRINCIPLES.read_text(encoding="utf-8"))
    ranges = {"P": 16, "I": 15, "R": 30}
    assert entries == [f"{key}{n}" for key, last in ranges.items() for n in range(1, last + 1)]


@pytest.mark.parametrize("text", ["cancels the round (P5).", "# I4: stored first", "R17 says so"])
def test_a_citation_is_found(text: str) -> None:
    assert CITATION.search(text)


@pytest.mark.parametrize("text", ["see ADR-P5x", "IP4", "a PR12-b name"])
def test_other_names_are_no_citations(text: str) -> None:
    assert not CITATION.search(text)
