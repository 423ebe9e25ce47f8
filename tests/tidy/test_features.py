"""The feature table: no row is lost, no number is invented, the page says what the tests say."""

from itertools import chain
from pathlib import Path

import pytest
from tools import features

ROWS = features.catalogue()
FEATURES = features.rows_of(ROWS.features)
READINGS = features.rows_of(ROWS.readings)
WORDS_MAX = 90


def test_no_row_has_vanished() -> None:
    assert [row.number for row in FEATURES] == [f"F{number}" for number in range(1, 276 + 1)]


def test_no_reading_has_vanished() -> None:
    assert [row.number for row in READINGS] == [f"R{number}" for number in range(1, 30 + 1)]


def test_rows_are_short_and_belong_somewhere() -> None:
    assert [row for row in FEATURES + READINGS if not 0 < len(row.what) <= WORDS_MAX] == []
    assert {row.place for row in FEATURES + READINGS} == set(ROWS.places)


def test_rows_are_for_somebody_and_only_their_people_miss_them() -> None:
    assert {name for row in FEATURES for name in row.audiences} == set(features.AUDIENCES)
    assert [row.number for row in FEATURES if not row.audiences] == []
    theirs = {name: {r.number for r in FEATURES if name in r.audiences} for name in ROWS.missing}
    assert {name: set(rows) - theirs[name] for name, rows in ROWS.missing.items()} == {
        name: set() for name in features.AUDIENCES
    }


def test_no_test_names_a_row_that_is_not_there() -> None:
    named = features.named_by_row(chain(features.names_of_tests(), features.titles_of_tests()))
    assert sorted(named.keys() - {row.number for row in FEATURES + READINGS}) == []


def test_the_page_is_up_to_date() -> None:
    text = features.PAGE.read_text(encoding="utf-8")
    assert text == features.current(), "run: make features"


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_F22_F25_chips_add_up", ["F22", "F25"]),
        ("test_R16_F53_both_sides", ["R16", "F53"]),
        ("test_F7", ["F7"]),
        ("test_no_Fine_R2D2", []),
        ("F68 F69 betting, then the last seconds", ["F68", "F69"]),
        ("F57, F58: what is cut", ["F57", "F58"]),
    ],
)
def test_a_name_carries_its_rows(name: str, numbers: list[str]) -> None:
    assert list(features.named_by_row(iter([name]))) == numbers


def test_titles_of_the_pages_tests_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "packages" / "table" / "tests"
    folder.mkdir(parents=True)
    source = """
      test("F1 F2 one", () => expect("F9").toBe("F9"));
      test("no number", () => {});
      test.each(cases)(`R3: ${name} two`, () => {}); // "F4 neither"
    """
    (folder / "some.test.ts").write_text(source, encoding="utf-8")
    assert list(features.titles_of_tests(tmp_path)) == ["F1 F2 one", "R3: ${name} two"]


def test_names_come_before_titles() -> None:
    names = iter(["F1 a title", "test_F1_a_name"])
    assert features.named_by_row(names) == {"F1": ["test_F1_a_name", "F1 a title"]}


def test_a_row_names_three_tests_and_counts_the_others() -> None:
    tests = {"F1": [f"test_F1_{letter}" for letter in "abcde"]}
    text = features.page(ROWS, tests)
    assert "| player | `test_F1_a`, `test_F1_b`, `test_F1_c`, +2 more | usable |" in text
    assert "|  | not yet: client |" in text


def test_a_row_says_for_whom_it_is_missing_and_the_count_leaves_it_out() -> None:
    tests = {"F1": ["test_F1_a"], "F18": ["test_F18_a"], "F271": ["test_F271_a"]}
    text = features.page(ROWS, tests)
    why = ROWS.missing["studio"]["F271"]
    assert f"| `test_F271_a` | not for studio: {why} |" in text
    players = sum("player" in row.audiences for row in FEATURES)
    assert f"| player | 2 of {players} |" in text
    assert "| studio | 1 of" in text
