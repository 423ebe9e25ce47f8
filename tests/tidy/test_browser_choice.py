"""`make test` plays a browser test of every row that a browser test names."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.browser.choice import Test, chosen, rows_of

FOLDER = Path(__file__).parent.parent / "browser"
TIMED = ("test_memory.py", "test_speed.py", "test_multiplay_speed.py")
"""As in tests/browser/conftest.py, which cannot be imported without a browser library."""

CHOSEN_MAX = 150
"""About ten minutes on two cores."""


def _tests() -> list[Test]:
    return [
        (source.name, node.name)
        for source in sorted(FOLDER.glob("test_*.py"))
        if source.name not in TIMED
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_every_row_of_the_browser_is_played_and_every_file() -> None:
    tests = _tests()
    quick = chosen(tests)
    assert {row for test in tests for row in rows_of(test[1])} == {
        row for test in quick for row in rows_of(test[1])
    }
    assert {file for file, _ in quick} == {file for file, _ in tests}
    assert len(quick) <= CHOSEN_MAX < len(tests)


def test_the_choice_is_the_same_every_time_and_takes_the_widest_test() -> None:
    tests = [("a", "test_F1"), ("a", "test_F2"), ("a", "test_F2_F3"), ("b", "test_no_row")]
    assert chosen(tests) == {("a", "test_F1"), ("a", "test_F2_F3"), ("b", "test_no_row")}
