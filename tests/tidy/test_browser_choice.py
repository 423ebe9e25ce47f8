"""`make test` plays a browser test of every row that a browser test names."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.browser.choice import Test, chosen, rows_of

FOLDER = Path(__file__).parent.parent / "browser"
TIMED = ("test_memory.py", "test_speed.py", "test_multiplay_speed.py")
"""As in tests/browser/conftest.py, which cannot be imported without a browser library."""

CHOSEN_MAX = 165
"""A few minutes on two cores."""


LOOKS = (
    *(5, 9, 14, 21, 24, 27, 33, 39, 41, 43, 45, 68, 69, 82, 111, 128, 194),
    *(205, 216, 219, 222, 230, 233, 235, 246, 247),
)
"""Rows that a wide test mentions in passing: a test of their own asserts what they say."""


def _found() -> dict[Test, bool]:
    """Every function that is not timed, and whether it is marked as one that is always played."""
    return {
        (source.name, node.name): any(
            "mark.look" in ast.unparse(one) for one in node.decorator_list
        )
        for source in sorted(FOLDER.glob("test_*.py"))
        if source.name not in TIMED
        for node in ast.parse(source.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def _chosen() -> frozenset[Test]:
    found = _found()
    return chosen(list(found), [test for test, look in found.items() if look])


def test_a_row_that_others_mention_is_played_by_a_test_of_its_own() -> None:
    alone = {min(rows_of(name)) for _, name in _chosen() if len(rows_of(name)) == 1}
    assert [row for row in LOOKS if f"F{row}" not in alone] == []


def test_every_row_of_the_browser_is_played_and_every_file() -> None:
    tests = list(_found())
    quick = _chosen()
    assert {row for test in tests for row in rows_of(test[1])} == {
        row for test in quick for row in rows_of(test[1])
    }
    assert {file for file, _ in quick} == {file for file, _ in tests}
    assert len(quick) <= CHOSEN_MAX < len(tests)


def test_the_choice_is_the_same_every_time_and_takes_the_widest_test() -> None:
    tests = [("a", "test_F1"), ("a", "test_F2"), ("a", "test_F2_F3"), ("b", "test_no_row")]
    assert chosen(tests) == {("a", "test_F1"), ("a", "test_F2_F3"), ("b", "test_no_row")}
