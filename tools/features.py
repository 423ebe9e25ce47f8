"""Write `docs/features.md`: every row and every reading beside the tests that show it.

Owns: reading the rows (`docs/features.toml`), finding the names of tests, drawing the tables. A row
is shown when a test carries its number, and not before. It is usable by an audience when it is
shown and the list of what is missing does not name that audience.

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

AUDIENCES = ("player", "studio", "operator", "regulator")

INTRODUCTION = """\
# Features

<!-- Written by `make features` from features.toml and the names of the tests. -->

What the five regulations ask for, in our words, for whom, and the tests that show it. A test that
shows row 108 or reading 14 carries `F108` or `R14` in its name; a test of the pages carries it in
its title. A row is usable by an audience when a test shows it and its people have the screen or the
tool that they need for it. A command on the wire without a screen is not usable by staff.

{audiences}

A row that no test shows names the part that will bring it:

{places}

Shown by a test today: {features} rows and {readings} readings.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One thing that is asked, or one reading: its number, where it is built, and for whom."""

    number: str
    what: str
    place: str
    audiences: tuple[str, ...] = ()


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
    missing: Mapping[str, Mapping[str, str]]
    """By audience and row: why the row is not usable by that audience yet."""


def catalogue(source: Path = ROWS) -> Catalogue:
    """Read the rows."""
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    return Catalogue(
        places=read["places"],
        features=tuple(_section(section, letter="F") for section in read["features"]),
        readings=tuple(_section(section, letter="R") for section in read["readings"]),
        missing={
            audience: {f"F{number}": why for number, why in rows.items()}
            for audience, rows in read["missing"].items()
        },
    )


def _section(read: Mapping[str, object], *, letter: str) -> Section:
    rows = read["rows"]
    assert isinstance(rows, Mapping)
    return Section(
        title=str(read["title"]),
        rows=tuple(
            Row(
                number=f"{letter}{number}",
                what=what,
                place=place,
                audiences=tuple(" ".join(audiences).split()),
            )
            for number, (what, place, *audiences) in rows.items()
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
        audiences="\n".join(_audiences(rows, tests)),
        places="\n".join(f"- **{place}**: {what}" for place, what in rows.places.items()),
        features=_share(rows_of(rows.features), tests),
        readings=_share(rows_of(rows.readings), tests),
    ).splitlines()
    lines.append("")
    for section in rows.features:
        lines += [f"## {section.title}", "", *_features(rows, section, tests), ""]
    lines += [
        "## Readings",
        "",
        "What we decided where a regulation is silent, contradicts itself or lost its pictures.",
        "",
    ]
    for section in rows.readings:
        lines += [f"### {section.title}", "", *_readings(section, tests), ""]
    return "\n".join(lines[:-1]) + "\n"


def _audiences(rows: Catalogue, tests: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "| for | usable rows |"
    yield "|---|---|"
    for audience in AUDIENCES:
        theirs = [row for row in rows_of(rows.features) if audience in row.audiences]
        usable = sum(
            row.number in tests and row.number not in rows.missing.get(audience, {})
            for row in theirs
        )
        yield f"| {audience} | {usable} of {len(theirs)} |"


def _share(rows: Sequence[Row], tests: Mapping[str, Sequence[str]]) -> str:
    return f"{sum(row.number in tests for row in rows)} of {len(rows)}"


def _features(
    rows: Catalogue, section: Section, tests: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    yield "| row | what | for | tests | state |"
    yield "|---|---|---|---|---|"
    for row in section.rows:
        names = tests.get(row.number, ())
        state = _usable(rows.missing, row) if names else f"not yet: {row.place}"
        audiences = ", ".join(row.audiences)
        yield f"| {row.number} | {row.what} | {audiences} | {_names(names)} | {state} |"


def _usable(missing: Mapping[str, Mapping[str, str]], row: Row) -> str:
    """What a row that is shown is to the people that it names."""
    lacks = [
        f"not for {audience}: {missing[audience][row.number]}"
        for audience in row.audiences
        if row.number in missing.get(audience, {})
    ]
    return "; ".join(lacks) or "usable"


def _readings(section: Section, tests: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "| reading | what | tests | state |"
    yield "|---|---|---|---|"
    for row in section.rows:
        names = tests.get(row.number, ())
        state = "shown" if names else f"not yet: {row.place}"
        yield f"| {row.number} | {row.what} | {_names(names)} | {state} |"


def _names(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:NAMES_SHOWN_MAX]]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"+{more} more"] if more else shown)


def current() -> str:
    """The document as it should stand now."""
    return page(catalogue(), named_by_row(chain(names_of_tests(), titles_of_tests())))


def main() -> None:
    """Write the page, and say what is shown."""
    text = current()
    PAGE.write_text(text, encoding="utf-8")
    print(next(line for line in text.splitlines() if line.startswith("Shown by a test")))


if __name__ == "__main__":
    main()
