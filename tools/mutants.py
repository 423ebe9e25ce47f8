"""Plant bugs in a copy of the tree, and see whether the tests notice.

Owns: the copy, the patch, the run of a few tests, the page `docs/mutants.md`. What the bugs are is
in `mutants.toml`. Nothing here touches the tree it is started in, except the page.

    make mutants                       all of them; rewrites the page
    python -m tools.mutants --quick    the few that every test run plants
    python -m tools.mutants --trusting without looking first whether the tests pass as they are
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "mutants.toml"
PAGE = ROOT / "docs" / "mutants.md"
COPIED = ("src", "tests", "tools", "pyproject.toml")
PATIENCE_SECONDS = 300
JOBS = 2

CAUGHT = re.compile(r"^(?:FAILED|ERROR) (?:\S+::)?(\w+)", re.MULTILINE)
_times = count(1_000_000_000)

INTRODUCTION = """\
# Mutants

<!-- Written by `make mutants` from tools/mutants.toml and what the tests said. -->

A test that cannot fail shows nothing. So bugs are planted, one at a time, in a copy of the tree,
and the tests that should notice are run on it. This page lists the bugs, and the first test that
caught each. `make test` plants those marked quick, `make soak` and `make mutants` all of them. A
bug that no test notices fails the run, and so does a patch that no longer fits the code.

| planted bug | what it breaks | where | caught by |
|---|---|---|---|
"""


class Misfit(Exception):
    """A patch that does not fit the code, or tests that say nothing about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One bug, as a small patch, and the tests that must notice it."""

    name: str
    breaks: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    quick: bool = False

    def planted(self, text: str) -> str:
        """The file with the bug in it."""
        if text.count(self.old) != 1:
            raise Misfit(f"{self.name}: its patch fits {self.file} {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def mutants(source: Path = LIST) -> tuple[Mutant, ...]:
    """Every bug of the list."""
    read = tomllib.loads(source.read_text(encoding="utf-8"))
    # The last line of a block ends where its quotes stand: that line break is not the code's.
    return tuple(
        Mutant(
            name=each["name"],
            breaks=each["breaks"],
            file=each["file"],
            old=each["old"].removesuffix("\n"),
            new=each["new"].removesuffix("\n"),
            tests=tuple(each["tests"]),
            quick=each.get("quick", False),
        )
        for each in read["mutants"]
    )


class Copy:
    """A copy of the tree in which bugs are planted, one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy2(source, folder / name)

    @contextmanager
    def with_bug(self, mutant: Mutant) -> Iterator[None]:
        """The tree with one bug in it."""
        path = self._folder / mutant.file
        sound = path.read_text(encoding="utf-8")
        self._write(path, mutant.planted(sound))
        try:
            yield
        finally:
            self._write(path, sound)

    @staticmethod
    def _write(path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        # Compiled files are told apart by the second and the size: every version has its own.
        moment = next(_times)
        os.utime(path, (moment, moment))

    def tested(self, tests: Sequence[str]) -> tuple[int, str]:
        """Run tests here: the exit status and what was said."""
        usual = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
        folder = self._folder
        ended = subprocess.run(
            [
                sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "--no-header", "-p",
                "no:cacheprovider", "-p", "no:schemathesis", "--tb=native", *tests,
            ],
            cwd=folder,
            env={**usual, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        return ended.returncode, ended.stdout + ended.stderr

    def sound(self, mutant: Mutant) -> None:
        """The tests of a bug pass without it, or they would prove nothing."""
        status, said = self.tested(mutant.tests)
        if status:
            raise Misfit(f"{mutant.name}: its tests fail without the bug\n{said[-1500:]}")

    def caught(self, mutant: Mutant) -> str | None:
        """The test that notices the bug, or None."""
        with self.with_bug(mutant):
            status, said = self.tested(mutant.tests)
        if status == 0:
            return None
        found = CAUGHT.search(said)
        if status != 1 or found is None:
            raise Misfit(f"{mutant.name}: its tests say nothing\n{said[-1500:]}")
        return found.group(1)


def hunt(
    bugs: Sequence[Mutant],
    say: Callable[[str], None],
    *,
    jobs: int = JOBS,
    trusting: bool = False,
) -> dict[str, str | None]:
    """Plant every bug; the test that caught each, by name.

    `trusting` skips the run without a bug, for callers that have just seen the tests pass.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(min(jobs, len(bugs))):
            copies.put(Copy(Path(folder) / str(number)))

        def one(mutant: Mutant) -> tuple[str, str | None]:
            copy = copies.get()
            try:
                if not trusting:
                    copy.sound(mutant)
                test = copy.caught(mutant)
            finally:
                copies.put(copy)
            say(f"{'killed  ' if test else 'SURVIVED'}  {mutant.name}  {test or ''}")
            return mutant.name, test

        with ThreadPoolExecutor(jobs) as workers:
            return dict(workers.map(one, bugs))


def page(bugs: Sequence[Mutant], caught: dict[str, str | None]) -> str:
    """The list for people."""
    lines = [
        f"| {bug.name}{' (quick)' if bug.quick else ''} | {bug.breaks} | `{bug.file}` |"
        f" `{caught[bug.name]}` |"
        for bug in bugs
    ]
    return INTRODUCTION + "\n".join(lines) + "\n"


def main() -> None:
    """Plant the bugs and say which were caught."""
    parser = argparse.ArgumentParser(description="Plant bugs in a copy; the tests must notice.")
    parser.add_argument("names", nargs="*", help="plant only the bugs whose names contain these")
    parser.add_argument("--quick", action="store_true", help="plant the quick ones")
    parser.add_argument("--trusting", action="store_true", help="run no test without a bug first")
    chosen = parser.parse_args()
    everything, quick, trusting = mutants(), chosen.quick, chosen.trusting
    bugs = [bug for bug in everything if bug.quick or not quick]
    if chosen.names:
        bugs = [bug for bug in bugs if any(name in bug.name for name in chosen.names)]
    try:
        caught = hunt(bugs, print, trusting=trusting)
    except Misfit as misfit:
        sys.exit(f"Error: {misfit}")
    survived = [name for name, test in caught.items() if test is None]
    print(f"{len(bugs) - len(survived)} of {len(bugs)} killed")
    if survived:
        sys.exit(1)
    if not quick and not chosen.names:
        PAGE.write_text(page(everything, caught), encoding="utf-8")


if __name__ == "__main__":
    main()
