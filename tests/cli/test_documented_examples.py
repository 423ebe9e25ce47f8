"""The examples of the README and of `docs/commands.md`, run as a reader would run them.

A fenced `console` block holds commands behind `$ `, their further lines behind `> `, and below them
what comes out. White space may be laid out for reading, and `...` stands for anything.
"""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "docs" / "commands.md")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOOSELY = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """What is typed, and what is promised to come out."""

    typed: str
    promised: str

    @property
    def name(self) -> str:
        return self.typed.splitlines()[0]


def example(block: str) -> Example:
    """Tell a block's command from its output."""
    first, *rest = block.splitlines()
    further = [line for line in rest if line.startswith("> ")]
    return Example(
        typed="\n".join([first.removeprefix("$ "), *(line[2:] for line in further)]),
        promised="\n".join(rest[len(further) :]) + "\n",
    )


BLOCKS = (block for page in PAGES for block in BLOCK.findall(page.read_text(encoding="utf-8")))
EXAMPLES = list(dict.fromkeys(map(example, BLOCKS)))  # one that stands on two pages runs once


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def test_every_command_but_the_talkative_one_has_an_example() -> None:
    shown = {name for each in EXAMPLES for name in re.findall(r"\bsabot ([a-z-]+)", each.typed)}
    assert shown == {
        "settle",
        "roads",
        "rtp",
        "simulate",
        "strategy",
        "serve",
        "reconcile",
        "staff",
        "device",
    }
    assert all(each.typed.startswith("sabot ") for each in EXAMPLES)


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.name)
def test_what_the_page_shows_is_what_comes_out(each: Example, cache: Path) -> None:
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}",
        "SABOT_CACHE_DIR": str(cache),
        "SABOT_DATA_DIR": str(cache),
        "COLUMNS": "80",
        "LANG": "C.UTF-8",
    }
    ran = subprocess.run(
        ["/bin/sh", "-c", each.typed],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    same = doctest.OutputChecker().check_output(each.promised, ran.stdout, LOOSELY)
    assert same, f"{each.typed}\n--- came out:\n{ran.stdout}{ran.stderr}"


def test_an_example_that_promises_something_else_would_fail() -> None:
    shown = example("$ sabot rtp\n> more\none ... three\n")
    assert (shown.typed, shown.promised) == ("sabot rtp\nmore", "one ... three\n")
    checker = doctest.OutputChecker()
    assert checker.check_output(shown.promised, "one two\n  three\n", LOOSELY)
    assert not checker.check_output(shown.promised, "one two\nfour\n", LOOSELY)
