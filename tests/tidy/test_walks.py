"""The walks in `docs/ARCHITECTURE.md` name functions that exist, and count their hops."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "sabot"
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")

SECTION = PAGE.partition("## Three walks")[2].partition("\n## ")[0]
WALKS = dict(re.findall(r"^### (.+?): (\d+) hops$", SECTION, re.MULTILINE))
ROW = re.compile(r"^\| (\d+) \| (.+?) \| .+ \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


def _rows(walk: str) -> list[tuple[int, str]]:
    text = SECTION.partition(f"### {walk}:")[2].partition("\n### ")[0]
    return [(int(number), part) for number, part in ROW.findall(text)]


@cache
def _defined_in(path: Path) -> frozenset[str]:
    """Functions and classes of a module, and `Class.method` for each method."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{inner.name}"
                for inner in node.body
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return frozenset(found)


def _missing(part: str) -> list[str]:
    """What a cell names and the code does not have; a file before a name says where it is."""
    names = CODE.findall(part)
    places = [name for name in names if "/" in name]
    wanted = [name for name in names if "/" not in name]
    files = [file for place in places for file in SOURCE.glob(place.replace("<game>", "*"))]
    lost = [place for place in places if not [*SOURCE.glob(place.replace("<game>", "*"))]]
    modules = [file for file in files if file.suffix == ".py"] or [*SOURCE.rglob("*.py")]
    known = frozenset[str]().union(*map(_defined_in, modules))
    return lost + [name for name in wanted if name not in known]


def test_there_are_three_walks() -> None:
    assert [*WALKS] == ["A bet", "A scan", "An operator's debit"]


@pytest.mark.parametrize("walk", WALKS)
def test_every_function_of_a_walk_exists(walk: str) -> None:
    assert [(number, _missing(part)) for number, part in _rows(walk) if _missing(part)] == []
    assert all(CODE.search(part) for _, part in _rows(walk))


@pytest.mark.parametrize("walk", WALKS)
def test_the_heading_counts_the_hops(walk: str) -> None:
    numbers = [number for number, _ in _rows(walk)]
    assert numbers == [*range(numbers[0], int(WALKS[walk]) + 1)]


def test_a_name_that_does_not_exist_is_found() -> None:
    assert _missing("`runtime/engine.py` `prepare`") == []
    assert _missing("`runtime/engine.py` `nowhere`") == ["nowhere"]
    assert _missing("`runtime/nowhere.py`") == ["runtime/nowhere.py"]
