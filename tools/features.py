"""Write `docs/features.md`: every row and every reading beside the tests that show it.

Owns: reading the rows (`docs/features.toml`), finding the names of tests, drawing the tables. Says
nothing a test does not: a row is shown when a test carries its number, and not before.

    make features
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "docs" / "features.toml"
PAGE = ROOT / "docs" / "features.md"
TESTS = ROOT / "tests"
WEB = ROOT / "web"

NAMES_SHOWN_MAX = 3
NUMBER = re.compile(r"(?<![A-Za-z0-9])[FR][0-9]+(?![A-Za-z0-9])")
TITLE = re.compile(r"""\(\s*(["'`])((?:[FR][0-9]+[,:]? )(?:(?!\1).)+)\1""")
"""A title of the pages' tests that begins with a number: `test("F68 F69 betting, then …"`."""

INTRODUCTION = """\
# Features

<!-- Written by `make features` from features.toml and the names of the tests. -->

What the five regulations ask for, in our words, and the tests that show it. A test that shows row
108 or reading 14 carries `F108` or `R14` in its name, so this page cannot promise what nobody has
tested; a test of the pages carries it in its title.

`shown` means that a test shows the row in what exists today. Where a row is about a screen, the
test shows what the screen will be told; drawing it is the client's part. `not yet` names the part
that will bring it:

{places}

Shown today: {features} rows and {readings} readings.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One thing that is asked, or one reading: its number, and where it will be built."""

    number: str
    what: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rows that belong together."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Everything `docs/features.toml` says."""

    places: Mapping[str, str]
    features: tuple[Section, ...]
    readings: tuple[Section, ...]


def catalogue(source: Path = ROWS) -> Catalogue:
    """Read the rows."""
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    return Catalogue(
        places=read["places"],
        features=tuple(_section(section, letter="F") for section in read["features"]),
        readings=tuple(_section(section, letter="R") for section in read["readings"]),
    )


def _section(read: Mapping[str, object], *, letter: str) -> Section:
    rows = read["rows"]
    assert isinstance(rows, Mapping)
    return Section(
        title=str(read["title"]),
        rows=tuple(
            Row(number=f"{letter}{number}", what=what, place=place)
            for number, (what, place) in rows.items()
        ),
    )


def rows_of(sections: Sequence[Section]) -> tuple[Row, ...]:
    """All rows, in order."""
    return tuple(row for section in sections for row in section.rows)


def names_of_tests(folder: Path = TESTS) -> Iterator[str]:
    """Every test function there is, from the source: nothing is imported."""
    for source in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def titles_of_tests(folder: Path = WEB) -> Iterator[str]:
    """Every title with a number in the tests of the pages."""
    for source in sorted(folder.glob("*/*/tests/*.test.ts")):
        for title in TITLE.finditer(source.read_text(encoding="utf-8")):
            yield title[2].replace("|", "/")


def named_by_row(names: Iterator[str]) -> dict[str, list[str]]:
    """The tests of each row, those that name it first before those that name it beside others.

    Titles, which have spaces, come after names.

    >>> named_by_row(iter(["test_F22_F25_add", "test_F25_click", "test_other"]))
    {'F22': ['test_F22_F25_add'], 'F25': ['test_F25_click', 'test_F22_F25_add']}
    """
    found: dict[str, list[tuple[int, bool, str]]] = {}
    for name in sorted(set(names)):
        for place, number in enumerate(dict.fromkeys(NUMBER.findall(name))):
            found.setdefault(number, []).append((place, " " in name, name))
    return {number: [name for _, _, name in sorted(tests)] for number, tests in found.items()}


def page(rows: Catalogue, tests: Mapping[str, Sequence[str]]) -> str:
    """The whole document."""
    lines = INTRODUCTION.format(
        places="\n".join(f"- **{place}**: {what}" for place, what in rows.places.items()),
        features=_share(rows_of(rows.features), tests),
        readings=_share(rows_of(rows.readings), tests),
    ).splitlines()
    lines.append("")
    for section in rows.features:
        lines += [f"## {section.title}", "", *_table(section, tests), ""]
    lines += [
        "## Readings",
        "",
        "What we decided where a regulation is silent, contradicts itself or lost its pictures.",
        "",
    ]
    for section in rows.readings:
        lines += [f"### {section.title}", "", *_table(section, tests), ""]
    return "\n".join(lines[:-1]) + "\n"


def _share(rows: Sequence[Row], tests: Mapping[str, Sequence[str]]) -> str:
    return f"{sum(row.number in tests for row in rows)} of {len(rows)}"


def _table(section: Section, tests: Mapping[str, Sequence[str]]) -> list[str]:
    cells = [(row, tests.get(row.number, ())) for row in section.rows]
    return [
        "| row | what | tests | state |",
        "|---|---|---|---|",
        *(
            f"| {row.number} | {row.what} | {_names(names)} | {_state(row, names)} |"
            for row, names in cells
        ),
    ]


def _names(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:NAMES_SHOWN_MAX]]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"+{more} more"] if more else shown)


def _state(row: Row, names: Sequence[str]) -> str:
    return "shown" if names else f"not yet: {row.place}"


def current() -> str:
    """The document as it should stand now."""
    return page(catalogue(), named_by_row(chain(names_of_tests(), titles_of_tests())))


def main() -> None:
    """Write the page, and say what is shown."""
    text = current()
    PAGE.write_text(text, encoding="utf-8")
    print(next(line for line in text.splitlines() if line.startswith("Shown today")))


if __name__ == "__main__":
    main()
