"""Planted bugs: every patch fits, the page names them all, and a few are planted right here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tools.mutants import CAUGHT, PAGE, ROOT, Misfit, Mutant, hunt, mutants, page

BUGS = mutants()
QUICK = [bug for bug in BUGS if bug.quick]


def test_there_are_bugs_enough_and_each_has_a_name() -> None:
    assert len({bug.name for bug in BUGS}) == len(BUGS) >= 12
    assert len(QUICK) >= 3


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_every_patch_fits_the_code(bug: Mutant) -> None:
    text = (ROOT / bug.file).read_text(encoding="utf-8")
    planted = bug.planted(text)
    assert planted != text
    compile(planted, bug.file, "exec")


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_every_bug_has_tests_that_exist(bug: Mutant) -> None:
    assert all((ROOT / test).exists() for test in bug.tests if test.startswith("tests/"))


def test_the_page_names_every_bug_and_a_test_for_each() -> None:
    told = PAGE.read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in told.splitlines() if line.startswith("| ")][1:]
    caught = {row[0].strip().removesuffix(" (quick)"): row[3].strip(" `") for row in rows}
    assert told == page(BUGS, dict(caught))
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert all(f"def {test}(" in sources for test in caught.values())


def test_the_quick_bugs_are_caught(record_property: Callable[[str, object], None]) -> None:
    said: list[str] = []
    caught = hunt(QUICK, said.append, trusting=True)
    assert all(caught.values()), said
    record_property("counted", f"{len(caught)} of {len(BUGS)} planted bugs tried, all caught")


def test_a_patch_that_does_not_fit_is_an_error() -> None:
    stray = Mutant(name="stray", breaks="", file="x.py", old="no such line", new="", tests=())
    with pytest.raises(Misfit, match=r"fits x\.py 0 times"):
        stray.planted("another line")


def test_the_name_of_the_test_is_found_in_what_pytest_says() -> None:
    said = "…\nFAILED tests/table/studio/test_cancel.py::test_F244_all[3] - AssertionError\n"
    found = CAUGHT.search(said)
    assert found is not None
    assert found.group(1) == "test_F244_all"
