"""The regulation in our words: every row and reading of the game is in it and has a test."""

import re
from pathlib import Path

import sabot.games.baccarat

REGULATION = Path(sabot.games.baccarat.__file__).with_name("regulation.md")
TESTS = Path(__file__).parent

ROWS = {*range(53, 61), *range(87, 100), 104, *range(105, 125), 262}
READINGS = {1, 2, 3, 4, 5, 6, 7, 8, 16, 25, 26, 27}

# Duties of the studio, of the table or of the scorecards: the core has nothing to show for them.
ELSEWHERE = {93, 94, 95, 96, 97, 104, 124}


def cited(mark: str, text: str) -> set[int]:
    return {int(number) for number in re.findall(rf"\b{mark}(\d+)\b", text)}


def rows_tested(mark: str) -> set[int]:
    sources = [path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py")]
    names = re.findall(r"def (test_\w+)", "\n".join(sources))
    return {int(number) for name in names for number in re.findall(rf"_{mark}(\d+)(?=_)", name)}


def test_every_row_and_reading_has_a_clause() -> None:
    text = REGULATION.read_text(encoding="utf-8")
    assert cited("F", text) >= ROWS
    assert cited("R", text) >= READINGS


def test_every_row_and_reading_has_a_test() -> None:
    assert rows_tested("F") >= ROWS - ELSEWHERE
    assert rows_tested("R") >= READINGS


def test_clauses_are_numbered_without_gaps() -> None:
    text = REGULATION.read_text(encoding="utf-8")
    clauses = [tuple(map(int, pair)) for pair in re.findall(r"\*\*(\d+)\.(\d+)\*\*", text)]
    for section, clause in clauses:
        assert clause == 1 or (section, clause - 1) in clauses
    assert clauses == sorted(set(clauses))
