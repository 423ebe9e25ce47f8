"""Every module has a test of its name, or `docs/tests.md` says where it is tested."""

from __future__ import annotations

import pytest
from tools import tested


def test_the_page_is_up_to_date() -> None:
    assert tested.PAGE.read_text(encoding="utf-8") == tested.page(), "run `make features`"


@pytest.mark.parametrize("module", tested.modules())
def test_a_module_is_tested_somewhere(module: str) -> None:
    assert tested.named_tests(module) or tested.tests_of(module)


def test_the_list_by_hand_names_modules_and_tests_that_exist() -> None:
    known = set(tested.modules())
    assert sorted(tested.listed().keys() - known) == []
    named = {test for tests in tested.listed().values() for test in tests}
    assert sorted(test for test in named if not (tested.TESTS / test).is_file()) == []


def test_the_list_by_hand_is_only_for_modules_that_no_test_is_named_after() -> None:
    exact = {f"{module.replace('.', '/')}": module for module in tested.listed()}
    found = {path.with_name(path.stem[5:]) for path in tested.TESTS.rglob("test_*.py")}
    names = {path.relative_to(tested.TESTS).as_posix() for path in found}
    assert [module for path, module in exact.items() if path in names] == []


def test_a_test_carries_the_name_of_its_module() -> None:
    assert tested.named_tests("table.record.snapshot") == ["table/record/test_snapshot.py"]
    assert "games/brag/test_round_golden.py" in tested.named_tests("games.brag.round")
    assert tested.named_tests("table.no_such_module") == []
