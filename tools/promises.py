"""Write `docs/promises.md`: which tests show what four pages promise.

Owns: cutting a page into passages, and drawing the tables. Which tests show a passage, and which
passages promise nothing, is in `docs/promises.toml`.

    make features
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TESTS = ROOT / "tests"
LISTED = DOCS / "promises.toml"
PAGE = DOCS / "promises.md"

PAGES = ("security.md", "reliability.md", "wire.md", "export.md")

INTRODUCTION = """\
# What is promised, and the tests that show it

<!-- Written by `make features` from promises.toml. -->

Each paragraph, list item and row of a table in these pages is called by its first words. A test
(`tests/tidy/test_promises.py`) fails when a passage has neither tests nor a reason why it needs
none, and when a test that is named here does not exist.
"""

FENCE = re.compile(r"^```", re.MULTILINE)
ITEM = re.compile(r"^(?:- |\d{1,2}\. )")
RULE = re.compile(r"^\|[-| :]+\|$")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
MARKS = str.maketrans("|", " ", "`*[]")
ROW = "| "
"""How every row of a table begins."""

WORDS = 12
"""How many words name a passage on the page."""

DEFINED = re.compile(r"^\s*(?:async )?def (test_\w+)\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a list item or a row of a table, on one line."""

    under: str
    """Its heading."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is known about passages: the tests that show them, or why they need none."""

    page: str
    under: str
    begins: str
    tests: tuple[str, ...] = ()
    because: str = ""

    def is_about(self, passage: Passage) -> bool:
        """Say whether a passage stands under this heading and begins with these words."""
        return self.under in ("", passage.under) and passage.text.startswith(self.begins)


def passages(page: str) -> list[Passage]:
    """Cut a page into its passages. Code blocks and the heads of tables promise nothing."""
    outside = "\n\n".join(FENCE.split((DOCS / page).read_text(encoding="utf-8"))[::2])
    return [
        Passage(under, " ".join(piece.split()))
        for under, block in _blocks(outside)
        for piece in _pieces(block)
    ]


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Part a text at blank lines and headings; each block with its heading."""
    under, lines = "", list[str]()
    for line in [*text.splitlines(), ""]:
        if line and not line.startswith("#"):
            lines.append(line)
            continue
        if lines:
            yield under, lines
        lines = []
        under = line.lstrip("# ") or under


def _pieces(lines: list[str]) -> Iterator[str]:
    """Part a table into its rows and a list into its items; a paragraph is one piece."""
    if len(lines) > 1 and RULE.match(lines[1]):
        yield from lines[2:]
        return
    piece: list[str] = []
    for line in lines:
        if ITEM.match(line) and piece:
            yield "\n".join(piece)
            piece = []
        piece.append(line)
    yield "\n".join(piece)


@cache
def listed() -> tuple[Entry, ...]:
    """Read what is written down by hand."""
    read = tomllib.loads(LISTED.read_text(encoding="utf-8"))
    return tuple(
        Entry(
            page=f"{page}.md",
            under=each.get("under", ""),
            begins=each["begins"],
            tests=tuple(each.get("tests", ())),
            because=each.get("because", ""),
        )
        for page, entries in read.items()
        for each in entries
    )


def entries_about(page: str, passage: Passage) -> list[Entry]:
    """Find what is known about a passage."""
    return [entry for entry in listed() if entry.page == page and entry.is_about(passage)]


@cache
def tests_in(module: str) -> frozenset[str]:
    """Name the tests of a module under `tests`; none when there is no such module."""
    path = TESTS / module
    return frozenset(DEFINED.findall(path.read_text(encoding="utf-8")) if path.is_file() else ())


def exists(test: str) -> bool:
    """Say whether `folder/test_module.py::test_name` is a test."""
    module, _, name = test.partition("::")
    return name in tests_in(module)


def page() -> str:
    """Draw the whole page."""
    text = INTRODUCTION
    for name in PAGES:
        entries = [entry for entry in listed() if entry.page == name]
        proved = "".join(_row(entry) for entry in entries if entry.tests)
        others = "".join(_row(entry) for entry in entries if not entry.tests)
        text += f"\n## [{name}]({name})\n\n| passage | shown by |\n|---|---|\n{proved}"
        text += f"\n| passage without a test | why |\n|---|---|\n{others}"
    return text


def _row(entry: Entry) -> str:
    shown = "<br>".join(f"`{test}`" for test in entry.tests) or entry.because
    return f"| {_named(entry)} | {shown} |\n"


def _named(entry: Entry) -> str:
    """Call passages by the first words, without marks that a table would read."""
    if entry.begins == ROW:
        return f"every row of “{entry.under}”"
    whole = next(one.text for one in passages(entry.page) if entry.is_about(one))
    plain = LINK.sub(r"\1", whole).translate(MARKS)
    words = plain.lstrip("-0123456789. ").split()
    return " ".join(words[:WORDS]) + (" …" if len(words) > WORDS else "")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
